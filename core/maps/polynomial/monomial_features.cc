// All monomials of given degrees, as in the Taylor features of Cotter et al. 2011, section 3.

#include "core/maps/polynomial/monomial_features.h"

#include <cmath>
#include <numeric>
#include <span>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

// prefix[k][n] = C(n + k − 1, k): monomials of degree k in the first n of a row's columns.
std::vector<std::vector<Index>> PrefixSizes(Index degree, Index n) {
  std::vector<std::vector<Index>> sizes(static_cast<std::size_t>(degree + 1),
                                        std::vector<Index>(static_cast<std::size_t>(n + 1), 0));
  sizes[0].assign(static_cast<std::size_t>(n + 1), 1);
  for (std::size_t k = 1; k < sizes.size(); ++k)
    for (std::size_t i = 1; i < sizes[k].size(); ++i)
      sizes[k][i] = sizes[k][i - 1] + sizes[k - 1][i];
  return sizes;
}

// terms[t] = C(column + t − 1, t): what column adds to a rank as the t-th of a tuple.
void RankTerms(Index column, std::vector<Index>& terms) {
  Index value = 1;
  for (std::size_t t = 1; t < terms.size(); ++t) {
    const Index divisor = static_cast<Index>(t), factor = column + divisor - 1;
    // value·factor/divisor is whole; so ordered, no step exceeds it.
    value = value / divisor * factor + value % divisor * factor / divisor;
    terms[t] = value;
  }
}

std::string FormatHuge(double value) {
  return std::isfinite(value) ? FormatNumber(value) : "more than 1e308";
}

// The features of one degree while a row is evaluated.
struct Degree {
  double* values = nullptr;
  Index* ranks = nullptr;
};

}  // namespace

double MonomialFeatures::Count(double d, Index k) {
  double count = 1;
  for (Index t = 1; t <= k; ++t)
    count = count * (d + static_cast<double>(t - 1)) / static_cast<double>(t);
  return std::round(count);
}

MonomialFeatures::MonomialFeatures(const std::string& what, Index d, std::vector<double> scales)
    : scales_(std::move(scales)), inverse_roots_(scales_.size(), 1.0) {
  MERCER_CHECK(!scales_.empty() && scales_.back() > 0);
  degree_ = static_cast<Index>(scales_.size()) - 1;
  double columns = 0;
  for (Index k = 0; k <= degree_; ++k)
    if (scales_[static_cast<std::size_t>(k)] > 0) columns += Count(static_cast<double>(d), k);
  if (columns > 0x1p60) {
    throw InvalidInput(what + " has " + FormatHuge(columns) + " dimensions, and one row takes " +
                       FormatHuge(8 * columns) +
                       " bytes; expected fewer columns or a lower degree");
  }
  const std::vector<std::vector<Index>> sizes = PrefixSizes(degree_, d);
  for (std::size_t k = 0; k < scales_.size(); ++k) {
    offsets_.push_back(size_);
    if (scales_[k] > 0) size_ += sizes[k].back();
  }
  for (std::size_t c = 1; c < inverse_roots_.size(); ++c)
    inverse_roots_[c] = inverse_roots_[c - 1] / std::sqrt(static_cast<double>(c));
}

std::size_t MonomialFeatures::bytes() const {
  return scales_.size() * (2 * sizeof(double) + sizeof(Index));
}

double MonomialFeatures::Operations(double nonzeros) const {
  double sum = 0;
  for (Index k = 0; k <= degree_; ++k) sum += Count(nonzeros, k);
  return sum;
}

Index MonomialFeatures::StoredValues(Index nonzeros) const {
  const std::vector<std::vector<Index>> sizes = PrefixSizes(degree_, nonzeros);
  Index sum = 0;
  for (std::size_t k = 0; k < scales_.size(); ++k)
    if (scales_[k] > 0) sum += sizes[k].back();
  return sum;
}

std::optional<double> MonomialFeatures::SparseValues(const Examples& x) const {
  if (!x.is_sparse()) return std::nullopt;
  double sum = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    const auto nonzeros = static_cast<double>(ValuesOfRow(x, i, {}).columns.size());
    for (Index k = 0; k <= degree_; ++k)
      if (scales_[static_cast<std::size_t>(k)] > 0) sum += Count(nonzeros, k);
  }
  return sum;
}

void MonomialFeatures::Evaluate(const RowValues& x, double factor, Index* columns,
                                double* values) const {
  const Index n = static_cast<Index>(x.columns.size());
  const std::vector<std::vector<Index>> sizes = PrefixSizes(degree_, n);
  const std::size_t degrees = scales_.size();
  // Degrees that are left out are still needed for the higher ones.
  Index hidden = 0;
  for (std::size_t k = 0; k < degrees; ++k)
    if (scales_[k] == 0) hidden += sizes[k].back();
  std::vector<double> hidden_values(static_cast<std::size_t>(hidden));
  std::vector<Index> hidden_ranks(static_cast<std::size_t>(columns == nullptr ? 0 : hidden));
  std::vector<Degree> at(degrees);
  for (std::size_t k = 0, shown = 0, rest = 0; k < degrees; ++k) {
    std::size_t& place = scales_[k] > 0 ? shown : rest;
    at[k].values = (scales_[k] > 0 ? values : hidden_values.data()) + place;
    if (columns != nullptr) at[k].ranks = (scales_[k] > 0 ? columns : hidden_ranks.data()) + place;
    place += static_cast<std::size_t>(sizes[k].back());
  }

  std::vector<double> powers(degrees, 1.0);
  std::vector<Index> terms(degrees, 0);
  std::vector<Index> filled(degrees, 0);
  at[0].values[0] = factor;
  if (columns != nullptr) at[0].ranks[0] = 0;
  filled[0] = 1;
  for (Index i = 0; i < n; ++i) {
    double power = 1;
    for (std::size_t c = 1; c < degrees; ++c) {
      power *= x.values[i];
      powers[c] = power * inverse_roots_[c];
    }
    if (columns != nullptr) RankTerms(x.columns[static_cast<std::size_t>(i)], terms);
    // From the highest degree down: the lower ones must still end before this column.
    for (std::size_t k = degrees - 1; k >= 1; --k) {
      const double scale = k + 1 == degrees ? scales_[k] : 1;  // the others are scaled at the end
      Index rank = 0;
      for (std::size_t c = 1; c <= k; ++c) {
        const Index count = sizes[k - c][static_cast<std::size_t>(i)];
        const double times = scale * powers[c];
        const double* from = at[k - c].values;
        double* to = at[k].values + filled[k];
        for (Index e = 0; e < count; ++e) to[e] = from[e] * times;
        if (columns != nullptr) {
          rank += terms[k - c + 1];
          const Index* from_ranks = at[k - c].ranks;
          Index* to_ranks = at[k].ranks + filled[k];
          for (Index e = 0; e < count; ++e) to_ranks[e] = from_ranks[e] + rank;
        }
        filled[k] += count;
      }
    }
  }
  for (std::size_t k = 0; k < degrees; ++k) {
    if (scales_[k] == 0) continue;
    MERCER_CHECK(filled[k] == sizes[k].back());
    for (Index e = 0; e < filled[k]; ++e) {
      if (k + 1 < degrees || k == 0) at[k].values[e] *= scales_[k];
      if (columns != nullptr) at[k].ranks[e] += offsets_[k];
    }
  }
}

namespace {

class MonomialMap : public FeatureMap {
 public:
  MonomialMap(const MonomialMapOptions& options, MonomialFeatures features)
      : options_(options),
        features_(std::move(features)),
        columns_(static_cast<std::size_t>(options.input_dim)) {
    std::iota(columns_.begin(), columns_.end(), Index{0});
  }

  std::string name() const override { return options_.name; }
  Index input_dim() const override { return options_.input_dim; }
  Index num_random_features() const override { return options_.num_random_features; }
  Index output_dim() const override { return features_.size(); }
  std::size_t bytes() const override { return features_.bytes(); }
  double OperationsPerRow(double nonzeros) const override { return features_.Operations(nonzeros); }
  bool has_sparse_output(const Examples& x) const override { return x.is_sparse(); }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    if (!x.is_sparse()) {
      for (Index r = 0; r < count; ++r)
        Evaluate(x, begin + r, nullptr, out.data() + r * out.outerStride());
      return;
    }
    out.setZero();
    std::vector<Index> columns;
    std::vector<double> values;
    for (Index r = 0; r < count; ++r) {
      const auto size = static_cast<std::size_t>(SparseRowSize(x, begin + r));
      columns.resize(size), values.resize(size);
      Evaluate(x, begin + r, columns.data(), values.data());
      for (std::size_t e = 0; e < size; ++e) out(r, columns[e]) = values[e];
    }
  }

  Index SparseRowSize(const Examples& x, Index i) const override {
    return features_.StoredValues(static_cast<Index>(ValuesOfRow(x, i, columns_).columns.size()));
  }

  void ComputeSparseRow(const Examples& x, Index i, Index* columns, double* values) const override {
    Evaluate(x, i, columns, values);
  }

 private:
  void Evaluate(const Examples& x, Index i, Index* columns, double* values) const {
    const RowValues row = ValuesOfRow(x, i, columns_);
    std::vector<double> scaled(row.values, row.values + row.columns.size());
    double squared_norm = 0;
    for (double& value : scaled) {
      squared_norm += value * value;
      value *= options_.row_scale;
    }
    const double factor =
        options_.row_decay == 0 ? 1 : std::exp(-options_.row_decay * squared_norm);
    features_.Evaluate({row.columns, scaled.data()}, factor, columns, values);
  }

  MonomialMapOptions options_;
  MonomialFeatures features_;
  std::vector<Index> columns_;  // of a dense row
};

}  // namespace

std::unique_ptr<FeatureMap> NewMonomialMap(const MonomialMapOptions& options,
                                           MonomialFeatures features) {
  return std::make_unique<MonomialMap>(options, std::move(features));
}

}  // namespace mercer
