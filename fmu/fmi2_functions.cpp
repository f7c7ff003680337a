// SPDX-License-Identifier: BSD-3-Clause
// The functions of FMI 2.0.4 for co-simulation, sections 2.1 and 4.2. Each one checks its pointers,
// forwards to the instance and returns a status: error for what was thrown, discard for a step that the
// scenario's end cut short. Functions for derivatives and for cancelling a step are refused.
#include <cstring>

#include "calls.hpp"
#include "fmi2_types.hpp"

using namespace grouser;
using namespace grouser::fmu;

namespace {

// Numbers of the standard's enumerations.
constexpr int kCoSimulation = 1;
constexpr fmi2StatusKind kDoStepStatus = 0, kLastSuccessfulTime = 2, kTerminated = 3;

/// The text with its percent signs doubled, because importers take a message as a format of printf.
std::string without_format(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '%' ? "%%" : std::string(1, c);
  return safe;
}

/// Logs through the importer's callback, with the instance's name.
Instance::Log logger_of(const fmi2CallbackFunctions& functions, const std::string& name) {
  return [logger = functions.logger, environment = functions.environment, name](int status,
                                                                                const std::string& message) {
    if (logger) logger(environment, name.c_str(), status, "logStatusError", without_format(message).c_str());
  };
}

/// Reads texts of one type, and hands each to `take`.
template <class Take>
int get_texts(fmi2Component c, const char* function, FmuType type, const fmi2ValueReference* vr,
              std::size_t count, const void* values, const Take& take) {
  return guarded_ok(c, function, [&](Instance& instance) {
    need_lists(count, vr, values);
    instance.forget_texts();
    for (std::size_t k = 0; k < count; ++k) take(instance, k, instance.text(vr[k], type));
  });
}

}  // namespace

GROUSER_FMI const char* fmi2GetTypesPlatform() { return "default"; }
GROUSER_FMI const char* fmi2GetVersion() { return "2.0"; }

GROUSER_FMI fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid,
                                          fmi2String resources, const fmi2CallbackFunctions* functions,
                                          fmi2Boolean, fmi2Boolean) {
  if (!functions || !name || !resources || type != kCoSimulation) return nullptr;
  return instantiate("fmi2Instantiate", guid, path_of_uri(resources), logger_of(*functions, name));
}
GROUSER_FMI void fmi2FreeInstance(fmi2Component c) { leave(c); }

GROUSER_FMI fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean, std::size_t, const fmi2String*) {
  return guarded_ok(c, "fmi2SetDebugLogging", [](Instance&) {});  // errors are always logged
}
GROUSER_FMI fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean, fmi2Real, fmi2Real start,
                                           fmi2Boolean, fmi2Real) {
  return guarded_ok(c, "fmi2SetupExperiment", [&](Instance& i) { i.set_start(start); });
}
GROUSER_FMI fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return guarded_ok(c, "fmi2EnterInitializationMode", [](Instance& i) { i.enter_initialization(); });
}
GROUSER_FMI fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return guarded_ok(c, "fmi2ExitInitializationMode", [](Instance& i) { i.exit_initialization(); });
}
GROUSER_FMI fmi2Status fmi2Terminate(fmi2Component c) {
  return guarded_ok(c, "fmi2Terminate", [](Instance& i) { i.terminate(); });
}
GROUSER_FMI fmi2Status fmi2Reset(fmi2Component c) {
  return guarded_ok(c, "fmi2Reset", [](Instance& i) { i.reset(); });
}

GROUSER_FMI fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference* vr, std::size_t count,
                                   fmi2Real* values) {
  return guarded_ok(c, "fmi2GetReal", [&](Instance& i) {
    need_lists(count, vr, values);
    for (std::size_t k = 0; k < count; ++k) values[k] = i.real(vr[k]);
  });
}
GROUSER_FMI fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference* vr, std::size_t count,
                                      fmi2Integer* values) {
  return get_texts(c, "fmi2GetInteger", FmuType::integer, vr, count, values,
                   [&](Instance&, std::size_t k, const std::string& text) { values[k] = std::stoi(text); });
}
GROUSER_FMI fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference* vr, std::size_t count,
                                      fmi2Boolean* values) {
  return get_texts(c, "fmi2GetBoolean", FmuType::boolean, vr, count, values,
                   [&](Instance&, std::size_t k, const std::string& text) { values[k] = text == "true"; });
}
GROUSER_FMI fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference* vr, std::size_t count,
                                     fmi2String* values) {
  return get_texts(c, "fmi2GetString", FmuType::string, vr, count, values,
                   [&](Instance& i, std::size_t k, const std::string& text) { values[k] = i.keep(text); });
}

GROUSER_FMI fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference* vr, std::size_t count,
                                   const fmi2Real* values) {
  return guarded_ok(c, "fmi2SetReal", [&](Instance& i) {
    need_lists(count, vr, values);
    for (std::size_t k = 0; k < count; ++k) i.set_real(vr[k], values[k]);
  });
}
GROUSER_FMI fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference* vr, std::size_t count,
                                      const fmi2Integer* values) {
  return guarded_ok(c, "fmi2SetInteger", [&](Instance& i) {
    need_lists(count, vr, values);
    for (std::size_t k = 0; k < count; ++k) i.set_text(vr[k], FmuType::integer, std::to_string(values[k]));
  });
}
GROUSER_FMI fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference* vr, std::size_t count,
                                      const fmi2Boolean* values) {
  return guarded_ok(c, "fmi2SetBoolean", [&](Instance& i) {
    need_lists(count, vr, values);
    for (std::size_t k = 0; k < count; ++k) i.set_text(vr[k], FmuType::boolean, values[k] ? "true" : "false");
  });
}
GROUSER_FMI fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference* vr, std::size_t count,
                                     const fmi2String* values) {
  return guarded_ok(c, "fmi2SetString", [&](Instance& i) {
    need_lists(count, vr, values);
    for (std::size_t k = 0; k < count; ++k) {
      need_pointer(values[k], "text");
      i.set_text(vr[k], FmuType::string, values[k]);
    }
  });
}

GROUSER_FMI fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return guarded_ok(c, "fmi2GetFMUstate", [&](Instance& i) {
    need_pointer(state, "state");
    *state = i.save(static_cast<Snapshot*>(*state));
  });
}
GROUSER_FMI fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  return guarded_ok(c, "fmi2SetFMUstate", [&](Instance& i) { i.restore(static_cast<Snapshot*>(state)); });
}
GROUSER_FMI fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return guarded_ok(c, "fmi2FreeFMUstate", [&](Instance& i) {
    if (!state || !*state) return;
    i.release(static_cast<Snapshot*>(*state));
    *state = nullptr;
  });
}
GROUSER_FMI fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, std::size_t* size) {
  return guarded_ok(c, "fmi2SerializedFMUstateSize", [&](Instance& i) {
    need_pointer(size, "size");
    *size = i.bytes_of(static_cast<Snapshot*>(state)).size();
  });
}
GROUSER_FMI fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte* bytes,
                                             std::size_t size) {
  return guarded_ok(c, "fmi2SerializeFMUstate", [&](Instance& i) {
    need_pointer(bytes, "bytes");
    const std::vector<std::uint8_t> all = i.bytes_of(static_cast<Snapshot*>(state));
    if (size < all.size())
      throw InputError("size", std::to_string(size), std::to_string(all.size()) + " bytes or more");
    std::memcpy(bytes, all.data(), all.size());
  });
}
GROUSER_FMI fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte* bytes, std::size_t size,
                                               fmi2FMUstate* state) {
  return guarded_ok(c, "fmi2DeSerializeFMUstate", [&](Instance& i) {
    need_pointer(bytes, "bytes");
    need_pointer(state, "state");
    *state = i.from_bytes({reinterpret_cast<const std::uint8_t*>(bytes), size});
  });
}

GROUSER_FMI fmi2Status fmi2DoStep(fmi2Component c, fmi2Real point, fmi2Real size, fmi2Boolean) {
  return guarded(c, "fmi2DoStep",
                 [&](Instance& i) { return i.do_step(point, size).terminated ? kDiscard : kOk; });
}
GROUSER_FMI fmi2Status fmi2CancelStep(fmi2Component c) { return refuse(c, "fmi2CancelStep"); }
GROUSER_FMI fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind kind, fmi2Status* value) {
  return guarded(c, "fmi2GetStatus", [&](Instance& i) {
    need_pointer(value, "status");
    if (kind != kDoStepStatus) return kDiscard;
    *value = i.last_end().terminated ? kDiscard : kOk;
    return kOk;
  });
}
GROUSER_FMI fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real* value) {
  return guarded(c, "fmi2GetRealStatus", [&](Instance& i) {
    need_pointer(value, "status");
    if (kind != kLastSuccessfulTime) return kDiscard;
    *value = i.last_end().time;
    return kOk;
  });
}
GROUSER_FMI fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind, fmi2Integer*) {
  return guarded(c, "fmi2GetIntegerStatus", [](Instance&) { return kDiscard; });
}
GROUSER_FMI fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean* value) {
  return guarded(c, "fmi2GetBooleanStatus", [&](Instance& i) {
    need_pointer(value, "status");
    if (kind != kTerminated) return kDiscard;
    *value = i.last_end().terminated;
    return kOk;
  });
}
GROUSER_FMI fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind, fmi2String*) {
  return guarded(c, "fmi2GetStringStatus", [](Instance&) { return kDiscard; });
}

GROUSER_FMI fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference*, std::size_t,
                                                    const fmi2ValueReference*, std::size_t, const fmi2Real*,
                                                    fmi2Real*) {
  return refuse(c, "fmi2GetDirectionalDerivative");
}
GROUSER_FMI fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference*, std::size_t,
                                                   const fmi2Integer*, const fmi2Real*) {
  return refuse(c, "fmi2SetRealInputDerivatives");
}
GROUSER_FMI fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference*, std::size_t,
                                                    const fmi2Integer*, fmi2Real*) {
  return refuse(c, "fmi2GetRealOutputDerivatives");
}
