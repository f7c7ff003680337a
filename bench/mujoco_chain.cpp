// SPDX-License-Identifier: BSD-3-Clause
#include "mujoco_chain.hpp"

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <array>
#include <cstring>
#include <string>

#include "grouser/base/error.hpp"

namespace grouser::bench {

MujocoChain::MujocoChain(int bodies, double step) {
  std::string text = fmt::format(
      "<mujoco><option timestep='{}' gravity='0 0 -9.81'><flag contact='disable'/></option><worldbody>",
      step);
  for (int b = 0; b < bodies; ++b)
    text +=
        fmt::format("<body pos='{} 0 0'>{}<geom type='box' pos='0.1 0 0' size='0.1 0.025 0.025' mass='1'/>",
                    b == 0 ? 0.0 : 0.2,
                    b == 0 ? std::string("<freejoint/>")
                           : fmt::format("<joint type='hinge' axis='{}' stiffness='10' damping='0.1'/>",
                                         b % 2 == 1 ? "0 1 0" : "0 0 1"));
  for (int b = 0; b < bodies; ++b) text += "</body>";
  text += "</worldbody></mujoco>";
  mjVFS files;
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "chain.xml", static_cast<int>(text.size()) + 1);
  std::memcpy(files.filedata[0], text.c_str(), text.size() + 1);
  std::array<char, 1000> error{};
  model_ = mj_loadXML("chain.xml", &files, error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(&files);
  if (!model_) throw RunError(std::string("MuJoCo: ") + error.data());
  data_ = mj_makeData(model_);
  for (int k = 7; k < model_->nq; ++k) data_->qpos[k] = 0.1;
}
MujocoChain::~MujocoChain() {
  mj_deleteData(data_);
  mj_deleteModel(model_);
}
void MujocoChain::step() { mj_step(model_, data_); }

}  // namespace grouser::bench
