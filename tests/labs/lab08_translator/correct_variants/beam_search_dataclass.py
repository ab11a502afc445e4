# task: beam_search
# style: A dataclass with its own score.
# %%
from dataclasses import dataclass


# %%
@dataclass
class Hypothesis:
    ids: list
    log_prob: float = 0.0

    def score(self, alpha):
        return self.log_prob / (len(self.ids) ** alpha)


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    alive, ended = [Hypothesis([])], []
    steps = 0
    while alive and steps < max_length:
        steps += 1
        pool = []
        for h in alive:
            scores = next_log_probs([start_id] + h.ids)
            for word in range(len(scores)):
                pool.append(Hypothesis(h.ids + [word], h.log_prob + scores[word]))
        pool.sort(key=lambda h: -h.log_prob)
        alive = []
        for h in pool[:beam_size]:
            (ended if h.ids[-1] == end_id else alive).append(h)
    ended.extend(alive)
    ended.sort(key=lambda h: h.score(length_penalty), reverse=True)
    winner = ended[0].ids
    if winner[-1] == end_id:
        winner = winner[:-1]
    return winner
