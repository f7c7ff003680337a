// SPDX-License-Identifier: BSD-3-Clause
// The 3D view by OpenGL 3.3: two shadow maps (from the sun, and from straight above for the light of the
// sky), then sky, ground, bodies and arrows into a multisampled picture.
#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "grouser/terrain/surface/no_ground.hpp"
#include "hal/framebuffer.hpp"
#include "view/bounds.hpp"
#include "view/gl/body_layer.hpp"
#include "view/gl/disc_layer.hpp"
#include "view/gl/light_view.hpp"
#include "view/gl/line_layer.hpp"
#include "view/gl/lit_programs.hpp"
#include "view/gl/outline_layer.hpp"
#include "view/gl/pressure_layer.hpp"
#include "view/gl/shaders.hpp"
#include "view/gl/world_look.hpp"
#include "view/ground/contact_shade.hpp"
#include "view/ground/dust.hpp"
#include "view/ground/noise_texture.hpp"
#include "view/ground/terrain_layer.hpp"
#include "view/ground/tint_layer.hpp"
#include "view/renderer.hpp"

namespace grouser::desktop {
namespace {

constexpr float kGhostAlpha = 0.5f;
constexpr double kBackdropGravity = 3.71;  // m/s2: behind the start panel
constexpr int kShadowSize = 2048, kCoarseShadowSize = 768, kSkyMapSize = 512;
// texture units
constexpr int kNoiseUnit = 0, kRutUnit = 1, kSunUnit = 2, kSkyUnit = 3, kTintUnit = 4, kPrintUnit = 5;
const Vec3 kToSun = Vec3(-0.52, -0.58, 0.63).normalized(),
           kToSunInOrbit = Vec3(-0.45, -0.85, 0.30).normalized();

class GlRenderer final : public Renderer {
 public:
  GlRenderer()
      : fine_(Detail::fine),
        depth_(shaders::kDepthVertex, shaders::kDepthFragment),
        fine_sun_map_(kShadowSize),
        coarse_sun_map_(kCoarseShadowSize),
        sky_map_(kSkyMapSize) {
    glGenVertexArrays(1, &empty_);
    picture_.resize(16, 16, 0);  // so that texture() is there before the first picture
    constexpr int kNoiseSize = 512;
    const std::vector<std::uint8_t> noise = make_noise_texture(kNoiseSize);
    glGenTextures(1, &noise_);
    glBindTexture(GL_TEXTURE_2D, noise_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kNoiseSize, kNoiseSize, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 noise.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  }

  ~GlRenderer() override {
    glDeleteTextures(1, &noise_);
    glDeleteVertexArrays(1, &empty_);
  }
  GlRenderer(const GlRenderer&) = delete;
  GlRenderer& operator=(const GlRenderer&) = delete;

  void draw(const ViewInput& input, int width, int height) override {
    prepare(input, width, height);
    if (input.options.shadows && input.frame) draw_shadows(input);
    picture_.resize(width, height, input.options.samples);
    glDisable(GL_SCISSOR_TEST);
    draw_into(picture_, input);
    transparent_picture_ = transparent_;
  }

  void draw_rows(const ViewInput& input, int width, int height, int first, int last) override {
    if (!kept_) kept_.emplace();
    prepare(input, width, height);
    if (input.options.shadows && input.frame) draw_shadows(input);
    kept_->resize(width, height, input.options.samples);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, first, width, last - first);
    draw_into(*kept_, input);
    glDisable(GL_SCISSOR_TEST);
    transparent_kept_ = transparent_;
  }

  std::uintptr_t texture() const override { return picture_.texture(); }
  Image read() const override { return picture_.read(transparent_picture_); }
  std::uintptr_t kept_texture() const override { return kept_ ? kept_->texture() : 0; }
  Image read_kept() const override { return kept_ ? kept_->read(transparent_kept_) : Image{}; }
  void drop_kept() override { kept_.reset(); }
  int triangles() const override { return triangles_; }
  double newtons_per_metre() const override { return arrow_scale_; }
  double mesh_pressure() const override { return mesh_pressure_; }

 private:
  LitPrograms& programs() {
    if (detail_ == Detail::fine) return fine_;
    if (!coarse_) coarse_.emplace(Detail::coarse);
    return *coarse_;
  }
  /// Draws the prepared picture. If only a part of it is drawn, the scissors are set.
  void draw_into(Framebuffer& picture, const ViewInput& input) {
    picture.bind();
    glEnable(GL_FRAMEBUFFER_SRGB);
    glEnable(GL_MULTISAMPLE);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glClearDepth(1.0);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (transparent_) {
      glClearColor(0, 0, 0, 0);
      glClear(GL_COLOR_BUFFER_BIT);
    } else {
      draw_sky(input);
    }
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    triangles_ = 0;
    if (input.scene && ground_) draw_ground(input);
    if (input.options.shadows && input.scene && input.frame && ground_) draw_contact_shade(input);
    if (input.frame) draw_bodies(input);
    if (input.ghost) draw_ghost(input);
    if (input.scene && input.frame && ground_ && gives_dust(*input.scene)) draw_dust(input);
    glDisable(GL_DEPTH_TEST);
    mesh_pressure_ = 0.0;
    if (input.options.overlay == Overlay::pressure) {
      triangles_ += pressure_layer_.draw(input, to_clip_, origin_, pixel(input));
      mesh_pressure_ = pressure_layer_.mesh_pressure();
    }
    glEnable(GL_DEPTH_TEST);
    if (input.frame && input.options.forces) draw_arrows(input);
    glDisable(GL_DEPTH_TEST);
    picture.resolve();
    glDisable(GL_FRAMEBUFFER_SRGB);
  }
  /// Size of one at 1 m, m.
  double pixel(const ViewInput& input) const { return 2.0 * std::tan(0.5 * input.camera.fov) / height_; }
  const DepthMap& sun_map() const { return detail_ == Detail::fine ? fine_sun_map_ : coarse_sun_map_; }

  void prepare(const ViewInput& input, int width, int height) {
    focus_ = focus_of(input);
    // A new origin only when a float would begin to be coarse: patches stay where they are.
    if ((focus_ - origin_).norm() > 2000.0 || input.scene != scene_) {
      origin_ = Vec3(100.0 * std::round(focus_.x() / 100.0), 100.0 * std::round(focus_.y() / 100.0),
                     std::round(focus_.z()));
    }
    scene_ = input.scene;
    height_ = std::max(1, height);
    aspect_ = static_cast<double>(width) / height_;
    const Camera& camera = input.camera;
    eye_ = camera.eye();
    const double near = std::clamp(0.02 * camera.distance, 0.01, 2.0);
    const glm::mat4 perspective =
        glm::perspective(static_cast<float>(camera.fov), static_cast<float>(aspect_),
                         static_cast<float>(near), static_cast<float>(near * 2.0e5));
    const auto half = static_cast<float>(camera.half_height()), wide = half * static_cast<float>(aspect_);
    constexpr float kDeep = 40.0f;  // distances of the target that a view without perspective reaches
    const glm::mat4 projection = camera.parallel ? glm::ortho(-wide, wide, -half, half, 0.0f,
                                                              kDeep * static_cast<float>(camera.distance))
                                                 : perspective;
    const Vec3 eye = eye_ - origin_;
    const glm::mat4 view = glm::lookAt(to_glm(eye), to_glm(eye + camera.forward()), to_glm(camera.up()));
    to_clip_ = projection * view;
    sky_from_clip_ = glm::inverse(perspective * glm::mat4(glm::mat3(view)));
    ground_ = !input.scene || !input.scene->terrain || has_ground(*input.scene->terrain);
    terrain_layer_.show(input.scene && ground_ ? input.scene->terrain : nullptr, focus_);
    body_layer_.show(input.scene);
    body_layer_.show_parts(input.bodies);
    ghost_layer_.show(input.ghost_scene);
    line_layer_.show(input.scene);
    rut_layer_.update(input.ground, focus_, origin_);
    rut_layer_.print_as(input.scene.get());
    tint_layer_.show(input.tint);
    detail_ = input.options.detail;
    transparent_ = input.options.transparent;
    to_sun_ = ground_ ? kToSun : kToSunInOrbit;
    const LitBall lit = lit_ball(input, focus_, ground_);
    shadow_off_ = std::min(0.012, 0.0055 * lit.radius);  // a few texels
    to_sun_map_ = light_view(to_sun_, lit.center - origin_, lit.radius, sun_map().size());
    to_sky_map_ = light_view(Vec3::UnitZ(), focus_ - origin_, 3.0, kSkyMapSize);
    shadows_ = input.options.shadows && input.frame != nullptr;
  }

  void draw_shadows(const ViewInput& input) {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2.0f, 4.0f);
    depth_.use();
    const auto pass = [&](const DepthMap& map, const glm::mat4& to_map) {
      map.bind();
      glClear(GL_DEPTH_BUFFER_BIT);
      depth_.set("u_to_clip", to_map);
      if (&map == &sky_map_ && !ground_) return;  // no light comes from above
      body_layer_.draw(depth_, *input.frame, to_map, {eye_, origin_, 0.0}, BodyPass::shadow, Detail::coarse);
    };
    pass(sun_map(), to_sun_map_);
    pass(sky_map_, to_sky_map_);
    glDisable(GL_POLYGON_OFFSET_FILL);
  }

  void set_light(GlProgram& program) {
    program.use();
    program.set("u_eye", to_glm(eye_ - origin_));
    program.set("u_sun", to_glm(to_sun_));
    program.set("u_to_sun_map", to_sun_map_);
    program.set("u_to_sky_map", to_sky_map_);
    program.set("u_shadows", shadows_ ? 1.0f : 0.0f);
    program.set("u_off", static_cast<float>(shadow_off_));
    const WorldLook& look = ground_ ? world_look(scene_ ? scene_->gravity : kBackdropGravity) : orbit_look();
    program.set("u_sun_light", look.sun);
    program.set("u_zenith", look.zenith);
    program.set("u_horizon", look.horizon);
    program.set("u_dome", look.dome);
    program.set("u_bounce", look.bounce);
    program.set("u_haze", transparent_ ? 0.0f : look.haze);
    program.set("u_glow", look.glow);
    program.set("u_settled", look.settled);
    const auto bind = [](int unit, unsigned texture) {
      glActiveTexture(GL_TEXTURE0 + static_cast<unsigned>(unit));
      glBindTexture(GL_TEXTURE_2D, texture);
    };
    bind(kSunUnit, sun_map().texture());
    bind(kSkyUnit, sky_map_.texture());
    bind(kNoiseUnit, noise_);
    program.set("u_sun_map", kSunUnit);
    program.set("u_sky_map", kSkyUnit);
    program.set("u_noise", kNoiseUnit);
  }

  void draw_sky(const ViewInput& input) {
    GlProgram& program = ground_ ? programs().sky : programs().starry_sky();
    glDisable(GL_DEPTH_TEST);
    set_light(program);
    program.set("u_from_clip", sky_from_clip_);
    program.set("u_pixel", static_cast<float>(pixel(input)));
    glBindVertexArray(empty_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  void draw_ground(const ViewInput& input) {
    const bool coloured = input.tint || colours_ground(input.options.overlay);
    const GroundKind kind = ground_kind(input.scene->ground_soils);
    const WorldLook& world = world_look(input.scene->gravity);
    GlProgram& program = programs().ground(ground_definition(kind, world), coloured);
    set_light(program);
    set_ground(program, ground_look(kind, world));
    program.set("u_to_clip", to_clip_);
    program.set("u_grid", input.options.grid ? 1.0f : 0.0f);
    rut_layer_.bind(program, kRutUnit, kPrintUnit);
    tint_layer_.bind(program, kTintUnit, origin_);
    // A hatch of the size of close height lines stays as fine from near and far.
    program.set("u_hatch", input.options.patterns
                               ? 2.0f * static_cast<float>(contour_spacing(input.camera.distance))
                               : 0.0f);
    set_overlay(program, input.options.overlay, contour_spacing(input.camera.distance), origin_.z());
    glm::vec4 extent(-1e9f, -1e9f, 1e9f, 1e9f);
    if (const Heightfield* field = input.scene->terrain ? input.scene->terrain->heightfield() : nullptr) {
      extent = {field->min_x() - origin_.x(), field->min_y() - origin_.y(), field->max_x() - origin_.x(),
                field->max_y() - origin_.y()};
    }
    program.set("u_extent", extent);
    // Pushed back a little: a plate that lies flush with the ground wins.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 2.0f);
    triangles_ += terrain_layer_.draw(program, input.camera, aspect_, focus_, origin_, detail_);
    glDisable(GL_POLYGON_OFFSET_FILL);
  }

  void draw_bodies(const ViewInput& input) {
    GlProgram& program = programs().bodies;
    set_light(program);
    program.set("u_to_clip", to_clip_);
    program.set("u_grid", input.options.grid ? 1.0f : 0.0f);
    program.set("u_alpha", 1.0f);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    const ViewPoint from{eye_, origin_, pixel(input)};
    // Without perspective, far objects are not smaller.
    const ViewPoint sized{eye_, origin_, input.camera.parallel ? 0.0 : from.pixel};
    triangles_ += body_layer_.draw(program, *input.frame, to_clip_, sized, BodyPass::picture, detail_);
    if (body_layer_.has_cut()) draw_cut(input, sized);
    program.use();
    triangles_ += line_layer_.draw_ties(program, *input.frame, from);
    triangles_ += line_layer_.draw_route(program, input.route, from);
    glDisable(GL_CULL_FACE);
    triangles_ += outline_layer_.draw(body_layer_, *input.frame, input.selection, to_clip_, from);
  }

  /// Faces seen from inside show where the plane cuts through a solid.
  void draw_cut(const ViewInput& input, const ViewPoint& from) {
    GlProgram& program = programs().cut_bodies();
    set_light(program);
    program.set("u_to_clip", to_clip_);
    program.set("u_grid", 0.0f);
    program.set("u_alpha", 1.0f);
    const CutPlane plane = cut_plane(input.camera);
    program.set("u_cut", glm::vec4(to_glm(plane.normal), plane.at - plane.normal.dot(origin_)));
    glDisable(GL_CULL_FACE);
    triangles_ += body_layer_.draw(program, *input.frame, to_clip_, from, BodyPass::cut, detail_);
    glEnable(GL_CULL_FACE);
  }

  /// Draws shade on the ground alone, which is all that is drawn so far; its patches are too flat to compare
  /// depths with them.
  void draw_contact_shade(const ViewInput& input) {
    glDisable(GL_DEPTH_TEST);
    const auto discs = contact_shades(*input.scene, *input.frame, input.ground.get(), focus_);
    triangles_ += disc_layer_.draw(discs, origin_, to_clip_, glm::vec3(0.0f));
    glEnable(GL_DEPTH_TEST);
  }

  void draw_dust(const ViewInput& input) {
    const WorldLook& world = world_look(input.scene->gravity);
    const glm::vec3 light = 0.55f * world.sun + world.dome;
    const GroundLook look = ground_look(ground_kind(input.scene->ground_soils), world);
    const std::vector<SoftDisc> discs =
        dust_discs(dust_puffs(*input.scene, *input.frame), input.camera.right(), input.camera.up());
    triangles_ += disc_layer_.draw(discs, origin_, to_clip_, look.light * light);
  }

  /// The second run's rover: its depth first, then its nearest surface alone, half seen through.
  void draw_ghost(const ViewInput& input) {
    GlProgram& program = programs().bodies;
    set_light(program);
    program.set("u_to_clip", to_clip_);
    program.set("u_grid", 0.0f);
    program.set("u_alpha", kGhostAlpha);
    glEnable(GL_CULL_FACE);
    // Set back a little: where both rovers are at one place, the first one wins.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 2.0f);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    ghost_layer_.draw(program, *input.ghost, to_clip_, {eye_, origin_, 0.0}, BodyPass::ghost, detail_);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_BLEND);
    // Alpha adds up to the covered share, so what was opaque stays opaque.
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    triangles_ +=
        ghost_layer_.draw(program, *input.ghost, to_clip_, {eye_, origin_, 0.0}, BodyPass::ghost, detail_);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_BLEND);
    program.set("u_alpha", 1.0f);
    glDepthFunc(GL_LESS);
    glDisable(GL_CULL_FACE);
  }

  void draw_arrows(const ViewInput& input) {
    GlProgram& program = programs().bodies;
    glClear(GL_DEPTH_BUFFER_BIT);  // seen through wheels and ground
    const double mean = mean_contact_force(*input.frame);
    constexpr double kShare = 0.5;  // of the distance from the chassis to its farthest contact
    const double reach = contact_reach(*input.scene, *input.frame);
    const double length = reach > 0.0 ? std::min(kMeanArrow, kShare * reach) : kMeanArrow;
    if (arrow_scale_ <= 0.0 || mean > 3.0 * arrow_scale_ * length)
      arrow_scale_ = std::max(1.0, mean / length);
    glEnable(GL_CULL_FACE);
    triangles_ += body_layer_.draw_arrows(program, *input.frame, origin_, arrow_scale_);
    glDisable(GL_CULL_FACE);
  }

  LitPrograms fine_;
  std::optional<LitPrograms> coarse_;  // made when first needed
  GlProgram depth_;
  DepthMap fine_sun_map_, coarse_sun_map_, sky_map_;
  Framebuffer picture_;
  std::optional<Framebuffer> kept_;
  bool transparent_picture_ = false, transparent_kept_ = false;
  TerrainLayer terrain_layer_;
  RutLayer rut_layer_;
  TintLayer tint_layer_;
  BodyLayer body_layer_, ghost_layer_;
  LineLayer line_layer_;
  DiscLayer disc_layer_;
  OutlineLayer outline_layer_;
  PressureLayer pressure_layer_;
  unsigned empty_ = 0, noise_ = 0;
  std::shared_ptr<const Scene> scene_;
  Vec3 origin_ = Vec3::Zero(), focus_ = Vec3::Zero(), eye_ = Vec3::Zero();
  Vec3 to_sun_ = kToSun;
  double aspect_ = 1.0, arrow_scale_ = 0.0, mesh_pressure_ = 0.0, shadow_off_ = 0.012;
  glm::mat4 to_clip_{1.0f}, sky_from_clip_{1.0f}, to_sun_map_{1.0f}, to_sky_map_{1.0f};
  bool shadows_ = true, transparent_ = false, ground_ = true;
  Detail detail_ = Detail::fine;
  int triangles_ = 0, height_ = 1;
};

}  // namespace

std::unique_ptr<Renderer> make_gl_renderer() { return std::make_unique<GlRenderer>(); }

}  // namespace grouser::desktop
