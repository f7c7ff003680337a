#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""MCAP out and in: grouser export --mcap, grouser log, run --commands, traverse --path. The reader of the tests (mcap_file.py) is written from
the specification and shares nothing with the program."""
import csv
import json
import math
import random
import signal
import struct
import subprocess
import time
import unittest
import xml.etree.ElementTree

import h5py
import numpy

from grouser_cli import PROGRAM, CliTest, run

try:
    import zstandard
    import mcap_file as mcap
except ImportError:
    zstandard = None

SOFT = ["drive_flat_soft", "--set", "duration=3"]
ODOMETRY = """std_msgs/Header header
string child_frame_id
geometry_msgs/PoseWithCovariance pose
geometry_msgs/TwistWithCovariance twist
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
================================================================================
MSG: geometry_msgs/PoseWithCovariance
Pose pose
float64[36] covariance
================================================================================
MSG: geometry_msgs/Pose
Point position
Quaternion orientation
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
float64 z
================================================================================
MSG: geometry_msgs/Quaternion
float64 x 0
float64 y 0
float64 z 0
float64 w 1
================================================================================
MSG: geometry_msgs/TwistWithCovariance
Twist twist
float64[36] covariance
================================================================================
MSG: geometry_msgs/Twist
Vector3  linear
Vector3  angular
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
"""
JOINTS = """std_msgs/Header header

string[] name
float64[] position
float64[] velocity
float64[] effort
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
"""
DATE = 1_760_000_000 * 10**9  # ns: a day in 2025


def rotation(q):
    x, y, z, w = (q[k] for k in "xyzw")
    return numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def rotation_of_rpy(r, p, y):
    """URDF: fixed axes roll, pitch, yaw."""
    cr, sr, cp, sp, cy, sy = math.cos(r), math.sin(r), math.cos(p), math.sin(p), math.cos(y), math.sin(y)
    return numpy.array([[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr], [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
                        [-sp, cp * sr, cp * cr]])


def about(axis, angle):
    """Rodrigues' formula."""
    k = numpy.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return numpy.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


def vector(value):
    return numpy.array([value[k] for k in "xyz"])


def odometry(stamp, x, y, yaw, speed, order="<"):
    out = mcap.Cdr(order).stamp(stamp).text("odom").text("base_link")
    out.numbers("d", x, y, 0.5, 0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2), *[0.0] * 36, speed, 0.0, 0.0, 0.0, 0.0, 0.1, *[0.0] * 36)
    return out.data


def joints(stamp, names, position, velocity):
    out = mcap.Cdr().stamp(stamp).text("").numbers("I", len(names))
    for name in names:
        out.text(name)
    for values in position, velocity, []:
        out.numbers("I", len(values)).numbers("d", *values)
    return out.data


@unittest.skipUnless(zstandard, "python3-zstandard is not installed")
class Export(CliTest):
    """What an export has is what the run file has."""

    def export(self, *scenario):
        self.run_ok("run", *scenario, "--out", "run.h5")
        self.report = self.run_json("export", "run.h5", "--mcap", "run.mcap")
        self.h5 = h5py.File(self.folder / "run.h5")
        self.addCleanup(self.h5.close)
        self.log = mcap.Log(self.folder / "run.mcap")  # compares CRCs, indices, offsets and statistics
        self.stamps = [round(t * 1e9) for t in self.h5["time"][:]]

    def channel(self, name):
        return self.h5["channels/" + name][:]

    def test_every_channel_to_the_bit(self):
        self.export(*SOFT)
        self.assertEqual((self.log.profile, self.log.metadata["grouser run"][2]["scenario"]), ("ros2", "drive_flat_soft"))
        self.assertEqual(self.report["mcap"], {"topics": len(self.log.channels), "messages": len(self.log.messages)})
        names = [bytes(n).rstrip(b"\0").decode() for n in self.h5["header/channel_names"][:]]
        for folder in {n.rpartition("/")[0] for n in names}:
            found = self.log.of(f"/{folder}/state")
            self.assertEqual([t for t, _ in found], self.stamps)
            self.assertEqual({m["header"]["stamp"]["sec"] * 10**9 + m["header"]["stamp"]["nanosec"] - t for t, m in found}, {0})
            for name in names:
                if name.rpartition("/")[0] == folder:
                    values = numpy.array([m[name.rpartition("/")[2]] for _, m in found])
                    self.assertEqual(values.tobytes(), self.channel(name).tobytes(), name)
        definition = self.log.topics()["/wheel/front_left/state"][1]
        self.assertRegex(definition, r"float64 load  # \[N\] ")

    def test_poses_joints_and_forces(self):
        self.export(*SOFT)
        bodies = {}
        for _, message in self.log.of("/tf"):
            for one in message["transforms"]:
                self.assertEqual(one["header"]["frame_id"], "world")
                moved = one["transform"]
                bodies.setdefault(one["child_frame_id"], []).append((vector(moved["translation"]), moved["rotation"]))
        self.assertEqual(set(bodies), set(self.h5["channels/body"]))
        for name, poses in bodies.items():
            for k, axis in enumerate("xyz"):
                self.assertEqual([p[k] for p, _ in poses], list(self.channel(f"body/{name}/{axis}")))
            for part in "wxyz":
                self.assertEqual([q[part] for _, q in poses], list(self.channel(f"body/{name}/q{part}")))
        self.check_joints(bodies)
        self.check_odometry()
        force = numpy.stack([self.channel(f"wheel/front_left/force_{k}") for k in "xyz"], 1)
        for k, (_, message) in enumerate(self.log.of("/wheel/front_left/wrench")):
            R = rotation(bodies[message["header"]["frame_id"]][k][1])
            # A turn there and back in double precision, of some hundred newtons.
            numpy.testing.assert_allclose(R @ vector(message["wrench"]["force"]), force[k], atol=1e-10)
            self.assertEqual(message["wrench"]["torque"]["y"], -self.channel("wheel/front_left/torque")[k])

    def check_joints(self, bodies):
        """URDF, transforms and joint states agree: parent, origin, turn or slide by the position is the child."""
        robot = xml.etree.ElementTree.fromstring(self.log.of("/robot_description")[0][1]["data"])
        self.assertEqual({link.get("name") for link in robot.findall("link")}, set(bodies) | {"world"})
        still = [(numpy.zeros(3), dict(x=0, y=0, z=0, w=1))] * len(self.stamps)
        states = [m for _, m in self.log.of("/joint_states")]
        moving = [j for j in robot.findall("joint") if j.get("type") in ("revolute", "continuous", "prismatic")]
        self.assertEqual([j.get("name") for j in moving], states[0]["name"])
        for joint in moving:
            place = states[0]["name"].index(joint.get("name"))
            origin, axis = joint.find("origin"), numpy.array([float(v) for v in joint.find("axis").get("xyz").split()])
            at = numpy.array([float(v) for v in origin.get("xyz").split()])
            turned = rotation_of_rpy(*(float(v) for v in origin.get("rpy").split()))
            parents = bodies.get(joint.find("parent").get("link"), still)
            for (p, q), (child_p, child_q), state in zip(parents, bodies[joint.find("child").get("link")], states):
                angle, R = state["position"][place], rotation(q) @ turned
                slides = joint.get("type") == "prismatic"
                # Quaternions, cosines and arc tangents of numbers near one: some rounding errors each.
                numpy.testing.assert_allclose(p + rotation(q) @ at + (angle * R @ axis if slides else 0), child_p, atol=1e-9)
                numpy.testing.assert_allclose(R if slides else R @ about(axis, angle), rotation(child_q), atol=1e-9)
        drive = [m["velocity"][m["name"].index("drive_front_left")] for m in states] if "drive_front_left" in states[0]["name"] else None
        if drive:
            self.assertEqual(drive, list(self.channel("wheel/front_left/spin_rate")))

    def check_odometry(self):
        velocity = numpy.stack([self.channel(f"chassis/velocity_{k}") for k in "xyz"], 1)
        rate = numpy.stack([self.channel(f"chassis/rate_{k}") for k in "xyz"], 1)
        found = self.log.of("/odom")
        self.assertEqual(len(found), len(self.stamps))
        for k, (_, message) in enumerate(found):
            R = rotation(message["pose"]["pose"]["orientation"])
            numpy.testing.assert_array_equal(vector(message["pose"]["pose"]["position"]),
                                             [self.channel(f"chassis/position_{axis}")[k] for axis in "xyz"])
            numpy.testing.assert_allclose(R @ vector(message["twist"]["twist"]["linear"]), velocity[k], atol=1e-14)
            numpy.testing.assert_allclose(R @ vector(message["twist"]["twist"]["angular"]), rate[k], atol=1e-14)

    def test_the_ground_and_what_happened(self):
        self.export("traverse_mars", "--set", "duration=3")
        raster = self.h5["rasters/terrain"]
        heights = numpy.flipud(raster[:]).astype(float) + raster.attrs["datum"]  # southern row first
        grid = self.log.of("/terrain/soils")[0][1]
        rows = len(grid["data"]) // grid["row_stride"]
        every = round(grid["cell_size"]["x"] / raster.attrs["cell"])
        cells = numpy.frombuffer(bytes(grid["data"]), numpy.uint8).reshape(rows, grid["column_count"], grid["cell_stride"])
        found = numpy.ascontiguousarray(cells[:, :, :4]).view(numpy.float32)[:, :, 0]
        # Heights are floats in the message: a part in 2^24 of some metres.
        numpy.testing.assert_allclose(found, heights[::every, ::every], rtol=1e-6)
        entities = self.log.of("/terrain")[0][1]["entities"]
        surface = entities[0]["triangles"][0]
        z = sorted(p["z"] for p in surface["points"])
        self.assertLess(max(surface["indices"]), len(surface["points"]))
        self.assertTrue(heights.min() - 1e-6 <= z[0] and z[-1] <= heights.max() + 1e-6)
        deepest = self.h5["keyframes/tile_values"][:].max()
        last = self.log.of("/ruts")[-1][1]
        depth = numpy.frombuffer(bytes(last["data"]), numpy.float32)
        self.assertGreater(deepest, 0.0)
        self.assertAlmostEqual(float(depth.max()), deepest, delta=1e-6 * deepest)  # a float
        events = [(m["name"], m["msg"]) for _, m in self.log.of("/events")]
        in_file = [(bytes(k).rstrip(b"\0").decode(), bytes(t).rstrip(b"\0").decode())
                   for k, t in zip(self.h5["events/kind"][:], self.h5["events/text"][:])]
        self.assertEqual(sorted(events), sorted(in_file))

    def test_a_lander_and_its_rover(self):
        self.export("egress_level", "--set", "duration=1")
        rover, lander = self.log.of("/odom"), self.log.of("/lander/odom")
        self.assertEqual([m["pose"]["pose"]["position"]["x"] for _, m in lander], list(self.channel("lander/position_x")))
        self.assertEqual([m["pose"]["pose"]["position"]["x"] for _, m in rover], list(self.channel("chassis/position_x")))
        carried = [e for e in self.log.of("/terrain")[0][1]["entities"] if e["frame_locked"]]
        self.assertEqual({e["frame_id"] for e in carried} - set(self.h5["channels/body"]), set())

    def test_a_run_beside_its_own_log(self):
        self.export(*SOFT)
        report = self.run_json("compare", "run.h5", "run.mcap", "--channel", "wheel/front_left/sinkage",
                               "--plot", "both.svg", "--size", "120mm,70mm")
        compared = {c["channel"]: c for c in report["columns"] if c.get("compared")}
        self.assertEqual(list(compared), ["wheel/front_left/sinkage"])
        self.assertGreater(compared["wheel/front_left/sinkage"]["compared"], 20)
        self.assertLess(compared["wheel/front_left/sinkage"]["rms"], 1e-9)
        self.assertRegex((self.folder / "both.svg").read_text()[:400], r'width="(119|120)\.\d+mm"')

    def test_an_interrupted_export_leaves_nothing(self):
        self.run_ok("run", "drive_flat_soft", "--out", "run.h5")
        process = subprocess.Popen([PROGRAM, "export", "run.h5", "--mcap", "run.mcap"], cwd=self.folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=100)
        left = {p.name for p in self.folder.iterdir()}
        self.assertIn(left, ({"run.h5"}, {"run.h5", "run.mcap"}))
        if "run.mcap" in left:  # it was quicker than the signal
            mcap.Log(self.folder / "run.mcap")

    def test_names_that_are_refused(self):
        self.run_ok("run", *SOFT, "--out", "run.h5")
        self.check_error(run("export", "run.h5", "--mcap", "run.csv", cwd=self.folder), 2, "one in .mcap")
        self.check_error(run("export", "run.h5", cwd=self.folder), 2, "--mcap")
        (self.folder / "own.mcap").write_bytes(b"somebody's notes")
        self.check_error(run("export", "run.h5", "--mcap", "own.mcap", cwd=self.folder), 2, "own.mcap")
        self.assertEqual((self.folder / "own.mcap").read_bytes(), b"somebody's notes")
        self.run_ok("export", "run.h5", "--mcap", "run.mcap")
        self.run_ok("export", "run.h5", "--mcap", "run.mcap")  # ours: written again


@unittest.skipUnless(zstandard, "python3-zstandard is not installed")
class Logs(CliTest):
    """Logs as measured data, as a way, and as commands."""

    def write(self, name, *data, **options):
        (self.folder / name).write_bytes(mcap.whole(*data, **options))

    def table(self, name, *arguments):
        self.run_ok("log", name, "--csv", "out.csv", "--force", *arguments)
        with open(self.folder / "out.csv", newline="") as file:
            rows = list(csv.reader(file))
        return {head: [float(row[k]) if row[k] else math.nan for row in rows[1:]] for k, head in enumerate(rows[0])}

    def drive(self, order="<", start=DATE):
        """A quarter of a circle to the left, one message each half second."""
        made = [mcap.schema(1, "nav_msgs/msg/Odometry", "ros2msg", ODOMETRY), mcap.channel(3, 1, "/rover/odom")]
        for k in range(21):
            yaw = k / 20 * math.pi / 2
            stamp = start + k * 5 * 10**8
            made.append(mcap.message(3, stamp + 10**7, odometry(stamp, 5 * math.sin(yaw), 5 - 5 * math.cos(yaw), yaw, 0.4, order)))
        return b"".join(made)

    def test_a_recorded_drive_however_it_is_stored(self):
        drive = self.drive()
        for name, data in dict(plain=drive, packed=mcap.chunk(drive), loose=mcap.chunk(drive, ""), swapped=self.drive(">")).items():
            with self.subTest(name):
                self.write(name + ".mcap", data)
                table = self.table(name + ".mcap")
                self.assertEqual(len(table["time [s]"]), 21)
                # A date in ns has 19 digits, of which a double has 16: a quarter of a microsecond.
                numpy.testing.assert_allclose(table["time [s]"], [0.5 * k for k in range(21)], atol=1e-6)
                yaw = numpy.arange(21) / 20 * math.pi / 2
                numpy.testing.assert_allclose(table["rover/odom/position_x [m]"], 5 * numpy.sin(yaw), atol=1e-12)
                numpy.testing.assert_allclose(table["rover/odom/yaw [rad]"], yaw, atol=1e-12)
                numpy.testing.assert_allclose(table["rover/odom/velocity_y [m/s]"], 0.4 * numpy.sin(yaw), atol=1e-12)
        listed = self.run_json("log", "packed.mcap")["topics"]
        self.assertEqual([(t["topic"], t["messages"], t["taken"]) for t in listed], [("/rover/odom", 21, True)])
        self.assertIn("/rover/odom", self.run_ok("log", "packed.mcap"))

    def test_json_and_named_topics(self):
        made = [mcap.channel(1, 0, "/state", "json"), mcap.schema(2, "my/msg/Battery", "ros2msg", "float32 volts\nuint8[] cells\nstring id\n"),
                mcap.channel(2, 2, "/battery")]
        for k in range(3):
            made.append(mcap.message(1, k * 10**9, json.dumps({"pose": {"position": {"x": k, "y": 0, "z": 0}}, "on": True, "tags": ["a"]}).encode()))
            made.append(mcap.message(2, k * 10**9, mcap.Cdr().numbers("f", 12.5 + k).numbers("I", 2).numbers("B", 1, 2).text("b").data))
        self.write("mixed.mcap", *made)
        self.assertEqual(self.table("mixed.mcap")["state/position_x [m]"], [0.0, 1.0, 2.0])
        self.assertNotIn("battery/volts [-]", self.table("mixed.mcap"))
        self.assertEqual(self.table("mixed.mcap", "--topic", "/battery")["battery/volts [-]"], [12.5, 13.5, 14.5])
        self.check_error(run("log", "mixed.mcap", "--csv", "o.csv", "--topic", "/batery", cwd=self.folder), 2, "did you mean '/battery'")

    def test_an_export_reads_back(self):
        self.run_ok("run", *SOFT, "--out", "run.h5")
        self.run_ok("export", "run.h5", "--mcap", "run.mcap")
        table = self.table("run.mcap")
        with h5py.File(self.folder / "run.h5") as h5:
            for name in "wheel/front_left/sinkage", "chassis/yaw", "energy/motor_work":
                unit = h5["channels/" + name].attrs["unit"]
                unit = unit.decode() if isinstance(unit, bytes) else str(unit)
                numpy.testing.assert_array_equal(table[f"{name} [{unit}]"], h5["channels/" + name][:])

    def test_the_way_of_a_drive(self):
        self.write("way.mcap", mcap.chunk(self.drive()))
        result = self.run_json("traverse", "drive_flat_soft", "--path", "way.mcap", "--spacing", "0.05")
        # A chain of chords of half a metre or more is shorter than a quarter of a circle of 5 m, by less than 1 %.
        self.assertAlmostEqual(result["path_length"], 5 * math.pi / 2, delta=0.02 * 5 * math.pi / 2)
        two = self.drive() + mcap.schema(2, "geometry_msgs/msg/PoseStamped", "ros2msg", "float64 x\n") + mcap.channel(4, 2, "/goal") + mcap.message(
            4, DATE, mcap.Cdr().numbers("d", 1.0).data)
        self.write("two.mcap", two)
        self.check_error(run("traverse", "drive_flat_soft", "--path", "two.mcap", cwd=self.folder), 2, "/goal", "--topic")
        self.run_ok("traverse", "drive_flat_soft", "--path", "two.mcap", "--topic", "/rover/odom", "--spacing", "0.05")

    def test_commands_of_a_log_and_of_a_table(self):
        external = ["drive_flat_soft", "--set", "drive.mode=external", "--set", "duration=3"]
        self.run_ok("run", *external, "--out", "idle.h5")
        with h5py.File(self.folder / "idle.h5") as h5:
            columns = [bytes(n).rstrip(b"\0").decode() for n in h5["header/command_names"][:]]
        wheels = [c.partition("/")[2] for c in columns if c.startswith("wheel_speed/")]
        robot = self.joints_of("idle.h5", wheels)
        made = [mcap.schema(1, "sensor_msgs/msg/JointState", "ros2msg", JOINTS), mcap.channel(1, 1, "/joint_states")]
        for k in range(4):
            speed = 0.1 * k
            made.append(mcap.message(1, k * 5 * 10**8, joints(k * 5 * 10**8, robot, [0.0] * len(robot), [speed] * len(robot))))
        self.write("joints.mcap", mcap.chunk(b"".join(made)))
        self.run_ok("run", *external, "--commands", "joints.mcap", "--out", "log.h5")
        with open(self.folder / "table.csv", "w") as file:
            file.write("time [s]," + ",".join(f"wheel_speed/{w} [rad/s]" for w in wheels) + "\n")
            for k in range(4):
                file.write(f"{0.5 * k}," + ",".join([str(0.1 * k)] * len(wheels)) + "\n")
        self.run_ok("run", *external, "--commands", "table.csv", "--out", "table.h5")
        with h5py.File(self.folder / "log.h5") as log, h5py.File(self.folder / "table.h5") as table:
            self.assertEqual(log["state_hash"][-1], table["state_hash"][-1])
            commanded = log["commands/values"][:, columns.index("wheel_speed/" + wheels[0])]
            numpy.testing.assert_allclose(commanded, [0.0, 0.1, 0.2, 0.3], rtol=1e-15)
            self.assertGreater(log[f"channels/wheel/{wheels[0]}/spin_rate"][-1], 0.29)
        self.run_ok("rerun", "log.h5")
        self.check_error(run("run", *SOFT, "--commands", "joints.mcap", cwd=self.folder), 2, "drive.mode=external")
        self.write("none.mcap", self.drive())
        self.check_error(run("run", *external, "--commands", "none.mcap", cwd=self.folder), 2, "none.mcap", "no commands")

    def joints_of(self, name, wheels):
        """Names of the joints that drive wheels: those whose velocities are the wheels' speeds, in the order of the wheels."""
        self.run_ok("export", name, "--mcap", "names.mcap")
        robot = xml.etree.ElementTree.fromstring(mcap.Log(self.folder / "names.mcap").of("/robot_description")[0][1]["data"])
        state = mcap.Log(self.folder / "names.mcap").of("/joint_states")[0][1]
        driven = [n for n, v, e in zip(state["name"], state["velocity"], state["effort"]) if not math.isnan(e)]
        self.assertEqual(len(driven), len(wheels))
        self.assertTrue(set(driven) <= {j.get("name") for j in robot.findall("joint")})
        return driven


@unittest.skipUnless(zstandard, "python3-zstandard is not installed")
class Spoiled(CliTest):
    """Files that are not as they should be: one line that says where, and nothing left behind."""

    def setUp(self):
        super().setUp()
        self.drive = Logs.drive(self)

    def spoiled(self):
        drive, whole = self.drive, mcap.whole
        good = whole(mcap.chunk(drive))
        huge = struct.pack("<BQ", mcap.CHUNK, 2**62)
        yield "empty", b"", "MCAP"
        yield "text", b"time,x\n0,1\n" * 100, "MCAP"
        yield "other version", good.replace(b"MCAP0", b"MCAP1", 1), "major version"
        yield "cut within a chunk", good[:len(good) // 2], "byte 34"
        yield "cut before the footer", good[:-37], "footer"
        yield "length beyond the file", whole(huge), "4611686018427387904 bytes"
        yield "length beyond the chunk", whole(mcap.chunk(struct.pack("<BQ", mcap.MESSAGE, 10**6) + drive)), "1000000 bytes"
        yield "CRC of a chunk", whole(mcap.chunk(drive, crc=12345)), "CRC"
        yield "CRC of the data", whole(mcap.chunk(drive), data_crc=12345), "CRC"
        yield "unknown compression", whole(mcap.chunk(drive, "lz4", packed=drive)), "'lz4'"
        yield "not zstd", whole(mcap.chunk(drive, packed=b"not compressed at all")), "zstd"
        yield "a bomb", whole(mcap.chunk(drive, size=2**40)), "1048576 MiB"
        yield "a size that is not so", whole(mcap.chunk(drive, size=len(drive) + 1)), "zstd"
        yield "a message of no channel", whole(mcap.message(9, 0, b"")), "channel 9"
        yield "a channel of no schema", whole(mcap.channel(1, 7, "/t")), "schema 7"
        yield "a definition that lacks a part", whole(mcap.schema(1, "nav_msgs/msg/Odometry", "ros2msg", "my/Thing t\n"), mcap.channel(1, 1, "/t"),
                                                      mcap.message(1, 0, mcap.Cdr().data)), "my/Thing"
        yield "a definition without end", whole(mcap.schema(1, "nav_msgs/msg/Odometry", "ros2msg", "nav_msgs/Odometry again\n"),
                                                mcap.channel(1, 1, "/t"), mcap.message(1, 0, mcap.Cdr().data)), "without end"
        yield "a message that is cut", drive_with(drive, b"\0\1\0\0\0"), "early"
        yield "another representation", drive_with(drive, b"\0\7\0\0" + bytes(900)), "CDR"
        yield "an array without end", whole(mcap.schema(1, "nav_msgs/msg/Odometry", "ros2msg", "float64[] x\n"), mcap.channel(1, 1, "/t"),
                                            mcap.message(1, 0, mcap.Cdr().numbers("I", 2**32 - 1).data)), "early"
        yield "JSON that is none", whole(mcap.channel(1, 0, "/t", "json"), mcap.message(1, 0, b"{")), "JSON"

    def test_one_line_each(self):
        names = []
        for name, data, word in self.spoiled():
            names.append(name)
            with self.subTest(name):
                (self.folder / "bad.mcap").write_bytes(data)
                began = time.monotonic()
                self.check_error(run("log", "bad.mcap", "--csv", "out.csv", cwd=self.folder), 2, "bad.mcap", word)
                self.assertLess(time.monotonic() - began, 20)  # at once, on a machine that does other things too
                self.assertEqual({p.name for p in self.folder.iterdir()}, {"bad.mcap"})
        self.assertGreaterEqual(len(names), 10)

    def test_bytes_changed_at_random(self):
        """Read or refused, whatever was changed: never a crash, a hang or more than one line."""
        chance = random.Random(56)
        good = mcap.whole(mcap.chunk(self.drive, "", crc=0))  # without a CRC more of it is looked at
        for number in range(40):
            data = bytearray(good)
            for _ in range(chance.randint(1, 8)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            (self.folder / "bad.mcap").write_bytes(data)
            result = run("log", "bad.mcap", "--csv", "out.csv", "--force", cwd=self.folder)
            self.assertIn(result.returncode, (0, 2), f"number {number}: {result.stderr[:300]}")
            self.assertLessEqual(result.stderr.count("\n"), 1, f"number {number}")


def drive_with(drive, content):
    """The schema and the channel of a drive, and one message of these bytes."""
    head = drive[:drive.index(struct.pack("<B", mcap.MESSAGE) + struct.pack("<Q", len(odometry(0, 0, 0, 0, 0)) + 22))]
    return mcap.whole(head, mcap.message(3, 0, content))


if __name__ == "__main__":
    unittest.main()
