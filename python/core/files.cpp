// SPDX-License-Identifier: BSD-3-Clause
// Files that come with the program: ids, titles, soils, and the keys of every kind of file.
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/simulation/build/key_list.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "values.hpp"

namespace grouser::python {
namespace {

/// id and title of each file of a kind.
py::list assets(const std::string& kind) {
  std::vector<std::pair<std::string, std::string>> found;
  {
    const py::gil_scoped_release released;
    for (const std::string& id : asset_ids(kind)) {
      const TomlTable file = TomlTable::load(resolve_asset(id, kind).string());
      found.emplace_back(id, file.holds("title") ? file.string_or("title", "") : file.string_or("name", ""));
    }
  }
  py::list list;
  for (const auto& [id, title] : found) list.append(py::make_tuple(text_of(id), text_of(title)));
  return list;
}

/// Keys of all sections: header, key, values, fallback, condition and help.
py::list sections_of(const std::vector<ListedSection>& sections) {
  py::list list;
  for (const ListedSection& section : sections)
    for (const ListedKey& key : section.keys)
      list.append(py::make_tuple(text_of(section.header), text_of(key.key), text_of(key.values),
                                 text_of(key.fallback), text_of(key.when), text_of(key.help)));
  return list;
}

/// A soil's values by key, with its sources.
py::dict soil_of(const std::string& name) {
  const SoilParams soil = load_soil(name);
  py::dict values;
  for (const SoilEntry& entry : soil_entries(soil)) {
    if (entry.word.empty())
      values[text_of(entry.key)] = entry.number;
    else
      values[text_of(entry.key)] = text_of(entry.word);
  }
  py::dict said;
  said["id"] = text_of(soil.id);
  said["name"] = text_of(soil.name);
  said["values"] = values;
  said["sources"] = texts_of(soil.sources);
  said["provisional"] = soil.provisional;
  return said;
}

}  // namespace

void bind_files(py::module_& module) {
  module.def("home_folder", [] { return text_of(home_folder().string()); });
  module.def("assets", assets, py::arg("kind"));
  module.def("scenario_keys", [] { return sections_of(list_scenario_keys()); });
  module.def("vehicle_keys", [] { return sections_of(list_vehicle_keys()); });
  module.def("soil_keys", [] { return sections_of(list_soil_keys()); });
  module.def("soil", soil_of, py::arg("name"));
}

}  // namespace grouser::python
