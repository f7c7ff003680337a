// SPDX-License-Identifier: BSD-3-Clause
// A forest of hinges with one pin, as MuJoCo has it: the same bodies, its `connect` for the pin, its RK4.
#pragma once
#include <string>

#include "grouser/multibody/tree/model.hpp"

struct mjModel_;
struct mjData_;

namespace grouser::bench {

class MujocoLeg {
 public:
  /// solref, solimp: MuJoCo's softness of the pin, as its file has it. The model's zero angles must close it.
  MujocoLeg(const Model&, double step, const std::string& solref, const std::string& solimp);
  ~MujocoLeg();
  MujocoLeg(const MujocoLeg&) = delete;
  MujocoLeg& operator=(const MujocoLeg&) = delete;
  /// Joint angles and rates in our order.
  void set(const VecX& q, const VecX& v);
  void get(VecX& q, VecX& v) const;
  void step();

 private:
  mjModel_* model_ = nullptr;
  mjData_* data_ = nullptr;
  std::vector<int> address_;  // of each of our coordinates
};

}  // namespace grouser::bench
