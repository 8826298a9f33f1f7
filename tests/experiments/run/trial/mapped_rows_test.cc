#include "experiments/run/trial/mapped_rows.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"

namespace mercer {
namespace {

Examples RandomRows(Index n, Index d) {
  RandomStream stream(2, StreamPurpose::kTest, 0);
  Matrix rows(n, d);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = stream.Gaussian();
  return rows;
}

// Whatever pieces the threads get: more threads than pieces, pieces that do not fill a block.
TEST(MappedRows, SameBitsForAnyNumberOfThreads) {
  const Examples x = RandomRows(250, 7);
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 2}});
  const auto cubic = MakeKernel("polynomial", {{"degree", 3}, {"offset", 1}});
  for (const char* name : {"random_fourier", "fastfood", "random_maclaurin", "tensor_sketch"}) {
    const bool fourier = std::string(name) == "random_fourier" || std::string(name) == "fastfood";
    const Kernel& kernel = fourier ? *gaussian : *cubic;
    const auto map = MakeMapSpec(name, {})->Draw({kernel, 7, 300, 1, nullptr});
    const Matrix expected = map->Transform(x);
    for (const int threads : {1, 2, 3, 16}) {
      const MappedRows rows(*map, x, threads);
      Examples buffer;
      const HeldRows some = rows.Range(20, 150, buffer);
      EXPECT_EQ(some.held->dense(), Matrix(expected.middleRows(20, 150))) << name << threads;
    }
  }
}

TEST(MappedRows, OfAMapInFloatsAreFloats) {
  const Examples x = RandomRows(250, 7);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const auto map =
      MakeMapSpec("random_fourier", {{"storage", "float32"}})->Draw({*kernel, 7, 300, 1, nullptr});
  const FloatMatrix expected = map->TransformFloats(x);
  for (const int threads : {1, 3}) {
    const MappedRows rows(*map, x, threads);
    ASSERT_TRUE(rows.is_float());
    FloatMatrix some(150, 300);
    rows.FloatRows(20, 150, some);
    EXPECT_EQ(some, expected.middleRows(20, 150)) << threads;
    Examples buffer;
    EXPECT_EQ(rows.Range(20, 150, buffer).held->dense(),
              expected.middleRows(20, 150).cast<double>());
    EXPECT_GT(rows.seconds(), 0);
  }
  const auto plain = MakeMapSpec("random_fourier", {})->Draw({*kernel, 7, 300, 1, nullptr});
  EXPECT_FALSE(MappedRows(*plain, x, 1).is_float());
}

}  // namespace
}  // namespace mercer
