# SPDX-License-Identifier: BSD-3-Clause
"""A client of the servo link, written from docs/servo_link.md alone: walks a simulated quadruped in lockstep. Standard library only."""
import json
import math
import os
import select
import struct
import termios
import tty

IDENTIFY, STATE, FEET, ANGLES, ADVANCE, BYE = 200, 201, 202, 208, 209, 211
INTERVAL = 0.01  # s between two sets of angles: as often as the servos get pulses


class Robot:
    """The page's own example, with a limit to its patience."""

    def __init__(self, path, patience=60.0):
        self.port, self.bytes, self.patience = os.open(path, os.O_RDWR | os.O_NOCTTY), b"", patience
        tty.setraw(self.port, termios.TCSANOW)
        self.name = self.pull()["device_id"]

    def close(self):
        os.close(self.port)

    def push(self, code, *reals):
        os.write(self.port, struct.pack(f"<BB{len(reals)}f", code, len(reals), *reals))

    def pull(self):
        while b"\n" not in self.bytes:
            if not select.select([self.port], [], [], self.patience)[0]:
                raise TimeoutError(f"nothing came within {self.patience} s")
            self.bytes += os.read(self.port, 4096)
        line, self.bytes = self.bytes.split(b"\n", 1)
        return json.loads(line)

    def request(self, code, *reals):
        self.push(code, *reals)
        return self.pull()


def foot_of(roll, hip, knee):
    """Where the angles put the middle of the foot: ahead, outward and down from the leg's frame, m."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10 = 0.010, 0.04622, 0.020, 0.044, 0.020, 0.027, 0.087, 0.107, 0.01262, 0.0245, 0.110
    thigh = a4 + a6
    d = math.sqrt(a5 * a5 + thigh * thigh + 2 * a5 * thigh * math.sin(knee))
    q = hip + math.pi - math.asin(a5 * math.cos(knee) / d) - math.acos((d * d + a9 * a9 - a7 * a7) / (2 * d * a9))
    ahead = a2 + a3 * math.cos(hip) + a6 * math.sin(hip) - a8 * math.cos(q) + (a9 + a10) * math.sin(q)
    down = a1 - a3 * math.sin(hip) + a6 * math.cos(hip) + a8 * math.sin(q) + (a9 + a10) * math.cos(q)
    return ahead, a0 + down * math.sin(roll), down * math.cos(roll)


def solve3(rows, right):
    """Cramer's rule."""
    def det(m):
        return (m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]))
    whole = det(rows)
    return [det([[right[r] if c == k else rows[r][c] for c in range(3)] for r in range(3)]) / whole for k in range(3)]


def angles_for(target, near):
    """The angles that put the foot there, by Newton's method from angles nearby."""
    angles, step = list(near), 1e-6
    for _ in range(20):
        at = foot_of(*angles)
        error = [target[k] - at[k] for k in range(3)]
        if max(map(abs, error)) < 1e-7:
            break
        columns = []
        for k in range(3):
            moved = foot_of(*[angle + (step if i == k else 0.0) for i, angle in enumerate(angles)])
            columns.append([(moved[r] - at[r]) / step for r in range(3)])
        change = solve3([[columns[c][r] for c in range(3)] for r in range(3)], error)
        angles = [angle + delta for angle, delta in zip(angles, change)]
    return angles


def turn_back(attitude, v):
    """A vector of the world in body axes."""
    w, x, y, z = attitude
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return [sum(rows[r][k] * v[r] for r in range(3)) for k in range(3)]


class Walk:
    """A crawl: one foot after the other, each when the body has gone over the other three."""

    ORDER = ["rear_left", "front_left", "rear_right", "front_right"]
    STRIDE, LIFT, CROUCH = 0.06, 0.03, 0.03  # m; lower, the feet reach farther
    LEAN = 0.2                               # share of the way from the middle away from the foot that steps
    SHIFT_TIME, STEP_TIME = 0.8, 0.6       # s

    def __init__(self, robot):
        self.robot = robot
        who, state, feet = robot.request(IDENTIFY), robot.request(STATE), robot.request(FEET)
        self.legs, self.lowest, self.highest = who["legs"], who["lowest"], who["highest"]
        self.outward = [1.0 if "left" in leg else -1.0 for leg in self.legs]
        self.told = [state["told"][3 * i:3 * i + 3] for i in range(4)]
        self.frames, self.holds = [], []  # of the legs in the body; where the feet stand, as told
        for i in range(4):
            at = turn_back(state["attitude"], [feet["positions"][i][k] - state["position"][k] for k in range(3)])
            reach = foot_of(*state["angles"][3 * i:3 * i + 3])
            self.frames.append([at[0] - reach[0], at[1] - self.outward[i] * reach[1], at[2] + reach[2]])
            ahead, outward, down = foot_of(*self.told[i])
            self.holds.append([self.frames[i][0] + ahead, self.frames[i][1] + self.outward[i] * outward, self.frames[i][2] - down])
        load = sum(feet["loads"])
        # where the centre of mass is in the body
        self.center = [sum(feet["loads"][i] * self.holds[i][k] for i in range(4)) / load for k in range(2)]
        self.body = [0.0, 0.0, 0.0]  # where it has gone, in the frame of the holds
        self.time = state["time"]
        self.go(self.SHIFT_TIME, [0.0, 0.0, -self.CROUCH])

    def tell(self, body, feet):
        angles = []
        for i, foot in enumerate(feet):
            point = [foot[0] - body[0] - self.frames[i][0], self.outward[i] * (foot[1] - body[1] - self.frames[i][1]),
                     self.frames[i][2] - foot[2] + body[2]]
            self.told[i] = angles_for(point, self.told[i])
            angles += self.told[i]
        angles = [min(max(angle, low), high) for angle, low, high in zip(angles, self.lowest, self.highest)]
        self.robot.push(ANGLES, *angles)
        self.robot.push(ADVANCE, INTERVAL)
        for reply in (self.robot.pull(), self.robot.pull()):
            if "error" in reply:
                raise RuntimeError(reply["error"])
            self.time = reply["time"]

    def go(self, seconds, body_to, leg=None, foot_to=None):
        body_from, foot_from = self.body, self.holds[leg] if leg is not None else None
        count = round(seconds / INTERVAL)
        for k in range(1, count + 1):
            share = k / count
            even = share ** 3 * (10 - 15 * share + 6 * share ** 2)
            feet = [list(hold) for hold in self.holds]
            if leg is not None:
                feet[leg] = [a + even * (b - a) for a, b in zip(foot_from, foot_to)]
                feet[leg][2] += self.LIFT * 64 * (share * (1 - share)) ** 3
            self.tell([a + even * (b - a) for a, b in zip(body_from, body_to)], feet)
        self.body = body_to
        if leg is not None:
            self.holds[leg] = foot_to

    def step(self, name):
        leg = self.legs.index(name)
        middle = [sum(hold[k] for hold in self.holds) / 4 for k in range(2)]
        over = [middle[k] - self.LEAN * (self.holds[leg][k] - middle[k]) for k in range(2)]
        self.go(self.SHIFT_TIME, [over[k] - self.center[k] for k in range(2)] + [-self.CROUCH])
        ahead = list(self.holds[leg])
        ahead[0] += self.STRIDE
        self.go(self.STEP_TIME, self.body, leg, ahead)


def walk(robot, seconds):
    """Walks for so many seconds of simulated time and stands still for what is left; where it went, m, and its last state."""
    begun = robot.request(STATE)
    crawl = Walk(robot)
    steps = 0
    while crawl.time + Walk.SHIFT_TIME + Walk.STEP_TIME < begun["time"] + seconds:
        crawl.step(Walk.ORDER[steps % 4])
        steps += 1
    robot.request(ADVANCE, begun["time"] + seconds - crawl.time)
    ended = robot.request(STATE)
    return ended["position"][0] - begun["position"][0], ended
