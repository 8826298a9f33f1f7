// What random Maclaurin features refuse, and in which words.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "core/base/error.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/maps/maclaurin/maclaurin_kernels.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::DrawRandomMaclaurin;
using ::testing::HasSubstr;
using testing::kPoly10;
using testing::Message;
using testing::RowsInBall;
using testing::TheKernel;

class NoDotProductKernel : public Kernel {
 public:
  void GramRows(const Examples&, Index, Index, const Examples&, MatrixRef) const override {}
  Vector Diagonal(const Examples& x) const override { return Vector::Ones(x.rows()); }
  std::string Describe() const override { return "nameless"; }
};

TEST(RandomMaclaurinErrors, KernelThatIsNoDotProductKernel) {
  const NoDotProductKernel kernel;
  const auto spec = MakeMapSpec("random_maclaurin", {});
  const std::string message = Message([&] { spec->CheckKernel(kernel); });
  EXPECT_THAT(message, HasSubstr("'random_maclaurin' does not fit kernel nameless"));
  for (const char* name :
       {"linear", "polynomial", "homogeneous_polynomial", "exponential", "vovk", "vovk_infinite"})
    EXPECT_THAT(message, HasSubstr(name));
  EXPECT_THROW(spec->Draw({kernel, 3, 10, 1, nullptr}), InvalidInput);
}

TEST(RandomMaclaurinErrors, Parameters) {
  EXPECT_THROW(MakeMapSpec("random_maclaurin", {{"measure", 1}}), InvalidInput);
  EXPECT_THROW(MakeMapSpec("random_maclaurin", {{"measure", 0.5}}), InvalidInput);
  EXPECT_THROW(MakeMapSpec("random_maclaurin", {{"max_order", -1}}), InvalidInput);
  EXPECT_THROW(MakeMapSpec("random_maclaurin", {{"constants", "drop"}}), InvalidInput);
  EXPECT_THAT(Message([] {
                MakeMapSpec("random_maclaurin", {{"constants", "exact"}, {"h01", true}});
              }),
              HasSubstr("constants is exact and h01 is true"));
  EXPECT_THAT(Message([] {
                MakeMapSpec("random_maclaurin", {{"constants", "exact"}, {"max_order", 0}});
              }),
              HasSubstr("max_order is 0; expected at least 1 with constants=exact"));
  EXPECT_THAT(
      Message([] {
        DrawRandomMaclaurin(TheKernel("polynomial", kPoly10), {{"constants", "exact"}}, 3, 1);
      }),
      HasSubstr("D is 1; expected at least 2 with constants=exact"));
  EXPECT_THAT(
      Message([] {
        const TheKernel kernel("polynomial", kPoly10);
        MakeMapSpec("random_maclaurin", {{"constants", "exact"}})->OutputDim(kernel.any(), 3, 1);
      }),
      HasSubstr("D is 1; expected at least 2 with constants=exact"));
  EXPECT_THAT(
      Message([] {
        DrawRandomMaclaurin(TheKernel("vovk", {{"degree", 1}}), {{"constants", "exact"}}, 3, 5);
      }),
      HasSubstr("no term but its constant"));
  EXPECT_THAT(Message([] {
                MakeMapSpec("random_maclaurin", {{"h01", true}, {"max_order", 1}});
              }),
              HasSubstr("max_order is 1; expected at least 2 with h01"));
  EXPECT_THAT(Message([] {
                MakeMapSpec("random_maclaurin", {{"max_order", std::int64_t{1} << 62}});
              }),
              HasSubstr("max_order is 4611686018427387904; expected"));
  EXPECT_THAT(Message([] { MakeMapSpec("random_maclaurin", {{"h1", true}}); }), HasSubstr("h01"));
  EXPECT_THAT(Message([] { MakeMapSpec("random_maclaurim", {}); }), HasSubstr("random_maclaurin"));
}

TEST(RandomMaclaurinErrors, NoFeatures) {
  const TheKernel kernel("polynomial", kPoly10);
  EXPECT_THAT(Message([&] { DrawRandomMaclaurin(kernel, {}, 3, 0); }),
              HasSubstr("'random_maclaurin': D is 0; expected at least 1"));
}

TEST(RandomMaclaurinErrors, DrawLargerThanMemory) {
  const TheKernel kernel("polynomial", kPoly10);
  const std::string message =
      Message([&] { DrawRandomMaclaurin(kernel, {}, 1000000, 1000000000); });
  EXPECT_THAT(message, HasSubstr("D = 1000000000 for input dimension 1000000 needs "));
  EXPECT_THAT(message, HasSubstr(" bytes) of memory, and this machine has "));
}

TEST(RandomMaclaurinErrors, ValuesThatAreNotFinite) {
  const TheKernel kernel("polynomial", kPoly10);
  const auto map = DrawRandomMaclaurin(kernel, {}, 4, 50);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 1e200}) {
    Matrix x = RowsInBall(200, 4, 1, 1, 3);
    x(131, 2) = bad;
    for (const Examples& rows : {Examples(x), ToSparse(x)}) {
      const std::string message = Message([&] { map->Transform(rows, 2); });
      EXPECT_THAT(message, HasSubstr("map 'random_maclaurin': feature "));
      EXPECT_THAT(message, HasSubstr(" of row 131 is "));
    }
  }
}

TEST(RandomMaclaurinErrors, RowOutsideTheRadius) {
  const TheKernel kernel("vovk_infinite", {});
  const auto map = DrawRandomMaclaurin(kernel, {}, 2, 50);
  Matrix x = Matrix::Zero(100, 2);
  x.row(77) << 0.6, 0.8;
  for (const Examples& rows : {Examples(x), ToSparse(x)})
    EXPECT_THAT(Message([&] { map->Transform(rows); }),
                HasSubstr("vovk_infinite: row 77 has norm 1; expected a norm below 1"));
  x.row(77) << 0.6, 0.79;
  EXPECT_NO_THROW(map->Transform(Examples(x)));
}

}  // namespace
}  // namespace mercer
