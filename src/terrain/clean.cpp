#include "grouser/terrain/clean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "clean_fit.hpp"
#include "clean_picture.hpp"
#include "fate_grid.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr int kTile = 1024;            // whole squares of the outliers' scatter and whole tiles of the files
constexpr double kDetectShare = 0.25;  // of the time, for the progress

/// Tiles of a rectangle in reading order.
std::vector<CellRect> tiles_of(const CellRect& all) {
  std::vector<CellRect> tiles;
  for (int r = 0; r < all.rows; r += kTile)
    for (int c = 0; c < all.columns; c += kTile)
      tiles.push_back(overlap({all.column + c, all.row + r, kTile, kTile}, all));
  return tiles;
}

class Cleaning {
 public:
  Cleaning(RasterSource& source, const CleanOptions& options, const std::function<bool(double)>& progress)
      : source_(source),
        options_(options),
        progress_(progress),
        all_(options.window ? overlap(*options.window, source.all()) : source.all()),
        grid_(all_),
        picture_(all_, options.picture_side) {
    report_.window = all_;
  }

  CleanReport run(const CleanFiles& files) {
    // the sinks first: a folder that cannot be written is found before the work
    RasterSpec spec = cropped(spec_like(source_.info()));
    spec.packing = options_.packing;
    RasterSink heights(files.heights, std::move(spec));
    std::optional<RasterSink> mask, deviation;
    if (!files.mask.empty()) mask.emplace(files.mask, mask_spec());
    if (!files.deviation.empty()) deviation.emplace(files.deviation, deviation_spec());
    detect();
    grid_margin();
    learn();
    fill(heights, mask ? &*mask : nullptr, deviation ? &*deviation : nullptr);
    // all or none of them, as near as a file system allows
    if (mask) mask->finish();
    if (deviation) deviation->finish();
    heights.finish();
    report_.picture = picture_.take();
    return std::move(report_);
  }

 private:
  void go_on(double done) const {
    if (progress_ && !progress_(done)) throw RunError("stopped");
  }

  RasterSpec cropped(RasterSpec spec) const {
    if (spec.transform) spec.transform = spec.transform->moved(all_.column, all_.row);
    spec.columns = all_.columns, spec.rows = all_.rows;
    return spec;
  }
  RasterSpec mask_spec() const {
    RasterSpec spec = cropped(spec_like(source_.info()));
    spec.type = SampleType::uint8, spec.nodata.reset(), spec.offset = 0.0;
    spec.unit = "1";
    spec.colours = {{0, 0, 0, 0},        {33, 113, 181, 255},  {203, 24, 29, 255},
                    {230, 145, 20, 255}, {190, 190, 190, 255}, {90, 90, 90, 255}};
    for (int k = 0; k < kCellFates; ++k)
      spec.metadata[fmt::format("VALUE_{}", k)] = fate_name(static_cast<CellFate>(k));
    return spec;
  }
  RasterSpec deviation_spec() const {
    RasterSpec spec = cropped(spec_like(source_.info()));
    spec.type = SampleType::float32, spec.nodata.reset(), spec.offset = 0.0;
    return spec;
  }

  void detect() {
    const std::vector<CellRect> tiles = tiles_of(all_);
    const int box_halo = options_.find_boxes ? options_.boxes.most_side + 4 : 0;
    const int halo = std::max(options_.find_spikes ? outlier_halo(options_.kernel) : 0, box_halo);
    long long known = 0;
    for (std::size_t k = 0; k < tiles.size(); ++k) {
      const CellRect& core = tiles[k];
      HeightWindow w(overlap(grown(core, halo), source_.all()));
      source_.read(w.place, w.heights);
      for (std::size_t i = 0; i < w.heights.size(); ++i)
        if (std::isnan(w.heights[i])) w.states[i] = CellState::leave;
      picture_.add_before(w, core);
      for (int r = core.row; r < core.row + core.rows; ++r)
        for (int c = core.column; c < core.column + core.columns; ++c)
          w.known(c, r) ? ++known : (grid_.set(c, r, CellKind::void_), 0);
      if (options_.find_boxes) mark_boxes(w, core);
      if (options_.find_spikes) mark_spikes(w, core);
      go_on(kDetectShare * static_cast<double>(k + 1) / static_cast<double>(tiles.size()));
    }
    if (known == 0)
      throw InputError(source_.info().path, "no cell with a height", "some ground to learn from");
  }

  void mark_boxes(HeightWindow& w, const CellRect& core) {
    for (const BoxOffset& box : find_box_offsets(w, grown(core, options_.boxes.most_side), options_.boxes)) {
      const CellRect here = overlap(box.cells, core);
      for (int r = here.row; r < here.row + here.rows; ++r)
        for (int c = here.column; c < here.column + here.columns; ++c)
          if (grid_.kind(c, r) == CellKind::height) grid_.set(c, r, CellKind::box);
      // its edges are no spikes
      const CellRect all = overlap(box.cells, w.place);
      for (int r = all.row; r < all.row + all.rows; ++r)
        for (int c = all.column; c < all.column + all.columns; ++c)
          w.states[w.index(c, r)] = CellState::leave;
      if (overlap({box.cells.column, box.cells.row, 1, 1}, core).count() == 1) ++report_.boxes;
    }
  }

  void mark_spikes(const HeightWindow& w, const CellRect& core) {
    const std::vector<std::uint8_t> found = find_outliers(w, core, options_.kernel);
    std::size_t i = 0;
    for (int r = core.row; r < core.row + core.rows; ++r)
      for (int c = core.column; c < core.column + core.columns; ++c, ++i)
        if (found[i] && grid_.kind(c, r) == CellKind::height) grid_.set(c, r, CellKind::spike);
  }

  void grid_margin() {
    if (!options_.fill_margin) grid_.find_margin(source_.all());
    for (int r = all_.row; r < all_.row + all_.rows; ++r) {
      long long count = 0;
      for (int c = all_.column; c < all_.column + all_.columns; ++c) count += grid_.wanted(c, r);
      wanted_.push_back(count);
    }
  }

  void learn() {
    if (std::all_of(wanted_.begin(), wanted_.end(), [](long long n) { return n == 0; })) return;
    fit_ = fit_raster(source_, grid_, wanted_, options_);
    report_.params = fit_.params;
    report_.fit_samples = fit_.samples;
    filler_.emplace(fit_.params, options_.fill);
    if (options_.keep_samples) filler_->record_samples(&report_.samples);
  }

  void fill(RasterSink& heights, RasterSink* mask, RasterSink* deviation) {
    const std::vector<CellRect> tiles = tiles_of(all_);
    const int halo = fill_halo(options_.fill);
    for (std::size_t k = 0; k < tiles.size(); ++k) {
      const CellRect& core = tiles[k];
      std::vector<float> out(core.count());
      source_.read(core, out);
      std::vector<float> spread(deviation ? core.count() : 0, 0.0f);
      std::vector<std::uint8_t> fate(core.count(), 0);
      if (begin_fates(core, fate, out, spread)) {
        const HeightWindow w = read_window(source_, grid_, grown(core, halo));
        const Deviation wanted = deviation ? Deviation::compute : Deviation::skip;
        for (const FilledCell& f : filler_->fill(w, core, wanted, fit_.whole.get())) {
          const std::size_t i = static_cast<std::size_t>(f.cell.row - core.row) * core.columns +
                                static_cast<std::size_t>(f.cell.column - core.column);
          out[i] = static_cast<float>(f.height);
          fate[i] = static_cast<std::uint8_t>(grid_.kind(f.cell.column, f.cell.row));
          if (deviation) {
            spread[i] = static_cast<float>(f.deviation);
            report_.worst_deviation = std::max(report_.worst_deviation, f.deviation);
          }
        }
      }
      for (const std::uint8_t f : fate) ++report_.cells[f];
      picture_.add_after(core, out, fate);
      const CellRect target{core.column - all_.column, core.row - all_.row, core.columns, core.rows};
      heights.write(target, std::span<const float>(out));
      if (mask) mask->write(target, std::span<const std::uint8_t>(fate));
      if (deviation) deviation->write(target, std::span<const float>(spread));
      go_on(kDetectShare +
            (1.0 - kDetectShare) * static_cast<double>(k + 1) / static_cast<double>(tiles.size()));
    }
  }

  /// Every cell that is not kept stays without a height until it is filled. True if any is to be.
  bool begin_fates(const CellRect& core, std::vector<std::uint8_t>& fate, std::vector<float>& out,
                   std::vector<float>& spread) const {
    bool any = false;
    std::size_t i = 0;
    for (int r = core.row; r < core.row + core.rows; ++r)
      for (int c = core.column; c < core.column + core.columns; ++c, ++i) {
        if (grid_.kind(c, r) == CellKind::height) continue;
        const bool wanted = grid_.wanted(c, r);
        any |= wanted;
        fate[i] = static_cast<std::uint8_t>(wanted ? CellFate::left_far : CellFate::left_margin);
        out[i] = std::numeric_limits<float>::quiet_NaN();
        if (!spread.empty()) spread[i] = out[i];
      }
    return any;
  }

  RasterSource& source_;
  const CleanOptions& options_;
  const std::function<bool(double)>& progress_;
  CellRect all_;
  FateGrid grid_;
  CleanPainter picture_;
  std::vector<long long> wanted_;  // cells to fill, by row
  CleanFit fit_;
  std::optional<VoidFiller> filler_;
  CleanReport report_;
};

/// The raster itself is never written to, by whatever name it is called.
void refuse_input(const std::filesystem::path& out, const std::string& input) {
  std::error_code failed;
  if (!out.empty() && std::filesystem::equivalent(out, input, failed) && !failed)
    throw InputError(out.string(), "the raster that is to be cleaned",
                     "another file: the input stays as it is");
}

}  // namespace

const char* fate_name(CellFate fate) {
  switch (fate) {
    case CellFate::kept:
      return "kept";
    case CellFate::filled_void:
      return "filled void";
    case CellFate::filled_spike:
      return "filled spike";
    case CellFate::filled_box:
      return "filled box";
    case CellFate::left_margin:
      return "void at the border, left";
    case CellFate::left_far:
      return "void, no height within reach";
  }
  return "";
}

void validate(const CleanOptions& o) {
  validate(o.kernel);
  validate(o.boxes);
  validate(o.fill);
  if (o.fit_samples < 32 || o.fit_samples > 4000)
    throw InputError("samples", fmt::format("{}", o.fit_samples), "32 to 4000: the work goes by their cube");
  if (o.length && !(*o.length >= 0.1 && *o.length <= 1e6))
    throw InputError("correlation length", fmt::format("{} cells", *o.length), "0.1 to 1e6");
  if (o.noise && !(*o.noise >= 1e-10 && *o.noise <= 10.0))
    throw InputError("noise", fmt::format("{} of the variance", *o.noise), "1e-10 to 10");
  if (o.picture_side < 0 || o.picture_side > 4000)
    throw InputError("picture", fmt::format("{} cells", o.picture_side), "0 to 4000");
}

CleanReport clean_raster(RasterSource& source, const CleanFiles& files, const CleanOptions& options,
                         const std::function<bool(double)>& progress) {
  validate(options);
  require_heights(source.info());
  for (const std::filesystem::path& out : {files.heights, files.mask, files.deviation})
    refuse_input(out, source.info().path);
  if (options.window && overlap(*options.window, source.all()).count() == 0)
    throw InputError(source.info().path, "a window that lies beside the raster", "one that meets it");
  const CellRect all = source.all();
  if (all.columns < 4 || all.rows < 4)
    throw InputError(source.info().path, fmt::format("{} x {} cells", all.columns, all.rows),
                     "at least 4 x 4");
  return Cleaning(source, options, progress).run(files);
}

}  // namespace grouser
