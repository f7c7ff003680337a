#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A controller that holds a heading, over the line of a run (docs/external_drive.md): heading.py 127.0.0.1:7790 [RADIANS]

    grouser run drive_flat_soft --set drive.mode=external --external 127.0.0.1:7790 --out run.h5
"""
import socket
import struct
import sys


class Line:
    """One end of the line of a run that is commanded from outside."""

    def __init__(self, address, channels=(), state_hash=False):
        unix, (host, _, port) = address.startswith("unix:"), address.rpartition(":")
        self.socket = socket.socket(socket.AF_UNIX if unix else socket.AF_INET)
        self.socket.connect(address[5:] if unix else (host.strip("[]"), int(port)))
        if not unix:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bytes, self.at = b"", 0
        self.send(struct.pack("<B4sHBI", 1, b"GRXD", 1, state_hash, len(channels)) + b"".join(self.text(c) for c in channels))
        self.receive(2)
        self.take("<4sH")
        self.version, self.scenario, (self.step, self.duration) = self.read_text(), self.read_text(), self.take("<dd")
        self.columns = {}  # number, unit, lowest and highest by name
        for k in range(*self.take("<I")):
            name, unit = self.read_text(), self.read_text()
            self.columns[name] = (k, unit, *self.take("<dd"))
        self.state = self.read_state()

    def command(self, values, advance):
        """Commands values by column; returns time, step, hash, whether the run has ended, and the channels, `advance` seconds later."""
        pairs = b"".join(struct.pack("<Id", self.columns[name][0], value) for name, value in values.items())
        self.send(struct.pack("<BdI", 9, advance, len(values)) + pairs)
        return self.read_state()

    def read_state(self):
        self.receive(10)
        time, step, state_hash, ended, count = self.take("<dQQBI")
        return time, step, state_hash, bool(ended), self.take(f"<{count}d")

    def send(self, message):
        self.socket.sendall(struct.pack("<I", len(message)) + message)

    def receive(self, kind):
        """The next message; self.bytes and self.at are then behind its kind."""
        size, = struct.unpack("<I", self.exactly(4))
        self.bytes, self.at = self.exactly(size), 1
        if self.bytes[0] in (8, 11):  # the end, or a refusal
            raise RuntimeError(", ".join(self.read_text() for _ in range(2 if self.bytes[0] == 8 else 3)))
        assert self.bytes[0] == kind, self.bytes[0]

    def exactly(self, size):
        received = b""
        while len(received) < size:
            more = self.socket.recv(size - len(received))
            if not more:
                raise ConnectionError("the run has hung up")
            received += more
        return received

    def take(self, form):
        self.at += struct.calcsize(form)
        return struct.unpack_from(form, self.bytes, self.at - struct.calcsize(form))

    def read_text(self):
        size, = self.take("<I")
        return self.take(f"{size}s")[0].decode()

    @staticmethod
    def text(text):
        return struct.pack("<I", len(text.encode())) + text.encode()


def command(columns, yaw, heading):
    """All wheels roll at 0.25 rad/s; the front ones steer to the heading, the rear ones against it."""
    angle = min(0.4, max(-0.4, 1.5 * (heading - yaw)))
    values = {name: 0.25 for name in columns if name.startswith("wheel_speed/")}
    values.update({name: angle for name in columns if name.startswith("steering/front")})
    values.update({name: -angle for name in columns if name.startswith("steering/rear")})
    return values


if __name__ == "__main__":
    line = Line(sys.argv[1], ["chassis/yaw"], state_hash=True)
    wanted = float(sys.argv[2]) if len(sys.argv) > 2 else 0.2
    while not line.state[3]:
        line.state = line.command(command(line.columns, line.state[4][0], wanted), 0.03)
    print(f"heading {line.state[4][0]:.4f} rad at {line.state[0]:.3f} s, state_hash {line.state[2]:016x}")
