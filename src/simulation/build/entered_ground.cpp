// SPDX-License-Identifier: BSD-3-Clause
// A source of documents takes over from a ground that it shares with others all that it would have read
// itself.
#include <algorithm>

#include "document_source.hpp"

namespace grouser {

std::vector<KeyNote> DocumentSource::OpenTable::keys() const {
  // The shared ground's keys come where its table was opened.
  std::vector<KeyNote> keys = table ? table->key_notes() : std::vector<KeyNote>();
  keys.insert(keys.begin() + static_cast<std::ptrdiff_t>(std::min(shared_at, keys.size())), shared.begin(),
              shared.end());
  return keys;
}

DocumentSource::Mark DocumentSource::mark() const {
  return {documents_.size(), files_.size(), tables_.front().keys().size()};
}

void DocumentSource::note_opened(const Mark& since, ReadGround& ground) const {
  // Behind the mark lies what was opened for the ground.
  const auto after = [](const auto& all, std::size_t first) {
    return std::decay_t<decltype(all)>(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
  };
  ground.documents = after(documents_, since.documents);
  ground.files = after(files_, since.files);
  ground.soil_map = soil_map_;
  ground.keys = after(tables_.front().keys(), since.keys);
  for (const OpenTable& open : tables_)
    if (open.prefix == kRecipeKeys) ground.recipe_keys = open.keys();
}

void DocumentSource::enter(const ReadGround& ground) {
  tables_.front().shared_at = tables_.front().keys().size();
  tables_.front().shared = ground.keys;
  if (!ground.recipe_keys.empty())
    tables_.push_back({.prefix = kRecipeKeys, .table = {}, .shared = ground.recipe_keys});
  documents_.insert(documents_.end(), ground.documents.begin(), ground.documents.end());
  files_.insert(files_.end(), ground.files.begin(), ground.files.end());
  soil_map_ = ground.soil_map;
}

}  // namespace grouser
