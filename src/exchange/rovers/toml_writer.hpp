// SPDX-License-Identifier: BSD-3-Clause
// Lines of TOML as a person writes them: tables with keys in order, numbers that read back to the same bits.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "grouser/math/pose.hpp"

namespace grouser {

class TomlLines {
 public:
  void comment(std::string_view text);
  /// "[wheel]" or "[[body]]", after an empty line.
  void table(std::string_view header);
  void text(std::string_view key, std::string_view value);
  void texts(std::string_view key, const std::vector<std::string>& values);
  void number(std::string_view key, double value);
  void whole(std::string_view key, int value);
  void flag(std::string_view key, bool value);
  void numbers(std::string_view key, const std::vector<double>& values);
  void vector(std::string_view key, const Vec3& value) { numbers(key, {value.x(), value.y(), value.z()}); }
  /// A key that ends in _deg, of an angle in rad.
  void angle(std::string_view key, double angle);
  /// `position` and `rpy_deg`, each where it is not zero.
  void pose(const RigidTransform& X);
  /// A whole line.
  void line(std::string_view text) { out_.append(text).append("\n"); }
  void append(const TomlLines& more) { out_ += more.out_; }
  const std::string& out() const { return out_; }

 private:
  std::string out_;
};

/// The shortest text of a number that reads back to the same bits; what is below 1e-14 is rounding and
/// becomes 0.
std::string toml_number(double value);

/// Six numbers of an inertia: xx, yy, zz, and xy, xz, yz where one of them is more than rounding.
std::vector<double> inertia_numbers(const Mat3& inertia);

}  // namespace grouser
