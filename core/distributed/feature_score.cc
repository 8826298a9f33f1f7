#include "core/distributed/feature_score.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/distributed/distributed_learner.h"

namespace mercer {
namespace {

// A row that may belong to the sample: its random number and its place decide.
struct Candidate {
  std::uint64_t number = 0;
  Index row = 0;
  std::vector<double> values{};

  bool operator<(const Candidate& other) const {
    return std::pair(number, row) < std::pair(other.number, other.row);
  }
};

std::string TextOf(const std::vector<Candidate>& candidates) {
  std::string text;
  const auto append = [&](const void* data, std::size_t bytes) {
    text.append(static_cast<const char*>(data), bytes);
  };
  for (const Candidate& candidate : candidates) {
    append(&candidate.number, sizeof candidate.number);
    append(&candidate.row, sizeof candidate.row);
    append(candidate.values.data(), candidate.values.size() * sizeof(double));
  }
  return text;
}

void AppendCandidates(const std::string& text, Index input_dim, std::vector<Candidate>& all) {
  const auto bytes = static_cast<std::size_t>(input_dim) * sizeof(double);
  for (std::size_t at = 0; at < text.size(); at += 16 + bytes) {
    Candidate candidate;
    std::memcpy(&candidate.number, text.data() + at, 8);
    std::memcpy(&candidate.row, text.data() + at + 8, 8);
    candidate.values.resize(static_cast<std::size_t>(input_dim));
    std::memcpy(candidate.values.data(), text.data() + at + 16, bytes);
    all.push_back(std::move(candidate));
  }
}

}  // namespace

PredictionScore ScorePredictions(RowStream& rows, const FeatureMap& map,
                                 const LinearWeights& weights, Communicator& communicator,
                                 const Predictions& predictions) {
  const LinearModel model("prediction", weights, {});
  double sums[3] = {0, 0, 0};  // rows, right ones, squared errors
  communicator.Together([&] {
    ForEachFeatures(rows, map, [&](const Matrix& z, const Vector& y) {
      const Vector predicted = model.Predict(z, 1);
      sums[0] += static_cast<double>(y.size());
      sums[1] += static_cast<double>((predicted.array() == y.array()).count());
      sums[2] += (predicted - y).squaredNorm();
      if (predictions) predictions(predicted);
    });
  });
  communicator.Sum(sums);
  if (sums[0] == 0) throw InvalidInput("the rows to predict are none; expected at least one");
  return {static_cast<Index>(sums[0]), sums[1] / sums[0], std::sqrt(sums[2] / sums[0])};
}

Examples SampleOfAll(RowStream& rows, Index input_dim, Index first_row, Index count,
                     std::uint64_t seed, Communicator& communicator) {
  MERCER_CHECK(count >= 1);
  std::vector<Candidate> kept;  // a heap, the first to go on top
  const auto capacity = static_cast<std::size_t>(count);
  communicator.Together([&] {
    rows.Rewind(input_dim);
    Index row = first_row;
    while (const auto block = rows.Next()) {
      for (Index i = 0; i < block->x.rows(); ++i, ++row) {
        RandomStream stream(seed, StreamPurpose::kBandwidth, static_cast<std::uint64_t>(row));
        Candidate candidate{stream.Bits64(), row};
        if (kept.size() == capacity && !(candidate < kept.front())) continue;
        const Matrix values = block->x.DenseRows(i, 1);
        candidate.values.assign(values.data(), values.data() + values.size());
        if (kept.size() == capacity) {
          std::pop_heap(kept.begin(), kept.end());
          kept.pop_back();
        }
        kept.push_back(std::move(candidate));
        std::push_heap(kept.begin(), kept.end());
      }
    }
  });
  std::vector<Candidate> all;
  for (const std::string& text : communicator.Gather(TextOf(kept)))
    AppendCandidates(text, input_dim, all);
  std::sort(all.begin(), all.end());
  all.resize(std::min(all.size(), capacity));
  std::sort(all.begin(), all.end(),
            [](const Candidate& a, const Candidate& b) { return a.row < b.row; });
  Matrix x(static_cast<Index>(all.size()), input_dim);
  for (Index i = 0; i < x.rows(); ++i)
    std::copy_n(all[static_cast<std::size_t>(i)].values.data(), input_dim, x.row(i).data());
  return Stored(std::move(x), Storage::kByDensity);
}

GramError MeasureGramErrorOverRanks(const Kernel& kernel, const Examples& x, const FeatureMap& map,
                                    GramPairs pairs, Communicator& communicator) {
  GramSums sums;
  const Index n = x.rows(), rank = communicator.rank(), size = communicator.size();
  communicator.Together([&] {
    const auto sum = [&](const FeatureRows& z) {
      return SumGramErrors(kernel, x, z, pairs, n * rank / size, n * (rank + 1) / size);
    };
    sums = map.storage() == FeatureStorage::kFloat32
               ? sum({map.TransformFloats(x), map.is_complex(), map.offset()})
               : sum({map.Transform(x), map.is_complex(), map.offset()});
  });
  double most[3] = {sums.kernel_norm, sums.error_norm, sums.max_absolute};
  communicator.Max(most);
  // Squares beside the largest norm cannot overflow.
  const auto square = [](double norm, double largest) {
    return largest > 0 ? (norm / largest) * (norm / largest) : 0;
  };
  double added[6] = {static_cast<double>(sums.pairs),         sums.absolute,
                     square(sums.kernel_norm, most[0]),       square(sums.error_norm, most[1]),
                     static_cast<double>(sums.nonzero_pairs), sums.nonzero_absolute};
  communicator.Sum(added);
  return FinishGramError({.pairs = static_cast<Index>(added[0]),
                          .kernel_norm = most[0] * std::sqrt(added[2]),
                          .error_norm = most[1] * std::sqrt(added[3]),
                          .absolute = added[1],
                          .max_absolute = most[2],
                          .nonzero_pairs = static_cast<Index>(added[4]),
                          .nonzero_absolute = added[5]},
                         n);
}

}  // namespace mercer
