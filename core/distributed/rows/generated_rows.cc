#include "core/distributed/rows/generated_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

constexpr Index kBlockValues = Index{1} << 16;

// Rows are numbered below 2^53; the scores' weights have a number that none of them has.
constexpr std::uint64_t kWeights = std::uint64_t{1} << 63;

}  // namespace

GeneratedRows::GeneratedRows(const GeneratedOptions& options, Index begin, Index end)
    : options_(options), begin_(begin), end_(end), at_(begin) {
  MERCER_CHECK(0 <= begin && begin <= end && end <= options.rows);
  RandomStream random(options.seed, StreamPurpose::kGenerator, kWeights);
  weights_ =
      NewMatrix("the weights' matrix of generated rows with " + std::to_string(options.columns) +
                    " columns and " + std::to_string(options.classes) + " classes",
                options.classes, options.columns);
  for (Index i = 0; i < weights_.size(); ++i) weights_.data()[i] = random.Gaussian();
}

void GeneratedRows::Rewind(Index input_dim) {
  MERCER_CHECK(input_dim == 0 || input_dim == options_.columns);
  at_ = begin_;
}

std::optional<LabelledRows> GeneratedRows::Next() {
  if (at_ == end_) return std::nullopt;
  const Index d = options_.columns;
  const Index count = std::min(end_ - at_, std::max<Index>(1, kBlockValues / d));
  const double root = std::sqrt(static_cast<double>(d));
  Matrix x(count, d);
  LabelledRows block;
  block.y.resize(count);
  Vector scores(options_.classes);
  for (Index i = 0; i < count; ++i, ++at_) {
    RandomStream random(options_.seed, StreamPurpose::kGenerator, static_cast<std::uint64_t>(at_));
    for (Index j = 0; j < d; ++j) x(i, j) = random.Gaussian();
    scores.noalias() = weights_ * (x.row(i).transpose().array() + 0.5).square().matrix();
    for (Index k = 0; k < scores.size(); ++k) scores[k] += 0.5 * root * random.Gaussian();
    x.row(i) /= root;
    Index best = 0;
    scores.maxCoeff(&best);
    block.y[i] = static_cast<double>(best);
  }
  block.x = std::move(x);
  return block;
}

std::vector<ParamSpec> GeneratedSpecs() {
  const double most = 9007199254740991;  // 2^53 − 1
  return {{.name = "rows",
           .kind = ParamKind::kInteger,
           .help = "number of rows",
           .min = 1,
           .max = most},
          {.name = "columns",
           .kind = ParamKind::kInteger,
           .help = "number of columns",
           .min = 1,
           .max = 1e6},
          {.name = "seed",
           .kind = ParamKind::kInteger,
           .help = "seed of the rows",
           .default_value = 1,
           .min = 0,
           .max = most},
          {.name = "classes",
           .kind = ParamKind::kInteger,
           .help = "number of classes",
           .default_value = 2,
           .min = 2,
           .max = 1000}};
}

GeneratedOptions ReadGenerated(const std::string& option, const Params& params) {
  const Params resolved = Resolve(option, GeneratedSpecs(), params);
  return {.rows = resolved.Get("rows").AsInteger(),
          .columns = resolved.Get("columns").AsInteger(),
          .seed = static_cast<std::uint64_t>(resolved.Get("seed").AsInteger()),
          .classes = resolved.Get("classes").AsInteger()};
}

}  // namespace mercer
