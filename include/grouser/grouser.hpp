// SPDX-License-Identifier: BSD-3-Clause
// The whole library by one include: the headers of purpose, in groups by their use. The headers that they
// include are installed beside them, and no other header is. Units are SI and frames are those of
// docs/CONVENTIONS.md, unless a declaration says otherwise. Wrong input throws InputError (place, found,
// expected), and a failing run or disk throws RunError (grouser/base/error.hpp).
#pragma once

// Errors, hashes, vectors and poses, and the version.
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/version.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/math/types.hpp"

// From a scenario to a world: load_world(), read_world_spec(), build_world(), start_simulation().
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/build/world_spec.hpp"

// Steps, states, frames, metrics: Simulation, SimulationState, FrameWriter.
#include "grouser/simulation/observe/chosen_channels.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

// Commands to a rover.
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/vehicle/drive/drive_programme.hpp"
#include "grouser/vehicle/drive/hand_drive.hpp"
#include "grouser/vehicle/drive/motor.hpp"
#include "grouser/vehicle/drive/waypoint_follower.hpp"

// Whole runs, recorded, resumed, and read again.
#include "grouser/recording/run_file/measured_csv.hpp"
#include "grouser/recording/run_file/run_export.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "grouser/simulation/run/deformed_ground.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/run/run_recorder.hpp"

// Charts of runs and tables as pictures.
#include "grouser/chart/chart.hpp"
#include "grouser/chart/rose.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/plot/run_curves.hpp"

// Soils, their laws, and one wheel on a rig.
#include "grouser/contact/scm_rig.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"
#include "grouser/soil/laws/rft.hpp"
#include "grouser/soil/laws/shear.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"

// Ground: heights and soils of a site, maps of planets, their cleaning, recipes.
#include "grouser/survey/clean/clean.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/raster_survey.hpp"
#include "grouser/survey/raster/site_import.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "grouser/terrain/surface/heightfield.hpp"
#include "grouser/terrain/surface/soil_map_edit.hpp"
#include "grouser/terrain/surface/terrain.hpp"

// Rovers and landers as values, their bodies and meshes, and the dynamics alone.
#include "grouser/multibody/build/model_builder.hpp"
#include "grouser/multibody/integrators/integrator.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/multibody/tree/model.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"

// New rovers, and how a rover stands.
#include "grouser/mission/rover/rover_stance.hpp"
#include "grouser/mission/rover/rover_template.hpp"

// Legs: kinematics, gaits, balance, and plans of step-ups.
#include "grouser/mission/stepup/stepup_plan.hpp"
#include "grouser/mission/stepup/stepup_spec.hpp"
#include "grouser/vehicle/legs/four_bar_leg.hpp"
#include "grouser/vehicle/legs/gait.hpp"
#include "grouser/vehicle/legs/serial_limb.hpp"
#include "grouser/vehicle/legs/support_polygon.hpp"

// Studies: sweeps and campaigns, slopes, paths, landings, and their statistics.
#include "grouser/mission/campaign/batch_simulation.hpp"
#include "grouser/mission/campaign/campaign.hpp"
#include "grouser/mission/campaign/campaign_reader.hpp"
#include "grouser/mission/campaign/sweep.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"
#include "grouser/mission/placement/lander_drop.hpp"
#include "grouser/mission/placement/placement.hpp"
#include "grouser/mission/placement/placement_campaign.hpp"
#include "grouser/mission/placement/placement_statistics.hpp"
#include "grouser/mission/quasi_static/quasi_static.hpp"
#include "grouser/mission/statistics/share_estimate.hpp"
#include "grouser/mission/traverse/traverse.hpp"
