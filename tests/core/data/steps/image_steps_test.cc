// Steps for images: crop and angle.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "core/base/error.h"
#include "core/data/steps/builtin_steps.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using List = ParamValue::List;

std::string FaultOf(const std::string& name, const Params& params, Index d) {
  return testing::FaultOf([&] { FitStep(name, params, Matrix(Matrix::Ones(2, d))); });
}

// An image of rows × cols pixels whose value at (r, c) of a channel is 100·channel + 10·r + c.
Matrix Image(Index rows, Index cols, Index channels, bool planar) {
  Matrix image(1, rows * cols * channels);
  for (Index j = 0, channel = 0; channel < channels; ++channel) {
    for (Index r = 0; r < rows; ++r) {
      for (Index c = 0; c < cols; ++c, ++j)
        image(0, planar ? j : (r * cols + c) * channels + channel) =
            static_cast<double>(100 * channel + 10 * r + c);
    }
  }
  return image;
}

Matrix Cropped(const Params& params, const Matrix& image) {
  const auto step = FitStep("crop", params, image);
  const Matrix dense = step->Apply(image).dense();
  const Examples sparse = step->Apply(ToSparse(image));
  EXPECT_TRUE(sparse.is_sparse());
  EXPECT_EQ(ToDense(sparse).dense(), dense);
  return dense;
}

TEST(Crop, KeepsTheBox) {
  const Params params{{"image", List{4, 5}}, {"box", List{2, 3}}, {"offset", List{1, 2}}};
  EXPECT_EQ(Cropped(params, Image(4, 5, 1, false)),
            (Matrix(1, 6) << 12, 13, 14, 22, 23, 24).finished());
}

TEST(Crop, TheBoxIsInTheCentre) {
  const Params even{{"image", List{4, 5}}, {"box", List{2, 3}}};
  EXPECT_EQ(Cropped(even, Image(4, 5, 1, false)),
            (Matrix(1, 6) << 11, 12, 13, 21, 22, 23).finished());
  // An odd margin leaves the larger part below and right.
  const Params odd{{"image", List{4, 4}}, {"box", List{1, 3}}};
  EXPECT_EQ(Cropped(odd, Image(4, 4, 1, false)), (Matrix(1, 3) << 10, 11, 12).finished());
}

TEST(Crop, KnowsBothLayouts) {
  for (const bool from : {false, true}) {
    for (const bool to : {false, true}) {
      Params params{{"image", List{2, 3}}, {"box", List{2, 2}}, {"offset", List{0, 1}}};
      params.Set("channels", 3);
      params.Set("layout", from ? "planar" : "interleaved");
      if (from != to) params.Set("output_layout", to ? "planar" : "interleaved");
      Matrix expected(1, 12);
      if (to) {
        expected << 1, 2, 11, 12, 101, 102, 111, 112, 201, 202, 211, 212;
      } else {
        expected << 1, 101, 201, 2, 102, 202, 11, 111, 211, 12, 112, 212;
      }
      EXPECT_EQ(Cropped(params, Image(2, 3, 3, from)), expected) << from << to;
    }
  }
}

// The 24 × 24 pixels in the middle of CIFAR-10's 32 × 32, pixel by pixel.
TEST(Crop, TakesTheCentreOfCifarImages) {
  const Params params{{"image", List{32, 32}},
                      {"box", List{24, 24}},
                      {"channels", 3},
                      {"layout", "planar"},
                      {"output_layout", "interleaved"}};
  EXPECT_EQ(StepOutputDim("crop", params, 3072), 1728);
  Matrix image(1, 3072);
  for (Index j = 0; j < 3072; ++j) image(0, j) = static_cast<double>(j + 1);
  const Matrix kept = Cropped(params, image);
  EXPECT_EQ(kept(0, 0), 4 * 32 + 4 + 1);             // red of (4, 4)
  EXPECT_EQ(kept(0, 2), 2 * 1024 + 4 * 32 + 4 + 1);  // its blue
  EXPECT_EQ(kept(0, 1727), 2 * 1024 + 27 * 32 + 27 + 1);
}

TEST(Crop, RefusesABoxOutsideAndOtherRows) {
  EXPECT_EQ(
      FaultOf("crop", {{"image", List{4, 5}}, {"box", List{2, 3}}, {"offset", List{1, 3}}}, 20),
      "preprocessing step 'crop': a box of 2 x 3 at row 1, column 3 leaves the image of 4 x "
      "5; expected one inside");
  EXPECT_EQ(FaultOf("crop", {{"image", List{4, 5}}, {"box", List{5, 5}}}, 20),
            "preprocessing step 'crop': a box of 5 x 5 at row 0, column 0 leaves the image of 4 x "
            "5; expected one inside");
  EXPECT_EQ(FaultOf("crop", {{"image", List{4, 5}}}, 21),
            "preprocessing step 'crop': images of 4 x 5 pixels and 1 channels have 20 values, and "
            "the rows have 21 columns; expected as many");
  EXPECT_EQ(FaultOf("crop", {{"image", List{4, 5, 1}}}, 20),
            "preprocessing step 'crop': image is [4,5,1]; expected two whole numbers, [rows, "
            "cols]");
  EXPECT_NE(FaultOf("crop", {{"image", List{4, 0}}}, 20), "accepted");
}

TEST(Angle, PairsStandTogether) {
  const Matrix x = (Matrix(1, 4) << 0, 1, 0.5, -1).finished();
  const double root = std::sqrt(0.5);
  const Matrix expected = (Matrix(1, 8) << 1, 0, 0, 1, root, root, 0, -1).finished();
  const Matrix z = FitStep("angle", {}, x)->Apply(ToSparse(x)).dense();
  EXPECT_LE((z - expected).cwiseAbs().maxCoeff(), 1e-15);
  const Matrix radians = FitStep("angle", {{"scale", 1}}, x)->Apply(x).dense();
  EXPECT_NEAR(radians(0, 4), std::cos(0.5), 1e-15);
  EXPECT_NEAR(radians(0, 5), std::sin(0.5), 1e-15);
  EXPECT_EQ(StepOutputDim("angle", {}, 4), 8);
}

// A colour pixel's six columns have norm 1; the inner product of two is the mean of the cosines.
TEST(Angle, APixelHasNormOne) {
  const Matrix x = (Matrix(2, 3) << 0.1, 0.9, -0.4, 0.3, 0.5, 1).finished();
  const Matrix z = FitStep("angle", {{"channels", 3}}, x)->Apply(x).dense();
  EXPECT_NEAR(z.row(0).norm(), 1, 1e-15);
  double mean = 0;
  for (Index j = 0; j < 3; ++j) mean += std::cos(std::numbers::pi / 2 * (x(0, j) - x(1, j))) / 3;
  EXPECT_NEAR(z.row(0).dot(z.row(1)), mean, 1e-15);
}

TEST(Angle, RefusesAPartOfAPixel) {
  EXPECT_EQ(FaultOf("angle", {{"channels", 3}}, 4),
            "preprocessing step 'angle': the rows have 4 columns and channels is 3; expected a "
            "multiple of the channels");
  EXPECT_NE(FaultOf("angle", {{"scale", 0}}, 3), "accepted");
}

}  // namespace
}  // namespace mercer
