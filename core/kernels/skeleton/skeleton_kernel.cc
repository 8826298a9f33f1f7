#include "core/kernels/skeleton/skeleton_kernel.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/kernels/skeleton/skeleton.h"

namespace mercer {
namespace {

// Encoded rows of x at a time.
constexpr Index kRowValues = Index{1} << 20;
// Values of a tile of pairs: those of all nodes, and the encoded rows of y, in the second-level
// cache.
constexpr Index kTileValues = Index{1} << 17;

Index TileColumns(Index values_per_column) {
  return std::clamp<Index>(kTileValues / std::max<Index>(values_per_column, 1) / 8 * 8, 16, 512);
}

// The kernel of one encoded row u with `count` rows of y, column by column in y_columns: a row of
// `values` for each node.
void EvaluateNodes(const Skeleton& skeleton, const SkeletonRows& rows, const double* u,
                   const Matrix& y_columns, Index count, Matrix& values) {
  const std::vector<SkeletonNode>& nodes = skeleton.nodes();
  for (std::size_t v = 0; v < nodes.size(); ++v) {
    const SkeletonNode& node = nodes[v];
    double* out = values.row(static_cast<Index>(v)).data();
    if (node.input >= 0) {
      const Index offset = rows.offset(node.input);
      skeleton.inputs()[static_cast<std::size_t>(node.input)].space->KernelRow(
          u + offset, y_columns.row(offset).data(), y_columns.cols(), rows.size(node.input), count,
          out);
      continue;
    }
    std::fill_n(out, count, 0.0);
    for (std::size_t e = 0; e < node.in.size(); ++e) {
      const double* from = values.row(node.in[e]).data();
      const double weight = node.weights.empty() ? 1.0 : node.weights[e];
      for (Index j = 0; j < count; ++j) out[j] += weight * from[j];
    }
    const double total = node.TotalWeight();
    for (Index j = 0; j < count; ++j) out[j] /= total;
    node.activation->Apply(out, count);
  }
}

}  // namespace

void SkeletonKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                              MatrixRef out) const {
  if (x.cols() != y.cols()) {
    throw InvalidInput("kernel 'skeleton' of rows with " + std::to_string(x.cols()) +
                       " and rows with " + std::to_string(y.cols()) +
                       " columns; expected the same number");
  }
  const SkeletonRows rows(skeleton_, x.cols());
  const auto num_nodes = static_cast<Index>(skeleton_.nodes().size());
  const Index tile = TileColumns(std::max(num_nodes, rows.total_size()));
  const Index block = std::clamp<Index>(kRowValues / std::max<Index>(rows.total_size(), 1), 1,
                                        std::max<Index>(count, 1));
  Matrix values(num_nodes, tile);
  for (Index i = 0; i < count; i += block) {
    const Matrix u = rows.Encode(x, begin + i, std::min(block, count - i));
    for (Index j = 0; j < y.rows(); j += tile) {
      const Index width = std::min(tile, y.rows() - j);
      const Matrix y_columns = rows.Encode(y, j, width).transpose();
      for (Index r = 0; r < u.rows(); ++r) {
        EvaluateNodes(skeleton_, rows, u.row(r).data(), y_columns, width, values);
        out.row(i + r).segment(j, width) = values.row(num_nodes - 1).head(width);
      }
    }
  }
  for (Index r = 0; r < count; ++r) {
    for (Index c = 0; c < out.cols(); ++c) {
      if (std::isfinite(out(r, c))) continue;
      throw InvalidRow("kernel 'skeleton' of row ", begin + r,
                       " and row " + std::to_string(c) + " is not finite; expected smaller values");
    }
  }
}

Vector SkeletonKernel::Diagonal(const Examples& x) const {
  const SkeletonRows rows(skeleton_, x.cols());
  // The domain is all there is to find out.
  for (Index i = 0; i < x.rows(); i += 256) rows.Encode(x, i, std::min<Index>(256, x.rows() - i));
  return Vector::Ones(x.rows());
}

double SkeletonKernel::OperationsPerValue(double nonzeros) const {
  constexpr double kActivation = 20;
  double operations = 0;
  for (const SkeletonNode& node : skeleton_.nodes()) {
    operations += kActivation + 2 * static_cast<double>(node.in.size());
    if (node.input < 0) continue;
    const auto& columns = skeleton_.inputs()[static_cast<std::size_t>(node.input)].columns;
    operations += 2 * (columns.empty() ? nonzeros : static_cast<double>(columns.size()));
  }
  return operations;
}

KernelEntry SkeletonEntry() {
  const Params input = {{"type", "input"}, {"space", "angle"}, {"scale", 1}};
  const Params output = {{"type", "fully_connected"}, {"activation", "relu"}};
  KernelEntry entry;
  entry.name = "skeleton";
  entry.summary =
      "the compositional kernel of a graph of conjugate activations over base spaces, k_v = "
      "act_v(mean of k_u)";
  entry.citation = "daniely2017, section 5";
  entry.params = {{.name = "nodes",
                   .kind = ParamKind::kList,
                   .help = "the graph's nodes and layers, each an object (docs/skeletons.md)",
                   .example = ParamValue::List{input, output}},
                  {.name = "input_dim",
                   .kind = ParamKind::kInteger,
                   .help = "number of columns, if no node reads the last ones",
                   .optional = true,
                   .min = 1}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    std::optional<Index> input_dim;
    if (const ParamValue* value = params.Find("input_dim")) input_dim = value->AsInteger();
    return std::make_unique<SkeletonKernel>(ReadSkeleton(params.Get("nodes").AsList(), input_dim),
                                            "skeleton(" + params.Canonical() + ")");
  };
  return entry;
}

}  // namespace mercer
