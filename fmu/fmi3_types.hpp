// SPDX-License-Identifier: BSD-3-Clause
// Types of FMI 3.0.2 (fmi3PlatformTypes.h and fmi3FunctionTypes.h, sections 2.2 and 4.2), declared from the
// standard.
#pragma once
#include <cstddef>
#include <cstdint>

namespace grouser::fmu {

using fmi3Instance = void*;
using fmi3InstanceEnvironment = void*;
using fmi3FMUState = void*;
using fmi3ValueReference = std::uint32_t;
using fmi3Float64 = double;
using fmi3Int32 = std::int32_t;
using fmi3Boolean = bool;
using fmi3String = const char*;
using fmi3Byte = std::uint8_t;
using fmi3Status = int;

using fmi3LogMessageCallback = void (*)(fmi3InstanceEnvironment, fmi3Status, fmi3String category,
                                        fmi3String message);
using fmi3IntermediateUpdateCallback = void (*)();  // never called: hasEventMode and the like are false

}  // namespace grouser::fmu
