// SPDX-License-Identifier: BSD-3-Clause
#include "mujoco_bodies.hpp"

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <array>
#include <cstring>

#include "grouser/base/error.hpp"

namespace grouser::bench {
namespace {

std::string head_of(double step, double friction, double density) {
  return fmt::format(
      "<mujoco><option timestep='{}' gravity='0 0 -9.81' cone='elliptic'/><size njmax='8000' nconmax='1000'/>"
      "<default><geom friction='{} 0 0' condim='3' density='{}'/></default>",
      step, friction, density);
}

}  // namespace

MujocoBody::MujocoBody(const MujocoMotion& motion, double friction, double density) {
  load(head_of(motion.step, friction, density) +
       fmt::format(
           "<worldbody><geom type='plane' size='4 4 1'/><body pos='{} {} {}'><freejoint/><geom {}/></body>"
           "</worldbody></mujoco>",
           motion.at.x(), motion.at.y(), motion.at.z(), motion.geometry));
  for (int k = 0; k < 3; ++k) {
    data_->qvel[k] = motion.v[k];
    data_->qvel[3 + k] = motion.w[k];
  }
}

MujocoBody::MujocoBody(const std::vector<TriangleMesh>& pieces, const Vec3& above, double friction,
                       double density, double step) {
  std::string text = head_of(step, friction, density) + "<asset>", geoms;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    text += fmt::format("<mesh name='m{}' vertex='", i);
    for (const Vec3& p : pieces[i].vertices) text += fmt::format("{} {} {} ", p.x(), p.y(), p.z());
    text += "'/>";
    geoms += fmt::format("<geom type='mesh' mesh='m{}'/>", i);
  }
  text += fmt::format("</asset><worldbody>{}<body pos='{} {} {}'><freejoint/>{}</body></worldbody></mujoco>",
                      geoms, above.x(), above.y(), above.z(), geoms);
  load(text);
}

void MujocoBody::load(const std::string& text) {
  mjVFS files;
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "body.xml", static_cast<int>(text.size()) + 1);
  std::memcpy(files.filedata[0], text.c_str(), text.size() + 1);
  std::array<char, 1000> error{};
  model_ = mj_loadXML("body.xml", &files, error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(&files);
  if (!model_) throw RunError(std::string("MuJoCo: ") + error.data());
  data_ = mj_makeData(model_);
}

MujocoBody::~MujocoBody() {
  mj_deleteData(data_);
  mj_deleteModel(model_);
}

void MujocoBody::step() { mj_step(model_, data_); }
double MujocoBody::time() const { return data_->time; }
Vec3 MujocoBody::position() const { return {data_->qpos[0], data_->qpos[1], data_->qpos[2]}; }
Vec3 MujocoBody::velocity() const { return {data_->qvel[0], data_->qvel[1], data_->qvel[2]}; }
Vec3 MujocoBody::spin() const { return {data_->qvel[3], data_->qvel[4], data_->qvel[5]}; }
int MujocoBody::contacts() const { return data_->ncon; }

}  // namespace grouser::bench
