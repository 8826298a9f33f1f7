#include "core/kernels/skeleton/skeleton_layer.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/base/text.h"

namespace mercer {
namespace {

ParamSpec Spec(const std::string& name, ParamKind kind, const std::string& help) {
  return {.name = name, .kind = kind, .help = help, .optional = true};
}

std::vector<ParamSpec> SpecsOf(const std::string& type) {
  std::vector<ParamSpec> specs = {
      {.name = "type", .kind = ParamKind::kText, .help = "what the entry makes"},
      Spec("name", ParamKind::kText, "name by which other entries refer to it")};
  if (type == "input") {
    specs.push_back({.name = "space", .kind = ParamKind::kText, .help = "the base space"});
    specs.push_back(Spec("columns", ParamKind::kList, "numbers of columns, from 0"));
    specs.push_back(Spec("grid", ParamKind::kList, "[rows, cols] of nodes"));
    ParamSpec channels = Spec("channels", ParamKind::kInteger, "columns of each node of the grid");
    channels.min = 1;
    ParamSpec first = Spec("first", ParamKind::kInteger, "the grid's first column");
    first.min = 0;
    ParamSpec layout = Spec("layout", ParamKind::kText, "order of the grid's columns");
    layout.choices = {"interleaved", "planar"};
    specs.insert(specs.end(), {channels, first, layout});
    specs.push_back(Spec("image", ParamKind::kList, "[rows, cols] stored, more than the grid"));
    specs.push_back(Spec("offset", ParamKind::kList, "[row, col] of the grid in the image"));
    return specs;
  }
  specs.push_back(Spec("of", ParamKind::kList, "the nodes or layers that point to it"));
  specs.push_back(
      {.name = "activation", .kind = ParamKind::kParams, .help = "a name or an object"});
  if (type == "node")
    specs.push_back(Spec("weights", ParamKind::kList, "weights of the nodes, summing to 1"));
  if (type == "conv") {
    specs.push_back(
        {.name = "size", .kind = ParamKind::kList, .help = "size of the window, [rows, columns]"});
    specs.push_back({.name = "stride",
                     .kind = ParamKind::kList,
                     .help = "steps between windows",
                     .default_value = ParamValue::List{1, 1}});
  }
  return specs;
}

// What may be written short: one name for a list of one, one number for two equal ones, a name for
// an object.
Params Expanded(const Params& entry) {
  Params params = entry;
  for (const auto& [key, value] : entry.entries()) {
    if (key == "of" && value.is_text()) params.Set(key, ParamValue::List{value});
    // A space may have a parameter of the same name.
    const bool is_conv = entry.Find("space") == nullptr;
    if (is_conv && (key == "size" || key == "stride") && value.is_number())
      params.Set(key, ParamValue::List{value, value});
    if (key == "activation" && value.is_text()) params.Set(key, Params{{"name", value}});
  }
  return params;
}

std::shared_ptr<const ConjugateActivation> ActivationOf(const std::string& owner,
                                                        const Params& params) {
  const ParamValue* name = params.Find("name");
  if (name == nullptr || !name->is_text())
    throw InvalidInput(owner + ": its activation has no name; expected one of " +
                       Join(ActivationRegistry().Names(), ", "));
  Params own = params;
  own.Erase("name");
  try {
    return MakeActivation(name->AsText(), own);
  } catch (const InvalidInput& error) {
    throw InvalidInput(owner + ": " + error.what());
  }
}

// The space's own parameters stand beside the node's; those are taken out of `params`.
std::shared_ptr<const BaseSpace> SpaceOf(const std::string& owner, Params& params,
                                         std::vector<ParamSpec>& specs) {
  const ParamValue* name = params.Find("space");
  if (name == nullptr || !name->is_text())
    throw InvalidInput(owner + " has no space; expected one of " +
                       Join(BaseSpaceRegistry().Names(), ", "));
  try {
    const std::string space_name = name->AsText();
    const std::vector<ParamSpec>& own_specs = BaseSpaceRegistry().Get(space_name).params;
    std::vector<ParamSpec> all = specs;
    all.insert(all.end(), own_specs.begin(), own_specs.end());
    Resolve(owner, all, params);
    Params own;
    for (const ParamSpec& spec : own_specs) {
      if (const ParamValue* value = params.Find(spec.name)) own.Set(spec.name, *value);
      params.Erase(spec.name);
    }
    return MakeBaseSpace(space_name, own);
  } catch (const InvalidInput& error) {
    const std::string what = error.what();
    throw InvalidInput(what.starts_with(owner) ? what : owner + ": " + what);
  }
}

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

std::string LayerOwner(const std::string& name) {
  return "kernel 'skeleton': node " + Quoted(name);
}

SkeletonLayer ReadSkeletonLayer(const ParamValue& entry, std::size_t number,
                                const std::string& previous) {
  const std::vector<std::string> types = {"input", "conv", "fully_connected", "node"};
  const std::string place = "kernel 'skeleton': nodes[" + std::to_string(number) + "]";
  if (!entry.is_params())
    throw InvalidInput(place + " is " + entry.Canonical() + "; expected an object");
  Params params = Expanded(entry.AsParams());
  const ParamValue* type = params.Find("type");
  if (type == nullptr || !type->is_text())
    throw InvalidInput(place + " has no type; expected one of " + Join(types, ", "));
  if (std::find(types.begin(), types.end(), type->AsText()) == types.end())
    throw InvalidInput(place + ": " + UnknownName("type", type->AsText(), types));

  SkeletonLayer layer;
  layer.type = type->AsText();
  const ParamValue* name = params.Find("name");
  layer.name = name != nullptr && name->is_text() ? name->AsText() : "#" + std::to_string(number);
  const std::string owner = LayerOwner(layer.name);
  std::vector<ParamSpec> specs = SpecsOf(layer.type);
  if (layer.type == "input") layer.space = SpaceOf(owner, params, specs);
  layer.params = Resolve(owner, specs, params);
  if (layer.type == "input") return layer;
  layer.activation = ActivationOf(owner, layer.params.Get("activation").AsParams());
  if (const ParamValue* of = layer.params.Find("of")) {
    for (const ParamValue& item : of->AsList()) {
      if (!item.is_text())
        throw InvalidInput(owner + ": of lists " + item.Canonical() + "; expected names of nodes");
      layer.of.push_back(item.AsText());
    }
  } else if (!previous.empty()) {
    layer.of.push_back(previous);
  }
  if (layer.of.empty())
    throw InvalidInput(owner + " has no node that points to it; expected names in of");
  if (std::set<std::string>(layer.of.begin(), layer.of.end()).size() != layer.of.size())
    throw InvalidInput(owner + ": of names a node twice; expected each once (see weights)");
  return layer;
}

std::array<Index, 2> PairOf(const SkeletonLayer& layer, const std::string& key, Index min) {
  const ParamValue& value = layer.params.Get(key);
  std::array<Index, 2> pair{};
  bool fits = value.AsList().size() == 2;
  for (std::size_t i = 0; fits && i < 2; ++i) {
    const ParamValue& item = value.AsList()[i];
    fits = item.is_number() && std::floor(item.AsNumber()) == item.AsNumber() &&
           item.AsNumber() >= static_cast<double>(min) && item.AsNumber() <= 1e6;
    if (fits) pair[i] = static_cast<Index>(item.AsNumber());
  }
  if (fits) return pair;
  throw InvalidInput(LayerOwner(layer.name) + ": " + key + " is " + value.Canonical() +
                     "; expected two whole numbers >= " + std::to_string(min));
}

InputGrid InputColumns(const SkeletonLayer& layer) {
  const Params& params = layer.params;
  const bool has_grid = params.Find("grid") != nullptr;
  for (const char* key : {"channels", "first", "layout", "image", "offset"}) {
    if (!has_grid && params.Find(key) != nullptr)
      throw InvalidInput(LayerOwner(layer.name) + " has " + key + " but no grid; expected both");
  }
  InputGrid input;
  if (!has_grid) {
    if (params.Find("columns") == nullptr) return input;
    input.columns = ListedColumns(layer);
    CheckColumnCount(layer, static_cast<Index>(input.columns.size()));
    input.row_columns = 1 + *std::max_element(input.columns.begin(), input.columns.end());
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
  input.column_step = planar ? 1 : channels;
  input.row_step = crop.image[1] * input.column_step;
  const Index corner = crop.offset[0] * input.row_step + crop.offset[1] * input.column_step;
  for (Index channel = 0; channel < channels; ++channel)
    input.columns.push_back(first + corner + channel * (planar ? pixels : 1));
  return input;
}

std::vector<Index> InputGrid::ColumnsOf(Index row, Index column) const {
  std::vector<Index> shifted = columns;
  for (Index& each : shifted) each += row * row_step + column * column_step;
  return shifted;
}

}  // namespace mercer
