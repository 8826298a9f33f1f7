#include "core/data/steps/angle.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/base/error.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

constexpr char kName[] = "angle";

class Angle final : public FittedStep {
 public:
  Angle(Index dim, double scale, double radius)
      : FittedStep({kName, dim, 2 * dim, StepOutput::kDense}), scale_(scale), radius_(radius) {}

 private:
  Examples Transform(Examples x) const override {
    const Index d = x.cols();
    Matrix pairs(x.rows(), 2 * d);
    std::vector<double> sines(static_cast<std::size_t>(d));
    for (Index i = 0; i < x.rows(); ++i) {
      Matrix angles = scale_ * x.DenseRows(i, 1);
      VectorCosSin(angles.data(), d, angles.data(), sines.data());
      for (Index j = 0; j < d; ++j) {
        pairs(i, 2 * j) = radius_ * angles(0, j);
        pairs(i, 2 * j + 1) = radius_ * sines[static_cast<std::size_t>(j)];
      }
    }
    return pairs;
  }

  double scale_;
  double radius_;  // 1/√channels
};

std::optional<Index> OutputDim(const Params& params, std::optional<Index> input_dim) {
  if (!input_dim) return std::nullopt;
  const Index channels = params.Get("channels").AsInteger();
  if (*input_dim % channels != 0 || *input_dim > std::numeric_limits<Index>::max() / 2) {
    throw InvalidInput("preprocessing step 'angle': the rows have " + std::to_string(*input_dim) +
                       " columns and channels is " + std::to_string(channels) +
                       "; expected a multiple of the channels");
  }
  return 2 * *input_dim;
}

}  // namespace

PreprocessEntry AngleStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary =
      "each value v becomes two columns, cos(scale v) and sin(scale v), over the root of channels";
  entry.citation = "daniely2017, the authors' code";
  entry.params = {{.name = "scale",
                   .kind = ParamKind::kNumber,
                   .help = "radians for a value of 1",
                   .default_value = std::numbers::pi / 2,
                   .min = 0,
                   .open_min = true},
                  {.name = "channels",
                   .kind = ParamKind::kInteger,
                   .help = "columns of a pixel, whose pairs together have norm 1",
                   .default_value = 1,
                   .min = 1,
                   .max = 1e6}};
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    const double channels = params.Get("channels").AsNumber();
    return std::make_unique<Angle>(train.cols(), params.Get("scale").AsNumber(),
                                   1 / std::sqrt(channels));
  };
  entry.output_dim = OutputDim;
  return entry;
}

}  // namespace mercer
