#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a step costs from Python: single steps against C++, and two simulations in two threads against one.

Example: PYTHONPATH=build/release/python bench/python_steps.py build/release/bin/bench_single_steps
The least of several times each, which alternate, because others may use the machine: steps in seconds of the processor, two
threads also by the clock, which says something only where two processors are free.
"""
import argparse
import json
import subprocess
import threading
import time

import grouser


def started(scenario):
    simulation = grouser.Scenario(scenario, {"duration": 1e4}).start()
    simulation.step()
    return simulation


def timed(work):
    """Seconds of the processor, and of the clock."""
    processor, clock = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - processor, time.perf_counter() - clock


def least(times, which):
    return min(time[which] for time in times)


def single_steps(simulation, steps):
    for _ in range(steps):
        simulation.step()


def at_once(simulations, steps):
    threads = [threading.Thread(target=simulation.step, args=(steps,)) for simulation in simulations]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="bench_single_steps")
    parser.add_argument("--scenario", default="wheel_drop_200")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    one, two = started(options.scenario), [started(options.scenario) for _ in range(2)]
    cpp, python, alone, both = [], [], [], []
    for _ in range(options.times):
        said = subprocess.run([options.program, options.scenario, str(options.steps)], capture_output=True, text=True, check=True)
        cpp.append(float(said.stdout))
        single = started(options.scenario)
        python.append(timed(lambda: single_steps(single, options.steps)))
        alone.append(timed(lambda: one.step(4 * options.steps)))
        both.append(timed(lambda: at_once(two, 4 * options.steps)))
    print(json.dumps({
        "scenario": options.scenario, "steps": options.steps, "cpp_s": min(cpp), "python_s": round(least(python, 0), 6),
        "python_over_cpp": round(least(python, 0) / min(cpp), 3), "two_threads_faster": round(2 * least(alone, 1) / least(both, 1), 3),
        "processor_of_two_over_one": round(least(both, 0) / least(alone, 0), 3)}))


if __name__ == "__main__":
    main()
