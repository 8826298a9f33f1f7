#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

class EveryMap : public ::testing::TestWithParam<MapCase> {};

INSTANTIATE_TEST_SUITE_P(Registry, EveryMap, ::testing::ValuesIn(AllMapCases()),
                         [](const auto& test) { return test.param.Name(); });

double LargestDifference(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff() / a.cwiseAbs().maxCoeff();
}

TEST(MapCases, EveryMapHasAFittingKernel) {
  std::set<std::string> maps;
  for (const MapCase& map_case : AllMapCases()) maps.insert(map_case.map);
  EXPECT_EQ(maps.size(), MapRegistry().entries().size());
}

TEST_P(EveryMap, SameSeedGivesTheSameBitsForOneAndTwoThreads) {
  const Examples x = RowsInBall(333, 9, 0.9, 1, 1);
  const Matrix one = GetParam().Draw(x, 70, 5)->Transform(x, 1);
  const Matrix two = GetParam().Draw(x, 70, 5)->Transform(x, 2);
  EXPECT_EQ(one, two);
  if (GetParam().traits.deterministic || GetParam().IsExact(x)) return;
  const Matrix other = GetParam().Draw(x, 70, 6)->Transform(x, 1);
  EXPECT_TRUE(other.cols() != one.cols() || other != one) << "the seed is not used";
}

class MapWithPrefix : public ::testing::TestWithParam<MapCase> {};

INSTANTIATE_TEST_SUITE_P(Registry, MapWithPrefix,
                         ::testing::ValuesIn(MapCasesWith(&MapTraits::has_prefix)),
                         [](const auto& test) { return test.param.Name(); });

TEST_P(MapWithPrefix, FirstFeaturesDoNotDependOnD) {
  const Examples x = RowsInBall(40, 9, 0.9, 1, 2);
  const Index few = 38, many = 1500;  // even: cosines and sines come in pairs
  const auto map = GetParam().Draw(x, few, 5);
  const Index width = map->is_complex() ? 2 : 1;  // columns of a feature
  const Matrix small = map->Transform(x);
  const Matrix large = GetParam().Draw(x, many, 5)->Transform(x);
  const Index exact = small.cols() - width * few;
  ASSERT_EQ(large.cols() - width * many, exact);
  EXPECT_EQ(small.leftCols(exact), large.leftCols(exact));
  const Matrix a = small.rightCols(width * few) * std::sqrt(static_cast<double>(few));
  const Matrix b = large.middleCols(exact, width * few) * std::sqrt(static_cast<double>(many));
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-12 * (1 + a.cwiseAbs().maxCoeff()));
}

TEST_P(EveryMap, StackedRowsGiveStackedFeatures) {
  const Matrix x = RowsInBall(301, 9, 0.9, 1, 3);
  const auto map = GetParam().Draw(x, 70, 5);
  const Matrix whole = map->Transform(Examples(x));
  for (const Index cut : {1, 5, 96, 300}) {
    Matrix stacked(whole.rows(), whole.cols());
    stacked.topRows(cut) = map->Transform(Examples(x.topRows(cut)));
    stacked.bottomRows(301 - cut) = map->Transform(Examples(x.bottomRows(301 - cut)));
    ASSERT_LE(LargestDifference(whole, stacked), GetParam().Rounding()) << cut;
  }
  EXPECT_EQ(map->Transform(Examples(x.topRows(0))).rows(), 0);
}

TEST_P(EveryMap, SparseRowsGiveTheFeaturesOfDenseOnes) {
  for (const double density : {0.03, 0.2, 0.8}) {
    const Examples dense = RowsInBall(130, 60, 0.9, density, 4);
    const auto map = GetParam().Draw(dense, 70, 5);
    const Matrix features = map->Transform(dense);
    ASSERT_LE(LargestDifference(features, map->Transform(ToSparse(dense))), GetParam().Rounding())
        << density;
  }
}

// The largest |z_f − z| of a row as a share of |z|, but for what is too small for floats.
double LargestRowError(const FloatMatrix& floats, const Matrix& z) {
  EXPECT_TRUE(floats.allFinite());
  double largest = 0;
  for (Index i = 0; i < z.rows(); ++i) {
    const double norm = z.row(i).norm();
    const double error = (floats.row(i).cast<double>() - z.row(i)).norm();
    if (error > 1.2e-38 * std::sqrt(static_cast<double>(z.cols())))
      largest = std::max(largest, error / norm);
  }
  return largest;
}

TEST_P(EveryMap, FloatFeaturesAreThoseInDoublesToTheAccuracyPromised) {
  for (const double norm : {0.01, 0.9, 100.0}) {
    for (const double density : {0.1, 1.0}) {
      const Examples x = RowsInBall(150, 60, norm, density, 8);
      const auto map = GetParam().Draw(x, 70, 5);
      Matrix z;
      try {
        z = map->Transform(x);
      } catch (const InvalidInput&) {
        EXPECT_GT(norm, 1);  // outside the kernel's domain
        EXPECT_THROW(map->TransformFloats(x), InvalidInput);
        continue;
      }
      if (z.cwiseAbs().maxCoeff() > 3e38) {
        EXPECT_THROW(map->TransformFloats(x), InvalidInput);
        continue;
      }
      const FloatMatrix floats = map->TransformFloats(x);
      EXPECT_LE(LargestRowError(floats, z), kFloatAccuracy) << norm << ", " << density;
      if (norm == 0.9) {
        EXPECT_TRUE(floats.cast<double>() != z) << "nothing is rounded";
      }
      EXPECT_LE(LargestRowError(map->TransformFloats(ToSparse(x)), z), kFloatAccuracy);
    }
  }
}

TEST_P(EveryMap, FloatFeaturesAreTheSameForAnyThreadsAndBlocks) {
  // Rows of several sizes, of which some may be computed in floats and others in doubles.
  Matrix x = RowsInBall(333, 9, 0.9, 1, 1);
  for (Index i = 0; i < x.rows(); i += 7) x.row(i) *= 1e-9;
  for (Index i = 3; i < x.rows(); i += 5) x.row(i).tail(8).setZero();
  const auto map = GetParam().Draw(x, 70, 5);
  const FloatMatrix whole = map->TransformFloats(x, 1);
  EXPECT_TRUE(whole == map->TransformFloats(x, 2));
  FloatMatrix wide = FloatMatrix::Constant(25, map->output_dim() + 7, -5);
  map->TransformRows(x, 11, 25, wide.middleCols(4, map->output_dim()));
  const double rounding = GetParam().map == "nystroem" ? 1e-4 : 1e-6;
  const Matrix part = wide.middleCols(4, map->output_dim()).cast<double>();
  EXPECT_LE(LargestDifference(whole.middleRows(11, 25).cast<double>(), part), rounding);
  EXPECT_EQ(wide.leftCols(4), FloatMatrix::Constant(25, 4, -5));
  EXPECT_EQ(wide.rightCols(3), FloatMatrix::Constant(25, 3, -5));
}

// Whoever asks for doubles sees the numbers that are stored.
TEST_P(EveryMap, StoredAsFloatsItGivesThemAlsoAsDoubles) {
  const Examples x = RowsInBall(120, 9, 0.9, 1, 6);
  MapCase stored = GetParam();
  stored.map_params.Set("storage", "float32");
  const auto map = stored.Draw(x, 34, 5);
  ASSERT_EQ(map->storage(), FeatureStorage::kFloat32);
  const auto plain = GetParam().Draw(x, 34, 5);
  ASSERT_EQ(plain->storage(), FeatureStorage::kFloat64);
  const FloatMatrix floats = map->TransformFloats(x);
  EXPECT_TRUE(floats == plain->TransformFloats(x));
  EXPECT_TRUE(map->Transform(x, 2) == floats.cast<double>());
  EXPECT_TRUE(map->Transform(x) != plain->Transform(x));
}

std::vector<MapCase> MapCasesWithSparseOutput() {
  const Examples sparse = ToSparse(RowsInBall(3, 20, 0.9, 0.2, 4));
  std::vector<MapCase> cases;
  for (const MapCase& map_case : AllMapCases())
    if (map_case.NewSpec()->SparseOutputValues(*map_case.NewKernel(), sparse))
      cases.push_back(map_case);
  return cases;
}

class MapWithSparseOutput : public ::testing::TestWithParam<MapCase> {};

INSTANTIATE_TEST_SUITE_P(Registry, MapWithSparseOutput,
                         ::testing::ValuesIn(MapCasesWithSparseOutput()),
                         [](const auto& test) { return test.param.Name(); });

TEST_P(MapWithSparseOutput, IsTheDenseOne) {
  const Examples dense = RowsInBall(130, 20, 0.9, 0.2, 4), sparse = ToSparse(dense);
  const auto map = GetParam().Draw(dense, 70, 5);
  const auto spec = GetParam().NewSpec();
  const auto kernel = GetParam().NewKernel();
  EXPECT_FALSE(map->has_sparse_output(dense));
  EXPECT_FALSE(spec->SparseOutputValues(*kernel, dense).has_value());
  const SparseMatrix z = map->TransformSparse(sparse, 2);
  ASSERT_TRUE(z.isCompressed());
  EXPECT_EQ(spec->SparseOutputValues(*kernel, sparse), static_cast<double>(z.nonZeros()));
  for (Index i = 0; i < z.rows(); ++i) {
    for (Index e = z.outerIndexPtr()[i] + 1; e < z.outerIndexPtr()[i + 1]; ++e)
      ASSERT_LT(z.innerIndexPtr()[e - 1], z.innerIndexPtr()[e]) << "row " << i;
  }
  EXPECT_LE(LargestDifference(map->Transform(dense), Matrix(z)), 1e-14);
  MapCase stored = GetParam();
  stored.map_params.Set("storage", "float32");
  const SparseMatrix rounded = stored.Draw(dense, 70, 5)->TransformSparse(sparse, 2);
  EXPECT_EQ(Matrix(rounded), Matrix(z).cast<float>().cast<double>());
}

TEST_P(MapWithSparseOutput, AFeatureThatOverflowsNamesMapAndRow) {
  Matrix x = RowsInBall(50, 20, 0.9, 0.2, 4);
  x.row(37).setZero();
  x(37, 11) = -std::numeric_limits<double>::infinity();
  const auto map = GetParam().Draw(x, 70, 5);
  // The linear part of a kernel that has none is a constant, which no value of a row reaches.
  const Matrix finite = map->Transform(RowsInBall(50, 20, 0.9, 0.2, 4), 2);
  if ((finite.rowwise() - finite.row(0)).isZero(0)) {
    EXPECT_EQ(LargestDifference(map->Transform(x, 2), finite), 0);
    return;
  }
  for (const bool sparse : {false, true}) {
    try {
      if (sparse) {
        map->TransformSparse(ToSparse(x), 2);
      } else {
        map->Transform(x, 2);
      }
      ADD_FAILURE() << "nothing was thrown";
    } catch (const InvalidRow& fault) {
      EXPECT_THAT(fault.what(), ::testing::AllOf(::testing::HasSubstr("'" + map->name() + "'"),
                                                 ::testing::HasSubstr(" of row 37 is ")));
    }
  }
}

// 700 columns are several depth blocks of the packed products.
TEST_P(EveryMap, SparseIsDenseInManyDimensions) {
  // Every monomial of degree 3 in 700 columns would be 10 GB.
  const Index D = GetParam().Fitting(30, 700);
  const bool fits = GetParam().NewSpec()->OutputDim(*GetParam().NewKernel(), 700, D) < 300000;
  const Examples dense = RowsInBall(20, fits ? 700 : 90, 0.9, 0.1, 4);
  const auto map = GetParam().Draw(dense, 30, 5);
  EXPECT_LE(LargestDifference(map->Transform(dense), map->Transform(ToSparse(dense))),
            GetParam().Rounding());
}

TEST_P(EveryMap, WritesAnyRowsIntoPartOfAMatrixAndLeavesTheInputAlone) {
  const Matrix before = RowsInBall(60, 9, 0.9, 1, 6);
  const Examples x(before);
  const auto map = GetParam().Draw(x, 34, 5);
  const Matrix whole = map->Transform(x);
  Matrix wide = Matrix::Constant(25, map->output_dim() + 7, -5);
  map->TransformRows(x, 11, 25, wide.middleCols(4, map->output_dim()));
  EXPECT_LE(LargestDifference(whole.middleRows(11, 25), wide.middleCols(4, map->output_dim())),
            GetParam().Rounding());
  EXPECT_EQ(wide.leftCols(4), Matrix::Constant(25, 4, -5));
  EXPECT_EQ(wide.rightCols(3), Matrix::Constant(25, 3, -5));
  EXPECT_EQ(x.dense(), before);
}

TEST_P(EveryMap, ReportsItsSizes) {
  const Examples x = RowsInBall(5, 9, 0.9, 1, 6);
  const auto kernel = GetParam().NewKernel();
  const auto spec = GetParam().NewSpec();
  const auto map = GetParam().Draw(x, 500, 5);
  EXPECT_EQ(map->name(), GetParam().map);
  EXPECT_EQ(map->input_dim(), 9);
  EXPECT_EQ(map->num_random_features(), 500);
  const Index most = spec->OutputDim(*kernel, 9, 500);
  const Params& params = GetParam().map_params;
  const bool merges =
      params.Find("constants") != nullptr && params.Get("constants").AsText() == "merge";
  if (merges || params.Find("duplicates") != nullptr) {
    EXPECT_LE(map->output_dim(), most);
  } else {
    EXPECT_EQ(map->output_dim(), most);
  }
  const double bytes = static_cast<double>(map->bytes());
  EXPECT_GT(bytes, 0);
  EXPECT_LT(bytes, 3 * spec->DrawnBytes(*kernel, 9, 500) + 100000);
  EXPECT_GE(map->OperationsPerRow(9), map->OperationsPerRow(2));
  const Examples sparse = ToSparse(x);
  EXPECT_EQ(map->has_sparse_output(sparse), spec->SparseOutputValues(*kernel, sparse).has_value());
}

TEST_P(EveryMap, RefusesWhatItCannotDo) {
  const Examples x = RowsInBall(200, 9, 0.9, 1, 6);
  if (!GetParam().traits.takes_no_count) {
    EXPECT_THROW(GetParam().Draw(x, 0, 5), InvalidInput);
  }
  EXPECT_THROW(GetParam().Draw(x, -3, 5), InvalidInput);
  const auto kernel = GetParam().NewKernel();
  EXPECT_THAT(testing::Message([&] {
                GetParam().NewSpec()->Draw({*kernel, 0, 40, 5, nullptr});
              }),
              ::testing::HasSubstr("0 columns"));
  const auto map = GetParam().Draw(x, 40, 5);
  EXPECT_THROW(map->Transform(Examples(RowsInBall(5, 8, 0.9, 1, 6))), InvalidInput);
}

}  // namespace
}  // namespace mercer::testing
