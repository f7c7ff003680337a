// SPDX-License-Identifier: BSD-3-Clause
// A surface is sampled on a grid that takes every n-th cell of the height field, so that at most 200 nodes
// (of the drawn surface) or 512 cells (of a Grid) lie along a side. Ruts are thinned by the deepest value
// of the joined cells, which keeps narrow ruts visible. Fields are written in the order of the schemas.
#include "mcap/ground_messages.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "grouser/shape/mesh/hull_mesh.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/heightfield.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "grouser/terrain/surface/terrain.hpp"
#include "mcap/frame_topics.hpp"

namespace grouser {
namespace {

constexpr int kMostNodes = 200;      // along a side of the surface that is drawn
constexpr int kMostGridCells = 512;  // along a side of a grid
constexpr double kPlaneHalf = 50.0;  // m: of a plane, which has no end
constexpr std::array<double, 3> kBareSoil{0.60, 0.48, 0.38};

enum PackedType : std::uint8_t { kUint8 = 1, kInt16 = 4, kFloat32 = 7 };  // foxglove_msgs/PackedElementField

/// Points at even distances over the ground; row 0 is the southern one.
struct Nodes {
  int columns = 0, rows = 0;
  double west = 0.0, south = 0.0, apart = 1.0;  // m
  double x(int column) const { return west + column * apart; }
  double y(int row) const { return south + row * apart; }
};

/// Every n-th cell of a height field, or the corners of a plane about the start of the main vehicle.
Nodes nodes_of(const World& world, int most) {
  if (const Heightfield* field = world.terrain->heightfield()) {
    const HeightfieldSpec& spec = field->spec();
    const int every = std::max(1, (std::max(spec.columns, spec.rows) + most - 1) / most);
    // Rows of a height field run from the north, those of the nodes from the south.
    const double south = spec.north - (spec.rows - 1) * spec.cell;
    return {(spec.columns - 1) / every + 1, (spec.rows - 1) / every + 1, spec.west, south, every * spec.cell};
  }
  const Vec3& start = world.main().initial.position;
  return {2, 2, start.x() - kPlaneHalf, start.y() - kPlaneHalf, 2.0 * kPlaneHalf};
}

/// Height of the surface at a node. A height field answers inside of its outermost cells alone.
double height_at(const Terrain& terrain, double x, double y) {
  HeightSample sample;
  if (const Heightfield* field = terrain.heightfield()) {
    const HeightfieldSpec& spec = field->spec();
    // The nearest stored height; interpolation would fail at the outermost nodes.
    const int column = std::clamp(static_cast<int>((x - spec.west) / spec.cell + 0.5), 0, spec.columns - 1);
    const int row = std::clamp(static_cast<int>((spec.north - y) / spec.cell + 0.5), 0, spec.rows - 1);
    return spec.datum + spec.offsets[static_cast<std::size_t>(row) * static_cast<std::size_t>(spec.columns) +
                                     static_cast<std::size_t>(column)];
  }
  return terrain.height(x, y, sample) ? sample.z : 0.0;
}

/// Class of the soil map at a point; -1 without a map.
int class_at(const Terrain& terrain, double x, double y) {
  const SoilMap* map = terrain.soil_map();
  return map != nullptr ? map->class_at(x, y) : -1;
}

/// Colour of a soil class, 0 to 1; that of bare soil for an unknown class.
std::array<double, 3> colour_of(const Terrain& terrain, int soil_class) {
  const SoilClass* found = soil_class >= 0 ? terrain.soil_map()->legend().find(soil_class) : nullptr;
  if (found == nullptr) return kBareSoil;
  constexpr double kWhole = 255.0;
  return {found->colour[0] / kWhole, found->colour[1] / kWhole, found->colour[2] / kWhole};
}

/// foxglove_msgs/Color, opaque.
void put_colour(const std::array<double, 3>& colour, CdrWriter& out) {
  out.numbers(colour);
  out.number(1.0);
}
void put_pose(const RigidTransform& X, CdrWriter& out) {
  out.vector(X.p);
  out.quaternion(to_quat(X.R));
}

/// foxglove_msgs/TriangleListPrimitive at the frame's origin.
void put_triangles(const std::vector<Vec3>& points, const std::vector<std::array<double, 3>>& colours,
                   const std::array<double, 3>& colour, const std::vector<std::uint32_t>& indices,
                   const RigidTransform& X, CdrWriter& out) {
  put_pose(X, out);
  out.length(points.size());
  for (const Vec3& point : points) out.vector(point);
  put_colour(colour, out);
  out.length(colours.size());
  for (const auto& one : colours) put_colour(one, out);
  out.length(indices.size());
  for (const std::uint32_t index : indices) out.number(index);
}

/// The terrain's surface as triangles with a colour per vertex.
void put_surface(const World& world, CdrWriter& out) {
  const Nodes nodes = nodes_of(world, kMostNodes);
  std::vector<Vec3> points;
  std::vector<std::array<double, 3>> colours;
  for (int row = 0; row < nodes.rows; ++row)
    for (int column = 0; column < nodes.columns; ++column) {
      const double x = nodes.x(column), y = nodes.y(row);
      points.emplace_back(x, y, height_at(*world.terrain, x, y));
      colours.push_back(colour_of(*world.terrain, class_at(*world.terrain, x, y)));
    }
  // Two triangles per cell, counter-clockwise from above.
  std::vector<std::uint32_t> indices;
  const auto columns = static_cast<std::uint32_t>(nodes.columns);
  for (std::uint32_t row = 0; row + 1 < static_cast<std::uint32_t>(nodes.rows); ++row)
    for (std::uint32_t column = 0; column + 1 < columns; ++column) {
      const std::uint32_t k = row * columns + column;
      for (const std::uint32_t corner : {k, k + 1, k + columns + 1, k, k + columns + 1, k + columns})
        indices.push_back(corner);
    }
  put_triangles(points, colours, kBareSoil, indices, {}, out);
}

/// The hull of a shape as triangles.
void put_shape_mesh(const RigidShape& shape, CdrWriter& out) {
  const TriangleMesh mesh = mesh_of(*shape.hull);
  std::vector<std::uint32_t> indices;
  for (const auto& face : mesh.faces)
    for (const int corner : face) indices.push_back(static_cast<std::uint32_t>(corner));
  put_triangles(mesh.vertices, {}, shape.colour, indices, shape.pose, out);
}

/// A foxglove_msgs/SceneEntity of boxes and triangles: the surface, where it is the ground's, and some
/// shapes.
void put_entity(const World& world, const std::string& frame, const std::vector<const RigidShape*>& shapes,
                std::uint64_t stamp, CdrWriter& out) {
  const bool ground = frame == kWorldFrame;
  const auto boxes = std::ranges::count_if(shapes, [](const RigidShape* s) { return s->hull == nullptr; });
  const std::size_t hulls = shapes.size() - static_cast<std::size_t>(boxes);
  out.stamp(stamp);
  out.text(frame);
  out.text(ground ? "ground" : frame);
  out.stamp(0);  // for ever
  out.flag(!ground);
  out.length(0);  // metadata
  out.length(0);  // arrows
  out.length(static_cast<std::size_t>(boxes));
  for (const RigidShape* shape : shapes) {
    if (shape->hull) continue;
    put_pose(shape->pose, out);
    out.vector(2.0 * shape->half);
    put_colour(shape->colour, out);
  }
  for (int none = 0; none < 3; ++none) out.length(0);  // spheres, cylinders, lines
  out.length(hulls + (ground ? 1 : 0));
  if (ground) put_surface(world, out);
  for (const RigidShape* shape : shapes)
    if (shape->hull) put_shape_mesh(*shape, out);
  out.length(0);  // texts
  out.length(0);  // models
}

/// A field of a grid's cell: its place in bytes and its type.
struct GridField {
  const char* name;
  std::uint32_t offset;
  PackedType type;
};

/// A foxglove_msgs/Grid whose south-west corner is at `corner`.
void put_grid(const Vec3& corner, double cell, int columns, std::span<const GridField> fields,
              std::uint32_t stride, const std::vector<std::uint8_t>& data, std::uint64_t stamp,
              CdrWriter& out) {
  out.header(stamp, kWorldFrame);  // time and frame, as a header has them
  put_pose({Mat3::Identity(), corner}, out);
  out.number(static_cast<std::uint32_t>(columns));
  out.number(cell);
  out.number(cell);
  out.number(stride * static_cast<std::uint32_t>(columns));
  out.number(stride);
  out.length(fields.size());
  for (const GridField& field : fields) {
    out.text(field.name);
    out.number(field.offset);
    out.number(static_cast<std::uint8_t>(field.type));
  }
  out.sequence(data);
}

/// A grid of few enough cells over the touched tiles: its south-western cell in the ground memory, the
/// number of memory cells along a side of each, and its size.
struct Thinned {
  std::int64_t west = 0, south = 0, every = 1;
  int columns = 0, rows = 0;
};

/// The grid that covers these tiles; empty without tiles.
Thinned thinned(const std::vector<TileKey>& tiles) {
  constexpr std::int64_t kSide = GroundMemory::kTileCells;
  if (tiles.empty()) return {};
  const auto [west, east] = std::ranges::minmax(tiles, {}, &TileKey::i);
  const auto [south, north] = std::ranges::minmax(tiles, {}, &TileKey::j);
  Thinned t{west.i * kSide, south.j * kSide, 1, 0, 0};
  const std::int64_t columns = (east.i - west.i + std::int64_t{1}) * kSide;
  const std::int64_t rows = (north.j - south.j + std::int64_t{1}) * kSide;
  t.every = std::max<std::int64_t>(1, (std::max(columns, rows) + kMostGridCells - 1) / kMostGridCells);
  t.columns = static_cast<int>((columns + t.every - 1) / t.every);
  t.rows = static_cast<int>((rows + t.every - 1) / t.every);
  return t;
}

/// Takes the deepest of a tile's cells into those of the grid.
void take_tile(const GroundMemory& ground, const TileKey& key, const Thinned& grid,
               std::vector<float>& depth) {
  constexpr int kSide = GroundMemory::kTileCells;
  const std::span<const double> values = ground.tile_values(key);  // the first layer is the depth
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      const std::int64_t i = (std::int64_t{key.i} * kSide + column - grid.west) / grid.every;
      const std::int64_t j = (std::int64_t{key.j} * kSide + row - grid.south) / grid.every;
      float& deepest = depth[static_cast<std::size_t>(j * grid.columns + i)];
      const auto value = static_cast<float>(values[static_cast<std::size_t>(row * kSide + column)]);
      if (std::abs(value) > std::abs(deepest)) deepest = value;
    }
}

}  // namespace

void put_terrain_scene(const World& world, std::uint64_t stamp, CdrWriter& out) {
  // Shapes move with the body that owns them, so each owner becomes an entity in its frame.
  std::vector<std::pair<std::string, std::vector<const RigidShape*>>> owners{{kWorldFrame, {}}};
  for (const RigidShape& shape : world.terrain->shapes()) {
    auto found = std::ranges::find(owners, shape.owner, [](const auto& o) { return o.first; });
    if (found == owners.end()) found = owners.insert(owners.end(), {shape.owner, {}});
    found->second.push_back(&shape);
  }
  out.length(0);  // deletions
  out.length(owners.size());
  for (const auto& [frame, shapes] : owners) put_entity(world, frame, shapes, stamp, out);
}

void put_soil_grid(const World& world, std::uint64_t stamp, CdrWriter& out) {
  static constexpr GridField kFields[] = {{"height", 0, kFloat32}, {"soil_class", 4, kInt16},
                                          {"red", 6, kUint8},      {"green", 7, kUint8},
                                          {"blue", 8, kUint8},     {"alpha", 9, kUint8}};
  constexpr std::size_t kStride = 12;
  constexpr double kWhole = 255.0;
  const Nodes nodes = nodes_of(world, kMostGridCells);
  std::vector<std::uint8_t> data(static_cast<std::size_t>(nodes.columns) *
                                 static_cast<std::size_t>(nodes.rows) * kStride);
  std::uint8_t* at = data.data();
  double lowest = std::numeric_limits<double>::infinity();
  for (int row = 0; row < nodes.rows; ++row)
    for (int column = 0; column < nodes.columns; ++column, at += kStride) {
      const double x = nodes.x(column), y = nodes.y(row);
      const double z = height_at(*world.terrain, x, y);
      const int soil_class = class_at(*world.terrain, x, y);
      const auto height = static_cast<float>(z);
      const auto number = static_cast<std::int16_t>(soil_class);
      // The cell as kFields describes it: height, class, red, green, blue, alpha, two bytes of padding.
      std::memcpy(at, &height, sizeof height);
      std::memcpy(at + 4, &number, sizeof number);
      const auto colour = colour_of(*world.terrain, soil_class);
      for (std::size_t k = 0; k < 3; ++k) at[6 + k] = static_cast<std::uint8_t>(colour[k] * kWhole + 0.5);
      at[9] = 255;
      lowest = std::min(lowest, z);
    }
  const Vec3 corner(nodes.west - 0.5 * nodes.apart, nodes.south - 0.5 * nodes.apart, lowest);
  put_grid(corner, nodes.apart, nodes.columns, kFields, kStride, data, stamp, out);
}

void put_rut_grid(const Terrain& terrain, const GroundMemory& ground, std::uint64_t stamp, CdrWriter& out) {
  static constexpr GridField kFields[] = {{"depth", 0, kFloat32}};
  const std::vector<TileKey> tiles = ground.all_tiles();
  const Thinned grid = thinned(tiles);
  std::vector<float> depth(static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows));
  for (const TileKey& key : tiles) take_tile(ground, key, grid, depth);
  const double cell = static_cast<double>(grid.every) * ground.cell();
  Vec3 corner(static_cast<double>(grid.west) * ground.cell(), static_cast<double>(grid.south) * ground.cell(),
              0.0);
  if (grid.columns > 0)
    // The grid is flat: it lies at the height of the ground under its middle.
    corner.z() =
        height_at(terrain, corner.x() + 0.5 * cell * grid.columns, corner.y() + 0.5 * cell * grid.rows);
  std::vector<std::uint8_t> data(depth.size() * sizeof(float));
  if (!data.empty()) std::memcpy(data.data(), depth.data(), data.size());
  put_grid(corner, cell, grid.columns, kFields, sizeof(float), data, stamp, out);
}

}  // namespace grouser
