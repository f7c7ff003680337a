// SPDX-License-Identifier: BSD-3-Clause
// Documents that a run was made from, kept with it.
#pragma once
#include <memory>
#include <string>
#include <utility>

namespace grouser {

/// A file that people wrote and the run read, kept word for word.
struct InputDocument {
  std::string kind;  ///< "scenario", "rover", "soil", "visuals", ...
  std::string name;  ///< file name or id, e.g. "exomars_lvm.toml"
  std::string text;  ///< the whole document, UTF-8
};

/// A shared part of a world, and whether it is just as a document says it. One that a program puts in its
/// place is not.
template <class Part>
class Documented {
 public:
  Documented() = default;
  template <class Pointer>
  requires std::convertible_to<Pointer, std::shared_ptr<const Part>> Documented(Pointer part)
      : part_(std::move(part)) {}
  static Documented as_read(std::shared_ptr<const Part> part) {
    Documented documented(std::move(part));
    documented.documented_ = true;
    return documented;
  }
  bool documented() const { return documented_; }
  const std::shared_ptr<const Part>& shared() const { return part_; }
  operator const std::shared_ptr<const Part>&() const { return part_; }
  explicit operator bool() const { return static_cast<bool>(part_); }
  const Part& operator*() const { return *part_; }
  const Part* operator->() const { return part_.get(); }
  /// Whether both share the same part.
  bool operator==(const Documented& other) const { return part_ == other.part_; }
  void reset() { *this = {}; }

 private:
  std::shared_ptr<const Part> part_;
  bool documented_ = false;
};

}  // namespace grouser
