// The tree of projected products of Ahle et al. 2020, in the two forms of Wacker et al. 2023 and
// 2024.

#include "core/maps/sketch/sketch_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/profile.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/sketch/tree_moments.h"

namespace mercer {
namespace {

double RootOf(Index n) { return std::sqrt(static_cast<double>(n)); }

// Real and imaginary part of each value beside each other.
Matrix PartsOf(const TreeValues& values) {
  Matrix parts(values.real.rows(), 2 * values.real.cols());
  for (Index r = 0; r < parts.rows(); ++r) {
    for (Index l = 0; l < values.real.cols(); ++l) {
      parts(r, 2 * l) = values.real(r, l);
      parts(r, 2 * l + 1) = values.imaginary(r, l);
    }
  }
  return parts;
}

VectorMoments Scaled(VectorMoments c, double factor) {
  for (double* moment : {&c.absolute, &c.square, &c.norms, &c.absolute_squares,
                         &c.conjugate_squares, &c.plain_squares})
    *moment *= factor;
  return c;
}

TreeVariance VarianceAround(const VectorMoments& root, double mean) {
  const double square = mean * mean;
  return {std::max(0.0, root.absolute - square),
          std::max(0.0, (root.absolute + root.square) / 2 - square)};
}

// kAfter. The children of a product are of one kind: leaves, or projections of R values.
TreeVariance VarianceAfter(const TreeShape& shape, Index degree, const SketchPair& pair, Index dim,
                           Index rows) {
  const double size = RootOf(rows), r = size * size;
  RowPairs pairs = PairsOf(shape.law, dim, rows);
  std::vector<RowsMoments> level(static_cast<std::size_t>(degree),
                                 MomentsOfRows(shape.law, MomentsOfPair(pair), dim, 1));
  while (level.size() > 1) {
    std::vector<RowsMoments> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      const RowsMoments b = i + 1 < level.size() ? level[i + 1] : MomentsOfOnes();
      next.push_back(
          MomentsOfRows(shape.law, MomentsOfProduct(level[i], b, pairs), rows, 1 / size));
    }
    level = std::move(next);
    pairs = PairsOf(shape.law, rows, rows);
  }
  const VectorMoments root = MomentsOfProduct(level.front(), MomentsOfOnes(), pairs);
  return VarianceAround(Scaled(root, 1 / (r * r)), IntegerPower(pair.t, degree));
}

TreeVariance VarianceBefore(const TreeShape& shape, Index degree, const SketchPair& pair,
                            Index num_random_features) {
  const Index rows = shape.Rows(num_random_features), dim = shape.NodeDim(num_random_features),
              buckets = shape.LeafBuckets(num_random_features);
  const auto r = static_cast<double>(rows);
  const auto leaf = [&](const SketchPair& of) {
    return MomentsOfRows(shape.law, MomentsOfCountSketch(MomentsOfPair(of), buckets), buckets, 1);
  };
  std::vector<RowsMoments> level(static_cast<std::size_t>(degree), leaf(pair));
  level.resize(static_cast<std::size_t>(NumLeaves(TreeOrder::kBefore, degree)), leaf({1, 1, 1}));
  RowPairs pairs = PairsOf(shape.law, buckets, rows);
  while (true) {
    std::vector<RowsMoments> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      VectorMoments c = Scaled(MomentsOfProduct(level[i], level[i + 1], pairs), 1 / (r * r));
      if (level.size() == 2) return VarianceAround(c, IntegerPower(pair.t, degree));
      if (shape.law.has_complex_vectors()) c = MomentsOfParts(c);
      next.push_back(MomentsOfRows(shape.law, c, dim, 1));
    }
    level = std::move(next);
    pairs = PairsOf(shape.law, dim, rows);
  }
}

}  // namespace

Index TreeShape::Rows(Index num_random_features) const {
  return law.field == SketchField::kComplexToReal && !count_sketch ? num_random_features / 2
                                                                   : num_random_features;
}

Index TreeShape::LeafBuckets(Index num_random_features) const {
  return law.is_srht() && !count_sketch ? NextPowerOfTwo(num_random_features) : num_random_features;
}

Index TreeShape::NodeDim(Index num_random_features) const {
  return order == TreeOrder::kAfter ? Rows(num_random_features) : num_random_features;
}

Index NumLeaves(TreeOrder order, Index degree) {
  return order == TreeOrder::kAfter ? degree : std::max<Index>(2, NextPowerOfTwo(degree));
}

Index NumNodes(TreeOrder order, Index degree) {
  Index nodes = 0;
  // A product without a partner is projected too; before it, the root is not.
  for (Index level = NumLeaves(order, degree); level > 1; level = (level + 1) / 2)
    nodes += (level + 1) / 2;
  return order == TreeOrder::kAfter ? nodes : nodes - 1;
}

double TreeBytes(const TreeShape& shape, const PolynomialForm& form, Index input_dim,
                 Index num_random_features) {
  const Index dim = SketchedDim(form, input_dim), rows = shape.Rows(num_random_features);
  const auto leaves = static_cast<double>(NumLeaves(shape.order, form.degree)),
             nodes = static_cast<double>(NumNodes(shape.order, form.degree));
  const auto of_projection = [&](Index from) {
    return shape.count_sketch ? CountSketch::Bytes(from)
                              : TreeProjection::Bytes(shape.law, from, rows);
  };
  const double of_nodes = nodes * of_projection(shape.NodeDim(num_random_features));
  if (shape.order == TreeOrder::kAfter) return leaves * of_projection(dim) + of_nodes;
  return leaves *
             (CountSketch::Bytes(dim) + of_projection(shape.LeafBuckets(num_random_features))) +
         of_nodes;
}

TreeVariance VarianceOfTree(const TreeShape& shape, const PolynomialForm& form, const Vector& x,
                            const Vector& y, Index num_random_features) {
  MERCER_CHECK(!shape.count_sketch);
  const SketchPair pair = SketchPairOf(form, x, y);
  if (shape.order == TreeOrder::kBefore)
    return VarianceBefore(shape, form.degree, pair, num_random_features);
  return VarianceAfter(shape, form.degree, pair, SketchedDim(form, x.size()),
                       shape.Rows(num_random_features));
}

SketchTree::SketchTree(const TreeShape& shape, const PolynomialForm& form,
                       const DrawContext& context)
    : shape_(shape),
      degree_(form.degree),
      features_(context.num_random_features),
      rows_(shape.Rows(context.num_random_features)) {
  const Index leaves = NumLeaves(shape.order, degree_), nodes = NumNodes(shape.order, degree_);
  Index leaf_dim = SketchedDim(form, context.input_dim);
  std::uint64_t number = 0;
  const auto next_seed = [&] { return DeriveSeed(context.seed, {number++}); };
  if (shape.order == TreeOrder::kBefore) {
    const Index buckets = shape.LeafBuckets(features_);
    for (Index j = 0; j < leaves; ++j) leaf_sketches_.emplace_back(leaf_dim, buckets, next_seed());
    leaf_dim = buckets;
  }
  for (Index i = 0; i < leaves + nodes; ++i) {
    const Index dim = i < leaves ? leaf_dim : shape.NodeDim(features_);
    if (shape.count_sketch) {
      count_sketches_.emplace_back(dim, rows_, next_seed());
    } else {
      projections_.emplace_back(shape.law, dim, rows_, next_seed());
    }
  }
  if (shape.count_sketch) fft_.emplace(rows_);
  if (shape.order == TreeOrder::kAfter) return;
  Matrix unit = Matrix::Zero(1, SketchedDim(form, context.input_dim));
  unit(0, 0) = 1;
  for (Index j = degree_; j < leaves; ++j)
    ones_.push_back(LeafOf(unit, static_cast<std::size_t>(j)));
}

std::size_t SketchTree::bytes() const {
  std::size_t sum = 0;
  for (const TreeProjection& projection : projections_) sum += projection.bytes();
  for (const std::vector<CountSketch>* sketches : {&leaf_sketches_, &count_sketches_})
    for (const CountSketch& sketch : *sketches) sum += sketch.bytes();
  return sum;
}

double SketchTree::OperationsPerRow() const {
  const bool of_complex = shape_.order == TreeOrder::kAfter && shape_.law.has_complex_vectors();
  double sum = 0;
  for (std::size_t i = 0; i < projections_.size(); ++i)
    sum += projections_[i].OperationsPerRow(of_complex && i >= static_cast<std::size_t>(degree_));
  for (const std::vector<CountSketch>* sketches : {&leaf_sketches_, &count_sketches_})
    for (const CountSketch& sketch : *sketches) sum += static_cast<double>(sketch.bytes()) / 8;
  const auto R = static_cast<double>(rows_), m = static_cast<double>(degree_);
  return sum + m * R * (fft_ ? 8 * std::log2(R + 1) : 6);
}

TreeValues SketchTree::Apply(const Matrix& x) const {
  return shape_.order == TreeOrder::kAfter ? ApplyAfter(x) : ApplyBefore(x);
}

TreeValues SketchTree::Project(std::size_t projection, TreeValues values) const {
  if (shape_.count_sketch) return {count_sketches_[projection].Apply(values.real)};
  return projections_[projection].Apply(values);
}

TreeValues SketchTree::LeafOf(const Matrix& x, std::size_t leaf) const {
  if (shape_.order == TreeOrder::kAfter) return Project(leaf, {x});
  return Project(leaf, {leaf_sketches_[leaf].Apply(x)});
}

TreeValues SketchTree::ApplyAfter(const Matrix& x) const {
  std::vector<TreeValues> level;
  for (Index j = 0; j < degree_; ++j) level.push_back(LeafOf(x, static_cast<std::size_t>(j)));
  const double weight = 1 / RootOf(rows_);
  std::size_t projection = level.size();
  while (level.size() > 1) {
    std::vector<TreeValues> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      TreeValues& product = level[i];
      if (i + 1 < level.size()) {
        MultiplyEntries(level[i + 1], weight, product);
      } else {
        product.real *= weight;
        product.imaginary *= weight;
      }
      next.push_back(Project(projection++, std::move(product)));
    }
    level = std::move(next);
  }
  level.front().real *= weight;
  level.front().imaginary *= weight;
  return std::move(level.front());
}

TreeValues SketchTree::ApplyBefore(const Matrix& x) const {
  std::vector<TreeValues> level;
  for (Index j = 0; j < degree_; ++j) level.push_back(LeafOf(x, static_cast<std::size_t>(j)));
  level.insert(level.end(), ones_.begin(), ones_.end());
  std::size_t projection = level.size();
  while (level.size() > 1) {
    std::vector<TreeValues> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      Join(level[i + 1], level[i]);
      if (level.size() == 2) return std::move(level.front());
      TreeValues& product = level[i];
      next.push_back(Project(
          projection++, product.is_complex() ? TreeValues{PartsOf(product)} : std::move(product)));
    }
    level = std::move(next);
  }
  return std::move(level.front());
}

// Two children into a. Leaves of e_1 are one row, which stands for all; a pair of them is one too.
void SketchTree::Join(const TreeValues& b, TreeValues& a) const {
  if (shape_.count_sketch) {
    Convolve(b.real, a.real);
  } else {
    MultiplyEntries(b, 1 / RootOf(rows_), a);
  }
}

// The circular convolution of each row with that of b.
void SketchTree::Convolve(const Matrix& b, Matrix& a) const {
  RealFft::Workspace workspace(*fft_);
  const Index size = fft_->spectrum_size(), each = b.rows() == 1 ? 0 : 1;
  Eigen::VectorXcd spectrum(size);
  for (Index r = 0; r < a.rows(); ++r) {
    if (r == 0 || each == 1) {
      std::copy_n(b.row(r * each).data(), rows_, workspace.values());
      fft_->Forward(workspace);
      std::copy_n(workspace.spectrum(), size, spectrum.data());
    }
    std::copy_n(a.row(r).data(), rows_, workspace.values());
    fft_->Forward(workspace);
    for (Index k = 0; k < size; ++k)
      workspace.spectrum()[k] *= spectrum[k] / static_cast<double>(rows_);
    fft_->Inverse(workspace);
    std::copy_n(workspace.values(), rows_, a.row(r).data());
  }
}

}  // namespace mercer
