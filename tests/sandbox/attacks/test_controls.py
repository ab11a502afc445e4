"""Every attack of the list is one: where its layers are missing it succeeds, and each of its layers alone stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from weak_warm import WeakWarmProcess

from attacks import ATTACKS
from attacks.attack import Attack
from attacks.bait import Bait
from attacks.bench import run_attack
from attacks.machine import lacks
from attacks.weaker import OURS
from attn_course.sandbox import confinement, program
from attn_course.sandbox.fresh import FreshProcesses
from attn_course.sandbox.warm import WarmProcess

# How a process would start from which nothing of the course is hidden, and which nothing limits.
OPEN_PROGRAM = (
    "import sys; sys.path.insert(0, {!r}); from attn_course.sandbox import {} as module; "
    "module.hide_the_course = module.limits.limit = lambda *nothing: None; module.{}()"
)
# What stands also where a process is not locked in.
STANDS = OURS | {"view"}


# Attacks that the layers which should stop them do not stop yet. Whoever closes one finds its test fail here.
TRIES = 3  # some attacks race, and lose now and then


@pytest.fixture(scope="module")
def bait() -> Iterator[Bait]:
    with Bait() as bait:
        yield bait


@pytest.fixture(scope="module")
def only() -> Iterator[Callable[..., WarmProcess]]:
    """Return what makes a warm process whose submissions have these layers only; it is made once."""
    with ExitStack() as stack:
        yield cache(lambda *layers: stack.enter_context(WeakWarmProcess(set(confinement.LAYERS).difference(layers))))


def named(attack: Attack) -> str:
    return attack.name.replace(" ", "_")


@pytest.mark.parametrize("attack", [one for one in ATTACKS if not one.unproven], ids=named)
def test_it_succeeds_where_its_layers_are_missing(
    attack: Attack, bait: Bait, only: Callable[..., WarmProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing := lacks(attack.needs):
        pytest.skip(f"this machine lacks {missing}")
    monkeypatch.setattr(program, "PROGRAM", OPEN_PROGRAM)
    make_child = FreshProcesses().start if attack.stopped_by & {"view", "watch"} else only().start
    for _ in range(TRIES):
        outcome = run_attack(attack, make_child, bait, leave_out=attack.stopped_by & OURS)
        if outcome.succeeded and outcome.by_its_sign:
            break
    assert outcome.succeeded and outcome.by_its_sign, f"{outcome.detail}; {outcome.trace}"


@pytest.mark.parametrize("attack", [one for one in ATTACKS if one.stopped_by & STANDS], ids=named)
def test_it_fails_where_the_process_is_not_locked_in(
    attack: Attack, bait: Bait, only: Callable[..., WarmProcess]
) -> None:
    outcome = run_attack(attack, only().start, bait)
    assert not outcome.succeeded, f"{outcome.detail}; {outcome.trace}"


@pytest.mark.parametrize(
    ("attack", "layer"),
    [(one, layer) for one in ATTACKS for layer in sorted(one.stopped_by & {*confinement.LAYERS, "watch"})],
    ids=lambda value: named(value) if isinstance(value, Attack) else value,
)
def test_each_of_its_layers_alone_stops_it(
    attack: Attack, layer: str, bait: Bait, only: Callable[..., WarmProcess], sandbox: WarmProcess
) -> None:
    if layer in sandbox.level.missing:
        pytest.skip(f"this machine lacks {layer}")
    if layer == "user" and confinement.trial(confinement.become_another_user):
        pytest.skip("another user does not find Python on this machine")
    layers = ("user", "privileges") if layer == "user" else (layer,)
    outcome = run_attack(attack, only(*layers).start, bait)
    assert not outcome.succeeded, f"{outcome.detail}; {outcome.trace}"


def test_names_are_different_and_there_are_enough() -> None:
    names = [attack.name for attack in ATTACKS]
    assert len(set(names)) == len(names) >= 120
