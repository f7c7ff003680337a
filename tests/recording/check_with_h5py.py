# SPDX-License-Identifier: BSD-3-Clause
"""Opens run files with plain h5py and compares every number with the known function of run_samples.hpp.

check_with_h5py.py CHANNELS FILE... [--xarray]   exit code 0 if all are right; --xarray: opened group by group with xarray
too, where that is installed
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


def check_time_axis(run, names):
    """Every dataset with a row per frame names /time as the scale of its rows, in both directions."""
    time = run["time"]
    assert h5py.h5ds.is_scale(time.id) and text(time.attrs["units"]) == "s"
    users = {run[entry["dataset"]].name for entry in time.attrs["REFERENCE_LIST"]}
    assert users == {"/step", "/state_hash", "/row_hash"} | {"/channels/" + name for name in names}, users
    for name in sorted(users):
        assert list(run[name].dims[0].values()) == [time], name
        assert h5py.h5ds.get_num_scales(run[name].id, 0) == 1
    for name in names:
        dataset = run["channels"][name]
        assert text(dataset.attrs["units"]) == text(dataset.attrs["unit"]).replace("-", "1"), name
        assert dataset.attrs["long_name"]
        assert dataset.parent["time"] == time, name


def check_with_xarray(path, names):
    """One group opened on its own has the axis and the numbers; by every engine that is installed."""
    try:
        import xarray
    except ImportError:
        return
    for engine in set(xarray.backends.list_engines()) & {"netcdf4", "h5netcdf"}:
        for number, name in enumerate(names):
            folder, _, last = ("channels/" + name).rpartition("/")
            with xarray.open_dataset(path, group=folder, engine=engine) as data:
                assert data[last].dims == ("time",) and data[last].time.dtype == np.float64, (engine, name)
                frames = len(data.time)
                assert np.array_equal(data.time, np.arange(frames) * 0.002)
                assert np.array_equal(data[last], sample_values(frames, number)), (engine, name)


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
        check_time_axis(run, names)
        assert terrain.shape == (3, 5) and np.isnan(terrain[1, 2]) and terrain.attrs["datum"] == -4450.125
        return names


def main(arguments):
    with_xarray = "--xarray" in arguments
    channels, *files = [a for a in arguments if a != "--xarray"]
    for file in files:
        names = check(file, int(channels))
        if with_xarray:
            check_with_xarray(file, names)


main(sys.argv[1:])
