#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser run --serve-foxglove, by a client that is written from the protocol (https://github.com/foxglove/ws-protocol, docs/spec.md) and RFC 6455
with sockets alone."""
import base64
import hashlib
import json
import os
import re
import signal
import socket
import struct
import subprocess
import threading
import unittest

import h5py
import numpy

from grouser_cli import PROGRAM, CliTest

try:
    from mcap_file import decoder
except ImportError:  # it needs python3-zstandard
    decoder = None

TOKEN = "0123456789abcdef0123456789abcdef"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Refused(Exception):
    pass


class Client:
    """One WebSocket."""

    def __init__(self, port, protocols="foxglove.websocket.v1", target="/", headers=()):
        self.line = socket.create_connection(("127.0.0.1", port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {target} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                 "Sec-WebSocket-Version: 13", *headers]
        if protocols:
            lines.append(f"Sec-WebSocket-Protocol: {protocols}")
        self.line.sendall("\r\n".join(lines + ["", ""]).encode())
        self.left = b""
        while b"\r\n\r\n" not in self.left:
            self.left += self.some()
        head, _, self.left = self.left.partition(b"\r\n\r\n")
        self.head = head.decode()
        if " 101 " not in self.head.splitlines()[0]:
            self.line.close()
            raise Refused(self.head.splitlines()[0])
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        assert f"sec-websocket-accept: {accept}".lower() in self.head.lower()

    def some(self):
        data = self.line.recv(1 << 16)
        if not data:
            raise ConnectionError("the line was cut")
        return data

    def take(self, count):
        while len(self.left) < count:
            self.left += self.some()
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def frame(self):
        first, second = self.take(2)
        length = second & 127
        if length > 125:
            length = struct.unpack(">H" if length == 126 else ">Q", self.take(2 if length == 126 else 8))[0]
        return first & 128, first & 15, self.take(length)

    def receive(self):
        """The next message; None: the server closed."""
        whole, kind = b"", None
        while True:
            last, op, data = self.frame()
            if op == PING:
                self.send(PONG, data)
            elif op == CLOSE:
                self.send(CLOSE, data)
                return None
            elif op != PONG:
                kind, whole = kind or op, whole + data
                if last:
                    return json.loads(whole) if kind == TEXT else whole

    def send(self, op, data):
        mask = os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else struct.pack(">BH", 128 | 126, len(data)) if len(data) < 65536 else struct.pack(
            ">BQ", 128 | 127, len(data))
        self.line.sendall(bytes([128 | op]) + size + mask + bytes(b ^ mask[k % 4] for k, b in enumerate(data)))

    def say(self, **message):
        self.send(TEXT, json.dumps(message).encode())

    def greet(self):
        """Server information and channels by their topics."""
        self.info, offer = self.receive(), self.receive()
        assert (self.info["op"], offer["op"]) == ("serverInfo", "advertise")
        return {c["topic"]: c for c in offer["channels"]}

    def close(self):
        self.line.close()


class Foxglove(CliTest):
    def client(self, *arguments, **options):
        client = Client(*arguments, **options)
        self.addCleanup(client.close)
        return client

    def serve(self, *arguments, **environment):
        process = subprocess.Popen([PROGRAM, "run", *arguments, "--json", "--serve-foxglove", "127.0.0.1:0"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **environment})
        self.addCleanup(process.kill)
        said = process.stderr.readline()
        self.assertRegex(said, r"^grouser: serving Foxglove on ws://127\.0\.0\.1:[1-9]\d*$")
        return process, int(re.search(r":(\d+)$", said).group(1))

    def result(self, process):
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0, err)
        return json.loads(out)

    @unittest.skipUnless(decoder, "python3-zstandard is not installed")
    def test_a_client_sees_what_is_recorded(self):
        process, port = self.serve("traverse_mars", "--set", "duration=3", "--out", "run.h5", "--wait-for-viewer", "--real-time")
        client = self.client(port, "foxglove.sdk.v1, foxglove.websocket.v1")
        self.assertIn("sec-websocket-protocol: foxglove.sdk.v1", client.head.lower())
        channels = client.greet()
        self.assertEqual(client.info["capabilities"], ["time"])
        # The numbers of subscriptions are the client's own.
        wanted = {1000 + c["id"]: c for c in channels.values()}
        client.say(op="subscribe", subscriptions=[{"id": k, "channelId": c["id"]} for k, c in wanted.items()])
        seen, times, ended = {}, [], None
        while (message := client.receive()) is not None:
            if isinstance(message, dict):
                self.assertEqual(message["op"], "status")
                ended = message["message"]
            elif message[0] == 2:
                times.append(struct.unpack("<Q", message[1:])[0])
            else:
                op, number, stamp = struct.unpack_from("<BIQ", message)
                self.assertEqual(op, 1)
                seen.setdefault(wanted[number]["topic"], {})[stamp] = message[13:]
        self.result(process)
        self.assertIn("completed", ended)
        self.assertEqual(times, sorted(times))
        self.assertEqual({"/robot_description", "/terrain", "/terrain/soils", "/ruts", "/tf", "/odom", "/joint_states"} - set(seen), set())
        self.check_values(channels, seen)

    def check_values(self, channels, seen):
        compared = 0
        with h5py.File(self.folder / "run.h5") as h5:
            stamps = [round(t * 1e9) for t in h5["time"][:]]
            for name in h5["channels/wheel"]:
                channel = channels[f"/wheel/{name}/state"]
                self.assertEqual((channel["encoding"], channel["schemaEncoding"], channel["schemaName"]), ("cdr", "ros2msg", "grouser_msgs/msg/WheelState"))
                decode = decoder(channel["schemaName"], channel["schema"])
                for k, stamp in enumerate(stamps):
                    if stamp not in seen[channel["topic"]]:
                        continue  # a viewer may miss a frame, and nothing else
                    message = decode(seen[channel["topic"]][stamp])
                    for field in h5["channels/wheel"][name]:
                        if field != "time":
                            found, expected = numpy.float64(message[field]), h5["channels/wheel"][name][field][k]
                            self.assertEqual(found.tobytes(), expected.tobytes(), f"{name} {field} {stamp}")
                            compared += 1
        self.assertGreater(compared, 1000)

    def test_a_hundred_that_come_and_go_change_nothing(self):
        scenario = ["drive_flat_soft", "--set", "duration=10"]
        alone = self.run_json("run", *scenario)
        process, port = self.serve(*scenario, "--wait-for-viewer", "--real-time")
        came = []

        def visit(number):
            try:
                client = Client(port)
                channels = client.greet()
                client.say(op="subscribe", subscriptions=[{"id": c["id"], "channelId": c["id"]} for c in channels.values()])
                came.append(number)
                for _ in range(number):
                    client.receive()
                client.say(op="unsubscribe", subscriptionIds=[0, 1])
                client.receive()
                client.close()
            except (OSError, AssertionError, TypeError):
                pass  # the run may have ended

        first = self.client(port)  # comes before the others, subscribes and never reads
        channels = first.greet()
        first.say(op="subscribe", subscriptions=[{"id": c["id"], "channelId": c["id"]} for c in channels.values()])
        visitors = [threading.Thread(target=visit, args=(k,)) for k in range(100)]
        for visitor in visitors:
            visitor.start()
        served = self.result(process)
        for visitor in visitors:
            visitor.join()
        first.close()
        self.assertEqual(len(came), 100)  # the run takes ten seconds of the clock
        for key in "state_hash", "steps", "status", "metrics":
            self.assertEqual(served[key], alone[key], key)

    def test_nonsense_ends_its_own_line_alone(self):
        process, port = self.serve("drive_flat_soft", "--set", "duration=5", "--wait-for-viewer")
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(os.urandom(4096))
        client = self.client(port)
        client.greet()
        for said, word in ((b"{", "JSON"), (b"[1]", "op"), (b'{"op": 1}', "op"), (b'{"op": "getParameters"}', "getParameters"),
                           (b'{"op": "subscribe"}', "id or channelId"), (b'{"op": "subscribe", "subscriptions": [7, {"id": -1, "channelId": 0}]}', "id or channelId"),
                           (b'{"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 99999}]}', "no channel 99999"),
                           (b'{"op": "unsubscribe"}', "subscriptionIds")):
            client.send(TEXT, said)
            status = client.receive()
            self.assertEqual((status["op"], status["level"]), ("status", 1))
            self.assertIn(word, status["message"])
            if b"[7" in said:
                client.receive()
        client.send(BINARY, b"\x01abc")
        self.assertIn("no messages", client.receive()["message"])
        client.send(TEXT, b"x" * 70_000)
        self.assertRaises((ConnectionError, AssertionError), self.all_of, client)
        flood = self.client(port)
        flood.greet()
        try:
            for _ in range(100_000):  # answers that nobody reads
                flood.send(TEXT, b"{")
        except OSError:
            pass
        flood.close()
        last = self.client(port)
        last.greet()
        last.say(op="subscribe", subscriptions=[{"id": 1, "channelId": 0}])
        self.result(process)

    def all_of(self, client):
        if client.receive() is None:
            raise ConnectionError

    def test_who_may_come(self):
        process, port = self.serve("drive_flat_soft", "--set", "duration=1", "--wait-for-viewer")
        for protocols in "", "chat", "foxglove.websocket.v2":
            self.assertRaisesRegex(Refused, " 400 ", Client, port, protocols)
        for origin in "https://example.org", "null", "http://localhost.example.org", "http://127.0.0.1.example.org:80":
            self.assertRaisesRegex(Refused, " 403 ", Client, port, headers=[f"Origin: {origin}"])
        for origin in "http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080", "file://":
            self.client(port, headers=[f"Origin: {origin}"]).close()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=100)
        self.assertEqual(process.returncode, 130)

    def test_a_token_opens(self):
        process, port = self.serve("drive_flat_soft", "--set", "duration=1", "--wait-for-viewer", GROUSER_LINK_TOKEN=TOKEN)
        for target in "/", "/?token=", f"/?token={TOKEN[:-1]}", f"/?other={TOKEN}":
            self.assertRaisesRegex(Refused, " 403 ", Client, port, target=target)
        self.client(port, headers=[f"Authorization: Bearer {TOKEN}"]).close()
        client = self.client(port, target=f"/?a=b&token={TOKEN}", headers=["Origin: https://example.org"])
        client.greet()
        client.say(op="subscribe", subscriptions=[{"id": 1, "channelId": 0}])
        self.result(process)

    def test_addresses_that_are_refused(self):
        def refused(wanted, *arguments, **environment):
            result = subprocess.run([PROGRAM, "run", "free_fall", *arguments], cwd=self.folder, text=True, capture_output=True, timeout=300,
                                    env={**os.environ, **environment})
            self.check_error(result, 2, wanted)

        refused("without a token", "--serve-foxglove", "0.0.0.0:0", GROUSER_LINK_TOKEN="")
        refused("HOST:PORT", "--serve-foxglove", "8765")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            refused("a port that is free", "--serve-foxglove", f"127.0.0.1:{taken.getsockname()[1]}")


if __name__ == "__main__":
    unittest.main()
