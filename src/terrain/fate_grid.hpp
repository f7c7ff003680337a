// What is known of every cell of a raster while it is cleaned, three bits a cell: its kind, and whether it
// joins the border.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/terrain/raster_source.hpp"

namespace grouser {

enum class CellKind : std::uint8_t { height = 0, void_ = 1, spike = 2, box = 3 };

class FateGrid {
 public:
  explicit FateGrid(const CellRect& place);

  const CellRect& place() const { return place_; }
  CellKind kind(int column, int row) const {
    const std::size_t i = index(column, row);
    return static_cast<CellKind>(kinds_[i / 4] >> (2 * (i % 4)) & 3u);
  }
  void set(int column, int row, CellKind kind) {
    const std::size_t i = index(column, row);
    kinds_[i / 4] = static_cast<std::uint8_t>((kinds_[i / 4] & ~(3u << (2 * (i % 4)))) |
                                              static_cast<unsigned>(kind) << (2 * (i % 4)));
  }
  bool joins_border(int column, int row) const {
    const std::size_t i = index(column, row);
    return joined_[i / 8] >> (i % 8) & 1u;
  }
  /// Marks the voids that join, by sides or corners, the edge of `raster`.
  void find_margin(const CellRect& raster);
  /// Whether a cell is to be filled.
  bool wanted(int column, int row) const {
    const CellKind k = kind(column, row);
    return k != CellKind::height && !(k == CellKind::void_ && joins_border(column, row));
  }

 private:
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row - place_.row) * stride_ +
           static_cast<std::size_t>(column - place_.column);
  }
  bool join(int column, int row);
  bool sweep_row(int row, int before);

  CellRect place_;
  std::size_t stride_;
  std::vector<std::uint8_t> kinds_, joined_;
  std::vector<std::uint8_t> has_void_;  // by row
};

}  // namespace grouser
