#include "grouser/survey/raster/raster_pair.hpp"

#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"

namespace grouser {

std::string pair_mark(const RasterInfo& info) {
  const auto found = info.metadata.find(kPairMetadata);
  return found == info.metadata.end() ? "" : found->second;
}

std::string with_pair_mark(const std::string& text, const std::string& mark) {
  const std::string units = "units = \"SI\"\n";
  const std::size_t at = text.find(units);
  if (at == std::string::npos) return text;
  return text.substr(0, at + units.size()) + "pair = " + toml_string(mark) + "\n" +
         text.substr(at + units.size());
}

void check_pair(const std::string& raster, const std::string& raster_mark, const std::string& beside,
                const std::string& beside_mark, const std::string& mend) {
  if (raster_mark.empty() || beside_mark.empty() || raster_mark == beside_mark) return;
  throw InputError(
      beside,
      "not written together with " + raster + " (pair " + beside_mark + ", there " + raster_mark + ")",
      "the two of one writing: " + mend + ", or take the line `pair` out of this file if it is right");
}

}  // namespace grouser
