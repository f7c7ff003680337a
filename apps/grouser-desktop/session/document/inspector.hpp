// SPDX-License-Identifier: BSD-3-Clause
// The keys of the documents that belong to the selection, with all that is known of each: range, fallback,
// meaning, place in its file.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "session/document/selection.hpp"

namespace grouser {
class World;
}

namespace grouser::desktop {

struct InspectedKey {
  const KeyNote* note = nullptr;
  std::string label;   ///< within its group
  std::string remark;  ///< beside it in its file
  std::string source;  ///< "exomars_lvm, line 24"; empty: not in a file
  std::string unit;    ///< "" where there is none
};
struct InspectedGroup {
  std::string title;
  std::vector<InspectedKey> keys;
};

class Inspector {
 public:
  /// Takes the keys of a world; null: nothing is open.
  void show(std::shared_ptr<const World> world);
  /// The keys of the selection; with nothing selected those of the scenario itself. `filter`: where it has
  /// words, all keys in whose name or remark they occur.
  std::vector<InspectedGroup> groups(const Selection& selection, const Scene& scene,
                                     const std::string& filter) const;
  /// Heading of the selection: "Body chassis".
  static std::string title_of(const Selection& selection, const Scene& scene);
  const KeyNote* find(const std::string& key) const;

 private:
  InspectedKey inspected(std::size_t index, std::size_t prefix) const;
  void add_prefix(std::vector<InspectedGroup>& groups, const std::string& title,
                  const std::string& prefix) const;
  void add_body(std::vector<InspectedGroup>& groups, const std::string& body) const;
  void add_soils(std::vector<InspectedGroup>& groups) const;
  void add_scenario(std::vector<InspectedGroup>& groups) const;

  std::shared_ptr<const World> world_;
  struct FromFile {
    std::string remark, source;
  };
  std::vector<FromFile> files_;  // of each key
};

/// The numbers of a list such as "[ 1.5, 2 ]"; empty if it is none.
std::vector<double> numbers_of(const std::string& toml);
/// The list of these numbers as TOML.
std::string toml_numbers(const std::vector<double>& values);

}  // namespace grouser::desktop
