// SPDX-License-Identifier: BSD-3-Clause
// A scene of nodes: root (z up to y up), site (offset), bodies with animated poses, ground with morph
// targets. Positions are relative to an offset near the start, because floats resolve millimetres only near
// zero. Frames at equal times are dropped, since keys of an animation must rise.
#include "grouser/exchange/gltf/run_gltf.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "glb_writer.hpp"
#include "ground_patch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/link/link_decoder.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "look_mesh.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostGroundVertices = 150'000;
constexpr std::size_t kMostRutStages = 24;

/// The poses of one body at all frames, with neighbouring quaternions on the same side of the sphere.
struct BodyTrack {
  std::vector<float> positions, turns;  // x, y, z; x, y, z, w
  bool moves = false;
};

struct Tracks {
  std::vector<float> times;  // s from the first frame on
  std::vector<BodyTrack> bodies;
  std::vector<Vec3> path;  // of all wheels and of the body that views follow
  Vec3 offset = Vec3::Zero();
};

/// x, y, z, w as glTF wants them.
std::array<float, 4> quaternion_floats(const Quat& q) {
  return {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z()),
          static_cast<float>(q.w())};
}

/// Adds a key to a body's track and notes whether the body has moved since its first one.
void add_pose(const Vec3& p, Quat q, BodyTrack& track) {
  const std::size_t last = track.turns.size();
  if (last > 0) {
    const float* const before = track.turns.data() + last - 4;
    // q and -q are the same rotation; the nearer one keeps linear interpolation on the short arc.
    if (q.x() * before[0] + q.y() * before[1] + q.z() * before[2] + q.w() * before[3] < 0.0)
      q.coeffs() = -q.coeffs();
  }
  for (int k = 0; k < 3; ++k) track.positions.push_back(static_cast<float>(p[k]));
  for (const float number : quaternion_floats(q)) track.turns.push_back(number);
  const auto same = [](const std::vector<float>& numbers, std::size_t each) {
    return std::equal(numbers.end() - static_cast<std::ptrdiff_t>(each), numbers.end(), numbers.begin());
  };
  track.moves = track.moves || !same(track.positions, 3) || !same(track.turns, 4);
}

/// The poses of all bodies, and the places that the ground patch must cover.
Tracks read_tracks(const RunReader& run, const Scene& scene, const std::function<void(double)>& progress) {
  const auto columns = pose_channels(scene, run.path().string());
  const std::vector<double> times = run.read_times();
  Tracks tracks;
  tracks.bodies.resize(columns.size());
  std::vector<double> values(run.channels().size());
  std::vector<int> followed = scene.wheel_bodies;
  followed.push_back(scene.followed_body);
  for (std::size_t frame = 0; frame < times.size(); ++frame) {
    const auto time = static_cast<float>(times[frame] - times.front());
    if (frame > 0 && !(time > tracks.times.back())) continue;  // keys rise
    run.read_frame(frame, values);
    const auto place = [&](std::size_t body) {
      return Vec3(values[columns[body][0]], values[columns[body][1]], values[columns[body][2]]);
    };
    // whole metres, which a float holds exactly
    if (frame == 0) tracks.offset = place(static_cast<std::size_t>(scene.followed_body)).array().round();
    tracks.times.push_back(time);
    for (std::size_t body = 0; body < columns.size(); ++body) {
      const auto& c = columns[body];
      const Quat q = normalised(Quat(values[c[3]], values[c[4]], values[c[5]], values[c[6]]));
      add_pose(place(body) - tracks.offset, q, tracks.bodies[body]);
    }
    for (const int body : followed) tracks.path.push_back(place(static_cast<std::size_t>(body)));
    if (progress) progress(static_cast<double>(frame + 1) / static_cast<double>(times.size()));
  }
  return tracks;
}

/// The file in the making, with the materials that it has so far.
class SceneFile {
 public:
  explicit SceneFile(const World& world) : world_(world) {}
  GlbWriter file;
  /// A material is written once.
  int material(const GltfJson& wanted) {
    const auto [place, is_new] = materials_.try_emplace(wanted["name"].get<std::string>(), 0);
    if (is_new) place->second = file.add("materials", wanted);
    return place->second;
  }
  /// Material of a soil in the colour of its class on the soil map.
  int soil_material(int soil) {
    std::array<double, 3> colour{0.35, 0.25, 0.17};  // dry sand where no map says otherwise
    const std::string id = world_.materials[static_cast<std::size_t>(soil)].id;
    if (const SoilMap* map = world_.terrain->soil_map())
      for (const SoilClass& c : map->legend().classes())
        if (c.soil == id)
          for (std::size_t k = 0; k < 3; ++k) colour[k] = linear(c.colour[k] / 255.0);
    return material(look_material("soil " + id, colour, 0.0, 0.95));
  }
  /// A node with a mesh below another node.
  int add_look(int parent, const TriangleMesh& mesh, const GltfJson& wanted) {
    if (mesh.faces.empty()) return -1;
    const LookMesh look = look_mesh(mesh);
    const GltfJson attributes{{"POSITION", file.vertex_vectors(look.positions)},
                              {"NORMAL", file.vertex_vectors(look.normals)}};
    const int number = file.add("meshes", {{"primitives",
                                            {{{"attributes", attributes},
                                              {"indices", file.triangles(look.corners)},
                                              {"material", material(wanted)}}}}});
    return add_child(parent, {{"mesh", number}});
  }
  int add_child(int parent, GltfJson node) {
    const int number = file.add("nodes", std::move(node));
    file.at("nodes", parent)["children"].push_back(number);
    return number;
  }

 private:
  /// Linear value of a part of sRGB (IEC 61966-2-1).
  static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  }
  const World& world_;
  std::map<std::string, int> materials_;
};

/// Shapes of vehicle files, closed meshes in contact, and rocks, plates and ramps.
void add_looks(SceneFile& scene_file, const World& world, int site, const std::vector<int>& bodies,
               const Vec3& offset) {
  const Scene& scene = world.scene;
  const RigidTransform to_site{Mat3::Identity(), -offset};
  // Shapes of the world, of which there may be thousands of rocks, become one object per material.
  std::map<std::string, std::pair<GltfJson, TriangleMesh>> standing;
  // Looks of a body hang on its node; those of the world are gathered by material.
  const auto add = [&](int body, const TriangleMesh& mesh, const GltfJson& material) {
    if (body >= 0) {
      scene_file.add_look(bodies[static_cast<std::size_t>(body)], mesh, material);
      return;
    }
    auto& [wanted, all] = standing[material["name"].get<std::string>()];
    wanted = material;
    append_mesh(all, mesh, to_site);
  };
  for (const VisualShape& visual : scene.visuals)
    add(visual.body, mesh_of_visual(visual), material_of_visual(visual));
  for (const MeshPart& part : scene.mesh.parts) {
    // A wheel's contact mesh is hidden where the body has a look of its own.
    const auto seen = [&](const VisualShape& visual) { return visual.body == part.body.index; };
    if (!part.spec.drawn || (part.on_wheel && std::ranges::any_of(scene.visuals, seen))) continue;
    TriangleMesh mesh;
    append_mesh(mesh, part.spec.form->mesh, part.spec.pose);
    add(part.body.index, mesh, look_material("mesh", {0.6, 0.6, 0.62}, 0.3, 0.5));
  }
  for (const RigidShape& shape : world.terrain->shapes()) {
    // A shape may belong to a body and moves with it.
    const auto owner = std::ranges::find(scene.body_names, shape.owner);
    const int body =
        owner == scene.body_names.end() ? -1 : static_cast<int>(owner - scene.body_names.begin());
    TriangleMesh mesh;
    append_mesh(mesh, shape.hull ? mesh_of(*shape.hull) : box_mesh(2.0 * shape.half), shape.pose);
    add(body, mesh, material_of_shape(shape));
  }
  for (const auto& [name, part] : standing) scene_file.add_look(site, part.second, part.first);
}

/// The ground at the first keyframe and at some after it.
std::vector<RutStage> rut_stages(const RunReader& run, const World& world, double start) {
  std::vector<RutStage> stages;
  const std::vector<double> times = run.read_times();
  const std::size_t count = run.keyframe_count();
  const std::size_t wanted = std::min(count, kMostRutStages);
  for (std::size_t k = 0; k < wanted; ++k) {
    const std::size_t keyframe = wanted < 2 ? 0 : k * (count - 1) / (wanted - 1);
    GroundMemory memory = world.grounds.untouched();
    for (const StoredTile& tile : run.read_keyframe(keyframe).tiles)
      memory.load_tile({tile.i, tile.j}, tile.values);
    stages.push_back({times[run.keyframe_frame(keyframe)] - start, std::move(memory)});
  }
  return stages;
}

/// The one animation of the file: samplers, and the node's properties that they drive.
class Animation {
 public:
  explicit Animation(const std::string& name)
      : json_{{"name", name}, {"channels", GltfJson::array()}, {"samplers", GltfJson::array()}} {}
  void add(int node, const char* path, int input, int output) {
    json_["samplers"].push_back({{"input", input}, {"output", output}, {"interpolation", "LINEAR"}});
    json_["channels"].push_back(
        {{"sampler", json_["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }
  bool empty() const { return json_["channels"].empty(); }
  const GltfJson& json() const { return json_; }

 private:
  GltfJson json_;
};

/// Nodes of all bodies, with the poses of the first frame, below `site`.
std::vector<int> add_bodies(SceneFile& scene_file, const Scene& scene, const Tracks& tracks, int site,
                            Animation& animation) {
  std::vector<int> nodes;
  const int times = scene_file.file.keys(tracks.times, "SCALAR");
  for (std::size_t body = 0; body < tracks.bodies.size(); ++body) {
    const BodyTrack& track = tracks.bodies[body];
    nodes.push_back(scene_file.add_child(
        site, {{"name", scene.body_names[body]},
               {"translation", std::vector<float>(track.positions.begin(), track.positions.begin() + 3)},
               {"rotation", std::vector<float>(track.turns.begin(), track.turns.begin() + 4)}}));
    // A body at rest keeps the pose of its node.
    if (!track.moves) continue;
    animation.add(nodes.back(), "translation", times, scene_file.file.keys(track.positions, "VEC3"));
    animation.add(nodes.back(), "rotation", times, scene_file.file.keys(track.turns, "VEC4"));
  }
  return nodes;
}

/// Stage by stage the weights go from 0 to 1.
void animate_ruts(SceneFile& scene_file, int node, const std::vector<RutStage>& stages,
                  Animation& animation) {
  if (stages.size() < 2) return;
  std::vector<float> times, weights;
  for (std::size_t k = 0; k < stages.size(); ++k) {
    times.push_back(static_cast<float>(stages[k].time));
    for (std::size_t target = 1; target < stages.size(); ++target)
      weights.push_back(target <= k ? 1.0F : 0.0F);
  }
  animation.add(node, "weights", scene_file.file.keys(times, "SCALAR"),
                scene_file.file.keys(weights, "SCALAR"));
}

}  // namespace

GltfReport write_gltf(const RunReader& run, const std::filesystem::path& out,
                      const std::function<void(double)>& progress) {
  if (run.frame_count() == 0) throw InputError(run.path().string(), "a run without frames", "at least one");
  const std::shared_ptr<const World> world = load_world_from_run(run);
  Scene scene = world->scene;
  scene.channels = run.channels();
  const Tracks tracks = read_tracks(run, scene, progress);
  SceneFile scene_file(*world);
  GlbWriter& file = scene_file.file;
  // z up to y up (glTF 2.0, section 3.4)
  const double half = std::sqrt(0.5);
  const int root = file.add("nodes", {{"name", scene.name}, {"rotation", {-half, 0.0, 0.0, half}}});
  const Vec3& o = tracks.offset;
  const int site = scene_file.add_child(root, {{"name", "site"}, {"translation", {o.x(), o.y(), o.z()}}});
  Animation animation(scene.name);
  const std::vector<int> bodies = add_bodies(scene_file, scene, tracks, site, animation);
  add_looks(scene_file, *world, site, bodies, o);
  GltfReport report;
  const GroundPatch patch =
      ground_patch(*world->terrain, tracks.path, world->grounds.untouched().cell(), kMostGroundVertices);
  if (patch.size() > 3) {
    const std::vector<RutStage> stages = rut_stages(run, *world, run.read_times().front());
    const std::optional<int> mesh = add_ground(file, patch, *world->terrain, stages, o,
                                               [&](int soil) { return scene_file.soil_material(soil); });
    if (mesh) {
      const int node = scene_file.add_child(site, {{"name", "ground"}, {"mesh", *mesh}});
      animate_ruts(scene_file, node, stages, animation);
      report.ground_vertices = patch.size();
      report.ground_spacing = patch.spacing;
      report.rut_stages = stages.size();
    }
  }
  if (!animation.empty()) file.add("animations", animation.json());
  file.json()["scene"] = 0;
  file.add("scenes", {{"name", scene.title}, {"nodes", {root}}});
  report.nodes = file.json()["nodes"].size();
  report.frames = tracks.times.size();
  const std::string bytes = file.finish();
  report.bytes = bytes.size();
  write_file_atomically(out, bytes);
  return report;
}

}  // namespace grouser
