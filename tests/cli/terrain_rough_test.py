#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Rasters that are hardly any, maps of the wrong place, disks without room and Ctrl-C: what the terrain commands say, and that
they leave nothing half-written. Spoiled files: scripts/soak."""
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

import geotiff
from geotiff import MARS, MOON
from grouser_cli import alone, PROGRAM, SOURCE, CliTest, run
from recipes import fractal, ramp

sys.path.insert(0, str(SOURCE / "scripts"))
from soak_parts import pds_image  # noqa: E402

SAND = ["--class", "sand=wong_LETE_sand"]
# A kilometre of ground: seconds of work, megabytes of output. Ramps, so that nothing can be packed away.
LARGE = fractal([1500.0, 1500.0], 1.0, ramp(), seed=2, rms_slope_deg=5.0, lag=2.0)


def commands(site):
    """Every command that reads heights, and writes what it makes of them as out.* ."""
    return [("terrain", "import", site, "--window", "0,0,8,8", "--out", "out.tif"),
            ("terrain", "clean", site, "--out", "out.tif", "--mask", "out.mask.tif", "--report", "out.png"),
            ("soilmap", "new", site, *SAND, "--out", "out.tif"),
            ("placement", "--terrain", site, "--samples", "3", "--out", "out"),
            ("run", "traverse_mars", "--set", f"terrain.file={site}", "--set", "duration=0.02", "--out", "out.h5")]


class Folder(CliTest):
    def write(self, name, data):
        (self.folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return name

    def hashes(self):
        return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in self.folder.rglob("*") if p.is_file()}

    def check_refused(self, arguments, *words):
        before = self.hashes()
        self.check_error(run(*arguments, cwd=self.folder), 2, "found ", "expected ", *words)
        self.assertEqual(self.hashes(), before, f"{arguments} wrote something")


class HardlyAnyRaster(Folder):
    def test_without_any_height(self):
        site = self.write("void.tif", geotiff.geotiff(heights=[-9999.0] * 4096, nodata="-9999"))
        for arguments in commands(site):
            self.check_refused(arguments, "void.tif", "height")
        found = self.run_json("terrain", "info", site)
        self.assertEqual((found["void_share"], found["margin_void_share"]), (1.0, 1.0))

    def test_one_row_one_column_one_cell(self):
        for columns, rows in ((64, 1), (1, 64), (1, 1)):
            site = self.write(f"{columns}x{rows}.tif", geotiff.geotiff(columns=columns, rows=rows))
            for arguments in commands(site):
                self.check_refused(arguments, site, f"{columns} x {rows} cells")
            found = self.run_json("terrain", "info", site, "--plot", f"{columns}x{rows}.png")
            self.assertEqual((found["columns"], found["rows"], found["void_share"]), (columns, rows, 0.0))

    def test_absurd_dimensions(self):
        """2^31 cells a side, in a TIFF's header and in a label: told at once and in little memory."""
        most = 2**31 - 1
        for name, shape in (("square.tif", (most, most)), ("wide.tif", (most, 64)), ("tall.tif", (64, most)), ("more.tif", (2**31, 2**31))):
            self.write(name, geotiff.geotiff(shape=shape))
        self.write("large.hdr", f"ENVI\nsamples = {most}\nlines = {most}\nbands = 1\nheader offset = 0\ndata type = 4\n"
                                "interleave = bsq\nbyte order = 0\n")
        self.write("large.img", bytes(4096))
        for site in ("square.tif", "wide.tif", "tall.tif", "more.tif", "large.img"):
            for arguments in (("terrain", "info", site), *commands(site)):
                self.check_refused(arguments, site)
        # 10^12 cells can be cut into, not cleaned
        self.write("mars.tif", geotiff.geotiff(shape=(10**6, 10**6), sparse_tile=4096, heights=[]))
        self.check_refused(("terrain", "clean", "mars.tif", "--out", "out.tif"), "mars.tif", "at most 4000 million")
        self.check_refused(("soilmap", "new", "mars.tif", *SAND, "--out", "out.tif"), "mars.tif", "at most 64 million")
        self.run_ok("terrain", "import", "mars.tif", "--window", "999992,0,8,8", "--out", "out.tif")

    def test_blocks_of_many_bands_are_not_read_at_once(self):
        """A tile of 256 x 256 cells in 65,281 bands is 4 GB."""
        data = bytearray(geotiff.geotiff())
        entry = data.index((277).to_bytes(2, "little") + (3).to_bytes(2, "little"))  # samples per pixel
        data[entry + 8:entry + 10] = (65281).to_bytes(2, "little")
        site = self.write("bands.tif", bytes(data))
        for arguments in (("terrain", "info", site), *commands(site)):
            self.check_refused(arguments, site)


class WrongPlace(Folder):
    def test_systems_that_are_no_map_in_metres(self):
        unit = lambda code, at=(): [1, 1, 0, 3 + len(at) // 4, 1024, 0, 1, 1, 1025, 0, 1, 1, *code, *at]
        systems = {
            "degrees": dict(keys=geotiff.DEGREES, cell=(1e-5, 1e-5)),
            "feet": dict(keys=unit([3072, 0, 1, 32631], [3076, 0, 1, 9002])),
            "earth_centred": dict(keys=[1, 1, 0, 3, 1024, 0, 1, 3, 1025, 0, 1, 1, 2048, 0, 1, 4978]),
        }
        for name, made in systems.items():
            site = self.write(f"{name}.tif", geotiff.geotiff(**made))
            drive = ("run", "traverse_mars", "--set", f"terrain.file={site}", "--set", "duration=0.02", "--out", "out.h5")
            if name == "earth_centred":  # GDAL reads it as a local system
                self.check_refused(("terrain", "import", site, "--center", "3,36", "--size", "8,8", "--out", "out.tif"), site)
                continue
            self.check_refused(drive, site)

    def test_a_map_of_infinities(self):
        """GDAL passes on what the label says; text made of it cannot be read again."""
        for key, value in ((b"A_AXIS_RADIUS = 3396.19 <KM>", b"A_AXIS_RADIUS = inf"), (b"CENTER_LATITUDE = 0.0 <DEG>", b"CENTER_LATITUDE = -inf")):
            self.assertIn(key, pds_image())
            site = self.write("image.IMG", pds_image().replace(key, value.ljust(len(key))))
            for arguments in commands(site):
                self.check_refused(arguments, site)
        self.write("image.IMG", pds_image())
        self.assertEqual(self.run_json("terrain", "info", "image.IMG")["body"], "Mars")

    def test_a_local_system_is_cut_and_driven_on(self):
        """An engineer's coordinates, of a test field, have no longitude; all else works."""
        site = self.write("field.tif", geotiff.geotiff(keys=[1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 12345]))
        self.check_refused(("terrain", "import", site, "--center", "3,36", "--size", "8,8", "--out", "out.tif"), site, "local")
        found = self.run_json("terrain", "import", site, "--window", "8,8,40,32", "--out", "out.tif")
        self.assertEqual((found["columns"], found["rows"], found["resampled"]), (40, 32, False))
        self.assertNotIn("longitude_deg", found)
        self.run_ok("run", "traverse_mars", "--set", "terrain.file=out.tif", "--set", "initial.position=[0,0]", "--set", "duration=0.02")

    def test_a_map_of_another_body_is_refused_unless_it_is_meant(self):
        sites = {"Mars": (MARS, 3.71, 3.6, 4.0), "Moon": (MOON, 1.62, 1.6, 2.0), "Earth": (None, 9.81, 9.5, 3.71)}
        for body, (radius, own, near, far) in sites.items():
            site = self.write(f"{body}.tif", geotiff.geotiff(radius=radius))
            drive = ["run", "traverse_mars", "--set", f"terrain.file={site}", "--set", "initial.position=[0,0]", "--set", "duration=0.02"]
            for gravity in (own, near):
                self.run_ok(*drive, "--set", f"gravity={gravity}")
            refusal = [f"a map of {body}", site, "terrain.any_gravity = true"]
            self.check_refused([*drive, "--set", f"gravity={far}", "--out", "run.h5"], f"gravity={far}: found {far:g} m/s2", *refusal)
            self.run_ok(*drive, "--set", f"gravity={far}", "--set", "terrain.any_gravity=true", "--out", f"{body}.h5")
            self.assertIn("identical", self.run_ok("rerun", f"{body}.h5"))
            # landing statistics take the body's own gravity, and the scenario's only where it fits
            placed = lambda *options: self.run_json("placement", "--samples", "3", *options)["gravity"]
            self.assertAlmostEqual(placed("--terrain", site), own, delta=0.02)
            self.assertEqual(placed("--terrain", site, "--gravity", "5"), 5.0)
        text = (SOURCE / "assets" / "scenarios" / "traverse_mars.toml").read_text()
        self.write("here.toml", text.replace('file = "terrains/mars_made.tif"', 'file = "Moon.tif"'))
        self.check_refused(["placement", "--terrain", "here.toml", "--samples", "3"], "Moon", "Moon.tif")
        # ground without a map is any body's
        site = self.write("nowhere.tif", geotiff.geotiff(keys=None))
        self.run_ok("run", "traverse_mars", "--set", f"terrain.file={site}", "--set", "initial.position=[0,0]", "--set", "duration=0.02")

    def test_a_soil_map_of_another_grid(self):
        self.write("site.tif", geotiff.geotiff(radius=MARS))
        self.write("other.tif", geotiff.geotiff(columns=40, rows=40, cell=(1.5, 1.5), radius=MARS))
        self.write("moon.tif", geotiff.geotiff(radius=MOON))
        for name in ("other", "moon"):
            self.run_ok("soilmap", "new", f"{name}.tif", *SAND, "--out", f"{name}_soils.tif")
            self.check_refused(["run", "traverse_mars", "--set", "terrain.file=site.tif", "--set", f"terrain.soil_map={name}_soils.tif",
                                "--set", "initial.position=[0,0]", "--set", "duration=0.02", "--out", "out.h5"], "terrain.soil_map")
            self.check_refused(["soilmap", "info", f"{name}_soils.tif", "--terrain", "site.tif", "--plot", "out.png"],
                               f"{name}_soils.tif")
            self.check_refused(["soilmap", "from-slope", f"{name}_soils.tif", "--terrain", "site.tif", "--class", "sand", "--min", "3"],
                               "site.tif")


class InputsStay(Folder):
    def test_no_output_may_be_an_input_or_another_output(self):
        self.write("site.tif", geotiff.geotiff())
        self.write("field.solids.toml", LARGE)
        os.symlink("site.tif", self.folder / "link.tif")
        self.run_ok("soilmap", "new", "site.tif", *SAND, "--out", "soils.tif")
        itself = "the input itself"
        for out in ("site.tif", "./site.tif", "link.tif"):
            for arguments in (["terrain", "info", "site.tif", "--plot", out],
                              ["terrain", "import", "site.tif", "--window", "0,0,9,9", "--out", out],
                              ["terrain", "clean", "site.tif", "--out", out],
                              ["terrain", "clean", "site.tif", "--out", "x.tif", "--samples-csv", out],
                              ["soilmap", "new", "site.tif", *SAND, "--out", out],
                              ["soilmap", "from-raster", "site.tif", "--terrain", "site.tif", *SAND, "--value", "1=sand", "--rest", "sand",
                               "--out", out]):
                self.check_refused(arguments, itself, out)
        self.check_refused(["soilmap", "info", "soils.tif", "--plot", "soils.legend.toml"], itself)
        self.check_refused(["terrain", "make", "field.solids.toml", "--out", "field.tif"], itself, "field.solids.toml")
        self.check_refused(["terrain", "clean", "site.tif", "--out", "x.tif", "--mask", "x.tif"], "two outputs")
        os.mkfifo(self.folder / "pipe.tif")  # not the machine's /dev/null: a program that fails here would replace it
        self.check_refused(["terrain", "clean", "site.tif", "--out", "pipe.tif"], "a device")


class NoRoom(Folder):
    """A disk that is full, and a limit on the size of files, which every machine has."""

    def setUp(self):
        super().setUp()
        self.run_ok("terrain", "make", self.write("large.toml", LARGE), "--out", "large.tif")
        self.room = self.folder / "room"
        self.room.mkdir()

    def outputs(self):
        size = ["--window", "0,0,1200,1200"]
        return [("terrain", "make", "large.toml", "--out", "room/out.tif", "--preview", "room/out.png"),
                ("terrain", "import", "large.tif", *size, "--out", "room/out.tif"),
                ("terrain", "import", "large.tif", "--map-center", "0,0", "--size", "300,300", "--cell", "0.4", "--out", "room/out.tif"),
                ("terrain", "clean", "large.tif", *size, "--no-boxes", "--out", "room/out.tif", "--mask", "room/mask.tif"),
                ("terrain", "info", "large.tif", "--plot", "room/out.png"),
                ("soilmap", "new", "large.toml", *SAND, "--out", "room/out.tif")]

    def check_no_room(self, arguments, before, limits=None):
        for name in ("out.tif", "out.png", "out.legend.toml"):  # older ones stay as they are
            (self.room / name).write_bytes(b"old")
        result = subprocess.run([PROGRAM, *arguments, "--force"], cwd=self.folder, capture_output=True, text=True, preexec_fn=limits, timeout=300)
        result.stderr = result.stderr.splitlines(True)[-1]  # after its progress, where the machine is slow
        self.check_error(result, 1, "cannot be written")
        found = {p.name: p.read_bytes() for p in self.room.iterdir() if p.name not in before}
        self.assertEqual(found, dict.fromkeys(["out.tif", "out.png", "out.legend.toml"], b"old"), arguments)

    @alone
    def test_a_full_disk(self):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", self.room], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest("needs the right to mount a small disk: " + mounted.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", "-l", self.room], check=True)
        (self.room / "other").write_bytes(b"x" * 48 * 1024)  # 4 KiB are left beside three older outputs
        for arguments in self.outputs():
            with self.subTest(arguments):
                self.check_no_room(arguments, {"other"})

    def test_a_limit_on_files(self):
        def limits():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
        for arguments in self.outputs():
            with self.subTest(arguments):
                self.check_no_room(arguments, set(), limits)

    @alone
    def test_a_folder_that_cannot_be_written_in(self):
        if os.geteuid() == 0:  # whom rights do not stop
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,ro", "tmpfs", self.room], capture_output=True, text=True)
            if mounted.returncode != 0:
                self.skipTest("needs the right to mount a small disk: " + mounted.stderr.strip())
            self.addCleanup(subprocess.run, ["umount", "-l", self.room], check=True)
        else:
            self.room.chmod(0o500)
        for arguments in self.outputs():
            self.check_refused(arguments, "room/out", "cannot be written in")


class Interrupted(Folder):
    def setUp(self):
        super().setUp()
        self.write("large.toml", LARGE)

    def interrupt(self, *arguments):
        """Ctrl-C as soon as the first temporary file is there; the moment before is nobody's file."""
        before = self.hashes()
        process = subprocess.Popen([PROGRAM, *arguments, "--force"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 300
        while {p.name for p in self.folder.iterdir()} == set(before):
            self.assertIsNone(process.poll(), f"{arguments} was over before it could be interrupted")
            self.assertLess(time.monotonic(), deadline, "no file begun within five minutes")
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
        self.assertEqual((process.returncode, out), (130, ""), err)
        self.assertIn("interrupted, no file was written", err)
        self.assertEqual(self.hashes(), before, arguments)

    def test_make_import_and_clean(self):
        self.write("out.tif", b"old")
        self.interrupt("terrain", "make", "large.toml", "--set", "size=[4000, 4000]", "--out", "out.tif", "--preview", "out.png")
        self.run_ok("terrain", "make", "large.toml", "--set", "size=[2500, 2500]", "--out", "large.tif")
        self.interrupt("terrain", "import", "large.tif", "--map-center", "0,0", "--size", "1400,1400", "--cell", "0.2", "--out", "out.tif")
        self.interrupt("terrain", "clean", "large.tif", "--jobs", "1", "--out", "out.tif", "--mask", "mask.tif", "--deviation", "dev.tif", "--report",
                       "out.png", "--samples-csv", "out.csv")


if __name__ == "__main__":
    unittest.main()
