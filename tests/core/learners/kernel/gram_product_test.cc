// Products with a Gram matrix against the matrix itself.

#include "core/learners/kernel_ridge/gram_product.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"

namespace mercer {
namespace {

Matrix RandomMatrix(Index rows, Index cols, std::uint64_t seed) {
  RandomStream random(seed, StreamPurpose::kTest, 0);
  Matrix matrix(rows, cols);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = random.Gaussian();
  return matrix;
}

// A share of the values is 0, so that rows are kept as columns; the rows stay dense or not.
Examples RowsWithZeros(Index n, Index d, bool sparse, std::uint64_t seed) {
  Matrix dense = RandomMatrix(n, d, seed);
  if (!sparse) return Examples(dense);
  dense = (dense.array() > 1.6).select(dense, 0);
  return Examples(SparseMatrix(dense.sparseView()));
}

struct Case {
  const char* kernel;
  Params params;
  KernelArithmetic arithmetic;
  double tolerance;  // of a product, relative to Σ |k p|
};

TEST(GramProduct, IsThatOfTheMatrix) {
  const std::vector<Case> cases = {
      {"gaussian", {{"sigma", 3}}, KernelArithmetic::kDoubles, 1e-13},
      {"gaussian", {{"sigma", 3}}, KernelArithmetic::kFloats, 1e-6},
      {"polynomial", {{"degree", 3}, {"offset", 1}}, KernelArithmetic::kDoubles, 1e-13},
      {"laplacian", {{"sigma", 3}}, KernelArithmetic::kGram, 1e-13},
  };
  for (const auto& [name, params, arithmetic, tolerance] : cases) {
    const auto kernel = MakeKernel(name, params);
    for (const Index n : {1, 127, 128, 129, 700, 9000}) {
      for (const bool sparse : {false, true}) {
        if (n == 9000 && arithmetic != KernelArithmetic::kFloats) continue;
        SCOPED_TRACE(std::string(name) + " n = " + std::to_string(n) + (sparse ? " sparse" : ""));
        const Examples x = RowsWithZeros(n, 20, sparse, 1);
        for (const Index columns : {1, 3}) {
          const Matrix p = RandomMatrix(n, columns, 2);
          Matrix gram(n, n);
          kernel->GramRows(x, 0, n, x, gram);
          const Matrix expected = gram * p, scale = gram.cwiseAbs() * p.cwiseAbs();
          Matrix one, three;
          GramProduct(*kernel, x, arithmetic, 1).Multiply(p, one);
          EXPECT_TRUE(((one - expected).array().abs() <= tolerance * scale.array()).all())
              << (one - expected).cwiseAbs().cwiseQuotient(scale).maxCoeff();
          GramProduct(*kernel, x, arithmetic, 3).Multiply(p, three);
          EXPECT_EQ(one, three);
        }
      }
    }
  }
}

}  // namespace
}  // namespace mercer
