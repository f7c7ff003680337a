// SPDX-License-Identifier: BSD-3-Clause
// A soil stroke as the texts of events, and back.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "grouser/base/error.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"

namespace grouser {
namespace {

constexpr std::size_t kPartBytes = 140;  // of an event's 160, with the part's number before it

/// Words and numbers, with a space before each but the first.
class Line {
 public:
  template <class T>
  Line& operator<<(const T& x) {
    text_ += fmt::format("{}{}", text_.empty() ? "" : " ", x);
    return *this;
  }
  Line& operator<<(const std::vector<Vec2>& points) {
    for (const Vec2& p : points) *this << p.x() << p.y();
    return *this;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

struct PlaceWords {
  Line& line;
  void operator()(const FillAll&) const { line << "all"; }
  void operator()(const FillPolygon& polygon) const {
    line << "polygon";
    for (const auto& ring : polygon.rings) line << "ring" << ring;
  }
  void operator()(const BrushStroke& b) const {
    line << "brush"
         << "radius" << b.radius << "hardness" << b.hardness << "seed" << b.seed << "points" << b.path;
  }
  void operator()(const FloodFill& f) const {
    line << "flood"
         << "at" << f.seed.x() << f.seed.y() << "corners" << (f.by_corners ? 1 : 0);
  }
  void operator()(const FillByRule& r) const {
    static constexpr const char* kNames[] = {"slope", "height", "roughness"};
    line << kNames[static_cast<std::size_t>(r.quantity)] << "from" << r.min << "to" << r.max << "window"
         << r.window;
  }
};

/// Takes the words of a text from left to right; once one is wrong, all that follow are.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  std::string_view peek() const { return rest_.substr(0, std::min(rest_.find(' '), rest_.size())); }
  std::string_view next() {
    const std::string_view word = peek();
    rest_.remove_prefix(std::min(word.size() + 1, rest_.size()));
    return word;
  }
  bool takes(std::string_view word) { return peek() == word && (next(), true); }
  void need(std::string_view word) { good_ = takes(word) && good_; }
  template <class T>
  T number() {
    const std::string_view word = next();
    T value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    good_ = good_ && error == std::errc() && end == word.data() + word.size();
    return value;
  }
  bool at_number() const {
    return !rest_.empty() && (peek()[0] == '-' || (peek()[0] >= '0' && peek()[0] <= '9'));
  }
  std::vector<Vec2> points() {
    std::vector<Vec2> out;
    while (good_ && at_number()) {
      const double x = number<double>();
      out.emplace_back(x, number<double>());
    }
    return out;
  }
  bool done() const { return good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

FillByRule read_rule(Words& words, GroundQuantity quantity) {
  FillByRule rule{.quantity = quantity};
  words.need("from");
  rule.min = words.number<double>();
  words.need("to");
  rule.max = words.number<double>();
  words.need("window");
  rule.window = words.number<double>();
  return rule;
}

BrushStroke read_brush(Words& words) {
  BrushStroke brush;
  words.need("radius");
  brush.radius = words.number<double>();
  words.need("hardness");
  brush.hardness = words.number<double>();
  words.need("seed");
  brush.seed = words.number<int>();
  words.need("points");
  brush.path = words.points();
  return brush;
}

FloodFill read_flood(Words& words) {
  FloodFill flood;
  words.need("at");
  flood.seed.x() = words.number<double>();
  flood.seed.y() = words.number<double>();
  words.need("corners");
  flood.by_corners = words.number<int>() != 0;
  return flood;
}

std::optional<SoilMapOperation> read_words(Words words) {
  SoilMapOperation operation;
  words.need("class");
  operation.value = words.number<int>();
  if (words.takes("only"))
    while (words.at_number()) operation.only.push_back(words.number<int>());
  const std::string_view where = words.next();
  if (where == "brush") {
    operation.where = read_brush(words);
  } else if (where == "polygon") {
    FillPolygon polygon;
    while (words.takes("ring")) polygon.rings.push_back(words.points());
    operation.where = std::move(polygon);
  } else if (where == "flood") {
    operation.where = read_flood(words);
  } else if (where == "slope") {
    operation.where = read_rule(words, GroundQuantity::slope);
  } else if (where == "height") {
    operation.where = read_rule(words, GroundQuantity::height);
  } else if (where == "roughness") {
    operation.where = read_rule(words, GroundQuantity::roughness);
  } else if (where != "all") {
    return std::nullopt;
  }
  return words.done() ? std::optional(std::move(operation)) : std::nullopt;
}

/// "2/3": a part's number and how many there are.
struct PartNumber {
  std::size_t part = 0, of = 0;
};

PartNumber read_part(std::string_view word) {
  const std::size_t slash = std::min(word.find('/'), word.size());
  Words before(word.substr(0, slash)), after(word.substr(std::min(slash + 1, word.size())));
  const PartNumber number{before.number<std::size_t>(), after.number<std::size_t>()};
  const bool good = before.done() && after.done() && number.part >= 1 && number.part <= number.of;
  return good ? number : PartNumber{};
}

}  // namespace

std::vector<std::string> soil_stroke_texts(const SoilMapOperation& operation) {
  Line line;
  line << "class" << operation.value;
  if (!operation.only.empty()) line << "only";
  for (const int value : operation.only) line << value;
  std::visit(PlaceWords{line}, operation.where);
  const std::string all = line.take();
  std::vector<std::string> parts;
  for (std::size_t from = 0; from < all.size();) {
    std::size_t end = all.size();
    if (end - from > kPartBytes) end = all.rfind(' ', from + kPartBytes);
    parts.push_back(all.substr(from, end - from));
    from = end + 1;
  }
  for (std::size_t k = 0; k < parts.size(); ++k)
    parts[k] = fmt::format("{}/{} {}", k + 1, parts.size(), parts[k]);
  return parts;
}

bool begins_soil_stroke(std::string_view text) { return text.substr(0, 2) == "1/"; }

void SoilStrokeReader::take(double time, std::string_view text) {
  Words words(text);
  const std::string_view first = words.next();
  const PartNumber number = read_part(first);
  const bool begins = number.part == 1;  // a part that a killed program left unfinished is dropped
  if (number.of == 0 || (!begins && number.part != part_ + 1))
    throw InputError(place_, fmt::format("'{}' at {} s", text, time),
                     fmt::format("part {} of a soil stroke", part_ + 1));
  const std::string_view rest = text.substr(std::min(first.size() + 1, text.size()));
  if (begins) text_.clear();
  text_ += (begins ? "" : " ") + std::string(rest);
  part_ = number.part;
  if (number.part < number.of) return;
  std::optional<SoilMapOperation> operation = read_words(Words(text_));
  if (!operation || !(time >= kStrokeTimes.min && time <= kStrokeTimes.max))
    throw InputError(place_, fmt::format("'{}' painted at {} s", text_.substr(0, kPartBytes), time),
                     "a soil stroke such as 'class 2 brush radius 0.5 hardness 1 seed 0 points 1 2'");
  strokes_.push_back({time, std::move(*operation)});
  text_.clear();
  part_ = 0;
}

}  // namespace grouser
