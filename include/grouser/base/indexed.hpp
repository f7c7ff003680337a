// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

namespace grouser {

/// A vector whose elements are called by an id, as `bodies[BodyId]`. Id holds an int `index` >= 0; a place in
/// the vector still works as an index too, for loops over all elements.
template <typename Id, typename T>
class Indexed : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  using std::vector<T>::operator[];
  T& operator[](Id id) { return (*this)[static_cast<std::size_t>(id.index)]; }
  const T& operator[](Id id) const { return (*this)[static_cast<std::size_t>(id.index)]; }
};

}  // namespace grouser
