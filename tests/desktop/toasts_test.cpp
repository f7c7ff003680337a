// SPDX-License-Identifier: BSD-3-Clause
// Messages that go by themselves, with a clock set by hand.
#include "desks/log/toasts.hpp"

#include "catch.hpp"

using namespace grouser::desktop;

TEST_CASE("toasts: each goes at its moment, an error later, a long one later") {
  Toasts toasts;
  CHECK(toasts.next_moment() > 1e200);
  toasts.add(ToastKind::done, "Saved", 10.0);
  toasts.add(ToastKind::error, "Wrong", 10.0);
  REQUIRE(toasts.shown().size() == 2);
  const double first = toasts.next_moment();
  CHECK(first > 13.0);
  toasts.expire(first);
  REQUIRE(toasts.shown().size() == 1);
  CHECK(toasts.shown()[0].text == "Wrong");
  CHECK(toasts.next_moment() > first + 5.0);
  toasts.add(ToastKind::done, std::string(200, 'x'), 10.0);
  CHECK(toasts.shown().back().until > first + 5.0);
}

TEST_CASE("toasts: the same text stands once, of many the newest three, and all go when dismissed") {
  Toasts toasts;
  for (const char* text : {"a", "b", "a"}) toasts.add(ToastKind::done, text, 1.0);
  REQUIRE(toasts.shown().size() == 2);
  CHECK(toasts.shown()[1].text == "a");
  for (const char* text : {"c", "d"}) toasts.add(ToastKind::done, text, 1.0);
  REQUIRE(toasts.shown().size() == 3);
  CHECK(toasts.shown()[0].text == "a");
  CHECK(toasts.dismiss());
  CHECK_FALSE(toasts.dismiss());
}
