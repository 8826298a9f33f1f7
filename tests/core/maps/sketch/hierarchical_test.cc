#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/linalg/walsh_hadamard.h"
#include "tests/core/maps/map_cases.h"
#include "tests/core/maps/sketch/drawn_sketches.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::Complex;
using testing::ComplexMatrix;
using testing::ComplexVector;
using ::testing::HasSubstr;
using testing::RowsInBall;
using testing::State;

struct Tree {
  std::string project, projection, field;

  Params params() const {
    return {{"project", project}, {"projection", projection}, {"field", field}};
  }
  std::unique_ptr<FeatureMapSpec> NewSpec() const { return MakeMapSpec("hierarchical", params()); }
  bool is_complex() const { return field != "real"; }
  bool before() const { return project == "before"; }
  Index Rows(Index D) const { return field == "complex_to_real" ? D / 2 : D; }
  std::string Name() const { return project + "_" + projection + "_" + field; }
};

std::ostream& operator<<(std::ostream& out, const Tree& tree) { return out << tree.Name(); }

std::vector<Tree> AllTrees() {
  std::vector<Tree> trees;
  for (const char* projection : {"rademacher", "gaussian", "srht"}) {
    for (const char* field : {"real", "complex", "complex_to_real"})
      trees.push_back({"after", projection, field});
    for (const char* field : {"real", "complex_to_real"})
      trees.push_back({"before", projection, field});
  }
  trees.push_back({"before", "count_sketch", "real"});
  return trees;
}

std::vector<Tree> TreesOfKnownVariance() {
  std::vector<Tree> trees = AllTrees();
  trees.pop_back();
  return trees;
}

// A tree's projections in order, each a matrix; the definition of the two papers with them.
struct Projections {
  const Tree& tree;
  Index degree;
  Index D;
  std::vector<ComplexMatrix> leaf_sketches{};
  std::vector<ComplexMatrix> projections{};

  ComplexVector Join(const ComplexVector& a, const ComplexVector& b) const {
    if (tree.projection != "count_sketch")
      return a.cwiseProduct(b) / std::sqrt(static_cast<double>(a.size()));
    ComplexVector sum = ComplexVector::Zero(a.size());
    for (Index i = 0; i < a.size(); ++i)
      for (Index j = 0; j < a.size(); ++j) sum[(i + j) % a.size()] += a[i] * b[j];
    return sum;
  }

  ComplexVector Project(std::size_t number, const ComplexVector& c) const {
    const ComplexMatrix& w = projections[number];
    ComplexVector padded = ComplexVector::Zero(w.cols());
    padded.head(c.size()) = c;
    return w * padded;
  }

  static ComplexVector Parts(const ComplexVector& c) {
    ComplexVector parts(2 * c.size());
    for (Index l = 0; l < c.size(); ++l) {
      parts[2 * l] = c[l].real();
      parts[2 * l + 1] = c[l].imag();
    }
    return parts;
  }

  ComplexVector Apply(const Vector& x) const {
    std::vector<ComplexVector> level;
    Index leaves = degree;
    if (tree.before()) leaves = std::max<Index>(2, NextPowerOfTwo(degree));
    std::size_t number = 0;
    for (; number < static_cast<std::size_t>(leaves); ++number) {
      ComplexVector leaf = x.cast<Complex>();
      if (static_cast<Index>(number) >= degree) leaf = ComplexVector::Unit(x.size(), 0);
      if (tree.before()) leaf = leaf_sketches[number] * leaf;
      level.push_back(Project(number, leaf));
    }
    if (!tree.before()) {
      const double root = std::sqrt(static_cast<double>(level[0].size()));
      while (level.size() > 1) {
        std::vector<ComplexVector> next;
        for (std::size_t i = 0; i < level.size(); i += 2) {
          const ComplexVector ones = ComplexVector::Ones(level[i].size());
          const ComplexVector& b = i + 1 < level.size() ? level[i + 1] : ones;
          next.push_back(Project(number++, level[i].cwiseProduct(b)) / root);
        }
        level = next;
      }
      return level[0] / root;
    }
    while (true) {
      std::vector<ComplexVector> next;
      for (std::size_t i = 0; i < level.size(); i += 2) {
        ComplexVector c = Join(level[i], level[i + 1]);
        if (level.size() == 2) return c;
        if (tree.is_complex()) c = Parts(c);
        next.push_back(Project(number++, c));
      }
      level = next;
    }
  }
};

ComplexMatrix DrawnCountSketch(Index n, Index buckets, std::uint64_t seed) {
  ComplexMatrix sketch = ComplexMatrix::Zero(buckets, n);
  RandomStream stream(seed, StreamPurpose::kMap, 0);
  for (Index j = 0; j < n; ++j) {
    const double sign = (stream.Bits32() & 1U) != 0 ? 1 : -1;
    sketch(static_cast<Index>(stream.Below(static_cast<std::uint64_t>(buckets))), j) = sign;
  }
  return sketch;
}

// How many values the leaves and the other nodes project.
std::pair<Index, Index> Dims(const Tree& tree, Index n, Index D) {
  if (!tree.before()) return {n, tree.Rows(D)};
  return {tree.projection == "srht" ? NextPowerOfTwo(D) : D, D};
}

Index NumProjections(const Tree& tree, Index degree) {
  Index level = tree.before() ? std::max<Index>(2, NextPowerOfTwo(degree)) : degree;
  Index number = level;
  while (level > 1) {
    level = (level + 1) / 2;
    number += level;
  }
  return tree.before() ? number - 1 : number;
}

Projections Drawn(const Tree& tree, Index n, Index degree, Index D, std::uint64_t seed) {
  Projections drawn{tree, degree, D};
  const auto [leaf_dim, node_dim] = Dims(tree, n, D);
  std::uint64_t number = 0;
  const Index leaves = tree.before() ? std::max<Index>(2, NextPowerOfTwo(degree)) : degree;
  if (tree.before()) {
    for (Index j = 0; j < leaves; ++j)
      drawn.leaf_sketches.push_back(DrawnCountSketch(n, leaf_dim, DeriveSeed(seed, {number++})));
  }
  for (Index i = 0; i < NumProjections(tree, degree); ++i) {
    const std::uint64_t own = DeriveSeed(seed, {number++});
    Index dim = i < leaves ? leaf_dim : node_dim;
    if (tree.projection == "count_sketch") {
      drawn.projections.push_back(DrawnCountSketch(dim, D, own));
      continue;
    }
    if (tree.projection == "srht") dim = NextPowerOfTwo(dim);
    drawn.projections.push_back(
        testing::DrawnFactors(tree.projection, tree.is_complex(), dim, tree.Rows(D), 1, own)[0]);
  }
  return drawn;
}

class TreeOf : public ::testing::TestWithParam<Tree> {};
INSTANTIATE_TEST_SUITE_P(Trees, TreeOf, ::testing::ValuesIn(AllTrees()),
                         [](const auto& test) { return test.param.Name(); });

TEST_P(TreeOf, IsTheTreeOfItsDocumentedProjections) {
  const Tree tree = GetParam();
  constexpr std::uint64_t kSeed = 21;
  for (const Index d : {2, 7}) {
    const Examples x = RowsInBall(11, d, 1.2, 0.7, 2);
    for (const Index D : {2, 10, 24}) {
      for (const int degree : {1, 2, 3, 5, 6}) {
        for (const double offset : {0.0, 0.7}) {
          const auto kernel =
              offset == 0 ? MakeKernel("homogeneous_polynomial", {{"degree", degree}})
                          : MakeKernel("polynomial",
                                       {{"degree", degree}, {"offset", offset}, {"scale", 1.3}});
          const Index first = offset == 0 ? 0 : 1;
          const double scale = offset == 0 ? 1 : std::sqrt(1.3);
          const Projections drawn = Drawn(tree, d + first, degree, D, kSeed);
          const auto map = tree.NewSpec()->Draw({*kernel, d, D, kSeed, nullptr});
          ASSERT_EQ(map->is_complex(), tree.field == "complex");
          const Matrix z = map->Transform(x), sparse = map->Transform(ToSparse(x));
          ASSERT_EQ(z.cols(), tree.field == "complex" ? 2 * D : D);
          for (Index i = 0; i < x.rows(); ++i) {
            Vector row(d + first);
            if (first == 1) row[0] = std::sqrt(offset);
            row.tail(d) = scale * x.dense().row(i).transpose();
            const ComplexVector root = drawn.Apply(row);
            const Vector expected =
                tree.is_complex() ? Vector(Projections::Parts(root).real()) : Vector(root.real());
            const double bound = 1e-12 * (1 + expected.norm());
            ASSERT_LE((z.row(i).transpose() - expected).cwiseAbs().maxCoeff(), bound)
                << d << " " << D << " " << degree << " " << offset;
            ASSERT_LE((sparse.row(i).transpose() - expected).cwiseAbs().maxCoeff(), bound);
          }
        }
      }
    }
  }
}

std::vector<State> AllCountSketches(Index n, Index buckets) {
  std::vector<State> states;
  Index places = 1;
  for (Index j = 0; j < n; ++j) places *= buckets;
  for (const ComplexVector& signs : testing::AllSigns(n, false)) {
    for (Index code = 0; code < places; ++code) {
      State state{ComplexMatrix::Zero(buckets, n), 0};
      Index rest = code;
      for (Index j = 0; j < n; ++j, rest /= buckets) state.w(rest % buckets, j) = signs[j];
      states.push_back(state);
    }
  }
  for (State& state : states) state.probability = 1 / static_cast<double>(states.size());
  return states;
}

struct Moments {
  Complex mean = 0;
  double absolute = 0, real = 0;
};

// All that the projections of a tree can be.
Moments Enumerate(const Tree& tree, Index degree, Index D, const Vector& x, const Vector& y) {
  const auto [leaf_dim, node_dim] = Dims(tree, x.size(), D);
  const Index projections = NumProjections(tree, degree);
  std::vector<std::vector<State>> states;
  Projections drawn{tree, degree, D};
  const Index leaves = tree.before() ? std::max<Index>(2, NextPowerOfTwo(degree)) : degree;
  if (tree.before())
    for (Index j = 0; j < leaves; ++j) states.push_back(AllCountSketches(x.size(), leaf_dim));
  drawn.leaf_sketches.resize(states.size());
  for (Index i = 0; i < projections; ++i) {
    Index dim = i < leaves ? leaf_dim : node_dim;
    if (tree.projection == "srht") dim = NextPowerOfTwo(dim);
    states.push_back(
        tree.projection == "count_sketch"
            ? AllCountSketches(dim, D)
            : testing::AllFactors(tree.projection, tree.is_complex(), dim, tree.Rows(D)));
  }
  drawn.projections.resize(static_cast<std::size_t>(projections));
  Moments moments;
  std::vector<std::size_t> chosen(states.size(), 0);
  while (true) {
    double probability = 1;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const State& state = states[i][chosen[i]];
      const std::size_t sketches = drawn.leaf_sketches.size();
      (i < sketches ? drawn.leaf_sketches[i] : drawn.projections[i - sketches]) = state.w;
      probability *= state.probability;
    }
    const Complex estimate = drawn.Apply(y).dot(drawn.Apply(x));  // conjugates the first
    moments.mean += probability * estimate;
    moments.absolute += probability * std::norm(estimate);
    moments.real += probability * estimate.real() * estimate.real();
    std::size_t digit = 0;
    while (digit < chosen.size() && ++chosen[digit] == states[digit].size()) chosen[digit++] = 0;
    if (digit == chosen.size()) break;
  }
  moments.absolute -= moments.mean.real() * moments.mean.real();
  moments.real -= moments.mean.real() * moments.mean.real();
  return moments;
}

struct SmallCase {
  Tree tree;
  int degree;
  Index D;
};

TEST(Hierarchical, EnumerationGivesKernelAndVariance) {
  Vector x(2), y(2);
  x << 1, 2;
  y << 3, 1;
  const std::vector<SmallCase> cases = {
      {{"after", "rademacher", "real"}, 2, 2},
      {{"after", "srht", "real"}, 2, 2},
      {{"after", "srht", "real"}, 3, 1},
      {{"after", "rademacher", "real"}, 3, 1},
      {{"after", "srht", "complex"}, 2, 2},
      {{"after", "rademacher", "complex"}, 3, 1},
      {{"after", "srht", "complex_to_real"}, 2, 4},
      {{"after", "gaussian", "real"}, 2, 1},
      {{"after", "gaussian", "complex"}, 2, 1},
      {{"before", "srht", "real"}, 2, 2},
      {{"before", "rademacher", "real"}, 2, 2},
      {{"before", "srht", "complex_to_real"}, 2, 2},
      {{"before", "rademacher", "complex_to_real"}, 1, 2},
      {{"before", "count_sketch", "real"}, 1, 2},
      {{"before", "gaussian", "real"}, 1, 1},
  };
  for (const SmallCase& c : cases) {
    const std::string what =
        c.tree.Name() + ", degree " + std::to_string(c.degree) + ", D " + std::to_string(c.D);
    const Moments moments = Enumerate(c.tree, c.degree, c.D, x, y);
    const double k = std::pow(5, c.degree);
    EXPECT_NEAR(std::abs(moments.mean - k) / k, 0, 1e-12) << what;
    const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", c.degree}});
    const auto spec = c.tree.NewSpec();
    if (c.tree.projection == "count_sketch") continue;
    const double largest = moments.absolute + k * k;
    EXPECT_NEAR(*spec->EstimateVariance(*kernel, x, y, c.D), moments.real, 1e-12 * largest) << what;
    const double error = c.tree.field == "complex" ? moments.absolute : moments.real;
    EXPECT_NEAR(*spec->MeanSquaredError(*kernel, x, y, c.D), error, 1e-12 * largest) << what;
  }
}

// Made by an independent program, by enumeration.
TEST(Hierarchical, VarianceIsTheGoldenOne) {
  Vector x(2), y(2);
  x << 1, 2;
  y << 3, 1;
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 2}});
  const Tree tree{"after", "rademacher", "real"};
  EXPECT_NEAR(*tree.NewSpec()->EstimateVariance(*kernel, x, y, 2), 3206.75, 1e-10);
}

class TreeOfKnownVariance : public ::testing::TestWithParam<Tree> {};
INSTANTIATE_TEST_SUITE_P(Trees, TreeOfKnownVariance, ::testing::ValuesIn(TreesOfKnownVariance()),
                         [](const auto& test) { return test.param.Name(); });

// Degrees 3 and 5 have nodes without a partner, and leaves of e_1. A Gaussian tree of degree 5 has
// tails that are too heavy.
TEST_P(TreeOfKnownVariance, SampleVarianceIsTheFormula) {
  const Matrix x = RowsInBall(2, 5, 0.5, 1, 7);
  for (const int degree : {3, GetParam().projection == "gaussian" ? 2 : 5}) {
    const auto kernel = MakeKernel("polynomial", {{"degree", degree}, {"offset", 1}});
    const auto spec = GetParam().NewSpec();
    testing::ExpectSampleVariance(*spec, *kernel, x, 44, 0.5);
  }
}

// The mean over 4,000 seeds within five of its standard errors, which are small beside the kernel.
TEST(Hierarchical, TreesOfCountSketchesAreUnbiased) {
  constexpr Index kSeeds = 4000;
  const Matrix x = RowsInBall(2, 5, 0.8, 1, 7);
  const Tree tree{"before", "count_sketch", "real"};
  for (const int degree : {2, 3, 5}) {
    const auto kernel = MakeKernel("polynomial", {{"degree", degree}, {"offset", 0.5}});
    Eigen::ArrayXd estimates(kSeeds);
    for (Index s = 0; s < kSeeds; ++s) {
      const auto seed = static_cast<std::uint64_t>(s);
      const Matrix z = tree.NewSpec()->Draw({*kernel, 5, 60, seed, nullptr})->Transform(x);
      estimates[s] = z.row(0).squaredNorm();
    }
    const double k = KernelValue(*kernel, x.row(0), x.row(0));
    const double error = std::sqrt((estimates - estimates.mean()).square().mean() / double{kSeeds});
    EXPECT_NEAR(estimates.mean(), k, 5 * error) << degree;
    EXPECT_LT(5 * error, 0.2 * k) << degree;
    EXPECT_FALSE(tree.NewSpec()->EstimateVariance(*kernel, x.row(0), x.row(1), 60).has_value());
  }
}

TEST(Hierarchical, SaysWhatItCannotTake) {
  const auto make = [](const Tree& tree) { return testing::Message([&] { tree.NewSpec(); }); };
  EXPECT_THAT(make({"after", "count_sketch", "real"}), HasSubstr("expected project before"));
  EXPECT_THAT(make({"before", "count_sketch", "complex_to_real"}),
              HasSubstr("expected field real"));
  EXPECT_THAT(make({"before", "srht", "complex"}), HasSubstr("expected real or complex_to_real"));
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 2}});
  const Tree pairs{"after", "srht", "complex_to_real"};
  EXPECT_THAT(testing::Message([&] {
                pairs.NewSpec()->Draw({*kernel, 3, 7, 1, nullptr});
              }),
              HasSubstr("D is 7; expected an even number with field complex_to_real"));
}

}  // namespace
}  // namespace mercer
