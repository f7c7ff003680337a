// SPDX-License-Identifier: BSD-3-Clause
#include "mujoco_leg.hpp"

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <array>
#include <cstring>

#include "grouser/base/error.hpp"

namespace grouser::bench {
namespace {

std::string numbers(const Vec3& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z()); }

void add_body(const Model& model, int index, std::string& text) {
  const Body& body = model.bodies()[static_cast<std::size_t>(index)];
  const Joint& joint = model.joints()[static_cast<std::size_t>(index)];
  const Quat turn = to_quat(joint.X_PJ.R);
  text += fmt::format("<body name='{}' pos='{}' quat='{:.17g} {:.17g} {:.17g} {:.17g}'>", body.name,
                      numbers(joint.X_PJ.p), turn.w(), turn.x(), turn.y(), turn.z());
  text += fmt::format("<inertial mass='{:.17g}' pos='{}' diaginertia='{}'/>", body.mass, numbers(body.com),
                      numbers(body.inertia.diagonal()));
  text += fmt::format("<joint name='{}' type='hinge' axis='{}' stiffness='{:.17g}'/>", joint.name,
                      numbers(joint.axis), joint.forces.stiffness);
  for (std::size_t i = 0; i < model.joints().size(); ++i)
    if (model.joints()[i].parent.index == index) add_body(model, static_cast<int>(i), text);
  text += "</body>";
}

}  // namespace

MujocoLeg::MujocoLeg(const Model& model, double step, const std::string& solref, const std::string& solimp) {
  std::string text = fmt::format(
      "<mujoco><compiler angle='radian' boundmass='0'/><option timestep='{}' gravity='0 0 -9.81' "
      "integrator='RK4'/><worldbody>",
      step);
  for (std::size_t i = 0; i < model.joints().size(); ++i)
    if (model.joints()[i].parent == kWorld) add_body(model, static_cast<int>(i), text);
  const Row& row = model.rows().front();
  text += fmt::format(
      "</worldbody><equality><connect body1='{}' body2='{}' anchor='{}' solref='{}' solimp='{}'/></equality>"
      "</mujoco>",
      model.bodies()[static_cast<std::size_t>(row.body_a.index)].name,
      model.bodies()[static_cast<std::size_t>(row.body_b.index)].name, numbers(row.point_a), solref, solimp);
  mjVFS files;
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "leg.xml", static_cast<int>(text.size()) + 1);
  std::memcpy(files.filedata[0], text.c_str(), text.size() + 1);
  std::array<char, 1000> error{};
  model_ = mj_loadXML("leg.xml", &files, error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(&files);
  if (!model_) throw RunError(std::string("MuJoCo: ") + error.data());
  data_ = mj_makeData(model_);
  address_.resize(static_cast<std::size_t>(model.nv()));
  for (const Joint& joint : model.joints())
    address_[static_cast<std::size_t>(joint.v_index)] =
        model_->jnt_dofadr[mj_name2id(model_, mjOBJ_JOINT, joint.name.c_str())];
}
MujocoLeg::~MujocoLeg() {
  mj_deleteData(data_);
  mj_deleteModel(model_);
}

void MujocoLeg::set(const VecX& q, const VecX& v) {
  for (std::size_t k = 0; k < address_.size(); ++k) {
    data_->qpos[address_[k]] = q[static_cast<Eigen::Index>(k)];
    data_->qvel[address_[k]] = v[static_cast<Eigen::Index>(k)];
  }
  mj_forward(model_, data_);
}
void MujocoLeg::get(VecX& q, VecX& v) const {
  for (std::size_t k = 0; k < address_.size(); ++k) {
    q[static_cast<Eigen::Index>(k)] = data_->qpos[address_[k]];
    v[static_cast<Eigen::Index>(k)] = data_->qvel[address_[k]];
  }
}
void MujocoLeg::step() { mj_step(model_, data_); }

}  // namespace grouser::bench
