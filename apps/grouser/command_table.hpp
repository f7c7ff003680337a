// SPDX-License-Identifier: BSD-3-Clause
// The subcommands of `grouser` in the order of its help. Only what needs all of them includes this.
#pragma once
#include "commands.hpp"

namespace grouser::cli {

inline constexpr CommandEntry kCommands[] = {
    {"run", "Run a scenario and report its metrics", declare_run},
    {"info", "Say what is in a file: run, GeoTIFF, scenario, rover, soil, terrain", declare_info},
    {"export", "Write a run file's channels, events and inputs as plain files, MCAP or glTF", declare_export},
    {"log", "List the topics of an MCAP log, or write its numbers as a table", declare_log},
    {"convert", "Convert a rover between URDF, xacro, SDF and the vehicle's own TOML", declare_convert},
    {"fmu", "Make a unit of co-simulation (FMI 2 or 3) of a scenario", declare_fmu},
    {"plot", "Draw channels of a run file as a PNG picture", declare_plot},
    {"report", "Write a page about a recorded run: verdict, numbers, plots, events, input", declare_report},
    {"rerun", "Repeat a recorded run and say whether it is bit-equal", declare_rerun},
    {"resume", "Go on from a keyframe of a recorded run", declare_resume},
    {"repair", "Make a whole run file out of one that a killed run left behind", declare_repair},
    {"upgrade", "Write a file of an older version in today's form", declare_upgrade},
    {"wheel", "Test one wheel on soil: forces and sinkage against slip", declare_wheel},
    {"plate", "Press a plate or a cone into soil: pressure against depth", declare_plate},
    {"drop", "Drop a ball or a disc onto soil: depth, largest force and time", declare_drop},
    {"soils", "List the soils that come with the program", declare_soils},
    {"rovers", "List the rovers that come with the program", declare_rovers},
    {"rover", "Write the file of a new rover, to start from", declare_rover},
    {"landers", "List the landers that come with the program", declare_landers},
    {"walkers", "List the walkers and humanoids that come with the program", declare_walkers},
    {"bodies", "List the loose bodies that come with the program", declare_bodies},
    {"scenarios", "List the scenarios that come with the program", declare_scenarios},
    {"gradeability", "Drive up or down a tilt bed: slip, sinkage and loads against tilt",
     declare_gradeability},
    {"fit", "Fit keys of a soil, wheel, law or rover to measured data, and say how sure they are",
     declare_fit},
    {"sweep", "Run a scenario over a grid of values of its input files", declare_sweep},
    {"campaign", "Run a scenario many times with drawn values, on one machine or on many", declare_campaign},
    {"compare", "Compare two run files, or a run with measurements", declare_compare},
    {"validate", "Predict the measured sets of a folder, and say how far off the predictions are",
     declare_validate},
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
    {"doctor", "Say what this machine has for Grouser, and what to do about what is missing", declare_doctor},
    {"completion", "Print the script that lets bash, zsh or fish complete what is typed", declare_completion},
    {"man", "Write the manual pages", declare_man, Listed::no},
};

}  // namespace grouser::cli
