#include "core/linalg/fft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using Complex = std::complex<double>;

Complex Root(Index power, Index n) {
  return std::polar(1.0,
                    2 * std::numbers::pi * static_cast<double>(power % n) / static_cast<double>(n));
}

TEST(FftLibrary, IsTheOneThatTheTestsLink) { EXPECT_STREQ(FftLibrary(), MERCER_TEST_FFT); }

// Composite, prime and large prime lengths; a batch that is no power of two.
class FftOfLength : public ::testing::TestWithParam<Index> {};
INSTANTIATE_TEST_SUITE_P(Lengths, FftOfLength,
                         ::testing::Values(1, 2, 3, 8, 13, 22, 78, 97, 128, 250));

TEST_P(FftOfLength, RealTransformsAreTheirSums) {
  const Index n = GetParam(), batch = 3;
  const RealFft fft(n, batch);
  ASSERT_EQ(fft.spectrum_size(), n / 2 + 1);
  RealFft::Workspace workspace(fft);
  RandomStream stream(5, StreamPurpose::kTest, 0);
  Matrix values(batch, n);
  for (Index b = 0; b < batch; ++b)
    for (Index j = 0; j < n; ++j) workspace.values(b)[j] = values(b, j) = stream.Gaussian();
  fft.Forward(workspace);
  for (Index b = 0; b < batch; ++b) {
    for (Index k = 0; k < fft.spectrum_size(); ++k) {
      Complex sum = 0;
      for (Index j = 0; j < n; ++j) sum += values(b, j) * std::conj(Root(j * k, n));
      ASSERT_LE(std::abs(workspace.spectrum(b)[k] - sum), 1e-12) << b << " " << k;
    }
  }
  fft.Inverse(workspace);
  for (Index b = 0; b < batch; ++b)
    for (Index j = 0; j < n; ++j)
      ASSERT_NEAR(workspace.values(b)[j], static_cast<double>(n) * values(b, j), 1e-11);
}

TEST_P(FftOfLength, ComplexTransformsAreTheirSums) {
  const Index n = GetParam(), batch = 2;
  const ComplexFft fft(n, batch);
  ComplexFft::Workspace workspace(fft);
  RandomStream stream(5, StreamPurpose::kTest, 1);
  Eigen::MatrixXcd spectrum(batch, n);
  for (Index b = 0; b < batch; ++b) {
    for (Index k = 0; k < n; ++k)
      workspace.spectrum(b)[k] = spectrum(b, k) = Complex(stream.Gaussian(), stream.Gaussian());
  }
  fft.Inverse(workspace);
  for (Index b = 0; b < batch; ++b) {
    for (Index j = 0; j < n; ++j) {
      Complex sum = 0;
      for (Index k = 0; k < n; ++k) sum += spectrum(b, k) * Root(j * k, n);
      ASSERT_LE(std::abs(workspace.values(b)[j] - sum), 1e-12 * static_cast<double>(n));
    }
  }
}

TEST(MultiplySpectra, IsTheComplexProductInPlaceToo) {
  constexpr Index kSize = 37;
  RandomStream stream(5, StreamPurpose::kTest, 2);
  Eigen::VectorXcd a(kSize), b(kSize), product(kSize);
  for (Index k = 0; k < kSize; ++k) {
    a[k] = Complex(stream.Gaussian(), stream.Gaussian());
    b[k] = Complex(stream.Gaussian(), stream.Gaussian());
  }
  const Eigen::VectorXcd expected = a.cwiseProduct(b);
  MultiplySpectra(a.data(), b.data(), kSize, product.data());
  EXPECT_LE((product - expected).cwiseAbs().maxCoeff(), 1e-14);
  MultiplySpectra(a.data(), b.data(), kSize, b.data());
  EXPECT_EQ(b, product);
}

// A prime length: KissFFT writes scratch space of its own there.
TEST(RealFft, IsSafeOnSeveralThreads) {
  const Index n = 97;
  const RealFft fft(n);
  Vector values(n);
  RandomStream stream(5, StreamPurpose::kTest, 3);
  for (Index j = 0; j < n; ++j) values[j] = stream.Gaussian();
  std::vector<double> errors(4);
  std::vector<std::thread> threads;
  for (double& error : errors) {
    threads.emplace_back([&] {
      RealFft::Workspace workspace(fft);
      for (int round = 0; round < 200; ++round) {
        std::copy(values.data(), values.data() + n, workspace.values());
        fft.Forward(workspace);
        fft.Inverse(workspace);
        for (Index j = 0; j < n; ++j)
          error =
              std::max(error, std::abs(workspace.values()[j] / static_cast<double>(n) - values[j]));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const double error : errors) EXPECT_LE(error, 1e-12);
}

TEST(RealFft, RefusesWhatCannotBeCounted) {
  EXPECT_THROW(RealFft(Index{1} << 40), InvalidInput);
  EXPECT_THROW(ComplexFft(8, Index{1} << 40), InvalidInput);
  // The next sequence of a batch would begin 2^31 values on.
  for (const Index length : {Index{2147483632}, Index{2147483633}, Index{2147483639}}) {
    EXPECT_THAT(testing::Message([&] { RealFft fft(length); }),
                ::testing::HasSubstr("expected at most 2147483631 of either"));
  }
}

}  // namespace
}  // namespace mercer
