#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/data/steps/builtin_steps.h"

namespace mercer {
namespace {

constexpr char kName[] = "crop";
constexpr double kLongestSide = 100000;  // so that no product of sides and channels overflows
constexpr double kMostChannels = 10000;

using Pair = std::array<Index, 2>;

struct Box {
  Pair image{}, size{}, offset{};
  Index channels = 1;
  bool planar = false, output_planar = false;

  Index InputDim() const { return image[0] * image[1] * channels; }
  Index OutputDim() const { return size[0] * size[1] * channels; }
};

Index ColumnOf(bool planar, const Pair& sides, Index channels, Index r, Index c, Index channel) {
  return planar ? (channel * sides[0] + r) * sides[1] + c : (r * sides[1] + c) * channels + channel;
}

Pair PairOf(const Params& params, const char* key, const Pair& otherwise) {
  const ParamValue* value = params.Find(key);
  if (value == nullptr) return otherwise;
  const ParamValue::List& list = value->AsList();
  if (list.size() != 2) {
    throw InvalidInput("preprocessing step 'crop': " + std::string(key) + " is " +
                       value->Canonical() + "; expected two whole numbers, [rows, cols]");
  }
  return {list[0].AsInteger(), list[1].AsInteger()};
}

Box BoxOf(const Params& params) {
  Box box;
  box.image = PairOf(params, "image", {});
  box.size = PairOf(params, "box", box.image);
  Pair room{};
  for (const std::size_t side : {0U, 1U}) room[side] = box.image[side] - box.size[side];
  box.offset = PairOf(params, "offset", {room[0] / 2, room[1] / 2});
  for (const std::size_t side : {0U, 1U}) {
    if (room[side] >= 0 && box.offset[side] <= room[side]) continue;
    throw InvalidInput("preprocessing step 'crop': a box of " + std::to_string(box.size[0]) +
                       " x " + std::to_string(box.size[1]) + " at row " +
                       std::to_string(box.offset[0]) + ", column " + std::to_string(box.offset[1]) +
                       " leaves the image of " + std::to_string(box.image[0]) + " x " +
                       std::to_string(box.image[1]) + "; expected one inside");
  }
  box.channels = params.Get("channels").AsInteger();
  box.planar = params.Get("layout").AsText() == "planar";
  const ParamValue* output = params.Find("output_layout");
  box.output_planar = output == nullptr ? box.planar : output->AsText() == "planar";
  return box;
}

// The column of the image that each column made comes from.
std::vector<Index> SourcesOf(const Box& box) {
  std::vector<Index> sources(static_cast<std::size_t>(box.OutputDim()));
  for (Index r = 0; r < box.size[0]; ++r) {
    for (Index c = 0; c < box.size[1]; ++c) {
      for (Index channel = 0; channel < box.channels; ++channel) {
        const Index to = ColumnOf(box.output_planar, box.size, box.channels, r, c, channel);
        sources[static_cast<std::size_t>(to)] = ColumnOf(
            box.planar, box.image, box.channels, r + box.offset[0], c + box.offset[1], channel);
      }
    }
  }
  return sources;
}

class Crop final : public FittedStep {
 public:
  explicit Crop(const Box& box)
      : FittedStep({kName, box.InputDim(), box.OutputDim()}), sources_(SourcesOf(box)) {}

 private:
  Examples Transform(Examples x) const override {
    if (x.is_sparse()) return OfSparse(x.sparse());
    Matrix kept(x.rows(), output_dim());
    for (Index i = 0; i < x.rows(); ++i) {
      const double* row = x.dense().row(i).data();
      for (Index j = 0; j < kept.cols(); ++j)
        kept(i, j) = row[sources_[static_cast<std::size_t>(j)]];
    }
    return kept;
  }

  Examples OfSparse(const SparseMatrix& x) const {
    std::vector<Index> target(static_cast<std::size_t>(x.cols()), -1);
    for (std::size_t j = 0; j < sources_.size(); ++j)
      target[static_cast<std::size_t>(sources_[j])] = static_cast<Index>(j);
    SparseMatrix kept(x.rows(), output_dim());
    kept.reserve(x.nonZeros());
    std::vector<std::pair<Index, double>> row;
    for (Index i = 0; i < x.rows(); ++i) {
      row.clear();
      for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
        const Index to = target[static_cast<std::size_t>(it.col())];
        if (to >= 0) row.emplace_back(to, it.value());
      }
      std::sort(row.begin(), row.end());  // another layout is another order
      kept.startVec(i);
      for (const auto& [to, value] : row) kept.insertBackByOuterInner(i, to) = value;
    }
    kept.finalize();
    return kept;
  }

  std::vector<Index> sources_;
};

std::optional<Index> OutputDim(const Params& params, std::optional<Index> input_dim) {
  const Box box = BoxOf(params);
  if (input_dim && *input_dim != box.InputDim()) {
    throw InvalidInput("preprocessing step 'crop': images of " + std::to_string(box.image[0]) +
                       " x " + std::to_string(box.image[1]) + " pixels and " +
                       std::to_string(box.channels) + " channels have " +
                       std::to_string(box.InputDim()) + " values, and the rows have " +
                       std::to_string(*input_dim) + " columns; expected as many");
  }
  return box.OutputDim();
}

ParamSpec SidesSpec(const char* name, const char* help, bool optional, double min) {
  return {.name = name,
          .kind = ParamKind::kList,
          .help = help,
          .optional = optional,
          .min = min,
          .max = kLongestSide,
          .example = optional ? std::nullopt : std::optional<ParamValue>(ParamValue::List{28, 28}),
          .items = ParamKind::kInteger};
}

}  // namespace

PreprocessEntry CropStepEntry() {
  const std::vector<std::string> layouts{"interleaved", "planar"};
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "a rectangle of pixels of each image";
  entry.params = {
      SidesSpec("image", "[rows, cols] of the images", false, 1),
      SidesSpec("box", "[rows, cols] kept; absent: all", true, 1),
      SidesSpec("offset", "[row, col] where the rectangle begins, from 0; absent: centred", true,
                0),
      {.name = "channels",
       .kind = ParamKind::kInteger,
       .help = "values per pixel",
       .default_value = 1,
       .min = 1,
       .max = kMostChannels},
      {.name = "layout",
       .kind = ParamKind::kText,
       .help =
           "interleaved: the channels of a pixel are adjacent; planar: the pixels of a channel are",
       .default_value = "interleaved",
       .choices = layouts},
      {.name = "output_layout",
       .kind = ParamKind::kText,
       .help = "layout of the resulting columns; absent: as layout",
       .optional = true,
       .choices = layouts}};
  entry.keeps_sparsity = AlwaysKeepsSparsity;
  entry.fit = [](const Params& params, const Examples&) -> std::unique_ptr<FittedStep> {
    return std::make_unique<Crop>(BoxOf(params));
  };
  entry.output_dim = OutputDim;
  return entry;
}

}  // namespace mercer
