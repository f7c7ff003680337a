// SPDX-License-Identifier: BSD-3-Clause
// A client of the servo link: connect, push, pull, request (seed 002, section 6.2).
#pragma once
#include <string>

#include "serial_port.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

class ServoClient {
 public:
  /// Opens the port and waits for the device's identifier; what comes before it is what another client left.
  /// patience: of this and of every wait below, s. Throws InputError and RunError.
  ServoClient(const std::string& path, double patience);

  const std::string& device_id() const { return id_; }
  void push(const ServoFrame& frame);
  /// The next message.
  Json pull();
  Json request(const ServoFrame& frame);

 private:
  std::string path_;
  double patience_;
  SerialPort port_;
  std::string id_;
};

}  // namespace grouser::cli
