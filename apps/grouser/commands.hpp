// SPDX-License-Identifier: BSD-3-Clause
// The functions that declare the subcommands of `grouser`, one file each (command_table.hpp).
#pragma once
#include "shared/command.hpp"

namespace grouser::cli {

void declare_run(Command&);
void declare_info(Command&);
void declare_export(Command&);
void declare_log(Command&);
void declare_convert(Command&);
void declare_fmu(Command&);
void declare_plot(Command&);
void declare_report(Command&);
void declare_rerun(Command&);
void declare_resume(Command&);
void declare_repair(Command&);
void declare_upgrade(Command&);
void declare_wheel(Command&);
void declare_plate(Command&);
void declare_drop(Command&);
void declare_soils(Command&);
void declare_rovers(Command&);
void declare_rover(Command&);
void declare_landers(Command&);
void declare_walkers(Command&);
void declare_bodies(Command&);
void declare_scenarios(Command&);
void declare_gradeability(Command&);
void declare_fit(Command&);
void declare_sweep(Command&);
void declare_campaign(Command&);
void declare_compare(Command&);
void declare_validate(Command&);
void declare_placement(Command&);
void declare_terrain(Command&);
void declare_traverse(Command&);
void declare_stepup(Command&);
void declare_leg(Command&);
void declare_servo(Command&);
void declare_soilmap(Command&);
void declare_mesh(Command&);
void declare_doctor(Command&);
void declare_completion(Command&);
void declare_man(Command&);

}  // namespace grouser::cli
