# SPDX-License-Identifier: Apache-2.0
"""The collector is off within, and afterwards what it was before."""

import gc

import pytest

from faithstill.featurize.uncollected import uncollected


@pytest.mark.parametrize("before", [True, False])
def test_the_collector_is_left_as_it_was_found(before: bool) -> None:
    try:
        if not before:
            gc.disable()
        with uncollected():
            assert not gc.isenabled()
            with uncollected():
                assert not gc.isenabled()
            assert not gc.isenabled()
        assert gc.isenabled() is before
        with pytest.raises(ValueError, match="within"), uncollected():
            raise ValueError("within")
        assert gc.isenabled() is before
    finally:
        gc.enable()
