// SPDX-License-Identifier: BSD-3-Clause
// A run file for Python: each function reads with the interpreter's lock released and then makes Python's
// objects with it. Reader and file are used by one thread at a time.
#include <pybind11/stl.h>

#include <filesystem>
#include <mutex>
#include <optional>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/run/run.hpp"
#include "values.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

/// A run file that is open; what it hands out lives on when it is closed.
class BoundRunFile {
 public:
  explicit BoundRunFile(const std::string& path) : path_(path) {
    const py::gil_scoped_release released;
    reader_.emplace(path);
  }
  const std::string& path() const { return path_; }
  void close() {
    const py::gil_scoped_release released;
    const std::lock_guard held(mutex_);
    reader_.reset();
  }
  bool closed() const {
    const py::gil_scoped_release released;
    const std::lock_guard held(mutex_);
    return !reader_;
  }
  /// read(reader) without the interpreter's lock, by one thread at a time. Throws InputError for a file that
  /// was closed.
  template <class Read>
  auto with(const Read& read) const {
    const py::gil_scoped_release released;
    const std::lock_guard held(mutex_);
    if (!reader_) throw InputError(path_, "a run file that was closed", "one that is open: Run.open()");
    return read(*reader_);
  }

 private:
  std::string path_;
  mutable std::mutex mutex_;
  std::optional<RunReader> reader_;
};

/// Name, unit and description of each channel.
py::list channels_of(const BoundRunFile& file) {
  const std::vector<ChannelSpec> channels =
      file.with([](const RunReader& reader) { return reader.channels(); });
  py::list list;
  for (const ChannelSpec& channel : channels)
    list.append(py::make_tuple(text_of(channel.name), text_of(channel.unit), text_of(channel.description)));
  return list;
}

/// Time in s, kind and text of each event.
py::list events_of(const BoundRunFile& file) {
  const std::vector<RunEvent> events =
      file.with([](const RunReader& reader) { return reader.read_events(); });
  py::list list;
  for (const RunEvent& event : events)
    list.append(py::make_tuple(event.time, text_of(event.kind), text_of(event.text)));
  return list;
}

/// Names and units of the columns, times, steps, and the values row by row.
py::tuple commands_of(const BoundRunFile& file) {
  RunCommands commands = file.with([](const RunReader& reader) { return read_commands(reader); });
  py::list columns;
  for (const CommandColumn& column : commands.columns)
    columns.append(py::make_tuple(text_of(column.name), text_of(column.unit)));
  const std::size_t width = commands.columns.size();
  return py::make_tuple(columns, array_of(std::move(commands.times)), array_of(std::move(commands.steps)),
                        array_of(std::move(commands.values), width));
}

/// The header without its rasters, which may be large.
RunHeader without_rasters(const RunHeader& header) {
  RunHeader copy{.scenario = header.scenario,
                 .program_version = header.program_version,
                 .simd_level = header.simd_level,
                 .integrator = header.integrator,
                 .dt = header.dt,
                 .record_interval = header.record_interval,
                 .documents = header.documents,
                 .overrides = header.overrides,
                 .rasters = {},
                 .body_names = header.body_names,
                 .warnings = header.warnings};
  copy.parent = header.parent;
  return copy;
}

/// The header by name, without rasters.
py::dict header_of(const BoundRunFile& file) {
  py::dict said;
  const auto [header, frames, whole] = file.with([](const RunReader& reader) {
    return std::tuple(without_rasters(reader.header()), reader.frame_count(), reader.closed_cleanly());
  });
  said["scenario"] = text_of(header.scenario);
  said["program_version"] = text_of(header.program_version);
  said["simd_level"] = text_of(header.simd_level);
  said["integrator"] = text_of(header.integrator);
  said["dt"] = header.dt;
  said["record_interval"] = header.record_interval;
  said["settings"] = texts_of(header.overrides);
  said["bodies"] = texts_of(header.body_names);
  said["warnings"] = texts_of(header.warnings);
  said["frames"] = frames;
  said["closed_cleanly"] = whole;
  py::list documents;
  for (const InputDocument& document : header.documents)
    documents.append(py::make_tuple(text_of(document.kind), text_of(document.name), text_of(document.text)));
  said["documents"] = documents;
  said["parent"] = py::none();
  if (header.parent)
    said["parent"] = py::make_tuple(text_of(header.parent->file), header.parent->time,
                                    text_of(hash_text(header.parent->state_hash)));
  return said;
}

/// Heights of the ground, with their georeference.
py::list rasters_of(const BoundRunFile& file) {
  std::vector<EmbeddedRaster> rasters =
      file.with([](const RunReader& reader) { return reader.header().rasters; });
  py::list list;
  for (EmbeddedRaster& raster : rasters) {
    py::dict said;
    said["name"] = text_of(raster.name);
    said["origin"] = py::make_tuple(raster.origin_x, raster.origin_y);
    said["cell"] = raster.cell;
    said["datum"] = raster.datum;
    said["source"] = text_of(raster.source);
    said["crs"] = text_of(raster.crs);
    said["map_origin"] = py::make_tuple(raster.map_x, raster.map_y);
    said["values"] = array_of(std::move(raster.values), static_cast<std::size_t>(raster.nx));
    list.append(said);
  }
  return list;
}

/// Result of `grouser rerun`: "" if the repeated run is identical, otherwise the first difference.
py::tuple rerun_of(const std::string& path, const py::object& progress) {
  RerunResult result;
  work_released(progress, [&](const Watch& watch) {
    RunOptions options;
    options.now = steady_seconds;
    options.cancelled = watch.cancelled;
    options.progress = watch.progress;
    result = rerun(path, options);
  });
  return py::make_tuple(result.identical(), result.frames_compared, text_of(result.difference),
                        text_of(result.note));
}

}  // namespace

void bind_run_file(py::module_& module) {
  module.def(
      "open_run_file", [](const std::string& path) { return std::make_unique<BoundRunFile>(path); },
      py::arg("path"));
  py::class_<BoundRunFile> bound(module, "RunFile");
  forbid_new(bound);
  bound.def_property_readonly("path", [](const BoundRunFile& file) { return text_of(file.path()); })
      .def_property_readonly("closed", &BoundRunFile::closed)
      .def("close", &BoundRunFile::close)
      .def("header", header_of)
      .def("channels", channels_of)
      .def("events", events_of)
      .def("commands", commands_of)
      .def("rasters", rasters_of)
      .def("summary",
           [](const BoundRunFile& file) {
             return text_of(file.with([](const RunReader& reader) { return reader.summary(); }));
           })
      .def("times",
           [](const BoundRunFile& file) {
             return array_of(file.with([](const RunReader& reader) { return reader.read_times(); }));
           })
      .def("steps",
           [](const BoundRunFile& file) {
             return array_of(file.with([](const RunReader& reader) { return reader.read_steps(); }));
           })
      .def("last_state_hash",
           [](const BoundRunFile& file) {
             const auto hashes =
                 file.with([](const RunReader& reader) { return reader.read_state_hashes(); });
             return text_of(hashes.empty() ? "" : hash_text(hashes.back()));
           })
      .def(
          "channel",
          [](const BoundRunFile& file, const std::string& name) {
            return array_of(file.with([&](const RunReader& reader) { return reader.read_channel(name); }));
          },
          py::arg("name"));
  module.def("rerun", rerun_of, py::arg("path"), py::arg("progress"));
}

}  // namespace grouser::python
