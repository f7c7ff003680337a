# SPDX-License-Identifier: BSD-3-Clause
"""The exceptions of grouser."""
from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from .run import Run


class Error(Exception):
    """Base of the exceptions that grouser raises on purpose."""


class InputError(Error, ValueError):
    """The input is wrong: a key, a value, a file, an argument.

    place: where it is, such as "soil.phi_deg = 95: phi_deg" or the name of an argument.
    found: what is there. expected: what would be right. All three are empty where a message has no such parts.
    """

    def __init__(self, message: str, place: str = "", found: str = "", expected: str = "") -> None:
        super().__init__(message)
        self.place = place
        self.found = found
        self.expected = expected


class RunFailed(Error, RuntimeError):
    """The input was right, and the work failed all the same: a step went beyond its limits, a disk is full.

    run: the run up to the failure, where there is one.
    """

    def __init__(self, message: str, run: Run | None = None) -> None:
        super().__init__(message)
        self.run = run


def wrong(place: str, found: str, expected: str) -> InputError:
    """The error of one argument, in the words of the command line."""
    return InputError(f"{place}: found {found}, expected {expected}", place, found, expected)
