// SPDX-License-Identifier: BSD-3-Clause
// Elements and attributes: FMI 2.0.4, section 2.2 and 4.3.1; FMI 3.0.2, section 2.4 and 4.3.1
// (Modelica Association, fmi-standard.org).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "grouser/base/version.hpp"
#include "grouser/exchange/fmu/fmu_package.hpp"

namespace grouser {
namespace {

constexpr std::array kCausalityWords{"independent", "input", "output", "parameter"};
constexpr std::array kFmi2Types{"Real", "Integer", "Boolean", "String"};
constexpr std::array kFmi3Types{"Float64", "Int32", "Boolean", "String"};

/// A unit in terms of those of the SI (FMI 2.0.4, table of BaseUnit).
struct KnownUnit {
  const char* name;
  const char* base;  ///< attributes of BaseUnit
};
constexpr KnownUnit kUnits[] = {
    {"m", R"(m="1")"},
    {"m/s", R"(m="1" s="-1")"},
    {"m/s2", R"(m="1" s="-2")"},
    {"m2", R"(m="2")"},
    {"s", R"(s="1")"},
    {"kg", R"(kg="1")"},
    {"kg/m3", R"(kg="1" m="-3")"},
    {"kg m2", R"(kg="1" m="2")"},
    {"N", R"(kg="1" m="1" s="-2")"},
    {"N/m", R"(kg="1" s="-2")"},
    {"N s/m", R"(kg="1" s="-1")"},
    {"N m", R"(kg="1" m="2" s="-2")"},
    {"Pa", R"(kg="1" m="-1" s="-2")"},
    {"J", R"(kg="1" m="2" s="-2")"},
    {"W", R"(kg="1" m="2" s="-3")"},
    {"rad", R"(rad="1")"},
    {"rad/s", R"(rad="1" s="-1")"},
    {"deg", R"(rad="1" factor="0.017453292519943295")"},
    {"deg/s", R"(rad="1" s="-1" factor="0.017453292519943295")"},
};

/// The text for an XML attribute; control characters become blanks.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return safe;
}

/// Only real variables have units in FMI; "-" is a pure number.
bool has_unit(const FmuVariable& v) { return v.type == FmuType::real && !v.unit.empty() && v.unit != "-"; }

/// Definitions of the units in use; an unknown one is named without its base units.
std::string unit_definitions(const FmuModel& model) {
  std::set<std::string> used;
  for (const FmuVariable& v : model.variables)
    if (has_unit(v)) used.insert(v.unit);
  std::string xml = "  <UnitDefinitions>\n";
  for (const std::string& unit : used) {
    const auto* const known =
        std::ranges::find_if(kUnits, [&](const KnownUnit& k) { return k.name == unit; });
    xml += known == std::end(kUnits)
               ? fmt::format("    <Unit name=\"{}\"/>\n", escaped(unit))
               : fmt::format("    <Unit name=\"{}\"><BaseUnit {}/></Unit>\n", escaped(unit), known->base);
  }
  return xml + "  </UnitDefinitions>\n";
}

/// Attributes that both versions have, of the variable itself.
std::string common_attributes(const FmuVariable& v, std::size_t reference) {
  const bool fixed = v.causality == FmuCausality::parameter;
  const bool continuous = v.type == FmuType::real;
  std::string xml = fmt::format("name=\"{}\" valueReference=\"{}\"", escaped(v.name), reference);
  if (!v.description.empty()) xml += fmt::format(" description=\"{}\"", escaped(v.description));
  xml += fmt::format(" causality=\"{}\" variability=\"{}\"",
                     kCausalityWords[static_cast<std::size_t>(v.causality)],
                     fixed        ? "fixed"
                     : continuous ? "continuous"
                                  : "discrete");
  if (fixed) xml += " initial=\"exact\"";
  if (v.causality == FmuCausality::output) xml += " initial=\"calculated\"";
  return xml;
}

/// Attributes that belong to the variable's type.
std::string type_attributes(const FmuVariable& v) {
  std::string xml;
  if (has_unit(v)) xml += fmt::format(" unit=\"{}\"", escaped(v.unit));
  if (v.limited) xml += fmt::format(" min=\"{}\" max=\"{}\"", v.lowest, v.highest);
  return xml;
}

/// Inputs and parameters need a start value; outputs are calculated.
bool has_start(const FmuVariable& v) {
  return v.causality == FmuCausality::input || v.causality == FmuCausality::parameter;
}

/// A <ScalarVariable> with the type as its child.
std::string fmi2_variable(const FmuVariable& v, std::size_t reference) {
  std::string start;
  if (has_start(v)) start = fmt::format(" start=\"{}\"", escaped(v.start));
  return fmt::format("    <ScalarVariable {}><{}{}{}/></ScalarVariable>\n", common_attributes(v, reference),
                     kFmi2Types[static_cast<std::size_t>(v.type)], type_attributes(v), start);
}

/// An element named by its type; a text has its start value as a child.
std::string fmi3_variable(const FmuVariable& v, std::size_t reference) {
  const char* const type = kFmi3Types[static_cast<std::size_t>(v.type)];
  const std::string own = common_attributes(v, reference) + type_attributes(v);
  if (v.type == FmuType::string && has_start(v))
    return fmt::format("    <{0} {1}><Start value=\"{2}\"/></{0}>\n", type, own, escaped(v.start));
  const std::string start = has_start(v) ? fmt::format(" start=\"{}\"", escaped(v.start)) : "";
  return fmt::format("    <{} {}{}/>\n", type, own, start);
}

/// The variables whose values the unit computes: FMI 2 counts variables from 1, FMI 3 names references.
std::string model_structure(const FmuModel& model, FmiVersion version) {
  std::string outputs, unknowns;
  for (std::size_t k = 0; k < model.variables.size(); ++k) {
    if (model.variables[k].causality != FmuCausality::output) continue;
    if (version == FmiVersion::fmi2) {
      outputs += fmt::format("      <Unknown index=\"{}\"/>\n", k + 1);
      continue;
    }
    outputs += fmt::format("    <Output valueReference=\"{}\"/>\n", k);
    unknowns += fmt::format("    <InitialUnknown valueReference=\"{}\"/>\n", k);
  }
  if (version == FmiVersion::fmi3)
    return fmt::format("  <ModelStructure>\n{}{}  </ModelStructure>\n", outputs, unknowns);
  return fmt::format(
      "  <ModelStructure>\n    <Outputs>\n{0}    </Outputs>\n    <InitialUnknowns>\n{0}"
      "    </InitialUnknowns>\n  </ModelStructure>\n",
      outputs);
}

/// The interface and its abilities: any step size, several instances, saved and serialised states.
std::string co_simulation(const FmuModel& model, FmiVersion version) {
  if (version == FmiVersion::fmi2)
    return fmt::format(
        "  <CoSimulation modelIdentifier=\"{}\" canHandleVariableCommunicationStepSize=\"true\" "
        "canBeInstantiatedOnlyOncePerProcess=\"false\" canNotUseMemoryManagementFunctions=\"true\" "
        "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"/>\n",
        fmu_identifier(model));
  return fmt::format(
      "  <CoSimulation modelIdentifier=\"{}\" canHandleVariableCommunicationStepSize=\"true\" "
      "canBeInstantiatedOnlyOncePerProcess=\"false\" canGetAndSetFMUState=\"true\" "
      "canSerializeFMUState=\"true\"/>\n",
      fmu_identifier(model));
}

}  // namespace

std::string fmu_identifier(const FmuModel& model) {
  std::string name = "grouser_";
  for (const char c : model.header.scenario) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    name += plain ? c : '_';
  }
  constexpr std::size_t kLongest = 64;  // letters of a file name that every tool takes
  return name.substr(0, kLongest);
}

std::string model_description(const FmuModel& model, FmiVersion version) {
  const bool second = version == FmiVersion::fmi2;
  // the multiple of the internal step that is nearest to 10 ms
  const double step =
      model.step * std::max(1.0, static_cast<double>(static_cast<int>(0.01 / model.step + 0.5)));
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiModelDescription fmiVersion=\"{}\" modelName=\"{}\" {}=\"{}\" description=\"{}\" "
      "generationTool=\"Grouser {}\" variableNamingConvention=\"flat\"{}>\n",
      second ? "2.0" : "3.0", escaped(model.header.scenario), second ? "guid" : "instantiationToken",
      model.token, "A rover or lander that Grouser simulates", grouser::version(),
      second ? " numberOfEventIndicators=\"0\"" : "");
  xml += co_simulation(model, version) + unit_definitions(model);
  xml +=
      "  <LogCategories><Category name=\"logStatusError\" description=\"Calls that "
      "fail\"/></LogCategories>\n";
  xml += fmt::format("  <DefaultExperiment startTime=\"0\" stopTime=\"{:.12g}\" stepSize=\"{:.12g}\"/>\n",
                     model.duration, step);
  xml += "  <ModelVariables>\n";
  for (std::size_t k = 0; k < model.variables.size(); ++k)
    xml += second ? fmi2_variable(model.variables[k], k) : fmi3_variable(model.variables[k], k);
  return xml + "  </ModelVariables>\n" + model_structure(model, version) + "</fmiModelDescription>\n";
}

}  // namespace grouser
