#include "core/maps/circulant/lane_fft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/random.h"

namespace mercer {
namespace {

using Complex = std::complex<double>;

// Line i: kLanes real parts and kLanes imaginary ones of value i.
using Lines = Eigen::Matrix<double, Eigen::Dynamic, 2 * kLanes, Eigen::RowMajor>;

Lines Gaussians(Index n) {
  RandomStream stream(5, StreamPurpose::kTest, static_cast<std::uint64_t>(n));
  Lines lines(n, 2 * kLanes);
  for (Index i = 0; i < lines.size(); ++i) lines.data()[i] = stream.Gaussian();
  return lines;
}

Eigen::RowVectorXcd Line(const Lines& lines, Index i) {
  return lines.row(i).head(kLanes) + Complex(0, 1) * lines.row(i).tail(kLanes);
}

Lines Forward(const Lines& x) {
  Lines spectrum(x.rows(), 2 * kLanes);
  LaneFft(x.rows()).Forward(spectrum.data(),
                            [&](Index i) { return LoadLine(x.data() + i * 2 * kLanes); });
  return spectrum;
}

Lines Inverse(const Lines& spectrum) {
  Lines x(spectrum.rows(), 2 * kLanes);
  LaneFft(spectrum.rows()).Inverse(x.data(), [&](Index i) {
    return LoadLine(spectrum.data() + i * 2 * kLanes);
  });
  return x;
}

TEST(LaneFft, IsItsSumsInEveryLane) {
  for (Index n = 1; n <= 512; n *= 2) {
    const Lines x = Gaussians(n), spectrum = Forward(x);
    const LaneFft fft(n);
    ASSERT_EQ(fft.length(), n);
    for (Index place = 0; place < n; ++place) {
      Eigen::RowVectorXcd sum = Eigen::RowVectorXcd::Zero(kLanes);
      for (Index j = 0; j < n; ++j) {
        sum += Line(x, j) * std::polar(1.0, -2 * std::numbers::pi *
                                                static_cast<double>(j * fft.Frequency(place) % n) /
                                                static_cast<double>(n));
      }
      ASSERT_LE((Line(spectrum, place) - sum).cwiseAbs().maxCoeff(), 1e-12) << n << " " << place;
    }
  }
}

TEST(LaneFft, InverseIsNTimesTheInverseOfForward) {
  for (Index n = 1; n <= Index{1} << 14; n *= 2) {
    const Lines x = Gaussians(n);
    ASSERT_LE((Inverse(Forward(x)) / static_cast<double>(n) - x).cwiseAbs().maxCoeff(), 1e-14) << n;
  }
}

TEST(LaneFft, ALaneDoesNotSeeTheOthers) {
  for (const Index n : {1, 4, 64, 2048}) {
    const Lines x = Gaussians(n), together = Inverse(Forward(x));
    for (Index lane = 0; lane < kLanes; ++lane) {
      Lines alone = Lines::Constant(n, 2 * kLanes, std::nan(""));
      for (const Index column : {lane, lane + kLanes}) alone.col(column) = x.col(column);
      const Lines back = Inverse(Forward(alone));
      for (const Index column : {lane, lane + kLanes})
        ASSERT_EQ(back.col(column), together.col(column)) << n << " " << lane;
    }
  }
}

}  // namespace
}  // namespace mercer
