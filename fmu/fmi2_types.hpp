// SPDX-License-Identifier: BSD-3-Clause
// Types of FMI 2.0.4 (fmi2TypesPlatform.h and fmi2FunctionTypes.h, sections 2.1.2 to 2.1.5 and 4.2), declared
// from the standard.
#pragma once
#include <cstddef>

namespace grouser::fmu {

using fmi2Component = void*;
using fmi2ComponentEnvironment = void*;
using fmi2FMUstate = void*;
using fmi2ValueReference = unsigned int;
using fmi2Real = double;
using fmi2Integer = int;
using fmi2Boolean = int;
using fmi2String = const char*;
using fmi2Byte = char;
using fmi2Status = int;
using fmi2Type = int;        ///< 0: model exchange, 1: co-simulation
using fmi2StatusKind = int;  ///< 0: fmi2DoStepStatus, 1: pending, 2: last successful time, 3: terminated

struct fmi2CallbackFunctions {
  void (*logger)(fmi2ComponentEnvironment, fmi2String instance, fmi2Status, fmi2String category,
                 fmi2String message, ...);
  void* (*allocate_memory)(std::size_t, std::size_t);
  void (*free_memory)(void*);
  void (*step_finished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment environment;
};

}  // namespace grouser::fmu
