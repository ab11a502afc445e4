# task: beam_search
# style: Hypotheses as a linked chain with a heap; only the champion of the finished is remembered.
# %%
import heapq
from dataclasses import dataclass
from typing import Optional


# %%
@dataclass(frozen=True)
class Link:
    token: int
    score: float
    length: int
    before: Optional["Link"]

    def path(self):
        return (self.before.path() if self.before else []) + [self.token]


def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, champion = [Link(start_id, 0.0, 0, None)], None

    def worth(link):
        return link.score / link.length**length_penalty

    while live:
        grown = (
            Link(token, link.score + float(log_p), link.length + 1, link)
            for link in live
            for token, log_p in enumerate(next_log_probs(link.path()))
        )
        live = []
        for link in heapq.nlargest(beam_size, grown, key=lambda one: one.score):
            if link.token != end_id and link.length < max_length:
                live.append(link)
            elif champion is None or worth(link) > worth(champion):
                champion = link
    path = champion.path()[1:]
    return path[:-1] if champion.token == end_id else path
