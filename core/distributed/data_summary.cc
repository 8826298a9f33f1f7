#include "core/distributed/data_summary.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/dataset.h"
#include "core/learners/class_labels.h"

namespace mercer {
namespace {

struct LabelCount {
  double label = 0;
  std::int64_t rows = 0;
};

// What a rank counts of its own rows.
struct Counts {
  Index rows = 0, input_dim = 0;
  bool has_classes = true;
  std::map<double, std::int64_t> labels{};

  void Add(const LabelledRows& block) {
    rows += block.x.rows();
    input_dim = std::max(input_dim, block.x.cols());
    for (Index i = 0; has_classes && i < block.y.size(); ++i) {
      ++labels[block.y[i]];
      has_classes = static_cast<Index>(labels.size()) <= kMostClasses;
    }
  }

  std::string Text() const {
    std::string text(labels.size() * sizeof(LabelCount), '\0');
    std::size_t at = 0;
    for (const auto& [label, count] : labels) {
      const LabelCount pair{label, count};
      std::memcpy(text.data() + at, &pair, sizeof pair);
      at += sizeof pair;
    }
    return text;
  }
};

// The union of all ranks' labels, and how many rows each has.
void UniteLabels(const Counts& counts, Communicator& communicator, DataSummary& summary) {
  double too_many = counts.has_classes ? 0 : 1;
  communicator.Sum({&too_many, 1});
  if (too_many > 0) return;
  std::map<double, std::int64_t> united;
  for (const std::string& text : communicator.Gather(counts.Text())) {
    for (std::size_t at = 0; at < text.size(); at += sizeof(LabelCount)) {
      LabelCount pair;
      std::memcpy(&pair, text.data() + at, sizeof pair);
      united[pair.label] += pair.rows;
    }
  }
  const auto size = static_cast<Index>(united.size());
  summary.has_classes = size <= kMostClasses && !TooManyForClasses(size, summary.rows);
  if (!summary.has_classes) return;
  summary.labels.resize(size);
  for (Index k = 0; const auto& [label, rows] : united) {
    summary.labels[k++] = label;
    summary.label_rows.push_back(rows);
  }
}

}  // namespace

Index DataSummary::FirstRow(int rank) const {
  return std::accumulate(rank_rows.begin(), rank_rows.begin() + rank, Index{0});
}

DataSummary Summarise(RowStream& rows, Communicator& communicator, Index input_dim) {
  Counts counts;
  communicator.Together([&] {
    rows.Rewind(input_dim);
    while (const auto block = rows.Next()) counts.Add(*block);
  });
  DataSummary summary;
  auto columns = static_cast<double>(counts.input_dim);
  communicator.Max({&columns, 1});
  summary.input_dim = static_cast<Index>(columns);
  std::vector<double> rank_rows(static_cast<std::size_t>(communicator.size()), 0.0);
  rank_rows[static_cast<std::size_t>(communicator.rank())] = static_cast<double>(counts.rows);
  communicator.Sum(rank_rows);
  for (const double each : rank_rows) summary.rank_rows.push_back(static_cast<Index>(each));
  summary.rows = summary.FirstRow(communicator.size());
  if (summary.rows == 0) throw InvalidInput("the data set has no rows; expected at least one");
  if (summary.input_dim == 0)
    throw InvalidInput("the data set has no values; expected index:value pairs");
  UniteLabels(counts, communicator, summary);
  rows.Rewind(summary.input_dim);
  return summary;
}

Vector ClassesOf(const std::string& learner, const DataSummary& summary) {
  if (!summary.has_classes) {
    throw InvalidInput("learner '" + learner + "': the labels of " + std::to_string(summary.rows) +
                       " rows are too many to be classes; expected at most " +
                       std::to_string(kMostClasses) + " different ones, each of " +
                       std::to_string(kFewestRowsPerClass) + " rows on average beyond " +
                       std::to_string(kFewClasses));
  }
  if (summary.labels.size() == 1) {
    throw InvalidInput("learner '" + learner + "': all " + std::to_string(summary.rows) +
                       " rows have the label " + FormatNumber(summary.labels[0]) +
                       "; expected at least two classes");
  }
  for (const double label : summary.labels) {
    if (std::floor(label) == label && std::abs(label) <= 2147483647) continue;
    throw InvalidInput("learner '" + learner + "': a label is " + FormatNumber(label) +
                       "; expected whole numbers between -2147483647 and 2147483647");
  }
  Vector labels = summary.labels;
  if (labels.size() == 2) std::swap(labels[0], labels[1]);
  return labels;
}

}  // namespace mercer
