// SPDX-License-Identifier: BSD-3-Clause
// The subcommands of `grouser`, one file each, in the order of its help.
#pragma once
#include "shared/command.hpp"

namespace grouser::cli {

void declare_run(Command&);
void declare_info(Command&);
void declare_export(Command&);
void declare_plot(Command&);
void declare_report(Command&);
void declare_rerun(Command&);
void declare_resume(Command&);
void declare_repair(Command&);
void declare_wheel(Command&);
void declare_soils(Command&);
void declare_rovers(Command&);
void declare_scenarios(Command&);
void declare_gradeability(Command&);
void declare_sweep(Command&);
void declare_campaign(Command&);
void declare_compare(Command&);
void declare_placement(Command&);
void declare_terrain(Command&);
void declare_traverse(Command&);
void declare_stepup(Command&);
void declare_leg(Command&);
void declare_servo(Command&);
void declare_soilmap(Command&);
void declare_mesh(Command&);

inline constexpr CommandEntry kCommands[] = {
    {"run", "Run a scenario and report its metrics", declare_run},
    {"info", "Say what is in a file: run, GeoTIFF, scenario, rover, soil, terrain", declare_info},
    {"export", "Write a run file's channels, events and inputs as plain files", declare_export},
    {"plot", "Draw channels of a run file as a PNG picture", declare_plot},
    {"report", "Write a page about a recorded run: verdict, numbers, plots, events, input", declare_report},
    {"rerun", "Repeat a recorded run and say whether it is bit-equal", declare_rerun},
    {"resume", "Go on from a keyframe of a recorded run", declare_resume},
    {"repair", "Make a whole run file out of one that a killed run left behind", declare_repair},
    {"wheel", "Test one wheel on soil: forces and sinkage against slip", declare_wheel},
    {"soils", "List the soils that come with the program", declare_soils},
    {"rovers", "List the rovers that come with the program", declare_rovers},
    {"scenarios", "List the scenarios that come with the program", declare_scenarios},
    {"gradeability", "Drive up or down a tilt bed: slip, sinkage and loads against tilt",
     declare_gradeability},
    {"sweep", "Run a scenario over a grid of values of its input files", declare_sweep},
    {"campaign", "Run a scenario many times with drawn values, on one machine or on many", declare_campaign},
    {"compare", "Compare two run files: metrics and channels", declare_compare},
    {"placement", "Set a lander down at random on a terrain: tilt, ramp angles, sinkage, what a test covers",
     declare_placement},
    {"terrain", "Look at, cut, clean and make terrains", declare_terrain},
    {"traverse", "Drive a path: time, energy, slip, margins, and a map of it", declare_traverse},
    {"stepup", "Plan a humanoid's step up onto a platform, or say which limits stand in its way",
     declare_stepup},
    {"leg", "Say where a walker's leg reaches, and with which angles", declare_leg},
    {"servo", "Tell a robot's servos their angles over a serial line; stand in for such a robot",
     declare_servo},
    {"soilmap", "Say which soil lies where on a terrain", declare_soilmap},
    {"mesh", "Check a body's mesh: closed, wound outward; its volume, mass and inertia", declare_mesh},
};

}  // namespace grouser::cli
