"""The commands of the laboratory, and their command line."""

import argparse
import sys
from collections.abc import Sequence

from engine import RULESETS, Refused
from engine.ai import KINDS, LEVELS, TEMPERAMENTS
from engine.ai.evaluation.network import BadWeights
from lab.ai_seats import fairness, habits, ladder, repetition, speed
from lab.data_sets import games, leaderboard
from lab.duel import certify, solve
from lab.errors import LabError
from lab.parallel import Failure
from lab.pools import pool, survey
from lab.programs import conform, match
from lab.reports import report
from lab.reports.report import Parser, Report
from lab.tensors import throughput
from lab.training import exploit, train

_COMMANDS = {
    "ladder": (ladder, "who wins how often against whom, in every edition"),
    "fairness": (
        fairness,
        "how often one seat of each kind wins among seats that play by rules of thumb, and if it hoards",
    ),
    "habits": (habits, "how often a kind lies and challenges, how often it is right, how long it thinks"),
    "exploit": (exploit, "what a learner wins against a kind, once it has found out how"),
    "certify": (
        certify,
        "what the strongest responder wins against strong in the one-card duel, at least and at most",
    ),
    "solve": (solve, "which strategy for the one-card duel loses least, and writes it as the table of strong"),
    "train": (train, "which networks let strong win most, and writes their weights"),
    "repetition": (repetition, "how often AI seats repeat themselves, and how many of their turns change nothing"),
    "pool": (pool, "how games with a pool of roles go: who wins, what is claimed, challenged and exposed"),
    "survey": (survey, "which of all pools of roles are the best, by their balance and liveliness"),
    "speed": (speed, "how many games a second kinds of AI seat play among themselves"),
    "batch": (throughput, "how many decisions a second learning programs observe and make in a batch of games"),
    "match": (match, "how programs of any language play against each other, or against AI seats"),
    "games": (games, "what happened in games, decision by decision, as a data set that can be verified"),
    "conform": (conform, "whether a program plays by the rules, tried with scenarios"),
    "leaderboard": (leaderboard, "who is best in the games of data sets, each of which is played again first"),
}


_EPILOG = (
    f"A KIND is one of {', '.join(KINDS)}; {', '.join(LEVELS)} also with a temperament "
    f"({', '.join(TEMPERAMENTS)}), as in medium:bold; or a Python class, as in "
    f"mine:Careful (MODULE:CLASS). An EDITION is one of {', '.join(RULESETS)}, "
    "with options after dots: classic/4, classic.teams/4, classic.two_player=standard/2. "
    "docs/ai.md says what the figures mean."
)


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line; each command is a module with `add_arguments` and `run`."""
    main = Parser(prog="python -m lab", description="Measures AI seats and pools of roles.", epilog=_EPILOG)
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, about) in _COMMANDS.items():
        command = commands.add_parser(name, help=about, description=f"Says {about}.", epilog=_EPILOG)
        module.add_arguments(command)
        command.set_defaults(run=module.run, json=None, plot=None)
    return main


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command line.

    Returns the exit code: 130 if the run was interrupted, 2 if it failed or a program broke the protocol,
    otherwise 0.
    """
    args = parser().parse_args(words)
    try:
        report.check(args)
        found: Report = args.run(args)
        report.deliver(found, args)
    except (LabError, Refused, BadWeights) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except MemoryError:
        sys.stderr.write("Memory ran out: name smaller numbers.\n")
        return 2
    except KeyboardInterrupt as stop:
        sys.stderr.write(f"Interrupted. {stop}".rstrip() + "\n")
        return 130
    if found.interrupted and not isinstance(found.interrupted, Failure):
        return 130
    return 2 if found.interrupted or found.faults else 0
