#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A run under the simulation_interfaces of ROS 2 (https://github.com/ros-simulation/simulation_interfaces, 1.x), over the lock-step line of
docs/external_drive.md: ros2_bridge.py SCENARIO [--set KEY=VALUE]...

    source /opt/ros/jazzy/setup.bash
    python3 examples/ros2_bridge.py drive_flat_soft
    ros2 service call /grouser/step_simulation simulation_interfaces/srv/StepSimulation "{steps: 100}"

Not tried with ROS 2, which is not among Debian's packages: what needs it is below Bridge; BridgedRun, which steps, resets and plays the run,
is tested without it.

Services under /grouser: get_simulator_features, get_simulation_state, set_simulation_state, step_simulation, reset_simulation, get_entities,
get_entity_state. Topics: /clock, /odom out; /joint_commands (sensor_msgs/JointState) in: the velocity of a wheel's
name, the position of a steered wheel's or a joint's name."""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from heading import Line  # noqa: E402  the client of the line

STOPPED, PLAYING, PAUSED, QUITTING = range(4)  # simulation_interfaces/msg/SimulationState
OK, INCORRECT_STATE, OPERATION_FAILED = 1, 3, 4  # simulation_interfaces/msg/Result
ALREADY_IN_TARGET_STATE, INCORRECT_TRANSITION = 101, 103  # simulation_interfaces/srv/SetSimulationState
POSE = [f"chassis/{what}_{axis}" for what in ("position", "velocity", "rate") for axis in "xyz"] + ["chassis/roll", "chassis/pitch", "chassis/yaw"]


class BridgedRun:
    """A run that starts, steps and starts again; states as simulation_interfaces has them."""

    def __init__(self, scenario, settings=(), program="grouser"):
        self.arguments = [program, "run", scenario, "--set", "drive.mode=external"] + [w for s in settings for w in ("--set", s)]
        self.folder = tempfile.mkdtemp(prefix="grouser_bridge")
        self.process, self.line, self.mode, self.commands = None, None, STOPPED, {}
        self.reset()

    def reset(self):
        """Starts the run anew, at rest."""
        self.end()
        address = "unix:" + str(pathlib.Path(self.folder) / "line")
        self.process = subprocess.Popen(self.arguments + ["--external", address], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        said = self.process.stderr.readline()
        if "a controller may come to" not in said:
            raise RuntimeError(said.strip() or "grouser did not start")
        self.line = Line(address, POSE, state_hash=True)
        self.mode, self.commands = STOPPED, {}

    def end(self):
        if self.line:
            self.line.socket.close()
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process.stderr.close()
        self.line = self.process = None

    def quit(self):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, values):
        """Values by column, for the steps to come. Returns the names that are no columns."""
        self.commands.update({name: value for name, value in values.items() if name in self.line.columns})
        return [name for name in values if name not in self.line.columns]

    def advance(self, steps):
        self.line.state = self.line.command(self.commands, steps * self.line.step)
        self.commands = {}

    def step(self, steps):
        """StepSimulation: result and message."""
        if self.mode == PLAYING:
            return INCORRECT_STATE, "the simulation is playing; pause it first"
        if self.ended:
            return OPERATION_FAILED, "the run has ended; reset it"
        self.advance(steps)
        self.mode = PAUSED
        return OK, ""

    def go_to(self, mode):
        """SetSimulationState: result and message."""
        if mode == self.mode:
            return ALREADY_IN_TARGET_STATE, ""
        if mode == STOPPED:
            self.reset()
        elif mode == QUITTING:
            self.quit()
        elif mode not in (PLAYING, PAUSED):
            return INCORRECT_TRANSITION, f"no state {mode}"
        self.mode = mode
        return OK, ""

    @property
    def time(self):
        return self.line.state[0]

    @property
    def state_hash(self):
        return self.line.state[2]

    @property
    def ended(self):
        return self.line.state[3]

    @property
    def pose(self):
        """Channels of the chassis by name."""
        return dict(zip(POSE, self.line.state[4]))


def quaternion(roll, pitch, yaw):
    """x, y, z, w of R = Rz(yaw) Ry(pitch) Rx(roll)."""
    from math import cos, sin
    cr, sr, cp, sp, cy, sy = cos(roll / 2), sin(roll / 2), cos(pitch / 2), sin(pitch / 2), cos(yaw / 2), sin(yaw / 2)
    return sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy


def make_bridge(run):
    """The node. Only here is ROS 2 needed."""
    from builtin_interfaces.msg import Time
    from nav_msgs.msg import Odometry
    from rclpy.node import Node
    from rosgraph_msgs.msg import Clock
    from sensor_msgs.msg import JointState
    from simulation_interfaces.msg import SimulatorFeatures
    from simulation_interfaces.srv import (GetEntities, GetEntityState, GetSimulationState, GetSimulatorFeatures, ResetSimulation, SetSimulationState,
                                           StepSimulation)

    class Bridge(Node):
        PERIOD = 0.02  # s of the clock on the wall between two looks while it plays

        def __init__(self):
            super().__init__("grouser")
            for name, kind, answer in (("get_simulator_features", GetSimulatorFeatures, self.features), ("get_simulation_state", GetSimulationState, self.state),
                                       ("set_simulation_state", SetSimulationState, self.go_to), ("step_simulation", StepSimulation, self.step),
                                       ("reset_simulation", ResetSimulation, self.reset), ("get_entities", GetEntities, self.entities),
                                       ("get_entity_state", GetEntityState, self.entity)):
                self.create_service(kind, "~/" + name, answer)
            self.clock_out = self.create_publisher(Clock, "/clock", 10)
            self.odom_out = self.create_publisher(Odometry, "/odom", 10)
            self.create_subscription(JointState, "/joint_commands", self.take_commands, 10)
            self.create_timer(self.PERIOD, self.play)

        def stamp(self):
            nanoseconds = round(run.time * 1e9)
            return Time(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)

        def publish(self):
            self.clock_out.publish(Clock(clock=self.stamp()))
            message, c = Odometry(), run.pose
            message.header.stamp, message.header.frame_id, message.child_frame_id = self.stamp(), "world", "chassis"
            self.fill_pose(message.pose.pose, c)
            self.odom_out.publish(message)

        @staticmethod
        def fill_pose(pose, c):
            pose.position.x, pose.position.y, pose.position.z = (c[f"chassis/position_{axis}"] for axis in "xyz")
            o = pose.orientation
            o.x, o.y, o.z, o.w = quaternion(*(c[f"chassis/{angle}"] for angle in ("roll", "pitch", "yaw")))

        def take_commands(self, message):
            values = {}
            for name, value in zip(message.name, message.velocity):
                values["wheel_speed/" + name] = value
            for name, value in zip(message.name, message.position):
                for kind in "steering/", "joint/":
                    if kind + name in run.line.columns:
                        values[kind + name] = value
            for name in run.command(values):
                self.get_logger().warn(f"nothing to command is called {name}")

        def play(self):
            if run.mode != PLAYING:
                return
            try:
                run.advance(max(1, round(self.PERIOD / run.line.step)))
            except (RuntimeError, ConnectionError) as error:
                self.get_logger().error(str(error))
                run.mode = PAUSED
                return
            if run.ended:
                run.mode = PAUSED
            self.publish()

        @staticmethod
        def answer(response, result, message):
            response.result.result, response.result.error_message = result, message
            return response

        def features(self, _, response):
            names = ("SIMULATION_RESET", "SIMULATION_STATE_GETTING", "SIMULATION_STATE_SETTING", "STEP_SIMULATION_SINGLE", "STEP_SIMULATION_MULTIPLE",
                     "ENTITY_STATE_GETTING")
            response.features.features = [getattr(SimulatorFeatures, name) for name in names if hasattr(SimulatorFeatures, name)]
            response.features.custom_info = "Grouser, examples/ros2_bridge.py"
            return response

        def state(self, _, response):
            response.state.state = run.mode
            return self.answer(response, OK, "")

        def go_to(self, request, response):
            return self.tried(response, lambda: run.go_to(request.state.state))

        def step(self, request, response):
            return self.tried(response, lambda: run.step(request.steps))

        def reset(self, _, response):
            return self.tried(response, lambda: run.go_to(STOPPED) if run.mode != STOPPED else (OK, ""))

        def tried(self, response, work):
            try:
                result, message = work()
            except (RuntimeError, ConnectionError) as error:
                result, message = OPERATION_FAILED, str(error)
            if result == OK and run.mode != QUITTING:
                self.publish()
            return self.answer(response, result, message)

        def entities(self, _, response):
            response.entities = ["chassis"]
            return self.answer(response, OK, "")

        def entity(self, request, response):
            if request.entity != "chassis":
                return self.answer(response, 2, "the bridge knows 'chassis'")  # RESULT_NOT_FOUND
            response.state.header.stamp, response.state.header.frame_id = self.stamp(), "world"
            self.fill_pose(response.state.pose, run.pose)
            for what, vector in (("velocity", response.state.twist.linear), ("rate", response.state.twist.angular)):
                vector.x, vector.y, vector.z = (run.pose[f"chassis/{what}_{axis}"] for axis in "xyz")
            return self.answer(response, OK, "")

    return Bridge()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenario")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the scenario")
    parser.add_argument("--program", default="grouser", help="the command line of Grouser")
    arguments = parser.parse_args()
    import rclpy
    run = BridgedRun(arguments.scenario, arguments.set, arguments.program)
    rclpy.init()
    node = make_bridge(run)
    try:
        while rclpy.ok() and run.mode != QUITTING:
            rclpy.spin_once(node)
    finally:
        run.quit()


if __name__ == "__main__":
    main()
