// SPDX-License-Identifier: BSD-3-Clause
// The points of a tilt bed in parallel with a journal, whose head holds the spec and hashes of all its
// files. Points are found again by their tilt.
#include "grouser/mission/gradeability/gradeability_campaign.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>

#include "campaign/journal_file.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/version.hpp"

namespace grouser {
namespace {

using Json = JournalJson;

const JournalKind kGradeabilityJournal{"grouser gradeability journal 1", "a gradeability campaign",
                                       "gradeability campaign", "this file moved away"};
constexpr double kSameTilt = 1e-12;  // rad

/// A point as a line of the journal; wheels are lists of name, load, sinkage, rut depth, slip and torque.
Json to_json(const GradePoint& point) {
  Json json{{"tilt", point.tilt},
            {"settled", point.settled},
            {"reason", point.reason},
            {"stalled", point.stalled},
            {"slip", point.slip},
            {"slip_error", point.slip_error},
            {"drawbar_margin", point.drawbar_margin},
            {"braking_margin", point.braking_margin},
            {"time", point.time},
            {"distance", point.distance}};
  json["wheels"] = Json::array();
  for (const GradeWheel& wheel : point.wheels)
    json["wheels"].push_back(
        {wheel.name, wheel.load, wheel.sinkage, wheel.rut_depth, wheel.slip, wheel.torque});
  return json;
}

/// The point of a journal's line; throws where a key is missing.
GradePoint point_from(const Json& json) {
  GradePoint point{.tilt = json.at("tilt").get<double>()};
  point.settled = json.at("settled").get<bool>();
  point.reason = json.at("reason").get<std::string>();
  point.stalled = json.at("stalled").get<bool>();
  point.slip = journal_number(json.at("slip"));
  point.slip_error = json.value("slip_error", 0.0);  // not in journals of older versions
  point.drawbar_margin = journal_number(json.at("drawbar_margin"));
  point.braking_margin = journal_number(json.at("braking_margin"));
  point.time = journal_number(json.at("time"));
  point.distance = journal_number(json.at("distance"));
  for (const Json& wheel : json.at("wheels"))
    point.wheels.push_back({wheel.at(0).get<std::string>(), journal_number(wheel.at(1)),
                            journal_number(wheel.at(2)), journal_number(wheel.at(3)),
                            journal_number(wheel.at(4)), journal_number(wheel.at(5))});
  return point;
}

/// The points so far, by the number of their tilt, and where they are written.
class RigPoints {
 public:
  RigPoints(const std::vector<double>& tilts, const std::function<void(const GradePoint&)>& done)
      : tilts_(tilts), done_(done), found_(tilts.size()) {}

  /// Opens the journal and takes the points of it that are asked for and have these wheels; throws InputError
  /// for one of other inputs.
  void open(const std::filesystem::path& path, const std::string& identity,
            const std::vector<GradeWheel>& wheels) {
    const Json head = parse_json<Json>(identity, "identity");
    const auto difference = [&](const Json& found) -> std::string {
      for (const auto& [key, value] : head.items())
        if (!found.contains(key) || found.at(key) != value) return key;
      return "";
    };
    const auto take = [&](const Json& json) {
      const GradePoint point = point_from(json);
      if (!std::ranges::equal(point.wheels, wheels, {}, &GradeWheel::name, &GradeWheel::name)) return;
      for (std::size_t k = 0; k < tilts_.size(); ++k)
        if (!found_[k] && std::fabs(tilts_[k] - point.tilt) < kSameTilt) set(k, point);
    };
    file_ = std::make_unique<JournalFile>(path, kGradeabilityJournal, head, difference, take);
  }
  bool has(std::size_t k) const { return found_[k].has_value(); }
  /// Appends a point to the journal and reports it, one call at a time.
  void add(std::size_t k, const GradePoint& point) {
    const std::lock_guard held(mutex_);
    if (file_) file_->append(to_json(point));
    set(k, point);
  }
  /// All points found, in the order of the tilts.
  std::vector<GradePoint> all() const {
    std::vector<GradePoint> points;
    for (const auto& point : found_)
      if (point) points.push_back(*point);
    return points;
  }

 private:
  void set(std::size_t k, const GradePoint& point) {
    found_[k] = point;
    if (done_) done_(point);
  }
  const std::vector<double>& tilts_;
  const std::function<void(const GradePoint&)>& done_;
  std::vector<std::optional<GradePoint>> found_;
  std::unique_ptr<JournalFile> file_;
  std::mutex mutex_;
};

}  // namespace

std::string gradeability_identity(const GradeabilitySpec& spec) {
  Json json{{"format", kGradeabilityJournal.format},
            {"version", version()},
            {"rover", spec.rover},
            {"soil", spec.soil},
            {"speed", spec.speed},
            {"gravity", spec.gravity},
            {"settings", Json::array()}};
  json["max_time"] = spec.max_time ? Json(*spec.max_time) : Json();
  for (const Override& setting : spec.settings) json["settings"].push_back(setting.key + "=" + setting.value);
  json["inputs"] = Json::array();
  for (const std::filesystem::path& file : grade_inputs(spec)) {
    Hasher hasher;
    hasher.add(read_text_file(file));
    json["inputs"].push_back(hash_text(hasher.value()));
  }
  return journal_text(json);
}

std::vector<GradePoint> run_gradeability(const GradeabilitySpec& spec, const std::vector<double>& tilts,
                                         const std::filesystem::path& journal, const JobOptions& options,
                                         const std::function<void(const GradePoint&)>& done) {
  RigPoints points(tilts, done);
  if (!journal.empty()) points.open(journal, gradeability_identity(spec), grade_wheels(spec));
  // Steep tilts first, as they take longest.
  std::vector<std::size_t> missing;
  for (std::size_t k = tilts.size(); k-- > 0;)
    if (!points.has(k)) missing.push_back(k);
  run_jobs(missing.size(), options, [&](std::size_t job, const JobContext& context) {
    const auto point = run_grade_point(spec, tilts[missing[job]], context.progress, context.cancelled);
    if (point) points.add(missing[job], *point);
  });
  return points.all();
}

}  // namespace grouser
