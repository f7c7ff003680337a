// SPDX-License-Identifier: BSD-3-Clause
// The codes of hal/keys.hpp are those of GLFW.
#include "hal/keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace grouser::desktop {

static_assert(Keys::kSpace == GLFW_KEY_SPACE);
static_assert(Keys::kWorld1 == GLFW_KEY_WORLD_1);
static_assert(Keys::kEscape == GLFW_KEY_ESCAPE);
static_assert(Keys::kEnter == GLFW_KEY_ENTER);
static_assert(Keys::kTab == GLFW_KEY_TAB);
static_assert(Keys::kBackspace == GLFW_KEY_BACKSPACE);
static_assert(Keys::kInsert == GLFW_KEY_INSERT);
static_assert(Keys::kDelete == GLFW_KEY_DELETE);
static_assert(Keys::kRight == GLFW_KEY_RIGHT);
static_assert(Keys::kLeft == GLFW_KEY_LEFT);
static_assert(Keys::kDown == GLFW_KEY_DOWN);
static_assert(Keys::kUp == GLFW_KEY_UP);
static_assert(Keys::kPageUp == GLFW_KEY_PAGE_UP);
static_assert(Keys::kPageDown == GLFW_KEY_PAGE_DOWN);
static_assert(Keys::kHome == GLFW_KEY_HOME);
static_assert(Keys::kEnd == GLFW_KEY_END);
static_assert(Keys::kF1 == GLFW_KEY_F1);
static_assert(Keys::kF4 == GLFW_KEY_F4);
static_assert(Keys::kF6 == GLFW_KEY_F6);
static_assert(Keys::kF7 == GLFW_KEY_F7);
static_assert(Keys::kF10 == GLFW_KEY_F10);
static_assert(Keys::kF11 == GLFW_KEY_F11);
static_assert(Keys::kF12 == GLFW_KEY_F12);
static_assert(Keys::kPad0 == GLFW_KEY_KP_0);
static_assert(Keys::kPad7 == GLFW_KEY_KP_7);
static_assert(Keys::kPad9 == GLFW_KEY_KP_9);
static_assert(Keys::kPadSubtract == GLFW_KEY_KP_SUBTRACT);
static_assert(Keys::kPadAdd == GLFW_KEY_KP_ADD);
static_assert(Keys::kPadEnter == GLFW_KEY_KP_ENTER);
static_assert(Keys::kLeftShift == GLFW_KEY_LEFT_SHIFT);
static_assert(Keys::kLeftControl == GLFW_KEY_LEFT_CONTROL);
static_assert(Keys::kLeftAlt == GLFW_KEY_LEFT_ALT);
static_assert(Keys::kRightShift == GLFW_KEY_RIGHT_SHIFT);
static_assert(Keys::kRightControl == GLFW_KEY_RIGHT_CONTROL);
static_assert(Keys::kRightAlt == GLFW_KEY_RIGHT_ALT);
static_assert(Keys::kRightSuper == GLFW_KEY_RIGHT_SUPER);
static_assert(Keys::kMenu == GLFW_KEY_MENU);

}  // namespace grouser::desktop
