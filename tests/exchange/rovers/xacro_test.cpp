// SPDX-License-Identifier: BSD-3-Clause
// Xacro: expressions against Python's own results, expansion against texts written by hand, and what is
// refused.
#include "grouser/exchange/rovers/xacro.hpp"

#include <fmt/format.h>

#include "catch.hpp"
#include "rover_texts.hpp"
#include "rovers/xacro_expression.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
using grouser::test::refused;

namespace {

std::string value_of(const std::string& expression) {
  const XacroNames names = [](const std::string& name) -> XacroValue {
    if (name == "two") return 2LL;
    if (name == "half") return 0.5;
    if (name == "side") return std::string("left");
    throw InputError("x:1", "the name '" + name + "'", "another");
  };
  return xacro_text(evaluate_xacro(expression, names, "x:1"));
}

/// The elements inside of a robot, as text with their attributes.
std::string shown(const std::vector<XmlElement>& elements) {
  std::string text;
  for (const XmlElement& element : elements) {
    text += "<" + element.name;
    for (const auto& [name, value] : element.attributes) text += " " + name + "=" + value;
    text += ">" + element.text + shown(element.children) + "</>";
  }
  return text;
}

std::string expanded(const std::string& inside, const std::map<std::string, std::string>& arguments = {}) {
  const XmlDocument document = parse_xml("<robot xmlns:xacro='x'>" + inside + "</robot>", "r.xacro");
  return shown(expand_xacro(document, RoverFiles("r.xacro", {}, {}), arguments).root.children);
}

}  // namespace

TEST_CASE("xacro's expressions give what Python gives", "[exchange][xacro]") {
  // printed by Python 3.11: print(eval(expression, {"two": 2, "half": 0.5, "side": "left", **vars(math)}))
  const std::pair<const char*, const char*> kPython[] = {
      {"1 + 2 * 3", "7"},
      {"(1 + 2) * 3", "9"},
      {"4 / 2", "2.0"},
      {"7 // 2", "3"},
      {"-7 // 2", "-4"},
      {"-7 % 3", "2"},
      {"7.5 % 2", "1.5"},
      {"2 ** 3 ** 2", "512"},
      {"-2 ** 2", "-4"},
      {"2 ** -1", "0.5"},
      {"1e-5", "1e-05"},
      {"1e16", "1e+16"},
      {"0.1 + 0.2", "0.30000000000000004"},
      {"two * half", "1.0"},
      {"-two", "-2"},
      {"1 < 2 < 3", "True"},
      {"1 < 2 > 5", "False"},
      {"side == 'left'", "True"},
      {"side != \"left\"", "False"},
      {"1 == 1.0", "True"},
      {"not 0 and two", "2"},
      {"0 or half", "0.5"},
      {"3 if side == 'right' else 4", "4"},
      {"1 if True else 1 / 0", "1"},
      {"side + '_wheel'", "left_wheel"},
      {"max(1, 2.5, two)", "2.5"},
      {"min(3, two)", "2"},
      {"abs(-3)", "3"},
      {"round(2.5)", "2"},
      {"round(3.5)", "4"},
      {"int(3.9)", "3"},
      {"floor(-0.5)", "-1"},
      {"str(1) + str(2.0)", "12.0"},
      {"math.pi", "3.141592653589793"},
      {"radians(180)", "3.141592653589793"},
      {"math.sqrt(2)", "1.4142135623730951"},
      {"hypot(3, 4)", "5.0"},
      {"True + True", "2"},
  };
  for (const auto& [expression, printed] : kPython) {
    CAPTURE(expression);
    CHECK(value_of(expression) == printed);
  }
  // the C library and ours may differ in the last place
  CHECK(std::stod(value_of("sin(1)")) == Approx(0.8414709848078965).epsilon(1e-15));
  CHECK(std::stod(value_of("atan2(-1, -1)")) == Approx(-2.356194490192345).epsilon(1e-15));
  CHECK(std::stod(value_of("degrees(1)")) == Approx(57.29577951308232).epsilon(1e-15));
}

TEST_CASE("what is no expression of xacro is refused with its place", "[exchange][xacro]") {
  const std::pair<const char*, const char*> kBad[] = {{"1 +", "an end too early"},
                                                      {"1 / 0", "division by zero"},
                                                      {"[1, 2]", "'['"},
                                                      {"side.upper()", "the function side.upper"},
                                                      {"'a' * 3", "a number"},
                                                      {"9.0 ** 999", "without bounds"},
                                                      {"foo(1)", "the function foo"},
                                                      {"nothing", "nothing"},
                                                      {"'a", "closing quote"},
                                                      {"1 2", "'2'"},
                                                      {"(1", "an end too early"},
                                                      {"sin(1e300)", "beyond 1e6"},
                                                      {"1 if 2", "without else"},
                                                      {"lambda", "lambda"},
                                                      {"sqrt(-1)", "without bounds"}};
  for (const auto& [expression, words] : kBad) {
    CAPTURE(expression);
    const std::string message = refused([&] { value_of(expression); });
    CHECK_THAT(message, ContainsSubstring("x:1") && ContainsSubstring(words));
  }
  const std::string deep(10000, '('), row = [] {
    std::string text = "1";
    for (int k = 0; k < 10000; ++k) text += "+1";
    return text;
  }();
  CHECK_THAT(refused([&] { value_of(deep); }), ContainsSubstring("too deep"));
  CHECK_THAT(refused([&] { value_of(row); }), ContainsSubstring("500 operators"));
}

TEST_CASE("properties are evaluated when they are asked for, arguments and blocks by scope",
          "[exchange][xacro]") {
  CHECK(
      expanded(
          "<xacro:property name='a' value='${b * 2}'/><xacro:property name='b' value='0.5'/><x v='${a}'/>") ==
      "<x v=1.0></>");
  CHECK(expanded("<xacro:property name='n' value='1'/><x v='${n}'/><xacro:property name='n' value='two "
                 "words'/><x v='${n}'/>") == "<x v=1></><x v=two words></>");
  CHECK(expanded("<xacro:arg name='r' default='3'/><x v='a$(arg r)b${$(arg r) + 1}'/>") == "<x v=a3b4></>");
  CHECK(expanded("<xacro:arg name='r' default='3'/><x v='$(arg r)'/>", {{"r", "7"}}) == "<x v=7></>");
  CHECK(expanded("<x v='$${a}' w='$$(b)' p='$(find pkg)/m.stl'/>") ==
        "<x p=package://pkg/m.stl v=${a} w=$(b)></>");
  CHECK(expanded("<xacro:property name='k' value='1'/><xacro:macro name='m' params='p q:=2 k:=^'>"
                 "<y p='${p}' q='${q}' k='${k}'/><xacro:property name='k' value='9'/></xacro:macro>"
                 "<xacro:m p='left'/><xacro:m p='${k}' q='${3 * 2}' k='5'/><x v='${k}'/>") ==
        "<y k=1 p=left q=2></><y k=5 p=1 q=6></><x v=1></>");
  CHECK(expanded("<xacro:macro name='m' params='*one **many'><o><xacro:insert_block name='one'/></o>"
                 "<a><xacro:insert_block name='many'/></a></xacro:macro>"
                 "<xacro:m><b v='1'/><c><d/><e/></c></xacro:m>") == "<o><b v=1></></><a><d></><e></></>");
  CHECK(
      expanded("<xacro:property name='b'><d v='${1 + 1}'/></xacro:property><xacro:insert_block name='b'/>") ==
      "<d v=2></>");
  CHECK(
      expanded(
          "<xacro:macro name='m' params=''><xacro:property name='g' value='4' scope='global'/></xacro:macro>"
          "<xacro:m/><x v='${g}'/>") == "<x v=4></>");
}

TEST_CASE("conditions keep one side, with the truth of Python", "[exchange][xacro]") {
  CHECK(
      expanded("<xacro:if value='${1 == 1}'><a/></xacro:if><xacro:unless value='true'><b/></xacro:unless>") ==
      "<a></>");
  CHECK(expanded("<xacro:if value='0'><a/></xacro:if><xacro:unless value='False'><b/></xacro:unless>") ==
        "<b></>");
  CHECK_THAT(refused([] { expanded("<xacro:if value='maybe'><a/></xacro:if>"); }),
             ContainsSubstring("r.xacro:1") && ContainsSubstring("maybe"));
}

TEST_CASE("what xacro has and is not read is refused by name", "[exchange][xacro]") {
  const std::pair<const char*, const char*> kBad[] = {
      {"<xacro:call macro='m'/>", "<xacro:call>"},
      {"<xacro:element xacro:name='m'/>", "<xacro:element>"},
      {"<xacro:attribute name='m'/>", "<xacro:attribute>"},
      {"<xacro:unknown/>", "no macro"},
      {"<x v='$(env HOME)'/>", "$(env HOME)"},
      {"<x v='$(eval 1)'/>", "$(eval 1)"},
      {"<x v='${1'/>", "closing brace"},
      {"<x v='$(arg none)'/>", "--arg none=VALUE"},
      {"<xacro:include filename='gone.xacro'/>", "not there"},
      {"<xacro:include filename='a.xacro' ns='n'/>", "namespace"},
      {"<xacro:include filename='../../../etc/hostname'/>", "--allow-path"},
      {"<xacro:insert_block name='b'/>", "no block 'b'"},
      {"<xacro:macro name='m' params='a'/><xacro:m/>", "without 'a'"},
      {"<xacro:macro name='m' params='a'/><xacro:m a='1' b='2'/>", "parameter 'b'"},
      {"<xacro:macro name='m' params='*a'/><xacro:m/>", "0 blocks"},
      {"<xacro:property name='a' value='${a}'/><x v='${a}'/>", "made of itself"}};
  for (const auto& [text, words] : kBad) {
    CAPTURE(text);
    CHECK_THAT(refused([&] { expanded(text); }), ContainsSubstring("r.xacro:1") && ContainsSubstring(words));
  }
}

TEST_CASE("an expansion is bounded in depth and size", "[exchange][xacro]") {
  CHECK_THAT(
      refused([] { expanded("<xacro:macro name='m' params=''><a><xacro:m/></a></xacro:macro><xacro:m/>"); }),
      ContainsSubstring("less deep"));
  // each macro calls the one before ten times: 10^9 elements
  std::string laughs = "<xacro:macro name='m0' params=''><a/></xacro:macro>";
  for (int k = 1; k < 10; ++k) {
    laughs += fmt::format("<xacro:macro name='m{}' params=''>", k);
    for (int i = 0; i < 10; ++i) laughs += fmt::format("<xacro:m{}/>", k - 1);
    laughs += "</xacro:macro>";
  }
  CHECK_THAT(refused([&] { expanded(laughs + "<xacro:m9/>"); }), ContainsSubstring("without bounds"));
  // each text is twice the one before
  std::string texts = "<xacro:property name='t0' value='aaaaaaaaaa'/>";
  for (int k = 1; k < 40; ++k)
    texts += fmt::format("<xacro:property name='t{}' value='${{t{}}}${{t{}}}'/>", k, k - 1, k - 1);
  CHECK_THAT(refused([&] { expanded(texts + "<x v='${t39}'/>"); }), ContainsSubstring("grows beyond"));
  // blocks that are handed on and doubled
  std::string blocks = "<xacro:macro name='b0' params='*c'><xacro:insert_block name='c'/></xacro:macro>";
  for (int k = 1; k < 30; ++k)
    blocks += fmt::format(
        "<xacro:macro name='b{}' params='*c'><xacro:b{}><g><xacro:insert_block name='c'/><xacro:insert_block "
        "name='c'/></g></xacro:b{}>"
        "</xacro:macro>",
        k, k - 1, k - 1);
  CHECK_THAT(refused([&] { expanded(blocks + "<xacro:b29><a/></xacro:b29>"); }),
             ContainsSubstring("without bounds") || ContainsSubstring("less deep"));
}

TEST_CASE("errors name the included file and its line, and a file that includes itself ends",
          "[exchange][xacro]") {
  const test::ScratchFolder folder("xacro");
  const auto write = [&](const char* name, const std::string& text) {
    write_file_atomically(folder / name, text);
  };
  write("a.xacro", "<robot name='r' xmlns:xacro='x'>\n<xacro:include filename='b.xacro'/>\n</robot>");
  write("b.xacro", "<robot xmlns:xacro='x'>\n\n<x v='${1 / 0}'/>\n</robot>");
  write("self.xacro", "<robot xmlns:xacro='x'><xacro:include filename='self.xacro'/></robot>");
  const auto expand = [&](const char* name) {
    const XmlDocument document = load_xml((folder / name).string());
    return expand_xacro(document, RoverFiles(folder / name, {}, {}), {});
  };
  CHECK_THAT(refused([&] { expand("a.xacro"); }), ContainsSubstring("b.xacro:3"));
  CHECK_THAT(refused([&] { expand("self.xacro"); }), ContainsSubstring("include"));
}
