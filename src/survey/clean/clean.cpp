// SPDX-License-Identifier: BSD-3-Clause
// Cleans a raster tile by tile on several threads: find the faults of all tiles, learn the covariance of the
// ground from its good cells, then krige the cells to fill. Outputs appear only once all of them are
// complete. Memory holds the tiles in work and three bits per cell where the ground is bad.
#include "grouser/survey/clean/clean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "clean_fit.hpp"
#include "clean_picture.hpp"
#include "clean_tile.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr long long kMostCells = 4'000'000'000;  // three bits each where the ground is bad: 1.5 GB
constexpr std::size_t kTilesAhead = 2;           // per thread: tiles with many holes take longer
constexpr double kDetectShare = 0.25;            // share of the time, for the progress

/// The fillers, one per working thread; each remembers weights of single cells.
class FillerPool {
 public:
  FillerPool(const MaternParams& params, const CleanOptions& options)
      : params_(params), options_(options.fill), workers_(options.workers) {}
  std::unique_ptr<VoidFiller> take() {
    const std::lock_guard held(mutex_);
    if (idle_.empty()) return std::make_unique<VoidFiller>(params_, options_, workers_);
    std::unique_ptr<VoidFiller> filler = std::move(idle_.back());
    idle_.pop_back();
    return filler;
  }
  void give_back(std::unique_ptr<VoidFiller> filler) {
    const std::lock_guard held(mutex_);
    idle_.push_back(std::move(filler));
  }

 private:
  MaternParams params_;
  FillOptions options_;
  Workers workers_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<VoidFiller>> idle_;
};

/// One run over a raster, in the steps of run().
class Cleaning {
 public:
  Cleaning(RasterSource& source, const CleanOptions& options, const std::function<bool(double)>& progress)
      : source_(source),
        options_(options),
        progress_(progress),
        all_(options.window ? overlap(*options.window, source.all()) : source.all()),
        tiles_(tiles_of(all_)),
        grid_(all_),
        picture_(all_, options.picture_side) {
    report_.window = all_;
  }

  CleanReport run(const CleanFiles& files, const std::function<void(const CleanReport&)>& before_names) {
    // The sinks come first: a folder that cannot be written to is found before the work starts.
    RasterSpec spec = cropped(spec_like(source_.info()));
    spec.packing = options_.packing;
    RasterSink heights(files.heights, std::move(spec));
    std::optional<RasterSink> mask, deviation;
    if (!files.mask.empty()) mask.emplace(files.mask, mask_spec());
    if (!files.deviation.empty()) deviation.emplace(files.deviation, deviation_spec());
    detect();
    if (!options_.fill_margin) grid_.find_margin(source_.all(), options_.workers);
    if (!options_.detect_only) learn();
    fill(heights, mask ? &*mask : nullptr, deviation ? &*deviation : nullptr);
    // All files take their names or none does, as far as a file system allows.
    heights.close();
    if (mask) mask->close();
    if (deviation) deviation->close();
    report_.picture = picture_.take();
    if (before_names) before_names(report_);
    if (mask) mask->finish();
    if (deviation) deviation->finish();
    heights.finish();
    return std::move(report_);
  }

 private:
  /// Reports the share done, and throws RunError if the caller stops.
  void go_on(double done) const {
    if (progress_ && !progress_(done)) throw RunError("stopped");
  }

  /// The description of the part that is cleaned.
  RasterSpec cropped(RasterSpec spec) const {
    if (spec.transform) spec.transform = spec.transform->moved(all_.column, all_.row);
    spec.columns = all_.columns, spec.rows = all_.rows;
    return spec;
  }
  RasterSpec mask_spec() const {
    // One byte per cell with a colour and a name for each fate.
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

  /// Calls work(k) for each tile, several at a time, then use(k) in their order. Progress goes from `from` to
  /// `to`.
  void each_tile(double from, double to, const std::function<void(std::size_t)>& work,
                 const std::function<void(std::size_t)>& use) {
    const auto count = static_cast<std::size_t>(std::max(1, options_.workers.count));
    const std::size_t at_once = count == 1 ? 1 : kTilesAhead * count;
    for (std::size_t first = 0; first < tiles_.size(); first += at_once) {
      const std::size_t pieces = std::min(at_once, tiles_.size() - first);
      options_.workers.run(pieces, [&](std::size_t piece) { work(first + piece); });
      for (std::size_t k = first; k < first + pieces; ++k) use(k);
      go_on(from + (to - from) * static_cast<double>(first + pieces) / static_cast<double>(tiles_.size()));
    }
  }

  /// Step 1: marks voids, boxes and spikes of all tiles in the grid; fails if there is no height at all.
  void detect() {
    std::vector<TileFaults> faults(tiles_.size());
    const int halo = detection_halo(options_);
    const auto find = [&](std::size_t k) {
      HeightWindow w(overlap(grown(tiles_[k], halo), source_.all()));
      read(w.place, std::span<double>(w.heights));
      faults[k] = find_faults(w, tiles_[k], options_, grid_);
    };
    long long known = 0;
    each_tile(0.0, kDetectShare, find, [&](std::size_t k) {
      known += faults[k].known;
      report_.boxes += faults[k].boxes;
    });
    if (known == 0)
      throw InputError(source_.info().path, "no cell with a height", "some ground to learn from");
  }

  /// Step 2: fits the covariance near the cells to fill; leaves `fillers_` empty if there are none.
  void learn() {
    std::vector<long long> wanted;  // cells to fill, by row
    for (int r = all_.row; r < all_.row + all_.rows; ++r) {
      options_.workers.go_on();
      long long& count = wanted.emplace_back(0);
      grid_.for_stretches(r, all_.column, all_.column + all_.columns - 1, [&](int first, int last) {
        for (int c = first; c <= last; ++c) count += grid_.wanted(c, r);
      });
    }
    if (std::all_of(wanted.begin(), wanted.end(), [](long long n) { return n == 0; })) return;
    fit_ = fit_raster(source_, grid_, wanted, options_);
    report_.params = fit_.params;
    report_.fit_samples = fit_.samples;
    fillers_.emplace(fit_.params, options_);
  }

  /// Step 3: cleans tile by tile and writes the results in order.
  void fill(RasterSink& heights, RasterSink* mask, RasterSink* deviation) {
    std::vector<CleanTile> done(tiles_.size());
    const Deviation wanted = deviation ? Deviation::compute : Deviation::skip;
    const auto write = [&](std::size_t k) {
      const CleanTile tile = std::exchange(done[k], {});
      for (const std::uint8_t f : tile.fates) ++report_.cells[f];
      report_.worst_deviation = std::max(report_.worst_deviation, tile.worst_deviation);
      report_.samples.add(tile.samples);
      picture_.add(tile.core, tile.before, tile.heights, tile.fates);
      const CellRect target{tile.core.column - all_.column, tile.core.row - all_.row, tile.core.columns,
                            tile.core.rows};
      heights.write(target, std::span<const double>(tile.heights)), heights.flush();
      if (mask) mask->write(target, std::span<const std::uint8_t>(tile.fates)), mask->flush();
      if (deviation) deviation->write(target, std::span<const float>(tile.deviations)), deviation->flush();
    };
    each_tile(
        kDetectShare, 1.0, [&](std::size_t k) { done[k] = cleaned(tiles_[k], wanted); }, write);
  }

  /// One tile with its faults filled, or only named with detect_only.
  CleanTile cleaned(const CellRect& core, Deviation deviation) {
    CleanTile tile;
    tile.core = core;
    tile.heights.resize(core.count());
    read(core, std::span<double>(tile.heights));
    if (options_.picture_side > 0) tile.before = tile.heights;
    if (!begin_tile(grid_, deviation, tile)) return tile;
    if (options_.detect_only) {
      name_faults(grid_, tile);
      return tile;
    }
    // The window around the tile from which its holes draw their samples.
    HeightWindow w(overlap(grown(core, fill_halo(options_.fill)), source_.all()));
    read(w.place, std::span<double>(w.heights));
    set_states(grid_, w);
    std::unique_ptr<VoidFiller> filler = fillers_->take();
    if (options_.keep_samples) filler->record_samples(&tile.samples);
    // A single tile reports its own progress, since tiles are too coarse for it.
    if (tiles_.size() == 1)
      filler->tell_progress([this](double done) { go_on(std::lerp(kDetectShare, 1.0, done)); });
    fill_tile(w, grid_, *filler, fit_.whole.get(), tile);
    filler->record_samples(nullptr);
    filler->tell_progress({});
    fillers_->give_back(std::move(filler));
    return tile;
  }

  /// May be called from any thread; one reads at a time.
  template <class Real>
  void read(const CellRect& rect, std::span<Real> heights) {
    const std::lock_guard held(reading_);
    source_.read(rect, heights);
  }

  RasterSource& source_;
  const CleanOptions& options_;
  const std::function<bool(double)>& progress_;
  CellRect all_;
  std::vector<CellRect> tiles_;
  FateGrid grid_;
  CleanPainter picture_;
  CleanFit fit_;
  std::optional<FillerPool> fillers_;
  std::mutex reading_;
  CleanReport report_;
};

/// Refuses to write to the input raster itself, under whatever name.
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
    throw InputError("samples", fmt::format("{}", o.fit_samples),
                     "32 to 4000: the work grows with their cube");
  if (o.length && !(*o.length >= 0.1 && *o.length <= 1e6))
    throw InputError("correlation length", fmt::format("{} cells", *o.length), "0.1 to 1e6");
  if (o.noise && !(*o.noise >= 1e-10 && *o.noise <= 10.0))
    throw InputError("noise", fmt::format("{} of the variance", *o.noise), "1e-10 to 10");
  if (o.picture_side < 0 || o.picture_side > 4000)
    throw InputError("picture", fmt::format("{} cells", o.picture_side), "0 to 4000");
}

CleanReport clean_raster(RasterSource& source, const CleanFiles& files, const CleanOptions& options,
                         const std::function<bool(double)>& progress,
                         const std::function<void(const CleanReport&)>& before_names) {
  // Refuse what cannot be cleaned before any file is made.
  validate(options);
  require_heights(source.info());
  for (const std::filesystem::path& out : {files.heights, files.mask, files.deviation})
    refuse_input(out, source.info().path);
  if (options.window && overlap(*options.window, source.all()).count() == 0)
    throw InputError(source.info().path, "a window that lies beside the raster", "one that meets it");
  const CellRect all = source.all();
  const CellRect part = options.window ? overlap(*options.window, all) : all;
  if (part.count() > kMostCells)
    throw InputError(source.info().path, fmt::format("{} x {} cells to clean", part.columns, part.rows),
                     "at most 4000 million: a window of them at a time");
  if (all.columns < 4 || all.rows < 4)
    throw InputError(source.info().path, fmt::format("{} x {} cells", all.columns, all.rows),
                     "at least 4 x 4");
  return Cleaning(source, options, progress).run(files, before_names);
}

}  // namespace grouser
