// What the exact variances say of sketches of MNIST's images, against an independent program.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/formats/data_format.h"
#include "core/data/formats/decompress.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

// The first 2,000 test images in the file's order, of unit length.
std::vector<Vector> Images(const std::filesystem::path& folder) {
  const auto read = [&](const std::string& name) {
    return ReadDataFile((folder / (name + ".gz")).string());
  };
  const Examples all = ReadTable("idx",
                                 {{"images", "images", read("t10k-images-idx3-ubyte")},
                                  {"labels", "labels", read("t10k-labels-idx1-ubyte")}},
                                 {}, 0)
                           .x;
  const Matrix rows = all.DenseRows(0, 2000);
  std::vector<Vector> images;
  for (Index i = 0; i < rows.rows(); ++i) images.emplace_back(rows.row(i).normalized());
  return images;
}

struct Cell {
  int degree;
  Index D;
  const char* projection;
  const char* field;
  double error;
};

// √(Σ E|error|² / Σ k²) over all pairs, the diagonal included, of k = (<x, y>/2 + 1/2)^p. Made by
// an independent program, to five decimals.
TEST(SketchesOfMnist, PredictedErrorsAreTheGoldenOnes) {
  const std::filesystem::path folder = testing::RealDataDir() / "mnist";
  if (testing::RealDataDir().empty())
    GTEST_SKIP() << "MERCER_TEST_DATA names no folder with real data";
  if (!std::filesystem::exists(folder / "t10k-images-idx3-ubyte.gz"))
    GTEST_SKIP() << "no mnist/t10k-images-idx3-ubyte.gz there";
  const std::vector<Vector> images = Images(folder);
  const std::vector<Cell> cells = {
      {3, 1024, "rademacher", "real", .15634},
      {3, 1024, "gaussian", "complex_to_real", .17661},
      {3, 1024, "rademacher", "complex", .11680},
      {3, 1024, "srht", "real", .13689},
      {3, 1024, "srht", "complex", .09723},
      {3, 4096, "srht_joint", "complex_to_real", .05104},
      {7, 1024, "gaussian", "real", 3.09311},
      {7, 4096, "srht", "complex", .28543},
      {7, 4096, "rademacher", "complex_to_real", .30006},
  };
  for (const Cell& cell : cells) {
    const auto kernel =
        MakeKernel("polynomial", {{"degree", cell.degree}, {"offset", 0.5}, {"scale", 0.5}});
    const auto spec =
        MakeMapSpec("polynomial_sketch", {{"projection", cell.projection}, {"field", cell.field}});
    double errors = 0, squares = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const double times = i == j ? 1 : 2;
        const double k = std::pow(0.5 * images[i].dot(images[j]) + 0.5, cell.degree);
        errors += times * *spec->MeanSquaredError(*kernel, images[i], images[j], cell.D);
        squares += times * k * k;
      }
    }
    EXPECT_NEAR(std::sqrt(squares), cell.degree == 3 ? 715.0452 : 240.7451, 1e-4);
    EXPECT_NEAR(std::sqrt(errors / squares), cell.error, 6e-6)
        << cell.projection << " " << cell.field << " " << cell.degree << " " << cell.D;
  }
}

}  // namespace
}  // namespace mercer
