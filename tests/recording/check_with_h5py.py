# SPDX-License-Identifier: BSD-3-Clause
"""Opens run files with plain h5py and compares every number with the known function of run_samples.hpp.

check_with_h5py.py CHANNELS FILE...   exit code 0 if all are right
"""
import sys

import h5py
import numpy as np


def mix_bits(x):
    """SplitMix64's finaliser, as grouser/base/hash.hpp states it."""
    with np.errstate(over="ignore"):
        x = x + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


def sample_values(frames, channel):
    index = np.arange(frames, dtype=np.uint64) * np.uint64(1000003) + np.uint64(channel)
    return ((mix_bits(index) >> np.uint64(12)) | np.uint64(0x3FF0000000000000)).view(np.float64)


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def check(path, channels):
    with h5py.File(path, "r") as run:
        assert text(run.attrs["format"]) == "grouser run"
        names = [text(name) for name in run["header/channel_names"]]
        assert len(names) == channels, names
        frames = len(run["time"])
        assert np.array_equal(run["time"][:], np.arange(frames) * 0.002)
        assert np.array_equal(run["step"][:], 2 * np.arange(frames))
        for number, name in enumerate(names):
            dataset = run["channels"][name]
            assert dataset.dtype == np.float64 and len(dataset) == frames
            assert np.array_equal(dataset[:], sample_values(frames, number)), name
        sinkage = run["channels/wheel/front_left/sinkage"]
        assert text(sinkage.attrs["unit"]) == "m"
        assert text(run["header/documents/0"][()]).startswith('name = "sample"')
        terrain = run["rasters/terrain"]
        assert terrain.shape == (3, 5) and np.isnan(terrain[1, 2]) and terrain.attrs["datum"] == -4450.125


for file in sys.argv[2:]:
    check(file, int(sys.argv[1]))
