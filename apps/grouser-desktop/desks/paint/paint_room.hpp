// SPDX-License-Identifier: BSD-3-Clause
// The paint desk in the window: its keys, the colours of soils on the ground, and its strokes as steps of the document.
#pragma once
#include "desks/paint/paint_desk.hpp"
#include "desks/paint/soil_tint.hpp"
#include "hal/window.hpp"
#include "session/request.hpp"
#include "view/look/looking.hpp"
#include "view/renderer.hpp"

namespace grouser::desktop {

class PaintRoom {
 public:
  /// `state_folder`: see PaintDesk; empty: a temporary one.
  PaintRoom(const std::filesystem::path& state_folder, Session& session, DocumentDesk& document,
            const Looking& looking, const KeptState& kept);

  /// Throws InputError.
  void carry_out(const PaintRequest& request);
  /// The digits choose classes while soils are painted, and F and the brackets the size of the brush. True: the key was one
  /// of them.
  bool press(const KeyPress& key, Requests& requests) const;
  void update();
  /// Another scenario is open.
  void opened();
  /// The same scenario with other numbers.
  void rebuilt();
  void leave() { desk_.leave(); }
  /// The program ends in order.
  void clean() const { desk_.clean(); }
  /// Takes back the last stroke of a run at rest, if no step has counted it. False: there is none.
  bool take_back_run_stroke();
  /// As PaintDesk::undo_refusal().
  std::string undo_refusal() const { return desk_.undo_refusal(); }
  const PaintView& view() const { return desk_.view(); }
  const std::shared_ptr<const GroundTint>& tint() const { return tint_; }

 private:
  void update_tint();

  Session& session_;
  DocumentDesk& document_;
  const Looking& looking_;
  const KeptState& kept_;
  PaintDesk desk_;
  SoilTint soil_tint_;
  std::shared_ptr<const GroundTint> tint_;
  std::uint64_t tint_revision_ = 0;
  std::shared_ptr<const Terrain> tinted_;  // whose soils the tint shows
};

}  // namespace grouser::desktop
