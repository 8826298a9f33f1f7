#include "experiments/report/summary/summary.h"

#include <algorithm>
#include <cmath>

namespace mercer {

Measured Measure(std::span<const double> values) {
  Measured out;
  out.n = static_cast<std::int64_t>(values.size());
  if (values.empty()) return out;
  const auto n = static_cast<double>(values.size());
  // From the first one on: of equal values the mean is that value and the spread 0, to the last
  // bit.
  double beyond = 0;
  for (const double v : values) beyond += v - values[0];
  out.mean = values[0] + beyond / n;
  if (values.size() < 2) return out;
  double squares = 0;
  for (const double v : values) squares += (v - out.mean) * (v - out.mean);
  out.std = std::sqrt(squares / (n - 1));
  out.standard_error = *out.std / std::sqrt(n);
  return out;
}

const SummaryRow* Summary::Find(const CellKey& cell, std::string_view metric) const {
  const auto it = std::find_if(rows.begin(), rows.end(), [&](const SummaryRow& row) {
    return row.metric == metric && row.cell == cell;
  });
  return it == rows.end() ? nullptr : &*it;
}

const std::string& Summary::Substitutes(const std::string& dataset_label) const {
  static const std::string none;
  const auto it = std::find_if(datasets.begin(), datasets.end(), [&](const DatasetFacts& facts) {
    return facts.label == dataset_label;
  });
  return it == datasets.end() ? none : it->substitutes;
}

}  // namespace mercer
