#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Run files and outputs that are not as they should be: made to do harm, damaged, still being written, on a full disk."""
import json
import os
import resource
import shutil
import signal
import socket
import stat
import struct
import subprocess
import time
import unittest

import h5py

from grouser_cli import PROGRAM, CliTest, run

SHORT = ["drive_flat_soft", "--set", "duration=1"]
CHANNEL = "wheel/front_left/sinkage"


class Hasher:
    """grouser/base/hash.hpp"""

    def __init__(self, *values):
        self.value = 0x6A09E667F3BCC908
        for value in values:
            self.add(value)

    def add(self, value):
        if isinstance(value, bytes):
            self.add(len(value))
            words = len(value) // 8
            for word in struct.unpack(f"<{words}Q", value[:8 * words]):
                self.add(word)
            return self.add(int.from_bytes(value[8 * words:], "little"))
        word = value if isinstance(value, int) else struct.unpack("<Q", struct.pack("<d", value))[0]
        ones = (1 << 64) - 1
        x = ((self.value ^ word) + 0x9E3779B97F4A7C15) & ones
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & ones
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB & ones
        self.value = x ^ (x >> 31)


def readers(name):
    """Every command that reads a run file."""
    return [("info", name), ("export", name, "--csv", "csv"), ("plot", name, "--y", CHANNEL, "--png", "out.png"),
            ("compare", name, "good.h5"), ("compare", "good.h5", name), ("rerun", name), ("resume", name, "--out", "rest.h5"),
            ("repair", name, "--out", "clean.h5")]


class Hostile(CliTest):
    def setUp(self):
        super().setUp()
        self.run_ok("run", *SHORT, "--out", "good.h5")
        (self.folder / "secret.txt").write_text("the reader's own secret " * 100)

    def edited(self, change):
        (self.folder / "bad.h5").write_bytes((self.folder / "good.h5").read_bytes())
        with h5py.File(self.folder / "bad.h5", "r+", libver="v110") as file:
            change(file)

    def check_refused(self, words):
        before = sorted(p.name for p in self.folder.iterdir())
        for command in readers("bad.h5"):
            with self.subTest(command[0]):
                result = run(*command, cwd=self.folder)
                self.check_error(result, 2, "bad.h5", "found ", "expected ", words)
                self.assertNotIn("secret", result.stderr)
                self.assertEqual(sorted(p.name for p in self.folder.iterdir()), before)

    def test_external_storage(self):
        def change(file):
            rows = len(file["time"])
            del file["channels"][CHANNEL]
            made = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            made.set_external(b"secret.txt", 0, h5py.h5f.UNLIMITED)
            h5py.h5d.create(file["channels/wheel/front_left"].id, b"sinkage", h5py.h5t.IEEE_F64LE,
                            h5py.h5s.create_simple((rows,)), made)
        self.edited(change)
        self.check_refused("does not keep its numbers in this file")

    def test_a_document_kept_elsewhere(self):
        def change(file):
            attributes = dict(file["header/documents/0"].attrs)
            del file["header/documents/0"]
            made = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            made.set_external(b"secret.txt", 0, h5py.h5f.UNLIMITED)
            text = h5py.h5t.C_S1.copy()
            text.set_size(2000)
            h5py.h5d.create(file["header/documents"].id, b"0", text, h5py.h5s.create(h5py.h5s.SCALAR), made)
            file["header/documents/0"].attrs.update(attributes)
        self.edited(change)
        self.check_refused("does not keep its numbers in this file")

    def test_links(self):
        for link in [h5py.ExternalLink("good.h5", f"/channels/{CHANNEL}"), h5py.SoftLink("/time")]:
            def change(file, link=link):
                del file["channels"][CHANNEL]
                file["channels"][CHANNEL] = link
            self.edited(change)
            self.check_refused("a link to another place")

    def test_a_view_of_another_file(self):
        def change(file):
            rows = len(file["time"])
            del file["channels"][CHANNEL]
            layout = h5py.VirtualLayout(shape=(rows,), dtype="<f8")
            layout[:] = h5py.VirtualSource("good.h5", "time", shape=(rows,))
            file.create_virtual_dataset(f"channels/{CHANNEL}", layout)
        self.edited(change)
        self.check_refused("does not keep its numbers in this file")

    def test_changed_values_are_found_by_every_reader(self):
        def change(file):
            values = file["channels"][CHANNEL]
            values[20] = values[20] + 1e-9
        self.edited(change)
        for command in readers("bad.h5"):
            with self.subTest(command[0]):
                result = run(*command, cwd=self.folder)
                if command[0] == "info":  # tells what there is
                    self.assertIn("frame 20 and those after it are not as recorded (damaged)", result.stdout)
                elif command[0] == "repair":  # keeps what is right
                    self.assertEqual(result.returncode, 1)
                    self.assertEqual(self.run_json("info", "clean.h5")["frames"], 20)
                else:
                    self.check_error(result, 2, "bad.h5", "frame 20 that differs from its hash")

    def test_forged_numbers_whose_hashes_are_right_are_found_by_rerun(self):
        def channel(file):
            names = [name.decode() for name in file["header/channel_names"][:]]
            values = file["channels"][CHANNEL]
            values[20] = values[20] + 1e-9
            row = Hasher(file["time"][20], int(file["step"][20]), int(file["state_hash"][20]))
            for name in names:
                row.add(float(file["channels"][name][20]))
            file["row_hash"][20] = row.value

        def metric(file):
            summary = json.loads(bytes(file["summary"][:]))
            summary["metrics"]["motor_work"]["value"] += 1e-6
            text = json.dumps(summary).encode()
            text += b" " * (file["summary"].shape[0] - len(text))  # json.dumps writes no line breaks
            file["summary"][:] = list(text)
            file["summary_hash"][0] = Hasher(text).value

        def event(file):
            kind, text = b"touchdown", b"the moon"
            for name, value in (("time", 0.5), ("kind", kind), ("text", text), ("hash", Hasher(0.5, kind, text).value)):
                file["events"][name].resize((1,))
                file["events"][name][0] = value
            commit = file["commit"]
            slot = int(commit[0, 0] < commit[1, 0])
            words = [int(word) for word in commit[slot][:8]]
            words[5] = 1  # events
            commit[slot] = words + [Hasher(*words).value]
        self.assertEqual(self.run_json("info", "good.h5")["events"], 0)
        self.assertTrue(self.run_json("rerun", "good.h5")["identical"])
        for change, word in ((channel, f"differs from frame 20 on (t = 0.6 s): channel {CHANNEL}"), (metric, "metric motor_work"),
                             (event, "events: recorded 1, computed 0")):
            with self.subTest(word):
                self.edited(change)
                result = run("rerun", "bad.h5", cwd=self.folder)
                self.assertEqual((result.returncode, result.stderr), (1, ""), result)
                self.assertIn(word, result.stdout)
                self.assertFalse(json.loads(run("rerun", "bad.h5", "--json", cwd=self.folder).stdout)["identical"])


class Outputs(CliTest):
    def commands(self, out):
        return [["run", *SHORT, "--out", out], ["repair", "good.h5", "--out", out]]

    def setUp(self):
        super().setUp()
        self.run_ok("run", *SHORT, "--out", "good.h5")

    def test_pipes_sockets_and_devices_are_no_outputs(self):
        os.mkfifo(self.folder / "pipe.h5")
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(os.path.relpath(self.folder / "socket.h5"))
            os.symlink("pipe.h5", self.folder / "link.h5")
            os.symlink("nowhere.h5", self.folder / "dangling.h5")
            names = ["pipe.h5", "socket.h5", "link.h5", "dangling.h5"]
            try:  # a device of our own: a program that fails here would replace the machine's
                os.mknod(self.folder / "device.h5", stat.S_IFCHR | 0o600, os.makedev(1, 3))
                names.append("device.h5")
            except PermissionError:
                pass
            for name in names:
                for command in self.commands(name):
                    with self.subTest(name=name, command=command[0]):
                        result = run(*command, cwd=self.folder)
                        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
                        self.assertIn(name, result.stderr)
        for name, kind in [("pipe.h5", "is_fifo"), ("socket.h5", "is_socket"), ("link.h5", "is_symlink"),
                           ("dangling.h5", "is_symlink"), ("device.h5", "is_char_device")]:
            if name in names:
                self.assertTrue(getattr(self.folder / name, kind)(), name)
        self.assertEqual({p.name for p in self.folder.iterdir()}, {*names, "good.h5"})

    def test_a_symbolic_link_stays_and_its_file_is_written(self):
        (self.folder / "data").mkdir()
        self.run_ok("run", *SHORT, "--out", "data/run.h5")
        before = (self.folder / "data/run.h5").stat().st_ino
        os.symlink("data/run.h5", self.folder / "latest.h5")
        self.run_ok("run", *SHORT, "--out", "latest.h5")
        self.assertTrue((self.folder / "latest.h5").is_symlink())
        self.assertNotEqual((self.folder / "data/run.h5").stat().st_ino, before)
        self.assertTrue(self.run_json("info", "data/run.h5")["closed_cleanly"])

    def test_a_disk_that_fills_up(self):
        """A limit on file sizes stands for it. One line, exit code 1, nothing half-written beside the run itself."""
        size = (self.folder / "good.h5").stat().st_size
        for part in [0.01, 0.05, 0.2, 0.5, 0.8]:
            def limit(part=part):
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                resource.setrlimit(resource.RLIMIT_FSIZE, (int(part * size), int(part * size)))
            for command in self.commands("out.h5"):
                with self.subTest(part=part, command=command[0]):
                    result = subprocess.run([PROGRAM, *command], cwd=self.folder, capture_output=True, text=True, preexec_fn=limit,
                                            timeout=300)
                    self.assertEqual(result.returncode, 1, result.stderr)
                    self.assertIn("out.h5: cannot be written: File too large", result.stderr)
                    left = {p.name for p in self.folder.iterdir()} - {"good.h5"}
                    self.assertLessEqual(left, {"out.h5"} if command[0] == "run" else set())
                    for name in left:
                        os.remove(self.folder / name)

    def test_a_folder_that_cannot_be_written_is_known_before_the_work(self):
        for command in self.commands("/proc/x.h5"):
            with self.subTest(command[0]):
                result = run(*command, cwd=self.folder)
                self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
                self.assertIn("/proc/x.h5", result.stderr)
                self.assertNotIn("errno", result.stderr)


class Shared(CliTest):
    def start(self, out="x.h5"):
        process = subprocess.Popen([PROGRAM, "run", "drive_flat_soft", "--set", "duration=100000", "--out", out, "--json"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        while not (self.folder / out).exists():
            self.assertIsNone(process.poll(), "it ended without a run file")
            time.sleep(0.02)
        return process

    def test_one_writer_a_file_and_any_reader(self):
        process = self.start()
        for other in [["run", *SHORT, "--out", "x.h5"], ["repair", "x.h5"]]:
            with self.subTest(other):
                result = run(*other, cwd=self.folder)
                self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
                self.assertIn("a file that a program is writing now", result.stderr)
        for _ in range(20):
            self.assertFalse(self.run_json("info", "x.h5")["closed_cleanly"])
        self.assertIn(run("repair", "x.h5", "--out", "so_far.h5", cwd=self.folder).returncode, (0, 1))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=300)
        self.assertEqual(process.returncode, 130)
        self.assertTrue(self.run_json("info", "x.h5")["closed_cleanly"])
        self.run_ok("run", *SHORT, "--out", "x.h5")

    def test_a_recording_that_is_taken_away_is_a_failure(self):
        def removed(place):
            (self.folder / "sub" / "x.h5").unlink() if place == "file" else shutil.rmtree(self.folder / "sub")
        for place in ("file", "folder"):
            with self.subTest(place):
                (self.folder / "sub").mkdir(exist_ok=True)
                process = self.start("sub/x.h5")
                removed(place)
                process.send_signal(signal.SIGINT)
                _, said = process.communicate(timeout=300)
                self.assertEqual(process.returncode, 1, said)
                self.assertIn("sub/x.h5: no longer there", said)

    def test_what_kills_leave_is_removed_by_the_next_writing(self):
        self.run_ok("run", *SHORT, "--out", "good.h5")
        left = 0
        for moment in range(12):
            process = subprocess.Popen([PROGRAM, "repair", "good.h5", "--out", "clean.h5"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL)
            time.sleep(0.004 * moment)  # any moment will do
            process.kill()
            process.wait()
            left += len([p for p in self.folder.iterdir() if p.name.startswith(".grouser-")]) > 0
        self.run_ok("repair", "good.h5", "--out", "clean.h5")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["clean.h5", "good.h5"], f"{left} of 12 kills left one")


class Records(CliTest):
    def test_a_spoiled_row_is_run_again(self):
        command = ["sweep", *SHORT, "--vary", "soil.phi_deg=25,30,35", "--metric", "mean_slip", "--out", "t.csv"]
        self.run_json(*command)
        table = (self.folder / "t.csv").read_bytes()
        records = self.folder / "t.rows/shards/000000.rows"
        content = bytearray(records.read_bytes())
        for place in range(2 * len(content) // 3 + 50, len(content), 97):  # of the last of three rows
            spoiled = bytearray(content)
            spoiled[place] ^= 1
            records.write_bytes(spoiled)
            result = run(*command, "--json", cwd=self.folder)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn('"resumed":2', result.stdout.replace(" ", ""))
            self.assertIn("the rows there are run again", result.stderr)
            self.assertEqual((self.folder / "t.csv").read_bytes(), table)
            self.assertEqual(records.read_bytes(), bytes(content))

    def test_a_cut_run_file_says_how_much_is_missing(self):
        self.run_ok("run", *SHORT, "--out", "whole.h5")
        whole = (self.folder / "whole.h5").read_bytes()
        for missing in (1, 1000, len(whole) // 2):
            (self.folder / "cut.h5").write_bytes(whole[:-missing])
            for command in (("info", "cut.h5"), ("rerun", "cut.h5")):
                self.check_error(run(*command, cwd=self.folder), 2, "cut.h5", "a damaged or truncated HDF5 file",
                                 f"it is {missing} byte{'' if missing == 1 else 's'} short: copy it again")


if __name__ == "__main__":
    unittest.main()
