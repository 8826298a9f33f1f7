#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/rows/labelled_rows.h"
#include "core/data/steps/builtin_steps.h"
#include "core/data/steps/column_statistics.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

constexpr char kScale[] = "scale";

class Scale final : public FittedStep {
 public:
  Scale(Index dim, double factor) : FittedStep({kScale, dim, dim}), factor_(factor) {}

 private:
  Examples Transform(Examples x) const override {
    if (x.is_sparse()) {
      x.sparse() *= factor_;
    } else {
      x.dense() *= factor_;
    }
    return x;
  }

  double factor_;
};

std::optional<Index> ScaleOutputDim(const Params& params, std::optional<Index> input_dim) {
  if (params.Get("factor").AsNumber() != 0) return input_dim;
  throw InvalidInput("preprocessing step 'scale': factor is 0; expected another number");
}

constexpr char kBinarise[] = "binarise";

class Binarise final : public FittedStep {
 public:
  Binarise(Index dim, double threshold)
      : FittedStep(
            {kBinarise, dim, dim, threshold >= 0 ? StepOutput::kAsGiven : StepOutput::kDense}),
        threshold_(threshold) {}

 private:
  Examples Transform(Examples x) const override {
    if (threshold_ < 0) x = Stored(std::move(x), Storage::kDense);
    if (!x.is_sparse()) {
      x.dense() = (x.dense().array() > threshold_).cast<double>().matrix();
      return x;
    }
    x.sparse().prune([this](Index, Index, double value) { return value > threshold_; });
    x.sparse().coeffs().setOnes();
    return x;
  }

  double threshold_;
};

constexpr char kStandardisePart[] = "standardise_part";

class StandardisePart final : public FittedStep {
 public:
  StandardisePart(Index dim, double mean, double deviation)
      : FittedStep({kStandardisePart, dim, dim, StepOutput::kDense}),
        mean_(mean),
        deviation_(deviation) {}

 private:
  Examples Transform(Examples x) const override {
    x = Stored(std::move(x), Storage::kDense);
    x.dense() = ((x.dense().array() - mean_) / deviation_).matrix();
    return x;
  }

  double mean_;
  double deviation_;
};

std::unique_ptr<FittedStep> FitStandardisePart(const Params& /*params*/, const Examples& part) {
  const double count = static_cast<double>(part.rows()) * static_cast<double>(part.cols());
  const std::string place = "preprocessing step 'standardise_part': the " +
                            std::to_string(part.rows()) + " rows of a part have ";
  const ColumnRange range = RangeOf(part);
  const double least = range.min.minCoeff();
  if (least == range.max.maxCoeff()) {
    throw InvalidInput(place + "the value " + FormatNumber(least) +
                       " everywhere; expected values that differ");
  }
  const auto fit = [&](const auto& stored) -> std::unique_ptr<FittedStep> {
    const double zeros = count - static_cast<double>(stored.size());
    const double mean = stored.sum() / count;
    const double variance = ((stored - mean).square().sum() + zeros * mean * mean) / count;
    if (variance > 0 && std::isfinite(variance))
      return std::make_unique<StandardisePart>(part.cols(), mean, std::sqrt(variance));
    throw InvalidInput(place + "the variance " + FormatNumber(variance) +
                       "; expected values that can be squared");
  };
  if (part.is_sparse()) return fit(part.sparse().coeffs());
  return fit(part.dense().array());
}

constexpr char kAppendConstant[] = "append_constant";

class AppendConstant final : public FittedStep {
 public:
  AppendConstant(Index dim, double value)
      : FittedStep({kAppendConstant, dim, dim + 1, StepOutput::kAsGiven, 1}), value_(value) {}

 private:
  Examples Transform(Examples x) const override {
    const Index n = x.rows(), d = x.cols();
    if (!x.is_sparse()) {
      Matrix wider(n, d + 1);
      wider.leftCols(d) = x.dense();
      wider.col(d).setConstant(value_);
      return wider;
    }
    SparseMatrix wider(n, d + 1);
    wider.reserve(x.StoredValues() + n);
    for (Index i = 0; i < n; ++i) {
      wider.startVec(i);
      for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it)
        wider.insertBackByOuterInner(i, it.col()) = it.value();
      if (value_ != 0) wider.insertBackByOuterInner(i, d) = value_;
    }
    wider.finalize();
    return wider;
  }

  double value_;
};

constexpr char kAngle[] = "angle";

class Angle final : public FittedStep {
 public:
  Angle(Index dim, double scale, double radius)
      : FittedStep({kAngle, dim, 2 * dim, StepOutput::kDense}), scale_(scale), radius_(radius) {}

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

std::optional<Index> AngleOutputDim(const Params& params, std::optional<Index> input_dim) {
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

PreprocessEntry ScaleStepEntry() {
  PreprocessEntry entry;
  entry.name = kScale;
  entry.summary = "every value times a factor";
  entry.params = {{.name = "factor",
                   .kind = ParamKind::kNumber,
                   .help = "number that every value is multiplied by, not 0",
                   .example = 0.5}};
  entry.keeps_sparsity = AlwaysKeepsSparsity;
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    return std::make_unique<Scale>(train.cols(), params.Get("factor").AsNumber());
  };
  entry.output_dim = ScaleOutputDim;
  return entry;
}

PreprocessEntry BinariseStepEntry() {
  PreprocessEntry entry;
  entry.name = kBinarise;
  entry.summary = "1 where a value is larger than the threshold, else 0";
  entry.params = {{.name = "threshold",
                   .kind = ParamKind::kNumber,
                   .help = "values above this become 1",
                   .default_value = 0}};
  entry.keeps_sparsity = [](const Params& params) {
    return params.Get("threshold").AsNumber() >= 0;
  };
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    return std::make_unique<Binarise>(train.cols(), params.Get("threshold").AsNumber());
  };
  return entry;
}

PreprocessEntry StandardisePartStepEntry() {
  PreprocessEntry entry;
  entry.name = kStandardisePart;
  entry.summary =
      "every value less the mean of all values of its part, over their standard deviation; each "
      "part by its own";
  entry.of_each_part = true;
  entry.fit = FitStandardisePart;
  return entry;
}

PreprocessEntry AppendConstantStepEntry() {
  PreprocessEntry entry;
  entry.name = kAppendConstant;
  entry.summary = "one more column, the same value in every row";
  entry.params = {{.name = "value",
                   .kind = ParamKind::kNumber,
                   .help = "value of the added column",
                   .default_value = 1}};
  entry.keeps_sparsity = AlwaysKeepsSparsity;
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    return std::make_unique<AppendConstant>(train.cols(), params.Get("value").AsNumber());
  };
  entry.output_dim = [](const Params& /*params*/, std::optional<Index> d) -> std::optional<Index> {
    return d ? std::optional<Index>(*d + 1) : std::nullopt;
  };
  return entry;
}

PreprocessEntry AngleStepEntry() {
  PreprocessEntry entry;
  entry.name = kAngle;
  entry.summary =
      "each value v becomes two columns, cos(scale v) and sin(scale v), divided by the root of "
      "channels";
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
  entry.output_dim = AngleOutputDim;
  return entry;
}

}  // namespace mercer
