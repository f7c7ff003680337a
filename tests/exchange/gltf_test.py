#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`grouser export --gltf`, read back by a reader written from the specification (gltf_reader.py)."""
import importlib.util
import sys
import unittest

from grouser_cli import SKIPPED, CliTest, run

if any(importlib.util.find_spec(name) is None for name in ("numpy", "h5py")):
    print("SKIPPED: numpy or h5py is not installed (Debian: python3-h5py)")
    sys.exit(SKIPPED)

import h5py  # noqa: E402
import numpy  # noqa: E402
from gltf_reader import Glb  # noqa: E402

# glTF 2.0, section 3.4: y is up; our world has z up
TO_Z_UP = numpy.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]], float)


class GltfTest(CliTest):
    def exported(self, scenario, *settings):
        words = [word for setting in settings for word in ("--set", setting)]
        self.run_ok("run", scenario, *words, "--out", "run.h5", "--force")
        report = self.run_json("export", "run.h5", "--gltf", "run.glb", "--force")["gltf"]
        glb = Glb(self.folder / "run.glb")
        self.assertEqual(report["bytes"], (self.folder / "run.glb").stat().st_size)
        self.assertEqual(report["nodes"], len(glb.json["nodes"]))
        for k in range(len(glb.json["accessors"])):
            self.assertTrue(numpy.all(numpy.isfinite(glb.accessor(k))))
        return glb, report

    def poses(self):
        """Times, names of channels, and their values, a row a frame, read from the run file with another library (docs/run_file.md)."""
        columns = {}
        with h5py.File(self.folder / "run.h5") as file:
            file["channels"].visititems(lambda name, item: columns.update({name: item[:]}) if isinstance(item, h5py.Dataset) else None)
            return file["time"][:], list(columns), numpy.column_stack(list(columns.values()))

    def check_poses(self, glb, least_way=0.05):
        times, names, values = self.poses()
        place = {name: k for k, name in enumerate(names)}
        bodies = sorted({name.split("/")[1] for name in names if name.startswith("body/")})
        self.assertGreater(len(bodies), 1)
        moved = 0.0
        for frame in numpy.linspace(0, len(times) - 1, 5).astype(int):
            for body in bodies:
                x, y, z, qw, qx, qy, qz = (values[frame, place[f"body/{body}/{part}"]] for part in ("x", "y", "z", "qw", "qx", "qy", "qz"))
                found = TO_Z_UP @ glb.matrix(glb.node(body), times[frame] - times[0])
                off = numpy.linalg.norm(found[:3, 3] - [x, y, z])
                # a float32 has 24 bits: 4 um at 64 m from the offset, and the promise is 0.01 mm
                self.assertLess(off, 1e-5, (body, frame))
                turn = numpy.array([[1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy - qz * qw), 2 * (qx * qz + qy * qw)],
                                    [2 * (qx * qy + qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz - qx * qw)],
                                    [2 * (qx * qz - qy * qw), 2 * (qy * qz + qx * qw), 1 - 2 * (qx * qx + qy * qy)]])
                # 0.01 mm at 3 m from a body's origin
                self.assertLess(numpy.abs(found[:3, :3] - turn).max(), 3e-6, (body, frame))
                moved = max(moved, numpy.linalg.norm(values[frame, [place[f"body/{body}/{p}"] for p in "xyz"]] - values[0, [place[f"body/{body}/{p}"] for p in "xyz"]]))
        self.assertGreater(moved, least_way)

    def test_a_minute_of_a_drive_with_its_ruts(self):
        glb, report = self.exported("drive_flat_soft", "drive.speed=0.03")
        self.assertLess(report["bytes"], 20e6)
        self.assertGreater(report["frames"], 1900)  # 60 s, one each 0.03 s
        self.check_poses(glb)
        for material in glb.json["materials"]:
            self.assertEqual(set(material["pbrMetallicRoughness"]), {"baseColorFactor", "metallicFactor", "roughnessFactor"})
        self.assertIn("soil wong_LETE_sand", [m["name"] for m in glb.json["materials"]])
        # every wheel has a form that is seen to roll
        wheel = glb.json["nodes"][glb.node("wheel_front_left" if any(n.get("name") == "wheel_front_left" for n in glb.json["nodes"]) else "front_left")]
        self.assertTrue(wheel["children"])
        self.check_ruts(glb)
        self.check_normals(glb)

    def check_ruts(self, glb):
        """The ground's mesh at the end is as deep as the GeoTIFF of the run, and level at the start."""
        ground = glb.node("ground")
        mesh = glb.json["meshes"][glb.json["nodes"][ground]["mesh"]]
        start = glb.accessor(mesh["primitives"][0]["attributes"]["POSITION"]).astype(float)
        targets = [glb.accessor(t["POSITION"]) for t in mesh["primitives"][0]["targets"]]
        self.assertEqual(len(targets), len(mesh["weights"]))
        times, values = glb.track(ground, "weights")
        self.assertEqual(values.shape[1], len(targets))
        self.assertTrue(numpy.all(values[0] == 0) and numpy.all(values[-1] == 1))
        half = values[len(values) // 2]
        depth = lambda weights: -sum(w * t[:, 2].astype(float) for w, t in zip(weights, targets))  # noqa: E731
        self.assertGreater(depth(values[-1]).max(), 0.005)
        self.assertLess((depth(half) > 1e-4).sum(), (depth(values[-1]) > 1e-4).sum())
        self.assertTrue(numpy.all(depth(values[-1]) >= -1e-6))
        keyframes, depths = self.rut_depths()
        self.assertAlmostEqual(times[-1], keyframes[-1], delta=1e-3)
        # vertices lie on every cell of the memory, between centres: at most as deep as its deepest cell
        deepest = (start[:, 2].max() - start[:, 2].min()) + depth(values[-1]).max()
        self.assertLess(deepest, depths + 1e-4)
        self.assertGreater(deepest, 0.7 * depths)

    def rut_depths(self):
        """Times of keyframes, and the deepest cell of the ground's memory, which only gets deeper."""
        with h5py.File(self.folder / "run.h5") as file:
            return file["time"][:][file["keyframes/frame"][:]], file["keyframes/tile_values"][:].max()

    def check_normals(self, glb):
        """Unit normals on the side from which the corners turn to the left."""
        for mesh in glb.json["meshes"]:
            for primitive in mesh["primitives"]:
                position, normal = (glb.accessor(primitive["attributes"][a]).astype(float) for a in ("POSITION", "NORMAL"))
                self.assertLess(numpy.abs(numpy.linalg.norm(normal, axis=1) - 1).max(), 1e-4)
                corners = glb.accessor(primitive["indices"])[:, 0].reshape(-1, 3)
                self.assertLess(corners.max(), len(position))
                a, b, c = (position[corners[:, k]] for k in range(3))
                across = numpy.cross(b - a, c - a)
                self.assertTrue(numpy.all(numpy.einsum("ij,ij->i", across, normal[corners[:, 0]]) >= 0))

    def test_a_rover_on_its_lander_and_a_lander_that_lands(self):
        glb, report = self.exported("egress_level", "duration=20")
        self.check_poses(glb)
        self.assertLess(report["bytes"], 20e6)
        # the ramps, which are plates that bodies of the lander carry
        node = glb.json["nodes"][next(k for k, n in enumerate(glb.json["nodes"]) if "ramp" in n.get("name", ""))]
        materials = [glb.json["materials"][p["material"]]["name"] for child in node["children"]
                     for p in glb.json["meshes"][glb.json["nodes"][child]["mesh"]]["primitives"]]
        self.assertTrue(any(name.startswith("plate") for name in materials), materials)
        glb, _ = self.exported("strut_landing", "duration=2")
        self.check_poses(glb)

    def test_a_soil_map_and_rocks(self):
        glb, _ = self.exported("rocky_craters", "duration=1")
        names = [m["name"] for m in glb.json["materials"]]
        self.assertTrue(any(name.startswith("rock") for name in names), names)
        self.assertLess(len(glb.json["nodes"]), 200)  # rocks are one object per material

    def test_what_is_refused(self):
        self.run_ok("run", "wheel_drop_200", "--set", "duration=0.1", "--out", "run.h5")
        self.check_error(run("export", "run.h5", "--gltf", "run.gltf", cwd=self.folder), 2, ".glb")
        (self.folder / "mine.glb").write_text("mine")
        self.check_error(run("export", "run.h5", "--gltf", "mine.glb", cwd=self.folder), 2, "mine.glb")
        self.check_error(run("export", "run.h5", cwd=self.folder), 2, "--gltf")
        (self.folder / "not.h5").write_text("no")
        self.check_error(run("export", "not.h5", "--gltf", "x.glb", cwd=self.folder), 2, "not.h5")
        self.assertFalse((self.folder / "x.glb").exists())


if __name__ == "__main__":
    unittest.main()
