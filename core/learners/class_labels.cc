#include "core/learners/class_labels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {

Index CountLabels(const Vector& y) {
  return static_cast<Index>(std::set<double>(y.begin(), y.end()).size());
}

bool TooManyForClasses(Index num_labels, Index num_rows) {
  return num_labels > kFewClasses && num_rows < kFewestRowsPerClass * num_labels;
}

std::string ManyClassesWarning(Index num_labels, Index num_rows) {
  if (num_labels <= kFewClasses || num_rows >= kRowsPerClass * num_labels) return "";
  const double each = static_cast<double>(num_rows) / static_cast<double>(num_labels);
  return std::to_string(num_labels) + " classes have " + FormatNumber(std::round(10 * each) / 10) +
         " training rows each on average (where the labels are numbers to predict, take a learner "
         "that "
         "predicts values)";
}

BinaryProblems::BinaryProblems(const Vector& y) : y_(y) {
  const std::set<double> distinct(y.begin(), y.end());
  MERCER_CHECK(distinct.size() >= 2);
  labels_.resize(static_cast<Index>(distinct.size()));
  Index k = 0;
  for (const double label : distinct) labels_[k++] = label;
  if (k == 2) std::swap(labels_[0], labels_[1]);
}

std::vector<signed char> BinaryProblems::Signs(Index k) const {
  std::vector<signed char> signs(static_cast<std::size_t>(y_.size()));
  for (Index i = 0; i < y_.size(); ++i)
    signs[static_cast<std::size_t>(i)] = y_[i] == labels_[k] ? 1 : -1;
  return signs;
}

OneAgainstOne::OneAgainstOne(const Vector& y) {
  std::map<double, std::size_t> places;
  for (const double label : y) {
    const auto [at, is_new] = places.emplace(label, labels_.size());
    if (is_new) labels_.push_back(label);
    class_of_.push_back(at->second);
  }
  MERCER_CHECK(labels_.size() >= 2);
  if (labels_ == std::vector<double>{-1, 1}) {
    std::swap(labels_[0], labels_[1]);
    for (std::size_t& place : class_of_) place = 1 - place;
  }
  for (std::size_t a = 0; a < labels_.size(); ++a)
    for (std::size_t b = a + 1; b < labels_.size(); ++b) pairs_.push_back({a, b});
}

std::vector<Index> OneAgainstOne::RowsOf(std::size_t place) const { return Rows({place, place}); }

std::vector<Index> OneAgainstOne::Rows(const Pair& pair) const {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < class_of_.size(); ++i)
    if (class_of_[i] == pair.first || class_of_[i] == pair.second)
      rows.push_back(static_cast<Index>(i));
  return rows;
}

Vector OneAgainstOne::Signs(const Pair& pair, const std::vector<Index>& rows) const {
  Vector signs(static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    signs[static_cast<Index>(i)] =
        class_of_[static_cast<std::size_t>(rows[i])] == pair.first ? 1 : -1;
  return signs;
}

double MostVotes(const std::vector<double>& labels, const Vector& scores) {
  std::vector<int> votes(labels.size());
  Index pair = 0;
  for (std::size_t a = 0; a < labels.size(); ++a)
    for (std::size_t b = a + 1; b < labels.size(); ++b) ++votes[scores[pair++] > 0 ? a : b];
  const auto most = std::max_element(votes.begin(), votes.end());
  return labels[static_cast<std::size_t>(most - votes.begin())];
}

}  // namespace mercer
