// SPDX-License-Identifier: BSD-3-Clause
// The chain of tests/multibody/peer_chain.hpp as MuJoCo has it: its Euler method with implicit joint dampers,
// no contacts.
#pragma once

struct mjModel_;
struct mjData_;

namespace grouser::bench {

class MujocoChain {
 public:
  MujocoChain(int bodies, double step);
  ~MujocoChain();
  MujocoChain(const MujocoChain&) = delete;
  MujocoChain& operator=(const MujocoChain&) = delete;
  void step();

 private:
  mjModel_* model_ = nullptr;
  mjData_* data_ = nullptr;
};

}  // namespace grouser::bench
