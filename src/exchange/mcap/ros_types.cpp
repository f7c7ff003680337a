// SPDX-License-Identifier: BSD-3-Clause
// Decodes messages by the definition that a log has of them: ROS 2 message definitions in plain CDR (XCDR1)
// of either byte order. A definition is parsed once into a list of messages that refer to each other by
// index; reading walks over the fields in order.
// Arrays of bytes and covariances are skipped. Not read: wstring.
#include "grouser/exchange/mcap/ros_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <map>
#include <sstream>

#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostDefinition = 1u << 20;  // bytes
constexpr int kDeepest = 32;                       // messages in one another

/// Primitive types, a text, or another message.
enum class RosBase {
  float64,
  float32,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  text,
  message
};

/// A primitive's word in a definition.
struct RosWord {
  const char* word;
  RosBase base;
  std::size_t size;  // bytes, and alignment
};
constexpr RosWord kRosWords[] = {
    {"float64", RosBase::float64, 8}, {"float32", RosBase::float32, 4}, {"int8", RosBase::int8, 1},
    {"uint8", RosBase::uint8, 1},     {"byte", RosBase::uint8, 1},      {"char", RosBase::uint8, 1},
    {"bool", RosBase::uint8, 1},      {"int16", RosBase::int16, 2},     {"uint16", RosBase::uint16, 2},
    {"int32", RosBase::int32, 4},     {"uint32", RosBase::uint32, 4},   {"int64", RosBase::int64, 8},
    {"uint64", RosBase::uint64, 8},   {"string", RosBase::text, 4}};

/// A field of a message.
struct RosField {
  std::string name, unit;
  RosBase base = RosBase::message;
  std::size_t size = 0;
  int message = -1;       // index of its definition
  std::string type = {};  // until it is found
  bool sequence = false;  // of a length that the bytes say
  std::size_t count = 1;  // fixed
  bool array = false;     // fixed, or a sequence
};

struct RosFields {
  std::string name;
  std::vector<RosField> fields;
};

/// Name of a message without the part "msg".
std::string plain_type(std::string name) {
  const auto at = name.find("/msg/");
  return at == std::string::npos ? name : name.replace(at, 5, "/");
}

/// The part of a name before the slash.
std::string package_of(const std::string& name) { return name.substr(0, name.find('/')); }

/// The unit in brackets of a comment, as our own definitions have it: "# [N] force".
std::string unit_of(const std::string& line) {
  const auto begin = line.find("# [");
  if (begin == std::string::npos) return {};
  const auto end = line.find(']', begin);
  return end == std::string::npos ? "" : line.substr(begin + 3, end - begin - 3);
}

/// Whether a line without its comment gives a constant, "TYPE NAME = VALUE". An equals sign in a type,
/// "string<=8", or in a default value is behind something else than a name.
bool is_constant(const std::string& code) {
  constexpr const char *kBlank = " \t",
                       *kName = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  const auto type_end = code.find_first_of(kBlank, code.find_first_not_of(kBlank));
  const auto name_end = code.find_first_not_of(kName, code.find_first_not_of(kBlank, type_end));
  const auto sign = code.find_first_not_of(kBlank, name_end);
  return sign != std::string::npos && code[sign] == '=';
}

/// Takes the brackets of an array off a type: "float64[36]", "int32[<=5]" and "geometry_msgs/Pose[]".
RosField parse_array(std::string& type, const std::string& place) {
  RosField field;
  const auto bracket = type.find('[');
  if (bracket == std::string::npos) return field;
  const std::string inside = type.substr(bracket + 1, type.find(']', bracket) - bracket - 1);
  field.array = true;
  field.sequence = inside.empty() || inside.starts_with("<=");
  if (!field.sequence) {
    const auto end = inside.data() + inside.size();
    const auto read = std::from_chars(inside.data(), end, field.count);
    if (read.ec != std::errc() || read.ptr != end)
      throw InputError(place, "an array of '" + shown_line(clipped(inside, 40)) + "'",
                       "a count, <= and a count, or nothing");
  }
  type.resize(bracket);
  return field;
}

}  // namespace

const double* LogLeaves::find(const std::string& path) const {
  const auto found = std::ranges::find(numbers, path, &Number::path);
  return found == numbers.end() ? nullptr : &found->value;
}

struct RosType::Impl {
  std::vector<RosFields> messages;  // the first is the whole

  /// Parses a definition with all its parts.
  void parse(const std::string& name, const std::string& definition, const std::string& place);
  /// The field of a line, without constants; a message is resolved by link().
  RosField parse_field(const std::string& line, const std::string& place) const;
  void link(const std::string& place);
};

RosField RosType::Impl::parse_field(const std::string& line, const std::string& place) const {
  std::istringstream words(line.substr(0, line.find('#')));
  std::string type, name;
  words >> type >> name;
  if (name.empty())
    throw InputError(place, "'" + shown_line(clipped(line, 60)) + "' in a definition", "a type and a name");
  RosField field = parse_array(type, place);
  type = type.substr(0, type.find("<="));
  field.name = name;
  field.unit = unit_of(line);
  field.type = type;
  const auto known = std::ranges::find(kRosWords, type, [](const RosWord& w) { return std::string(w.word); });
  if (known == std::end(kRosWords)) return field;
  field.base = known->base;
  field.size = known->size;
  return field;
}

void RosType::Impl::parse(const std::string& name, const std::string& definition, const std::string& place) {
  if (definition.size() > kMostDefinition)
    throw InputError(place, "a definition of more than a megabyte", "a shorter one");
  messages.push_back({plain_type(name), {}});
  std::istringstream lines(definition);
  bool names_next = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    // A line of equals signs and "MSG: name" begin the next message.
    if (line.starts_with("====")) {
      names_next = true;
    } else if (names_next && line.starts_with("MSG: ")) {
      messages.push_back({plain_type(line.substr(5)), {}});
      names_next = false;
    } else {
      const std::string code = line.substr(0, line.find('#'));
      const bool blank = code.find_first_not_of(" \t") == std::string::npos;
      if (blank || is_constant(code)) continue;
      messages.back().fields.push_back(parse_field(line, place));
    }
  }
  link(place);
}

/// Finds the definition of each field that is a message.
void RosType::Impl::link(const std::string& place) {
  std::map<std::string, int> by_name;
  for (std::size_t k = 0; k < messages.size(); ++k) by_name.emplace(messages[k].name, static_cast<int>(k));
  for (RosFields& message : messages)
    for (RosField& field : message.fields) {
      if (field.base != RosBase::message) continue;
      std::string type = plain_type(field.type);
      // A type without package is of the same package, but for Header.
      if (type == "Header") type = "std_msgs/Header";
      if (type.find('/') == std::string::npos) type = package_of(message.name) + "/" + type;
      const auto found = by_name.find(type);
      if (found == by_name.end())
        throw InputError(place, "no definition of '" + shown_line(clipped(type, 80)) + "'",
                         "definitions of all that the message is made of");
      field.message = found->second;
    }
}

namespace {

/// Reads CDR: numbers aligned to their size, counted from behind the head of four bytes.
class CdrReader {
 public:
  CdrReader(std::span<const std::uint8_t> bytes, const std::string& place) : place_(place) {
    constexpr std::size_t kHead = 4;
    if (bytes.size() < kHead || bytes[0] != 0 || bytes[1] > 1)
      throw InputError(place, "a message that is not plain CDR", "CDR of version 1, in either byte order");
    swapped_ = (bytes[1] == 1) != (std::endian::native == std::endian::little);
    bytes_ = bytes.subspan(kHead);
  }
  template <class T>
  T number() {
    align(sizeof(T));
    std::array<std::uint8_t, sizeof(T)> raw;
    std::memcpy(raw.data(), take(sizeof(T)).data(), sizeof(T));
    if (swapped_) std::ranges::reverse(raw);
    return std::bit_cast<T>(raw);
  }
  std::span<const std::uint8_t> take(std::size_t count) {
    if (count > bytes_.size() - at_)
      throw InputError(place_,
                       fmt::format("a message that ends {} bytes early", count - (bytes_.size() - at_)),
                       "messages as their definition says");
    const auto taken = bytes_.subspan(at_, count);
    at_ += count;
    return taken;
  }
  std::string text() {
    const auto bytes = take(number<std::uint32_t>());
    return {bytes.begin(), std::ranges::find(bytes, 0)};
  }
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  void align(std::size_t size) {
    const std::size_t over = at_ % size;
    if (over != 0) take(size - over);
  }
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool swapped_ = false;
  const std::string& place_;
};

/// A primitive as a double; 64-bit integers beyond 2^53 are rounded.
double read_number(CdrReader& in, RosBase base) {
  switch (base) {
    case RosBase::float64:
      return in.number<double>();
    case RosBase::float32:
      return static_cast<double>(in.number<float>());
    case RosBase::int8:
      return in.number<std::int8_t>();
    case RosBase::uint8:
      return in.number<std::uint8_t>();
    case RosBase::int16:
      return in.number<std::int16_t>();
    case RosBase::uint16:
      return in.number<std::uint16_t>();
    case RosBase::int32:
      return in.number<std::int32_t>();
    case RosBase::uint32:
      return in.number<std::uint32_t>();
    case RosBase::int64:
      return static_cast<double>(in.number<std::int64_t>());
    case RosBase::uint64:
      return static_cast<double>(in.number<std::uint64_t>());
    case RosBase::text:
    case RosBase::message:
      break;
  }
  return 0.0;
}

/// Walks over the fields of a message and its parts.
class LeafReader {
 public:
  LeafReader(const std::vector<RosFields>& messages, CdrReader& in, const std::string& place,
             LogLeaves& leaves)
      : messages_(messages), in_(in), place_(place), leaves_(leaves) {}

  /// Reads a message; `kept`: its numbers become leaves, else they are only passed over.
  void message(int index, bool kept, int depth) {
    if (depth > kDeepest)
      throw InputError(place_, "messages in one another without end", fmt::format("at most {}", kDeepest));
    const RosFields& fields = messages_[static_cast<std::size_t>(index)];
    // ROS 2 gives a message without fields one byte (rosidl, structure_needs_at_least_one_member).
    if (fields.fields.empty()) in_.take(1);
    const std::size_t stem = path_.size();
    for (const RosField& field : fields.fields) {
      if (stem != 0) path_ += '.';
      path_ += field.name;
      field_values(field, kept && field.name != "covariance", depth);
      path_.resize(stem);
    }
  }

 private:
  /// Reads all elements of a field.
  void field_values(const RosField& field, bool kept, int depth) {
    const std::size_t count = field.sequence ? in_.number<std::uint32_t>() : field.count;
    if (field.array && field.size == 1) {  // bytes of an image and the like
      in_.take(count);
      return;
    }
    const std::size_t stem = path_.size();
    for (std::size_t k = 0; k < count; ++k) {
      if (field.array && kept) path_ += fmt::format("[{}]", k);
      value(field, kept, depth);
      path_.resize(stem);
    }
  }

  /// Reads one element.
  void value(const RosField& field, bool kept, int depth) {
    if (field.base == RosBase::message) return message(field.message, kept, depth + 1);
    if (kept && leaves_.numbers.size() + leaves_.texts.size() >= kMostLeaves)
      throw InputError(place_, "a message of too many numbers", fmt::format("at most {}", kMostLeaves));
    if (field.base == RosBase::text) {
      std::string text = in_.text();
      if (kept) leaves_.texts.emplace_back(path_, std::move(text));
      return;
    }
    const double number = read_number(in_, field.base);
    if (kept) leaves_.numbers.push_back({path_, number, field.unit});
  }

  const std::vector<RosFields>& messages_;
  CdrReader& in_;
  const std::string& place_;
  LogLeaves& leaves_;
  std::string path_;
};

}  // namespace

RosType::RosType(const std::string& name, const std::string& definition, const std::string& place)
    : impl_(std::make_unique<Impl>()) {
  impl_->parse(name, definition, place);
}
RosType::~RosType() = default;
RosType::RosType(RosType&&) noexcept = default;

void RosType::read(std::span<const std::uint8_t> cdr, const std::string& place, LogLeaves& leaves) const {
  CdrReader in(cdr, place);
  LeafReader(impl_->messages, in, place, leaves).message(0, true, 0);
}

}  // namespace grouser
