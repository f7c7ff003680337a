// SPDX-License-Identifier: BSD-3-Clause
// The functions of FMI 3.0.2 for co-simulation, sections 2.2 and 4.2; fmi3_refused.cpp has those that this
// unit does not offer. All variables are scalars, so a call has as many values as references. A scenario
// that ends within a step is reported by terminateSimulation, not by the status.
#include <cstring>

#include "calls.hpp"
#include "fmi3_types.hpp"

using namespace grouser;
using namespace grouser::fmu;

namespace {

/// Reads texts of one type, and hands each to `take`.
template <class Take>
int read_texts(fmi3Instance c, const char* function, FmuType type, const fmi3ValueReference* vr,
               std::size_t count, const void* values, std::size_t value_count, const Take& take) {
  return guarded_ok(c, function, [&](Instance& instance) {
    need_lists(count, vr, values);
    if (count != value_count)
      throw InputError("count of values", std::to_string(value_count), std::to_string(count));
    instance.forget_texts();
    for (std::size_t k = 0; k < count; ++k) take(instance, k, instance.text(vr[k], type));
  });
}

/// Calls `set` for each entry of the lists.
template <class Set>
int write_values(fmi3Instance c, const char* function, const fmi3ValueReference* vr, std::size_t count,
                 const void* values, std::size_t value_count, const Set& set) {
  return guarded_ok(c, function, [&](Instance& instance) {
    need_lists(count, vr, values);
    if (count != value_count)
      throw InputError("count of values", std::to_string(value_count), std::to_string(count));
    for (std::size_t k = 0; k < count; ++k) set(instance, k);
  });
}

}  // namespace

GROUSER_FMI const char* fmi3GetVersion() { return "3.0"; }

GROUSER_FMI fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                     fmi3Boolean, fmi3Boolean, fmi3Boolean event_mode,
                                                     fmi3Boolean, const fmi3ValueReference*, std::size_t,
                                                     fmi3InstanceEnvironment environment,
                                                     fmi3LogMessageCallback callback,
                                                     fmi3IntermediateUpdateCallback) {
  const Instance::Log log = [callback, environment](int status, const std::string& message) {
    if (callback) callback(environment, status, "logStatusError", message.c_str());
  };
  if (!name || !resources || event_mode) {
    log(kError,
        "fmi3InstantiateCoSimulation: no name, no resources, or the event mode, which is not offered");
    return nullptr;
  }
  return instantiate("fmi3InstantiateCoSimulation", token, resources, log);
}
GROUSER_FMI void fmi3FreeInstance(fmi3Instance c) { leave(c); }

GROUSER_FMI fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean, std::size_t, const fmi3String*) {
  return guarded_ok(c, "fmi3SetDebugLogging", [](Instance&) {});  // errors are always logged
}
GROUSER_FMI fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean, fmi3Float64,
                                                   fmi3Float64 start, fmi3Boolean, fmi3Float64) {
  return guarded_ok(c, "fmi3EnterInitializationMode", [&](Instance& i) {
    i.set_start(start);
    i.enter_initialization();
  });
}
GROUSER_FMI fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
  return guarded_ok(c, "fmi3ExitInitializationMode", [](Instance& i) { i.exit_initialization(); });
}
GROUSER_FMI fmi3Status fmi3Terminate(fmi3Instance c) {
  return guarded_ok(c, "fmi3Terminate", [](Instance& i) { i.terminate(); });
}
GROUSER_FMI fmi3Status fmi3Reset(fmi3Instance c) {
  return guarded_ok(c, "fmi3Reset", [](Instance& i) { i.reset(); });
}

GROUSER_FMI fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference* vr, std::size_t count,
                                      fmi3Float64* values, std::size_t value_count) {
  return write_values(c, "fmi3GetFloat64", vr, count, values, value_count,
                      [&](Instance& i, std::size_t k) { values[k] = i.real(vr[k]); });
}
GROUSER_FMI fmi3Status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference* vr, std::size_t count,
                                    fmi3Int32* values, std::size_t value_count) {
  return read_texts(c, "fmi3GetInt32", FmuType::integer, vr, count, values, value_count,
                    [&](Instance&, std::size_t k, const std::string& text) { values[k] = std::stoi(text); });
}
GROUSER_FMI fmi3Status fmi3GetBoolean(fmi3Instance c, const fmi3ValueReference* vr, std::size_t count,
                                      fmi3Boolean* values, std::size_t value_count) {
  return read_texts(c, "fmi3GetBoolean", FmuType::boolean, vr, count, values, value_count,
                    [&](Instance&, std::size_t k, const std::string& text) { values[k] = text == "true"; });
}
GROUSER_FMI fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference* vr, std::size_t count,
                                     fmi3String* values, std::size_t value_count) {
  return read_texts(c, "fmi3GetString", FmuType::string, vr, count, values, value_count,
                    [&](Instance& i, std::size_t k, const std::string& text) { values[k] = i.keep(text); });
}

GROUSER_FMI fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference* vr, std::size_t count,
                                      const fmi3Float64* values, std::size_t value_count) {
  return write_values(c, "fmi3SetFloat64", vr, count, values, value_count,
                      [&](Instance& i, std::size_t k) { i.set_real(vr[k], values[k]); });
}
GROUSER_FMI fmi3Status fmi3SetInt32(fmi3Instance c, const fmi3ValueReference* vr, std::size_t count,
                                    const fmi3Int32* values, std::size_t value_count) {
  return write_values(c, "fmi3SetInt32", vr, count, values, value_count, [&](Instance& i, std::size_t k) {
    i.set_text(vr[k], FmuType::integer, std::to_string(values[k]));
  });
}
GROUSER_FMI fmi3Status fmi3SetBoolean(fmi3Instance c, const fmi3ValueReference* vr, std::size_t count,
                                      const fmi3Boolean* values, std::size_t value_count) {
  return write_values(c, "fmi3SetBoolean", vr, count, values, value_count, [&](Instance& i, std::size_t k) {
    i.set_text(vr[k], FmuType::boolean, values[k] ? "true" : "false");
  });
}
GROUSER_FMI fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference* vr, std::size_t count,
                                     const fmi3String* values, std::size_t value_count) {
  return write_values(c, "fmi3SetString", vr, count, values, value_count, [&](Instance& i, std::size_t k) {
    need_pointer(values[k], "text");
    i.set_text(vr[k], FmuType::string, values[k]);
  });
}

GROUSER_FMI fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState* state) {
  return guarded_ok(c, "fmi3GetFMUState", [&](Instance& i) {
    need_pointer(state, "state");
    *state = i.save(static_cast<Snapshot*>(*state));
  });
}
GROUSER_FMI fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  return guarded_ok(c, "fmi3SetFMUState", [&](Instance& i) { i.restore(static_cast<Snapshot*>(state)); });
}
GROUSER_FMI fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState* state) {
  return guarded_ok(c, "fmi3FreeFMUState", [&](Instance& i) {
    if (!state || !*state) return;
    i.release(static_cast<Snapshot*>(*state));
    *state = nullptr;
  });
}
GROUSER_FMI fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, std::size_t* size) {
  return guarded_ok(c, "fmi3SerializedFMUStateSize", [&](Instance& i) {
    need_pointer(size, "size");
    *size = i.bytes_of(static_cast<Snapshot*>(state)).size();
  });
}
GROUSER_FMI fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte* bytes,
                                             std::size_t size) {
  return guarded_ok(c, "fmi3SerializeFMUState", [&](Instance& i) {
    need_pointer(bytes, "bytes");
    const std::vector<std::uint8_t> all = i.bytes_of(static_cast<Snapshot*>(state));
    if (size < all.size())
      throw InputError("size", std::to_string(size), std::to_string(all.size()) + " bytes or more");
    std::memcpy(bytes, all.data(), all.size());
  });
}
GROUSER_FMI fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte* bytes, std::size_t size,
                                               fmi3FMUState* state) {
  return guarded_ok(c, "fmi3DeserializeFMUState", [&](Instance& i) {
    need_pointer(bytes, "bytes");
    need_pointer(state, "state");
    *state = i.from_bytes({bytes, size});
  });
}

GROUSER_FMI fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 point, fmi3Float64 size, fmi3Boolean,
                                  fmi3Boolean* event_needed, fmi3Boolean* terminate,
                                  fmi3Boolean* early_return, fmi3Float64* last_successful_time) {
  return guarded_ok(c, "fmi3DoStep", [&](Instance& i) {
    need_pointer(event_needed, "eventHandlingNeeded");
    need_pointer(terminate, "terminateSimulation");
    need_pointer(early_return, "earlyReturn");
    need_pointer(last_successful_time, "lastSuccessfulTime");
    const StepEnd end = i.do_step(point, size);
    *event_needed = *early_return = false;
    *terminate = end.terminated;
    *last_successful_time = end.time;
  });
}
