#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "core/base/error.h"
#include "core/kernels/skeleton/skeleton_kernel.h"
#include "tests/core/kernels/skeleton/skeletons.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::MixedSkeleton;
using testing::NewSkeleton;
using testing::Nodes;
using testing::Relu;
using testing::Scaled;
using testing::UnitRows;

Matrix GramOf(const Params& params, const Matrix& x) { return Gram(*NewSkeleton(params), x, x); }

double Act(const char* name, double rho, double s = 0) {
  const Params params = s == 0 ? Params{} : Params{{"s", s}};
  return MakeActivation(name, params)->Value(rho);
}

Params AnchorSkeleton() {
  return {{"nodes", Nodes{Params{{"type", "input"}, {"space", "circle"}, {"grid", Nodes{4, 4}}},
                          Params{{"type", "conv"}, {"size", 2}, {"activation", "relu"}},
                          Params{{"type", "fully_connected"}, {"activation", "relu"}}}}};
}

// 16 inputs of two values; 9 nodes of 4 edges each and one of 9: 20 for every node.
TEST(Skeleton, CountsItsNodesAndEdges) {
  EXPECT_EQ(NewSkeleton(AnchorSkeleton())->OperationsPerValue(32),
            26 * 20 + 16 * 2 * 2 + (9 * 4 + 9) * 2);
}

// The value of the test of the authors' own code, computed again from the definition.
TEST(Skeleton, GoldenValueOfTheAuthorsTest) {
  const double channel[] = {1, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1};
  Matrix x(2, 32);
  for (Index p = 0; p < 16; ++p) {
    x(0, 2 * p) = channel[p];
    x(0, 2 * p + 1) = 1 - channel[p];
    x(1, 2 * p) = 1;
    x(1, 2 * p + 1) = 0;
  }
  const Matrix gram = GramOf(AnchorSkeleton(), x);
  EXPECT_NEAR(gram(0, 1), 0.8077512690794555, 1e-14);
  EXPECT_EQ(gram(0, 0), 1);
  EXPECT_EQ(gram(1, 1), 1);
  // The same columns, channel by channel.
  Matrix planar(2, 32);
  for (Index c = 0; c < 32; ++c) planar.col(c % 2 * 16 + c / 2) = x.col(c);
  Params params = AnchorSkeleton();
  Nodes nodes = params.Get("nodes").AsList();
  Params input = nodes[0].AsParams();
  input.Set("layout", "planar");
  nodes[0] = input;
  EXPECT_EQ(GramOf({{"nodes", nodes}}, planar), gram);
}

// Windows of unlike height and stride over a crop, written out node by node.
TEST(Skeleton, ConvIsTheGraphWrittenOut) {
  const Matrix x = UnitRows(7, 30, 1);
  const Params input = {{"type", "input"},     {"space", "angle"},     {"scale", 2},
                        {"grid", Nodes{4, 5}}, {"image", Nodes{5, 6}}, {"offset", Nodes{1, 0}}};
  const Params conv = {{"type", "conv"},
                       {"size", Nodes{3, 2}},
                       {"stride", Nodes{1, 3}},
                       {"activation", Scaled("sine", 1.2)}};
  const Params out = {{"type", "fully_connected"}, {"activation", "erf"}};
  const Matrix gram = GramOf({{"nodes", Nodes{input, conv, out}}}, x);
  for (Index i = 0; i < 7; ++i) {
    for (Index j = 0; j < 7; ++j) {
      double sum = 0;
      for (Index r = 0; r < 2; ++r) {
        for (Index c = 0; c < 4; c += 3) {
          double window = 0;
          for (Index dr = 0; dr < 3; ++dr)
            for (Index dc = 0; dc < 2; ++dc) {
              const Index column = (1 + r + dr) * 6 + c + dc;
              window += std::cos(2 * (x(i, column) - x(j, column))) / 6;
            }
          sum += Act("sine", window, 1.2) / 4;
        }
      }
      EXPECT_NEAR(gram(i, j), Act("erf", sum), 1e-14);
    }
  }
}

TEST(Skeleton, MixedIsItsFormula) {
  const Matrix x = 1.3 * UnitRows(6, 5, 2);
  const Matrix gram = GramOf(MixedSkeleton(), x);
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 6; ++j) {
      const Vector difference = (x.row(i) - x.row(j)).transpose();
      const double angles = (1.5 * difference).array().cos().mean();
      const double smooth = std::exp(-0.32 * difference.squaredNorm());
      const double shared = Act("relu", (angles + smooth) / 2);
      const double deep = Act("exponential", 0.75 * shared + 0.25 * angles, 0.9);
      EXPECT_NEAR(gram(i, j), Act("cosine", (smooth + deep + shared) / 3, 1.1), 1e-14);
    }
  }
}

// One exponential node over unit vectors is the Gaussian kernel of the row.
TEST(Skeleton, OneExponentialNodeIsGaussian) {
  Nodes nodes;
  Matrix x(9, 12);
  for (std::int64_t k = 0; k < 4; ++k) {
    x.middleCols(3 * k, 3) = UnitRows(9, 3, static_cast<std::uint64_t>(k + 3));
    nodes.push_back(Params{{"name", "p" + std::to_string(k)},
                           {"type", "input"},
                           {"space", "sphere"},
                           {"columns", Nodes{3 * k, 3 * k + 1, 3 * k + 2}}});
  }
  nodes.push_back(Params{{"type", "node"},
                         {"of", Nodes{"p0", "p1", "p2", "p3"}},
                         {"activation", Scaled("exponential", 2)}});
  const Matrix gram = GramOf({{"nodes", nodes}}, x);
  for (Index i = 0; i < 9; ++i)
    for (Index j = 0; j < 9; ++j)
      EXPECT_NEAR(gram(i, j), std::exp(-4 * (x.row(i) - x.row(j)).squaredNorm() / 8), 1e-14);
}

// The slope of step is infinite at 1: a rounding in the mean would show as 1e-8.
TEST(Skeleton, EqualRowsGiveExactlyOne) {
  const Params input = {{"type", "input"}, {"space", "gaussian"}, {"scale", 0.7}};
  Params mean = {{"type", "node"}, {"of", Nodes{"#0", "#1"}}, {"weights", Nodes{0.7, 0.3}}};
  mean.Set("activation", Params{{"name", "hermite"}, {"coefficients", Nodes{0.6, 0.8}}});
  const Params angle = {{"type", "input"}, {"space", "angle"}, {"scale", 0.3}};
  const Params step = {{"type", "fully_connected"}, {"activation", "step"}};
  const Params relu = {{"type", "fully_connected"}, {"activation", "relu"}};
  const Matrix x = UnitRows(40, 17, 8);
  EXPECT_EQ(GramOf({{"nodes", Nodes{input, angle, mean, step, relu}}}, x).diagonal(),
            Vector::Ones(40));
}

TEST(Skeleton, OneInputIsItsBaseKernel) {
  const Params gaussian = {{"type", "input"}, {"space", "gaussian"}, {"scale", 2}};
  const Matrix x = UnitRows(3, 4, 9);
  EXPECT_NEAR(GramOf({{"nodes", Nodes{gaussian}}}, x)(0, 2),
              std::exp(-2 * (x.row(0) - x.row(2)).squaredNorm()), 1e-15);
}

TEST(Skeleton, InputDimAllowsColumnsThatNoNodeReads) {
  const Params input = {{"type", "input"}, {"space", "circle"}, {"columns", Nodes{2, 0}}};
  Params params = {{"nodes", Nodes{input}}, {"input_dim", 5}};
  Matrix x = Matrix::Zero(2, 5);
  x.col(2) << 0.6, 1;
  x.col(0) << 0.8, 0;
  EXPECT_NEAR(GramOf(params, x)(0, 1), 0.6, 1e-15);
  EXPECT_NEAR(Gram(*NewSkeleton(params), ToSparse(x), ToSparse(x))(0, 1), 0.6, 1e-15);
}

// The released configuration for CIFAR-10: 24 × 24 pixels, 10 × 10, 3 × 3, 1; of the pixels and the
// first layer's nodes no path leads from the last ones to the output.
TEST(Skeleton, DeepSkeletonOfImagesIsPractical) {
  const Params pixels = {
      {"type", "input"},       {"space", "angle"},       {"scale", 1.5707963267948966},
      {"grid", Nodes{24, 24}}, {"image", Nodes{32, 32}}, {"channels", 3},
      {"layout", "planar"}};
  const Params conv = {{"type", "conv"}, {"size", 5}, {"stride", 2}, {"activation", "relu"}};
  const Params out = {{"type", "fully_connected"}, {"activation", "relu"}};
  const auto kernel = NewSkeleton({{"nodes", Nodes{pixels, conv, conv, out}}});
  EXPECT_EQ(kernel->skeleton().nodes().size(), 21U * 21 + 81 + 9 + 1);
  RandomStream stream(1, StreamPurpose::kTest, 0);
  Matrix x(500, 3072);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = stream.Uniform();
  const std::clock_t start = std::clock();
  const Matrix gram = Gram(*kernel, x, x);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_EQ(gram.diagonal(), Vector::Ones(500));
  EXPECT_LE((gram - gram.transpose()).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT(seconds, 60) << "of CPU time; a second or less without sanitizers";
}

std::string Message(const Params& params, Index d = 0) {
  return testing::Message([&] {
    const auto kernel = NewSkeleton(params);
    const Examples x = Matrix(Matrix::Ones(2, d));
    if (d > 0) Gram(*kernel, x, x);
  });
}

Params In(const char* name) {
  return {{"name", name}, {"type", "input"}, {"space", "angle"}, {"scale", 1}};
}

Params Node(const char* name, const Nodes& of, const ParamValue& activation = "relu") {
  return {{"name", name}, {"type", "node"}, {"of", of}, {"activation", activation}};
}

TEST(SkeletonErrors, Graph) {
  EXPECT_EQ(Message({{"nodes", Nodes{In("x"), Node("a", {"x", "b"}), Node("b", {"a"}),
                                     Node("out", {"b"})}}}),
            "kernel 'skeleton': the nodes 'b' -> 'a' -> 'b' form a cycle; expected a graph "
            "without one");
  EXPECT_THAT(Message({{"nodes", Nodes{Node("a", {"b"}), Node("b", {"a"})}}}),
              HasSubstr("form a cycle"));
  EXPECT_THAT(Message({{"nodes", Nodes{Node("a", {"a"})}}}), HasSubstr("'a' -> 'a' form a cycle"));
  EXPECT_EQ(Message({{"nodes", Nodes{In("x"), Node("a", {"x"}), Node("b", {"x"})}}}),
            "kernel 'skeleton': nodes 'a' and 'b' point to no other; expected one output");
  EXPECT_THAT(Message({{"nodes", Nodes{In("pixels"), Node("a", {"pixel"})}}}),
              HasSubstr("node 'a': unknown node 'pixel'; did you mean 'pixels'?"));
  EXPECT_THAT(Message({{"nodes", Nodes{In("x"), In("x")}}}), HasSubstr("stands twice"));
  EXPECT_THAT(Message({{"nodes", Nodes{In("x"), Node("a", {"x", "x"})}}}),
              HasSubstr("names a node twice"));
  EXPECT_THAT(Message({{"nodes", Nodes{}}}), HasSubstr("has no nodes"));
  EXPECT_THAT(Message({{"nodes", Nodes{3}}}), HasSubstr("nodes[0] is 3; expected an object"));
  EXPECT_THAT(Message({{"nodes", Nodes{Params{{"type", "cnv"}}}}}),
              HasSubstr("nodes[0]: unknown type 'cnv'; did you mean 'conv'?"));
}

TEST(SkeletonErrors, Layers) {
  Params grid = In("x");
  grid.Set("grid", Nodes{3, 3});
  const Params conv = {{"type", "conv"}, {"size", 4}, {"activation", "relu"}};
  EXPECT_THAT(Message({{"nodes", Nodes{grid, conv}}}),
              HasSubstr("windows of 4 x 4 over a layer of 3 x 3 nodes"));
  Params small = conv;
  small.Set("size", 2);
  EXPECT_THAT(Message({{"nodes", Nodes{grid, small}}}),
              HasSubstr("is the output and has 4 nodes; expected one"));
  small.Set("strid", 2);
  EXPECT_THAT(Message({{"nodes", Nodes{grid, small}}}), HasSubstr("did you mean 'stride'?"));
  Params large = In("x"), windows = conv;
  large.Set("grid", Nodes{200, 200});
  windows.Set("size", 100);
  EXPECT_THAT(Message({{"nodes", Nodes{large, windows}}}),
              HasSubstr("has 10201 windows of 100 x 100 nodes; expected at most 1e+08 nodes"));
  grid.Set("image", Nodes{2, 3});
  EXPECT_THAT(Message({{"nodes", Nodes{grid}}}), HasSubstr("reaches beyond the image"));
  Params both = In("x");
  both.Set("channels", 3);
  EXPECT_THAT(Message({{"nodes", Nodes{both}}}), HasSubstr("has channels but no grid"));
}

// 400 layers of 1e8 nodes each: 12 TB.
TEST(SkeletonErrors, NodesBeyondMemory) {
  Nodes nodes, names;
  for (int i = 0; i < 400; ++i) {
    names.emplace_back("x" + std::to_string(i));
    Params grid = In(names.back().AsText().c_str());
    grid.Set("grid", Nodes{10000, 10000});
    nodes.emplace_back(grid);
  }
  nodes.emplace_back(Node("out", names));
  EXPECT_THAT(Message({{"nodes", nodes}}),
              AllOf(HasSubstr("kernel 'skeleton': node 'x"),
                    HasSubstr(", with the layers before it "), HasSubstr("00000000 nodes, needs")));
}

TEST(SkeletonErrors, ActivationsAndWeights) {
  EXPECT_THAT(Message({{"nodes", Nodes{In("x"), Node("a", {"x"}, "rellu")}}}),
              HasSubstr("node 'a': unknown activation 'rellu'; did you mean 'relu'?"));
  const Params hermite = {{"name", "hermite"}, {"coefficients", Nodes{1, 1}}};
  EXPECT_EQ(Message({{"nodes", Nodes{In("x"), Node("a", {"x"}, hermite)}}}),
            "kernel 'skeleton': node 'a': activation 'hermite': the squares of its coefficients "
            "sum to 2; expected 1");
  Params weighted = Node("a", {"x", "y"});
  weighted.Set("weights", Nodes{1.5, -0.5});
  EXPECT_EQ(Message({{"nodes", Nodes{In("x"), In("y"), weighted}}}),
            "kernel 'skeleton': node 'a': a weight is -0.5; expected numbers >= 0");
  weighted.Set("weights", Nodes{0.5, 0.25});
  EXPECT_THAT(Message({{"nodes", Nodes{In("x"), In("y"), weighted}}}),
              HasSubstr("weights sum to 0.75; expected 1"));
  weighted.Set("weights", Nodes{1});
  EXPECT_THAT(Message({{"nodes", Nodes{In("x"), In("y"), weighted}}}),
              HasSubstr("has 1 weights for 2 names"));
}

TEST(SkeletonErrors, InputsAndRows) {
  const auto space = [](Params own) {
    own.Set("type", "input");
    return Params{{"nodes", Nodes{own}}};
  };
  EXPECT_THAT(Message(space({{"space", "circle"}, {"columns", Nodes{0, 1, 2}}})),
              HasSubstr("takes 3 columns; expected two columns"));
  EXPECT_THAT(Message(space({{"space", "sphere"}, {"columns", Nodes{0}}})),
              HasSubstr("takes 1 column; expected at least two columns"));
  EXPECT_THAT(Message(space({{"space", "gausian"}, {"scale", 1}})),
              HasSubstr("did you mean 'gaussian'?"));
  EXPECT_THAT(Message(space({{"space", "gaussian"}})), HasSubstr("needs scale"));
  EXPECT_THAT(Message(space({{"space", "angle"}, {"scale", 1}, {"columns", Nodes{4, 2}}}), 4),
              HasSubstr("reads rows of 5 columns and was given rows of 4"));
  EXPECT_THAT(Message(space({{"space", "circle"}}), 4),
              HasSubstr("row 0 does not fit the input of 4 columns that begins at column 0; "
                        "expected pairs of norm 1"));
  EXPECT_THAT(Message(space({{"space", "circle"}}), 3), HasSubstr("expected two columns"));
  EXPECT_THAT(Message(space({{"space", "sphere"}}), 4), HasSubstr("expected a vector of norm 1"));
  EXPECT_THAT(Message(space({{"space", "categories"}, {"size", 1}}), 2),
              HasSubstr("expected whole numbers from 0 to 0"));
  const auto mahalanobis = [&](const ParamValue::List& rows) {
    return Message(space({{"space", "mahalanobis"}, {"matrix", rows}}));
  };
  EXPECT_THAT(mahalanobis({Nodes{1, 0}, Nodes{0, -1}}),
              HasSubstr("has the eigenvalue -1; expected a positive semidefinite one"));
  EXPECT_THAT(mahalanobis({Nodes{1, 2}, Nodes{1, 5}}), HasSubstr("expected a symmetric one"));
  EXPECT_THAT(mahalanobis({Nodes{1, 2}, Nodes{2}}), HasSubstr("expected a list of 2 numbers"));
}

}  // namespace
}  // namespace mercer
