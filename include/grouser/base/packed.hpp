// SPDX-License-Identifier: BSD-3-Clause
// A flag or an enumeration that is kept as a double. A block of a run's state stays a row of plain doubles,
// and the code that uses it sees the type.
#pragma once

namespace grouser {

/// T: bool, or an enum whose values count from 0.
template <class T>
class Packed {
 public:
  constexpr Packed(T value = T{}) : number_(static_cast<double>(static_cast<int>(value))) {}
  /// T{} where the number, read from a file, is not one of T's; state_check.cpp refuses such states.
  constexpr operator T() const {
    return number_ >= 0.0 && number_ < kMost ? static_cast<T>(static_cast<int>(number_)) : T{};
  }
  constexpr double number() const { return number_; }
  /// As a file may hold it.
  static constexpr Packed of_number(double number) {
    Packed packed;
    packed.number_ = number;
    return packed;
  }

 private:
  static constexpr double kMost = 128.0;
  double number_;
};

}  // namespace grouser
