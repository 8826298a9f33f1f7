#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/kernels/skeleton/skeleton_layer.h"

namespace mercer {
namespace {

constexpr double kMostColumns = 1e8;

void CheckColumnCount(const SkeletonLayer& layer, Index columns) {
  const std::string rule = layer.space->ColumnsRule(columns);
  if (rule.empty()) return;
  throw InvalidInput(LayerOwner(layer.name) + " takes " + std::to_string(columns) +
                     (columns == 1 ? " column" : " columns") + "; expected " + rule);
}

std::vector<Index> ListedColumns(const SkeletonLayer& layer) {
  std::vector<Index> columns;
  for (const ParamValue& item : layer.params.Get("columns").AsList()) {
    const bool fits = item.is_number() && std::floor(item.AsNumber()) == item.AsNumber() &&
                      item.AsNumber() >= 0 && item.AsNumber() < kMostColumns;
    if (!fits) {
      throw InvalidInput(LayerOwner(layer.name) + ": a column is " + item.Canonical() +
                         "; expected whole numbers >= 0");
    }
    columns.push_back(static_cast<Index>(item.AsNumber()));
  }
  if (std::set<Index>(columns.begin(), columns.end()).size() != columns.size())
    throw InvalidInput(LayerOwner(layer.name) + ": a column is listed twice; expected each once");
  return columns;
}

// The window [offset, offset + grid) of an image.
struct Crop {
  std::array<Index, 2> grid{}, image{}, offset{};
};

Crop CropOf(const SkeletonLayer& layer) {
  Crop crop;
  crop.grid = PairOf(layer, "grid", 1);
  crop.image = layer.params.Find("image") != nullptr ? PairOf(layer, "image", 1) : crop.grid;
  const bool has_offset = layer.params.Find("offset") != nullptr;
  for (std::size_t i = 0; i < 2; ++i) {
    const Index room = crop.image[i] - crop.grid[i];
    crop.offset[i] = has_offset ? PairOf(layer, "offset", 0)[i] : room / 2;
    if (room < 0 || crop.offset[i] > room) {
      throw InvalidInput(
          LayerOwner(layer.name) +
          ": its grid with its offset reaches beyond the image; expected one inside");
    }
  }
  return crop;
}

}  // namespace

InputGrid InputColumns(const SkeletonLayer& layer) {
  const Params& params = layer.params;
  const bool has_grid = params.Find("grid") != nullptr;
  for (const char* key : {"channels", "first", "layout", "image", "offset"}) {
    if (!has_grid && params.Find(key) != nullptr)
      throw InvalidInput(LayerOwner(layer.name) + " has " + key + " but no grid; expected both");
  }
  InputGrid input;
  if (!has_grid) {
    if (params.Find("columns") == nullptr) {
      input.columns = {{}};
      return input;
    }
    input.columns = {ListedColumns(layer)};
    CheckColumnCount(layer, static_cast<Index>(input.columns[0].size()));
    input.row_columns = 1 + *std::max_element(input.columns[0].begin(), input.columns[0].end());
    return input;
  }
  if (params.Find("columns") != nullptr)
    throw InvalidInput(LayerOwner(layer.name) + " has both columns and grid; expected one");
  const Crop crop = CropOf(layer);
  const auto whole = [&](const char* key, Index absent) {
    const ParamValue* value = params.Find(key);
    return value != nullptr ? static_cast<Index>(value->AsInteger()) : absent;
  };
  const Index channels = whole("channels", layer.space->ColumnsRule(1).empty() ? 1 : 2);
  const Index first = whole("first", 0), pixels = crop.image[0] * crop.image[1];
  CheckColumnCount(layer, channels);
  if (static_cast<double>(first) + static_cast<double>(pixels) * static_cast<double>(channels) >
      kMostColumns) {
    throw InvalidInput(LayerOwner(layer.name) +
                       " reads columns beyond 100000000; expected a smaller image");
  }
  const ParamValue* layout = params.Find("layout");
  const bool planar = layout != nullptr && layout->AsText() == "planar";
  input.rows = crop.grid[0];
  input.cols = crop.grid[1];
  input.row_columns = first + pixels * channels;
  for (Index r = 0; r < input.rows; ++r) {
    for (Index c = 0; c < input.cols; ++c) {
      const Index pixel = (r + crop.offset[0]) * crop.image[1] + c + crop.offset[1];
      std::vector<Index> columns;
      for (Index channel = 0; channel < channels; ++channel)
        columns.push_back(first + (planar ? channel * pixels + pixel : pixel * channels + channel));
      input.columns.push_back(std::move(columns));
    }
  }
  return input;
}

}  // namespace mercer
