#include "core/kernels/skeleton/skeleton.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/base/error.h"

namespace mercer {
namespace {

// The nodes and inputs that the output depends on, renumbered in the order they have.
void Prune(std::vector<SkeletonInput>& inputs, std::vector<SkeletonNode>& nodes) {
  std::vector<bool> used(nodes.size(), false);
  used.back() = true;
  for (std::size_t v = nodes.size(); v-- > 0;) {
    if (!used[v]) continue;
    for (const Index u : nodes[v].in) {
      MERCER_CHECK(u >= 0 && static_cast<std::size_t>(u) < v);
      used[static_cast<std::size_t>(u)] = true;
    }
  }
  std::vector<Index> number(nodes.size(), -1), input_number(inputs.size(), -1);
  std::vector<SkeletonInput> kept_inputs;
  std::vector<SkeletonNode> kept;
  kept_inputs.reserve(inputs.size());
  kept.reserve(static_cast<std::size_t>(std::count(used.begin(), used.end(), true)));
  for (std::size_t v = 0; v < nodes.size(); ++v) {
    if (!used[v]) continue;
    number[v] = static_cast<Index>(kept.size());
    SkeletonNode node = std::move(nodes[v]);
    for (Index& u : node.in) u = number[static_cast<std::size_t>(u)];
    if (node.input >= 0) {
      const auto old = static_cast<std::size_t>(node.input);
      if (input_number[old] < 0) {
        input_number[old] = static_cast<Index>(kept_inputs.size());
        kept_inputs.push_back(std::move(inputs[old]));
      }
      node.input = input_number[old];
    }
    kept.push_back(std::move(node));
  }
  inputs = std::move(kept_inputs);
  nodes = std::move(kept);
}

}  // namespace

double SkeletonNode::TotalWeight() const {
  if (weights.empty()) return static_cast<double>(in.size());
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

Skeleton::Skeleton(std::vector<SkeletonInput> inputs, std::vector<SkeletonNode> nodes,
                   std::optional<Index> row_columns)
    : inputs_(std::move(inputs)), nodes_(std::move(nodes)), row_columns_(row_columns) {
  MERCER_CHECK(!nodes_.empty());
  Prune(inputs_, nodes_);
  for (const SkeletonNode& node : nodes_) {
    MERCER_CHECK((node.input >= 0) == (node.activation == nullptr));
    MERCER_CHECK((node.input >= 0) == node.in.empty());
    MERCER_CHECK(node.weights.empty() || node.weights.size() == node.in.size());
  }
}

bool Skeleton::is_complex() const {
  return std::any_of(inputs_.begin(), inputs_.end(),
                     [](const SkeletonInput& input) { return input.space->is_complex(); });
}

double Skeleton::MeanOfIn(const SkeletonNode& node, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t e = 0; e < node.in.size(); ++e) {
    const double value = values[static_cast<std::size_t>(node.in[e])];
    sum += node.weights.empty() ? value : node.weights[e] * value;
  }
  return sum / node.TotalWeight();
}

SkeletonRows::SkeletonRows(const Skeleton& skeleton, Index d) : inputs_(skeleton.inputs()), d_(d) {
  const auto columns_text = [](Index n) {
    return std::to_string(n) + (n == 1 ? " column" : " columns");
  };
  if (skeleton.row_columns() && *skeleton.row_columns() != d) {
    throw InvalidInput("kernel 'skeleton' reads rows of " + columns_text(*skeleton.row_columns()) +
                       " and was given rows of " + std::to_string(d) +
                       "; expected the same number (its parameter input_dim counts columns that "
                       "no node reads)");
  }
  offsets_ = {0};
  for (Index i = 0; i < num_inputs(); ++i) {
    const Index n = columns(i);
    const std::string rule = space(i).ColumnsRule(n);
    if (!rule.empty()) {
      throw InvalidInput("kernel 'skeleton': an input that takes all columns has " +
                         columns_text(n) + "; expected " + rule);
    }
    offsets_.push_back(offsets_.back() + space(i).EncodedSize(n));
  }
}

Index SkeletonRows::columns(Index input) const {
  const std::vector<Index>& columns = inputs_[static_cast<std::size_t>(input)].columns;
  return columns.empty() ? d_ : static_cast<Index>(columns.size());
}

Matrix SkeletonRows::Encode(const Examples& x, Index begin, Index count,
                            const std::vector<Index>& inputs) const {
  const Matrix rows = x.DenseRows(begin, count);
  Matrix encoded(count, total_size());
  for (const Index input : inputs) EncodeInput(input, rows, begin, encoded);
  return encoded;
}

Matrix SkeletonRows::Encode(const Examples& x, Index begin, Index count) const {
  std::vector<Index> inputs(inputs_.size());
  std::iota(inputs.begin(), inputs.end(), Index{0});
  return Encode(x, begin, count, inputs);
}

void SkeletonRows::EncodeInput(Index input, const Matrix& rows, Index begin,
                               Matrix& encoded) const {
  const SkeletonInput& of = inputs_[static_cast<std::size_t>(input)];
  const Index n = columns(input);
  std::vector<double> gathered(static_cast<std::size_t>(n));
  for (Index r = 0; r < rows.rows(); ++r) {
    const double* values = rows.row(r).data();
    if (!of.columns.empty()) {
      for (std::size_t c = 0; c < gathered.size(); ++c) gathered[c] = values[of.columns[c]];
      values = gathered.data();
    }
    const std::string rule = of.space->DomainRule(values, n);
    if (!rule.empty()) {
      const Index first = of.columns.empty() ? 0 : of.columns.front();
      throw InvalidRow("kernel 'skeleton': row ", begin + r,
                       " does not fit the input of " + std::to_string(n) +
                           " columns that begins at column " + std::to_string(first) +
                           "; expected " + rule);
    }
    of.space->Encode(values, n, encoded.row(r).data() + offset(input));
  }
}

}  // namespace mercer
