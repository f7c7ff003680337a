// SPDX-License-Identifier: BSD-3-Clause
// This header hides the differences between the versions of Dear ImGui that systems have (1.86, and 1.89 to
// 1.92). No other file asks for the version. The program uses the names of the newest, and this header
// supplies them for older ones. Input always comes as events, which the next frame takes all at once: what
// may come together is our own queue's choice (input_queue.hpp), because the program's own keys act then too.
#pragma once
#include <imgui.h>
#include <imgui_internal.h>

#include <cstdint>
#include <vector>

#if IMGUI_VERSION_NUM < 18700
// This version has only these letters besides those of its text fields; a code above its own keys is the
// number under which GLFW's backend keeps the key.
inline constexpr ImGuiKey ImGuiKey_KeypadEnter = ImGuiKey_KeyPadEnter;
inline constexpr ImGuiKey ImGuiKey_M = ImGuiKey_COUNT + 'M', ImGuiKey_P = ImGuiKey_COUNT + 'P';
inline constexpr ImGuiKey ImGuiMod_Ctrl = 1000, ImGuiMod_Shift = 1001, ImGuiMod_Alt = 1002;
#endif

namespace grouser::desktop::gui {

#if IMGUI_VERSION_NUM < 18700

/// Prepares a new context for keys that come as events.
inline void prepare_input() {
  constexpr int kFree = 400;  // numbers above all of GLFW's, whose backend sets its own later
  for (int key = 0; key < ImGuiKey_COUNT; ++key) ImGui::GetIO().KeyMap[key] = kFree + key;
}
inline int number_of(ImGuiKey key) {
  return key < ImGuiKey_COUNT ? ImGui::GetKeyIndex(key) : key - ImGuiKey_COUNT;
}
inline void add_key_event(ImGuiKey key, bool down) {
  ImGuiIO& io = ImGui::GetIO();
  if (key == ImGuiMod_Ctrl)
    io.KeyCtrl = down;
  else if (key == ImGuiMod_Shift)
    io.KeyShift = down;
  else if (key == ImGuiMod_Alt)
    io.KeyAlt = down;
  else
    io.KeysDown[number_of(key)] = down;
}
inline void add_mouse_position_event(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }
inline void add_mouse_button_event(int button, bool down) { ImGui::GetIO().MouseDown[button] = down; }
inline void add_mouse_wheel_event(float x, float y) {
  ImGui::GetIO().MouseWheelH += x;
  ImGui::GetIO().MouseWheel += y;
}
inline bool is_key_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(number_of(key), false); }

#else

inline void prepare_input() { ImGui::GetIO().ConfigInputTrickleEventQueue = false; }
inline void add_key_event(ImGuiKey key, bool down) { ImGui::GetIO().AddKeyEvent(key, down); }
inline void add_mouse_position_event(float x, float y) { ImGui::GetIO().AddMousePosEvent(x, y); }
inline void add_mouse_button_event(int button, bool down) {
  ImGui::GetIO().AddMouseButtonEvent(button, down);
}
inline void add_mouse_wheel_event(float x, float y) { ImGui::GetIO().AddMouseWheelEvent(x, y); }
inline bool is_key_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key, false); }

#endif

/// `get` and `set` have `window` first; text is UTF-8 and lives until the next call.
inline void set_clipboard(void* window, const char* (*get)(void*), void (*set)(void*, const char*)) {
#if IMGUI_VERSION_NUM < 19110
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = window;
  io.GetClipboardTextFn = get;
  io.SetClipboardTextFn = set;
#else
  struct Functions {
    void* window;
    const char* (*get)(void*);
    void (*set)(void*, const char*);
  };
  static Functions all;
  all = {window, get, set};
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) { return all.get(all.window); };
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { all.set(all.window, text); };
#endif
}

/// A texture of OpenGL under the name that ImGui has for it.
inline ImTextureID texture_id(std::uintptr_t texture) { return (ImTextureID)texture; }

/// Commands that draw one texture draw another one.
inline void replace_texture(ImDrawList& list, std::uintptr_t old_one, std::uintptr_t new_one) {
  for (ImDrawCmd& command : list.CmdBuffer)
    if (command.GetTexID() == texture_id(old_one))
#if IMGUI_VERSION_NUM < 19200
      command.TextureId = texture_id(new_one);
#else
      command.TexRef = ImTextureRef(texture_id(new_one));
#endif
}

/// The picture is made of these lists, which must stay as long as it does.
inline void set_lists(ImDrawData& picture, std::vector<ImDrawList*>& lists) {
#if IMGUI_VERSION_NUM < 18980
  picture.CmdLists = lists.data();
#else
  picture.CmdLists.resize(static_cast<int>(lists.size()));
  for (std::size_t k = 0; k < lists.size(); ++k) picture.CmdLists[static_cast<int>(k)] = lists[k];
#endif
  picture.CmdListsCount = static_cast<int>(lists.size());
}

/// Whether a frame about the widget that has the keyboard is shown; show_keyboard() sets it.
inline bool shows_keyboard(const ImGuiContext& context) {
#if IMGUI_VERSION_NUM < 19140
  return !context.NavDisableHighlight;
#else
  return context.NavCursorVisible;
#endif
}
inline void show_keyboard(ImGuiContext& context, bool shown) {
#if IMGUI_VERSION_NUM < 19140
  context.NavDisableHighlight = !shown;
#else
  context.NavCursorVisible = shown;
#endif
}
/// Makes ImGui ignore the pointer until it moves, because the widget under it is not the one that is meant.
inline void ignore_pointer(ImGuiContext& context) {
#if IMGUI_VERSION_NUM < 19140
  context.NavDisableMouseHover = true;
#else
  context.NavHighlightItemUnderNav = true;
#endif
}

/// Draws the characters of all fonts where no backend does it.
inline void build_fonts() {
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
}

/// Calls `take` with each drawn character of a font.
template <class Take>
void for_each_glyph(ImFont& font, Take take) {
#if IMGUI_VERSION_NUM < 19200
  for (const ImFontGlyph& glyph : font.Glyphs) take(glyph);
#else
  for (const ImFontGlyph& glyph : font.GetFontBaked(font.LegacySize)->Glyphs) take(glyph);
#endif
}

}  // namespace grouser::desktop::gui
