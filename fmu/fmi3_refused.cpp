// SPDX-License-Identifier: BSD-3-Clause
// Functions of FMI 3.0.2 that an importer may look for, and that this unit answers with an error: values of
// types that it has no variables of, model exchange, scheduled execution, events, clocks, configurations and
// derivatives. By the calling convention of x86-64 Linux the arguments behind the first may be left out.
#include "calls.hpp"

using grouser::fmu::refuse;

#define GROUSER_REFUSED(function) \
  GROUSER_FMI int function(void* instance) { return refuse(instance, #function); }

GROUSER_REFUSED(fmi3GetFloat32)
GROUSER_REFUSED(fmi3GetInt8)
GROUSER_REFUSED(fmi3GetUInt8)
GROUSER_REFUSED(fmi3GetInt16)
GROUSER_REFUSED(fmi3GetUInt16)
GROUSER_REFUSED(fmi3GetUInt32)
GROUSER_REFUSED(fmi3GetInt64)
GROUSER_REFUSED(fmi3GetUInt64)
GROUSER_REFUSED(fmi3GetBinary)
GROUSER_REFUSED(fmi3GetClock)
GROUSER_REFUSED(fmi3SetFloat32)
GROUSER_REFUSED(fmi3SetInt8)
GROUSER_REFUSED(fmi3SetUInt8)
GROUSER_REFUSED(fmi3SetInt16)
GROUSER_REFUSED(fmi3SetUInt16)
GROUSER_REFUSED(fmi3SetUInt32)
GROUSER_REFUSED(fmi3SetInt64)
GROUSER_REFUSED(fmi3SetUInt64)
GROUSER_REFUSED(fmi3SetBinary)
GROUSER_REFUSED(fmi3SetClock)
GROUSER_REFUSED(fmi3GetNumberOfVariableDependencies)
GROUSER_REFUSED(fmi3GetVariableDependencies)
GROUSER_REFUSED(fmi3GetDirectionalDerivative)
GROUSER_REFUSED(fmi3GetAdjointDerivative)
GROUSER_REFUSED(fmi3EnterConfigurationMode)
GROUSER_REFUSED(fmi3ExitConfigurationMode)
GROUSER_REFUSED(fmi3GetIntervalDecimal)
GROUSER_REFUSED(fmi3GetIntervalFraction)
GROUSER_REFUSED(fmi3GetShiftDecimal)
GROUSER_REFUSED(fmi3GetShiftFraction)
GROUSER_REFUSED(fmi3SetIntervalDecimal)
GROUSER_REFUSED(fmi3SetIntervalFraction)
GROUSER_REFUSED(fmi3SetShiftDecimal)
GROUSER_REFUSED(fmi3SetShiftFraction)
GROUSER_REFUSED(fmi3EvaluateDiscreteStates)
GROUSER_REFUSED(fmi3UpdateDiscreteStates)
GROUSER_REFUSED(fmi3EnterEventMode)
GROUSER_REFUSED(fmi3EnterContinuousTimeMode)
GROUSER_REFUSED(fmi3CompletedIntegratorStep)
GROUSER_REFUSED(fmi3SetTime)
GROUSER_REFUSED(fmi3SetContinuousStates)
GROUSER_REFUSED(fmi3GetContinuousStateDerivatives)
GROUSER_REFUSED(fmi3GetEventIndicators)
GROUSER_REFUSED(fmi3GetContinuousStates)
GROUSER_REFUSED(fmi3GetNominalsOfContinuousStates)
GROUSER_REFUSED(fmi3GetNumberOfEventIndicators)
GROUSER_REFUSED(fmi3GetNumberOfContinuousStates)
GROUSER_REFUSED(fmi3EnterStepMode)
GROUSER_REFUSED(fmi3GetOutputDerivatives)
GROUSER_REFUSED(fmi3ActivateModelPartition)

// The kinds of interface that this unit does not have.
GROUSER_FMI void* fmi3InstantiateModelExchange() { return nullptr; }
GROUSER_FMI void* fmi3InstantiateScheduledExecution() { return nullptr; }
