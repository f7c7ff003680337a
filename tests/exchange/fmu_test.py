#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Units of co-simulation that `grouser fmu` makes, driven by an importer that knows the standards alone (fmi_importer.py)."""
import ctypes
import importlib.util
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import unittest
import unittest.mock
import zipfile

from grouser_cli import PROGRAM, SOURCE, CliTest, run

sys.path.insert(0, str(SOURCE / "examples"))
import heading  # noqa: E402
from fmi_importer import ERROR, OK, Instance, Unit  # noqa: E402

VERSIONS = (2, 3)
HEADING = 0.2  # rad, as tests/external/heading_test.py has it


def same(a, b):
    """To the bit, with NaN equal to NaN."""
    return len(a) == len(b) and all(x == y or (math.isnan(x) and math.isnan(y)) for x, y in zip(a, b))


class FmuTest(CliTest):
    def made(self, version, *options, scenario="drive_flat_soft"):
        file = self.folder / f"rover{version}.fmu"
        report = self.run_json("fmu", scenario, "--fmi", version, "--out", file, "--force", *options)
        self.assertEqual(report["fmi"], version)
        return Unit(file, self.folder / f"unit{version}_{len(list(self.folder.iterdir()))}")

    def speeds(self, unit, speed):
        return {name: speed for name in unit.names("input") if name.startswith("wheel_speed/")}

    def test_sixty_seconds_and_again_from_thirty(self):
        for version, half in ((2, 1000), (3, 3000)):  # steps of 10 ms; the rover is the same under both
            with self.subTest(version=version):
                unit = self.made(version)
                outputs = [name for name in unit.names("output") if unit.variables[name]["type"] != "String"]
                self.assertGreater(len(outputs), 40)
                drive = Instance(unit)
                drive.initialise()
                drive.set(self.speeds(unit, 0.1))

                def steps(first, last, steer=True):
                    rows = []
                    for k in range(first, last):
                        if k % 500 == 0 and steer:
                            drive.set({n: 0.1 * (-1) ** (k // 500) for n in unit.names("input") if n.startswith("steering/front")})
                        self.assertFalse(drive.step(0.01 * k, 0.01))
                        rows.append(drive.get(outputs) if k % 20 == 19 else [])
                    return rows

                steps(0, half)
                state = drive.save()
                written = drive.serialise(state)
                rest = steps(half, 2 * half)
                distance = max(abs(row[outputs.index("chassis/position_x")]) for row in rest if row)
                self.assertGreater(distance, 1e-4 * half)
                drive.restore(state)
                again = steps(half, 2 * half)
                self.assertTrue(all(same(a, b) for a, b in zip(rest, again)))
                drive.restore(state)
                other = steps(half, 2 * half, steer=False)  # the comparison can fail
                self.assertFalse(all(same(a, b) for a, b in zip(rest, other)))
                # from bytes, in another instance that never ran
                drive.release(state)
                drive.free()
                drive = Instance(unit, "two")
                status, state = drive.deserialise_status(written)
                self.assertEqual(status, OK, drive.log)
                drive.restore(state)
                self.assertTrue(all(same(a, b) for a, b in zip(rest, steps(half, 2 * half))))
                drive.free()

    def test_two_instances_do_not_touch(self):
        for version in VERSIONS:
            with self.subTest(version=version):
                unit = self.made(version, "--state-hash")

                def run_of(instances, count=200):
                    for i, speed in instances:
                        i.initialise()
                        i.set(self.speeds(unit, speed))
                    for k in range(count):
                        for i, _ in instances:
                            i.step(0.01 * k, 0.01)
                    hashes = [i.text("state_hash") for i, _ in instances]
                    for i, _ in instances:
                        i.free()
                    return hashes

                alone = [run_of([(Instance(unit, str(speed)), speed)])[0] for speed in (0.1, -0.05)]
                together = run_of([(Instance(unit, "a"), 0.1), (Instance(unit, "b"), -0.05)])
                self.assertEqual(together, alone)
                self.assertNotEqual(*alone)

    def test_the_heading_controller_ends_in_the_state_of_python_and_the_line(self):
        program = subprocess.Popen([PROGRAM, "run", "drive_flat_soft", "--set", "drive.mode=external", "--set", "duration=4", "--external",
                                    "unix:line", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.stderr.close)
        self.addCleanup(program.kill)
        self.assertIn("a controller may come", program.stderr.readline())
        line = heading.Line(f"unix:{self.folder / 'line'}", ["chassis/yaw"])
        self.addCleanup(line.socket.close)
        while not line.state[3]:
            line.state = line.command(heading.command(line.columns, line.state[4][0], HEADING), 0.03)
        hashes = {"line": json.loads(program.communicate()[0])["state_hash"]}
        for version in VERSIONS:
            unit = self.made(version, "--state-hash", "--set", "duration=4")
            instance = Instance(unit)
            instance.initialise()
            columns, time, ended = unit.names("input"), 0.0, False
            while not ended and time < 3.999:
                instance.set(heading.command(columns, instance.get(["chassis/yaw"])[0], HEADING))
                ended = instance.step(time, 0.03)
                time += 0.03
            hashes[version] = instance.text("state_hash")
            instance.free()
        # tests/external/heading_test.py compares the line with Python; where the package is built, this does as well
        if importlib.util.find_spec("grouser") and importlib.util.find_spec("grouser._core"):
            import grouser as g
            sim = g.Scenario("drive_flat_soft", {"drive.mode": "external", "duration": 4.0}).start()
            while not sim.finished:
                sent = {}
                for name, value in heading.command(sim.commands, sim["chassis/yaw"], HEADING).items():
                    kind, own = name.split("/")
                    sent.setdefault(kind, {})[own] = value
                sim.command(**sent)
                sim.step(10)
            hashes["python"] = sim.state_hash
        self.assertEqual(len(set(hashes.values())), 1, hashes)

    def test_the_description_is_as_the_standard_has_it(self):
        for version in VERSIONS:
            with self.subTest(version=version):
                unit = self.made(version, "--parameter", "soil.phi_deg", "--parameter", "duration", "--channel", "wheel/*/rut_depth")
                subprocess.run(["xmllint", "--noout", unit.folder / "modelDescription.xml"], check=True)
                root = unit.root
                self.check_root(root, version)
                self.check_variables(unit, version)
                self.check_structure(unit, version)
                self.assertEqual(len([n for n in unit.names("output") if n.endswith("/rut_depth")]), 6)
                parameter = unit.variables["soil.phi_deg"]
                self.assertEqual((parameter["variability"], parameter["initial"], parameter["unit"]), ("fixed", "exact", "deg"))
                self.assertGreater(float(parameter["start"]), 10.0)

    def check_root(self, root, version):
        # children in the order of the schemas: FMI 2.0.4, section 2.2.1; FMI 3.0.2, section 2.4.1
        self.assertEqual([child.tag for child in root],
                         ["CoSimulation", "UnitDefinitions", "LogCategories", "DefaultExperiment", "ModelVariables", "ModelStructure"])
        needed = {2: {"fmiVersion", "modelName", "guid"}, 3: {"fmiVersion", "modelName", "instantiationToken"}}[version]
        allowed = needed | {"description", "generationTool", "variableNamingConvention"} | ({"numberOfEventIndicators"} if version == 2 else set())
        self.assertTrue(needed <= set(root.attrib) <= allowed, root.attrib)
        self.assertEqual(root.get("fmiVersion"), {2: "2.0", 3: "3.0"}[version])
        simulation = root.find("CoSimulation").attrib
        self.assertRegex(simulation["modelIdentifier"], "^[A-Za-z_][A-Za-z0-9_]*$")
        state = {2: "FMUstate", 3: "FMUState"}[version]
        self.assertEqual([simulation[f"canGetAndSet{state}"], simulation[f"canSerialize{state}"], simulation["canBeInstantiatedOnlyOncePerProcess"]],
                         ["true", "true", "false"])

    def check_variables(self, unit, version):
        units = {u.get("name") for u in unit.root.find("UnitDefinitions")}
        self.assertEqual(len(unit.variables), len(unit.root.find("ModelVariables")))  # names are unique
        self.assertEqual(len(set(unit.references.values())), len(unit.variables))
        self.assertEqual(len(unit.names("independent")), 1)
        kinds = {2: {"Real", "Integer", "Boolean", "String"}, 3: {"Float64", "Int32", "Boolean", "String"}}[version]
        for name, v in unit.variables.items():
            self.assertIn(v["type"], kinds, name)
            # FMI 2.0.4, table of section 2.2.7: which have a start value
            self.assertEqual("start" in v, v["causality"] in ("input", "parameter"), name)
            self.assertIn(v.get("unit"), units | {None}, name)
            if v["causality"] == "input":
                self.assertTrue(float(v["min"]) <= float(v["start"]) <= float(v["max"]), name)
        self.assertEqual(unit.variables["chassis/position_x"]["unit"], "m")
        base = {u.get("name"): u[0].attrib for u in unit.root.find("UnitDefinitions") if len(u)}
        self.assertEqual(base["N m"], {"kg": "1", "m": "2", "s": "-2"})

    def check_structure(self, unit, version):
        structure, names = unit.root.find("ModelStructure"), list(unit.variables)
        if version == 2:
            for part in ("Outputs", "InitialUnknowns"):
                self.assertEqual([names[int(u.get("index")) - 1] for u in structure.find(part)], unit.names("output"))
        else:
            wanted = [str(unit.references[name]) for name in unit.names("output")]
            for tag in ("Output", "InitialUnknown"):
                self.assertEqual([o.get("valueReference") for o in structure if o.tag == tag], wanted)

    def test_parameters_act_as_set_does(self):
        for version in VERSIONS:
            with self.subTest(version=version):
                unit = self.made(version, "--state-hash", "--parameter", "soil.phi_deg", "--parameter", "initial.position", "--set", "duration=0.3")
                hashes = {}
                for angle in (None, 25.0):
                    instance = Instance(unit)
                    if angle:
                        instance.set({"soil.phi_deg": angle})
                    instance.enter()
                    self.assertEqual(instance.text("initial.position")[0], "[")
                    instance.ok("ExitInitializationMode")
                    for k in range(30):
                        instance.step(0.01 * k, 0.01)
                    self.assertEqual(instance.get(["soil.phi_deg"])[0], angle or float(unit.variables["soil.phi_deg"]["start"]))
                    hashes[angle] = instance.text("state_hash")
                    # the scenario has ended: the unit asks to be terminated, and its values can still be read
                    self.assertTrue(instance.step(0.3, 0.01))
                    self.assertEqual(instance.text("state_hash"), hashes[angle])
                    instance.ok("Terminate")
                    instance.ok("Reset")
                    instance.free()
                for angle, found in hashes.items():
                    sets = ["--set", f"soil.phi_deg={angle}"] if angle else []
                    report = self.run_json("run", "drive_flat_soft", "--set", "drive.mode=external", "--set", "duration=0.3", *sets)
                    self.assertEqual(report["state_hash"], found)

    def test_calls_out_of_order_are_errors_with_a_message(self):
        for version in VERSIONS:
            with self.subTest(version=version):
                unit = self.made(version, "--parameter", "soil.phi_deg", "--set", "duration=2")
                one = Instance(unit)
                real, speed = one.real, next(iter(self.speeds(unit, 0.1)))

                def refused(status, *words):
                    self.assertEqual(status, ERROR, words)
                    self.assertEqual(one.log[-1][0], ERROR)
                    for word in words:
                        self.assertIn(word, one.log[-1][1])
                    self.assertNotIn("\n", one.log[-1][1])

                refused(one.step_status(0.0, 0.01)[0], "DoStep", "instantiated")
                refused(one.call("ExitInitializationMode"), "instantiated", "initialization")
                refused(one.call("Terminate"), "instantiated")
                refused(one.get_status(f"Get{real}", ["chassis/yaw"], ctypes.c_double)[0], "instantiated")
                one.enter()
                refused(one.call("EnterInitializationMode", *self.enter_arguments(version)), "initialization")
                self.assertTrue(math.isfinite(one.get(["chassis/yaw"])[0]))
                one.ok("ExitInitializationMode")
                refused(one.set_status(f"Set{real}", ctypes.c_double, {"soil.phi_deg": 30.0}), "between steps")
                refused(one.set_status(f"Set{real}", ctypes.c_double, {"chassis/yaw": 1.0}), "chassis/yaw")
                refused(one.set_status(f"Set{real}", ctypes.c_double, {speed: 99.0}), "99", "rad/s")
                refused(one.set_status(f"Set{real}", ctypes.c_double, {speed: math.nan}), "finite")
                refused(one.get_status("GetString", [speed], ctypes.c_char_p)[0], "string")
                refused(one.step_status(0.5, 0.01)[0], "communication point")
                refused(one.step_status(0.0, -0.01)[0], "more than 0 s")
                refused(one.step_status(0.0, math.nan)[0], "more than 0 s")
                refused(one.call(f"Set{one.state_word}", ctypes.c_void_p(12345)), "saved state")
                refused(one.call(f"Set{one.state_word}", ctypes.c_void_p()), "saved state")
                refused(one.call(f"Get{real}", *self.null_lists(version)), "null pointer")
                refused(one.call(f"Get{real}", *self.wrong_reference(version)), "value reference")
                refused(one.call("GetDirectionalDerivative"), "does not offer")
                state = one.save()
                written = one.serialise(state)
                for spoiled in (b"", written[:10], written[:-1], written[:100] + bytes([written[100] ^ 1]) + written[101:], b"x" * 100, written + b"\0"):
                    refused(one.deserialise_status(spoiled)[0], "serialised state")
                self.assertEqual(one.deserialise_status(written)[0], OK)
                self.assertFalse(one.step(0.0, 0.01))  # nothing of all this has harmed it
                one.ok("Terminate")
                refused(one.step_status(0.01, 0.01)[0], "terminated")
                one.free()
                self.assertEqual(one.call("Terminate"), ERROR)  # a pointer that was freed
                one.free()
                self.assertEqual(unit.function("Terminate", ctypes.c_void_p)(None), ERROR)
                wrong = Instance(unit, token="{other}")
                self.assertFalse(wrong.pointer)
                self.assertIn("{other}", wrong.log[-1][1])
                (unit.folder / "resources/grouser.json").write_text('{"format": 1')
                broken = Instance(unit)
                self.assertFalse(broken.pointer)
                self.assertIn("grouser.json", broken.log[-1][1])

    @staticmethod
    def enter_arguments(version):
        if version == 2:
            return []
        return [ctypes.c_bool(False), ctypes.c_double(0), ctypes.c_double(0), ctypes.c_bool(False), ctypes.c_double(0)]

    @staticmethod
    def null_lists(version):
        return [ctypes.c_void_p(), ctypes.c_size_t(3), ctypes.c_void_p()] + ([ctypes.c_size_t(3)] if version == 3 else [])

    @staticmethod
    def wrong_reference(version):
        lists = [(ctypes.c_uint32 * 1)(99999), ctypes.c_size_t(1), (ctypes.c_double * 1)()]
        return lists + ([ctypes.c_size_t(1)] if version == 3 else [])

    def test_nothing_of_this_machine_is_in_it_and_the_same_unit_has_the_same_bytes(self):
        rover = self.folder / "own rover.toml"
        rover.write_text((SOURCE / "assets/rovers/exomars_lvm.toml").read_text())
        files = []
        for k in range(2):
            file = self.folder / f"{k}.fmu"
            self.run_ok("fmu", "drive_flat_soft", "--set", f"rover={json.dumps(str(rover))}", "--out", file)
            files.append(file.read_bytes())
        self.assertEqual(*files)
        build = str(pathlib.Path(PROGRAM).resolve().parent.parent)
        with zipfile.ZipFile(file) as packed:
            for name in packed.namelist():
                content = packed.read(name)
                for path in {build, str(SOURCE), str(self.folder), str(pathlib.Path.home()) + "/"} - {"//"}:
                    self.assertNotIn(path.encode(), content, f"{name} holds {path}")
        unit = Unit(file, self.folder / "unit")
        instance = Instance(unit)
        instance.initialise()
        instance.step(0.0, 0.01)
        instance.free()

    def test_a_raster_and_all_files_go_along(self):
        """The unit finds nothing of an installation, and comes to the state of the program's own run."""
        unit = self.made(3, "--state-hash", "--set", "duration=0.5", scenario="traverse_mars")
        self.assertGreater((unit.folder / "resources/terrain.f32").stat().st_size, 10_000)
        with unittest.mock.patch.dict(os.environ, {"GROUSER_HOME": str(self.folder / "nowhere"), "XDG_DATA_DIRS": str(self.folder)}):
            instance = Instance(unit)
            instance.initialise(start=100.0)
            instance.set(self.speeds(unit, 0.2))
            for k in range(50):
                self.assertFalse(instance.step(100.0 + 0.01 * k, 0.01))
            self.assertAlmostEqual(instance.get(["time"])[0], 100.5)
            found = instance.text("state_hash")
            instance.free()
        program = subprocess.Popen([PROGRAM, "run", "traverse_mars", "--set", "drive.mode=external", "--set", "duration=0.5", "--external",
                                    "unix:line", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.stderr.close)
        self.addCleanup(program.kill)
        self.assertIn("a controller may come", program.stderr.readline())
        line = heading.Line(f"unix:{self.folder / 'line'}")
        self.addCleanup(line.socket.close)
        line.command({name: 0.2 for name in line.columns if name.startswith("wheel_speed/")}, 1.0)
        self.assertEqual(json.loads(program.communicate()[0])["state_hash"], found)

    def test_what_it_asks_of_the_system(self):
        unit = self.made(2)
        object_file = next((unit.folder / "binaries").rglob("*.so"))
        dynamic = subprocess.run(["readelf", "-dW", object_file], capture_output=True, text=True, check=True).stdout
        libraries = re.findall(r"Shared library: \[([^\]]*)\]", dynamic)
        self.assertNotIn("gdal", " ".join(libraries))
        self.assertNotIn("grouser", " ".join(libraries))
        self.assertNotRegex(dynamic, "RPATH|RUNPATH")
        said = (SOURCE / "docs/exchange_fmu.md").read_text()
        for library in libraries:
            self.assertIn(library.split(".so")[0], said, f"docs/exchange_fmu.md names every library: {libraries}")
        symbols = subprocess.run(["nm", "-D", "--defined-only", object_file], capture_output=True, text=True, check=True).stdout
        others = [line.split()[-1] for line in symbols.splitlines() if not re.match("fmi[23]", line.split()[-1])]
        self.assertEqual(others, [])

    def test_what_is_refused(self):
        for words, code, said in ((["--fmi", "4"], 2, "4"), (["--channel", "wheel/*/sinkag"], 2, "wheel/*/sinkag"),
                                  (["--parameter", "soil.phi"], 2, "soil.phi"), (["--out", "rover.zip"], 2, "fmu"),
                                  (["--parameter", "duration", "--parameter", "duration"], 2, "twice"), (["--set", "drive.spede=1"], 2, "spede")):
            out = [] if "--out" in words else ["--out", "x.fmu"]
            self.check_error(run("fmu", "drive_flat_soft", *words, *out, cwd=self.folder), code, said)
            self.assertEqual(list(self.folder.iterdir()), [])
        self.run_ok("fmu", "wheel_drop_200", "--own-drive", "--out", "drop.fmu")
        unit = Unit(self.folder / "drop.fmu", self.folder / "drop")
        self.assertEqual(unit.names("input"), [])
        (self.folder / "other.fmu").write_text("mine")
        self.check_error(run("fmu", "drive_flat_soft", "--out", "other.fmu", cwd=self.folder), 2, "other.fmu")
        self.assertEqual((self.folder / "other.fmu").read_text(), "mine")

    def test_torques_in_place_of_speeds(self):
        unit = self.made(2, "--wheel-torque", scenario="torque_limited")
        kinds = {name.split("/")[0] for name in unit.names("input")}
        self.assertIn("wheel_torque", kinds)
        self.assertNotIn("wheel_speed", kinds)


if __name__ == "__main__":
    unittest.main()
