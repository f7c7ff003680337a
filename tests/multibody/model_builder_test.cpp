// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/multibody/build/model_builder.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;

namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();

BodySpec body(const std::string& name) { return {name, 1.0, Vec3::Zero(), Mat3::Identity()}; }

JointSpec joint(const std::string& name, const std::string& parent, const std::string& child,
                JointType type = JointType::revolute) {
  return {.name = name, .type = type, .parent = parent, .child = child};
}

// What a good description is turned into before it is built.
struct Description {
  BodySpec a = body("a"), b = body("b");
  JointSpec ja = joint("ja", "world", "a"), jb = joint("jb", "a", "b");
  std::vector<JointSpec> more_joints = {};
  std::vector<BodySpec> more_bodies = {};
  std::vector<CouplingSpec> couplings = {};
  std::vector<SpringElementSpec> springs = {};

  Model build() const {
    ModelBuilder builder;
    builder.add_body(a).add_body(b).add_joint(ja).add_joint(jb);
    for (const auto& one : more_bodies) builder.add_body(one);
    for (const auto& one : more_joints) builder.add_joint(one);
    for (const auto& one : couplings) builder.add_coupling(one);
    for (const auto& one : springs) builder.add_spring(one);
    return builder.build("rover.toml");
  }
};

void check_refused(const Description& description, const std::vector<std::string>& parts) {
  try {
    description.build();
    FAIL("not refused: " << parts.front());
  } catch (const InputError& error) {
    const std::string what = error.what();
    INFO(what);
    for (const std::string& part : parts) CHECK(what.find(part) != std::string::npos);
    CHECK(what.rfind("rover.toml: ", 0) == 0);
    CHECK(what.find("found ") != std::string::npos);
    CHECK(what.find("expected ") != std::string::npos);
  }
}

}  // namespace

TEST_CASE("a forest is sorted parent first and keeps the order of joints in q", "[multibody]") {
  ModelBuilder builder;
  builder.add_body(body("leaf")).add_body(body("root")).add_body(body("other"));
  builder.add_joint(joint("j_leaf", "root", "leaf", JointType::spherical));
  builder.add_joint(joint("j_other", "world", "other", JointType::prismatic));
  builder.add_joint(joint("j_root", "world", "root", JointType::free));
  const Model model = builder.build("x");
  REQUIRE(model.bodies().size() == 3);
  CHECK(model.bodies()[0].name == "root");
  CHECK(model.bodies()[1].name == "other");
  CHECK(model.bodies()[2].name == "leaf");
  for (std::size_t i = 0; i < 3; ++i) CHECK(model.joints()[i].child.index == static_cast<int>(i));
  CHECK(model.nq() == 4 + 1 + 7);
  CHECK(model.nv() == 3 + 1 + 6);
  CHECK(model.joints()[2].q_index == 0);
  CHECK(model.joints()[1].q_index == 4);
  CHECK(model.joints()[0].q_index == 5);
  CHECK(model.joints()[0].v_index == 4);
  CHECK(model.joints()[2].parent == model.body("root"));
  CHECK(model.total_mass() == 3.0);
  CHECK(model.neutral_q()[0] == 1.0);
  CHECK(model.neutral_q()[5] == 1.0);
  CHECK_FALSE(model.find_body("no").has_value());
  CHECK_THROWS_WITH(model.body("no"), Catch::Matchers::ContainsSubstring("'no'") &&
                                          Catch::Matchers::ContainsSubstring("root, other, leaf"));
  CHECK_THROWS_AS(model.joint("no"), InputError);
}

TEST_CASE("independent coordinates are the dynamic ones that no coupling drives", "[multibody]") {
  Description d;
  d.more_bodies = {body("c")};
  d.more_joints = {joint("jc", "a", "c")};
  d.ja.mode = CoordinateMode::prescribed;
  d.couplings = {{"diff", "jc", "jb", -1.0, 0.0}};
  CHECK(d.build().independent_coordinates() == std::vector<int>{1});
}

TEST_CASE("what no body can be is refused", "[multibody]") {
  Description d;
  SECTION("no mass given") { d.a.mass = kNaN, check_refused(d, {"body 'a'", "mass nan", "> 0"}); }
  SECTION("negative mass") { d.b.mass = -2.0, check_refused(d, {"body 'b'", "mass -2", "> 0"}); }
  SECTION("infinite mass") { d.b.mass = HUGE_VAL, check_refused(d, {"body 'b'", "mass inf", "finite"}); }
  SECTION("com") { d.a.com.y() = kNaN, check_refused(d, {"body 'a'", "com", "finite"}); }
  SECTION("inertia not finite") { d.a.inertia(0, 0) = kNaN, check_refused(d, {"body 'a'", "inertia"}); }
  SECTION("no inertia given") { d.a.inertia.setZero(), check_refused(d, {"body 'a'", "(0, 0, 0)", "> 0"}); }
  SECTION("not symmetric") { d.a.inertia(0, 1) = 0.1, check_refused(d, {"body 'a'", "not symmetric"}); }
  SECTION("negative moment") {
    d.a.inertia = Vec3(1, 1, -0.1).asDiagonal();
    check_refused(d, {"body 'a'", "-0.1", "> 0"});
  }
  SECTION("triangle inequality") {
    d.a.inertia = Vec3(1, 1, 2.1).asDiagonal();
    check_refused(d, {"body 'a'", "(1, 1, 2.1)", "no body can have"});
  }
  SECTION("named world") { d.a.name = "world", check_refused(d, {"body 'world'"}); }
  SECTION("no name") { d.a.name = "", check_refused(d, {"a body without a name"}); }
  SECTION("name twice") { d.b.name = "a", check_refused(d, {"body 'a'", "twice"}); }
  SECTION("flat plate is allowed") {
    d.a.inertia = Vec3(1, 1, 2).asDiagonal();
    CHECK(d.build().bodies().size() == 2);
  }
}

TEST_CASE("joints that make no forest are refused", "[multibody]") {
  Description d;
  SECTION("unknown parent") { d.jb.parent = "x", check_refused(d, {"joint 'jb'", "parent 'x'"}); }
  SECTION("unknown child") { d.jb.child = "x", check_refused(d, {"joint 'jb'", "child 'x'"}); }
  SECTION("itself") { d.jb.parent = "b", check_refused(d, {"joint 'jb'", "itself"}); }
  SECTION("name twice") { d.jb.name = "ja", check_refused(d, {"joint 'ja'", "twice"}); }
  SECTION("no joint") {
    d.more_bodies = {body("c")};
    check_refused(d, {"body 'c'", "no joint", "expected one"});
  }
  SECTION("loop") {
    d.more_joints = {joint("jl", "world", "b")};
    check_refused(d, {"joint 'jl'", "second joint to child 'b'", "'jb'", "loop joint"});
  }
  SECTION("cycle") { d.ja.parent = "b", check_refused(d, {"body 'a'", "cycle", "world"}); }
  SECTION("axis") {
    d.jb.axis = Vec3(0, 0, 1.1), check_refused(d, {"joint 'jb'", "axis of length 1.1", "unit"});
  }
  SECTION("axis nan") { d.jb.axis.x() = kNaN, check_refused(d, {"joint 'jb'", "axis", "finite"}); }
  SECTION("frame") { d.jb.X_PJ.R(0, 0) = -1, check_refused(d, {"joint 'jb'", "not a rotation"}); }
  SECTION("frame position") {
    d.jb.X_PJ.p.x() = kNaN, check_refused(d, {"joint 'jb'", "position", "finite"});
  }
}

TEST_CASE("joint forces that mean nothing are refused", "[multibody]") {
  Description d;
  JointForces& f = d.jb.forces;
  SECTION("stiffness") { f.stiffness = -1, check_refused(d, {"joint 'jb'", "stiffness -1", ">= 0"}); }
  SECTION("damping") { f.damping = kNaN, check_refused(d, {"joint 'jb'", "damping nan"}); }
  SECTION("friction") { f.friction = -1, check_refused(d, {"joint 'jb'", "friction -1"}); }
  SECTION("friction speed") {
    f.friction_velocity = 0, check_refused(d, {"joint 'jb'", "friction_velocity 0", "> 0"});
  }
  SECTION("rest") { f.rest = HUGE_VAL, check_refused(d, {"joint 'jb'", "rest inf"}); }
  SECTION("limits crossed") {
    f.lower = 1, f.upper = -1, check_refused(d, {"joint 'jb'", "1 to -1", "lower <= upper"});
  }
  SECTION("limit without spring") { f.upper = 1, check_refused(d, {"joint 'jb'", "limit_stiffness"}); }
  SECTION("spring on a free joint") {
    d.ja.type = JointType::free, d.ja.forces.stiffness = 1;
    check_refused(d, {"joint 'ja'", "free joint", "revolute, prismatic"});
  }
  SECTION("damper on a free joint") {
    d.ja.type = JointType::free, d.ja.forces.damping = 1;
    check_refused(d, {"joint 'ja'", "damping on a free joint"});
  }
}

TEST_CASE("bad couplings and springs are refused", "[multibody]") {
  Description d;
  d.more_bodies = {body("c")};
  d.more_joints = {joint("jc", "a", "c")};
  const CouplingSpec good{"k", "jb", "jc", -1.0, 0.0};
  SECTION("unknown") {
    d.couplings = {{"k", "jb", "x", 1, 0}}, check_refused(d, {"coupling 'k'", "joint 'x'"});
  }
  SECTION("itself") { d.couplings = {{"k", "jb", "jb", 1, 0}}, check_refused(d, {"coupling 'k'", "itself"}); }
  SECTION("ratio") {
    d.couplings = {{"k", "jb", "jc", kNaN, 0}}, check_refused(d, {"coupling 'k'", "ratio nan"});
  }
  SECTION("prescribed") {
    d.jb.mode = CoordinateMode::prescribed, d.couplings = {good};
    check_refused(d, {"coupling 'k'", "prescribed revolute joint 'jb'"});
  }
  SECTION("many coordinates") {
    d.jb.type = JointType::spherical, d.couplings = {good};
    check_refused(d, {"coupling 'k'", "dynamic spherical joint 'jb'"});
  }
  SECTION("chain") {
    d.couplings = {good, {"k2", "ja", "jb", 1, 0}};
    check_refused(d, {"coupling 'k'", "'k2'", "no chains"});
  }
  SECTION("twice") {
    d.couplings = {good, {"k2", "jb", "ja", 1, 0}}, check_refused(d, {"coupling 'k'", "one coupling"});
  }
  const SpringElementSpec spring{.name = "s", .body_a = "a", .body_b = "b", .stiffness = 1.0};
  SECTION("spring to nobody") {
    d.springs = {spring}, d.springs[0].body_b = "x", check_refused(d, {"spring 's'", "'x'"});
  }
  SECTION("spring on one body") {
    d.springs = {spring}, d.springs[0].body_b = "a", check_refused(d, {"spring 's'", "both ends"});
  }
  SECTION("spring length") {
    d.springs = {spring}, d.springs[0].free_length = -1, check_refused(d, {"spring 's'", "free_length -1"});
  }
  SECTION("spring twice") { d.springs = {spring, spring}, check_refused(d, {"spring 's'", "twice"}); }
}
