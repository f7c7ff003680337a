// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels and keys. Each desk has small types of its own, in its folder; here they are only passed
// on. Panels own nothing and change nothing: they show, and return requests, which App gives to whoever has
// registered for their type (RequestTable).
#pragma once
#include <any>
#include <concepts>
#include <functional>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace grouser::desktop {

/// A request of any desk.
class Request {
 public:
  Request() = default;
  template <class Asked>
  requires(!std::same_as<std::remove_cvref_t<Asked>, Request>) Request(Asked asked)
      : asked_(std::move(asked)) {}  // NOLINT: a desk's request is one

  /// The desk's request, if it is of this type; else null.
  template <class Asked>
  const Asked* as() const {
    return std::any_cast<Asked>(&asked_);
  }
  std::type_index type() const { return asked_.type(); }

 private:
  std::any asked_;
};
using Requests = std::vector<Request>;

/// Puts a request of any desk, or one that is a Request already, among the others.
template <class Asked>
void ask(Requests& requests, Asked request) {
  requests.emplace_back(std::move(request));
}

/// Table of the functions that carry out requests: one for each type.
class RequestTable {
 public:
  /// `act` takes a const Asked&.
  template <class Asked, class Act>
  void on(Act act) {
    acts_[typeid(Asked)] = [act = std::move(act)](const Request& request) { act(*request.as<Asked>()); };
  }
  bool knows(const Request& request) const { return acts_.contains(request.type()); }
  /// Throws the desk's exceptions. False: nobody has registered for its type.
  bool carry_out(const Request& request) const {
    const auto act = acts_.find(request.type());
    if (act == acts_.end()) return false;
    act->second(request);
    return true;
  }

 private:
  std::unordered_map<std::type_index, std::function<void(const Request&)>> acts_;
};

}  // namespace grouser::desktop
