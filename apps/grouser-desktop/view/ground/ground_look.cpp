// SPDX-License-Identifier: BSD-3-Clause
// Ground by words in the name of its soil, and its colours: fixed ones for known materials, else mixed from
// the rock and dust of the world.
#include "view/ground/ground_look.hpp"

#include <algorithm>
#include <cctype>
#include <glm/common.hpp>
#include <utility>

namespace grouser::desktop {
namespace {

/// A word in the name of a soil, and the kind of ground that it means.
struct Word {
  std::string_view word;
  GroundKind kind;
};
/// The first one that a name has counts: "sandy loam" is earth, "Snow of Europa" ice, "bedrock" rock.
constexpr Word kWords[] = {
    {"plate", GroundKind::plate},    {"concrete", GroundKind::plate}, {"rock", GroundKind::rock},
    {"duricrust", GroundKind::rock}, {"ice", GroundKind::ice},        {"snow", GroundKind::ice},
    {"loam", GroundKind::earth},     {"clay", GroundKind::earth},     {"dust", GroundKind::regolith},
    {"lunar", GroundKind::regolith}, {"mars", GroundKind::regolith},  {"simulant", GroundKind::regolith},
    {"sand", GroundKind::sand},      {"silica", GroundKind::sand}};

constexpr double kLaboratory =
    7.0;  // m/s2: from here on the ground was brought into a room, or lies on Earth

}  // namespace

GroundKind ground_kind(std::string_view soil) {
  std::string name(soil);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const Word& word : kWords) {
    const std::size_t at = name.find(word.word);
    // "slice" is no ice: a word begins where no letter is before it, but for "bedrock"
    const bool begins =
        at != std::string::npos &&
        (at == 0 || !std::isalpha(static_cast<unsigned char>(name[at - 1])) || word.word == "rock");
    if (begins) return word.kind;
  }
  return GroundKind::regolith;
}

GroundKind ground_kind(std::span<const std::string> soils) {
  return soils.empty() ? GroundKind::regolith : ground_kind(soils.front());
}

GroundLook ground_look(GroundKind kind, const WorldLook& world) {
  const bool room = world.gravity > kLaboratory;
  const auto between = [&](float part) { return glm::mix(world.rock, world.dust, part); };
  switch (kind) {
    case GroundKind::sand:  // pale quartz on Earth; elsewhere the finest of what lies there
      if (room) return {{0.345f, 0.262f, 0.165f}, {0.462f, 0.365f, 0.240f}, 0.8f, 0.6f};
      return {between(0.70f), world.dust * 1.14f, 0.55f, 0.6f};
    case GroundKind::earth:
      return {{0.115f, 0.080f, 0.055f}, {0.255f, 0.190f, 0.130f}, 1.5f, 1.5f};
    case GroundKind::rock:
      return {world.rock * 0.62f, between(0.42f), 0.7f, 2.2f};
    case GroundKind::plate:
      return {{0.235f, 0.235f, 0.235f}, {0.335f, 0.333f, 0.328f}, 0.35f, 0.12f};
    case GroundKind::ice:
      return {{0.50f, 0.57f, 0.64f}, {0.80f, 0.84f, 0.88f}, 0.3f, 0.9f};
    case GroundKind::regolith:
      break;
  }
  if (room) return {{0.185f, 0.172f, 0.155f}, {0.335f, 0.316f, 0.288f}, 1.2f, 1.0f};
  return {world.rock * 0.92f, between(0.88f), 1.35f, 1.25f};
}

const char* ground_definition(GroundKind kind, const WorldLook& world) {
  switch (kind) {
    case GroundKind::sand:
      return world.gravity > kLaboratory ? "" : "#define RIPPLED\n";  // no wind in a room
    case GroundKind::rock:
    case GroundKind::ice:
      return "#define CRACKED\n";
    case GroundKind::plate:
      return "#define JOINTED\n";
    default:
      return "";
  }
}

}  // namespace grouser::desktop
