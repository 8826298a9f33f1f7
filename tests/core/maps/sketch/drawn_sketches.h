#ifndef MERCER_TESTS_CORE_MAPS_SKETCH_DRAWN_SKETCHES_H_
#define MERCER_TESTS_CORE_MAPS_SKETCH_DRAWN_SKETCHES_H_

// What sketches are drawn from, written down again in the plainest way: the vectors of the
// documented streams, and all that small ones can be.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/types.h"
#include "core/maps/feature_map.h"

namespace mercer::testing {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd;
using ComplexVector = Eigen::VectorXcd;

inline Complex QuarterTurn(std::uint32_t number) {
  const Complex turns[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return turns[number % 4];
}

/// n signs or quarter turns of a stream.
inline ComplexVector SignsOf(RandomStream& stream, Index n, bool is_complex) {
  ComplexVector signs(n);
  const Index each = is_complex ? 16 : 32;
  std::uint32_t word = 0;
  for (Index k = 0; k < n; ++k) {
    if (k % each == 0) word = stream.Bits32();
    if (is_complex) {
      signs[k] = QuarterTurn(word >> (2 * (k % each)));
    } else {
      signs[k] = ((word >> k % each) & 1U) != 0 ? 1 : -1;
    }
  }
  return signs;
}

inline double HadamardEntry(Index i, Index j) {
  return std::popcount(static_cast<std::uint64_t>(i & j)) % 2 == 0 ? 1 : -1;
}

/// Rows `rows` of HΔ.
inline ComplexMatrix HadamardRows(const ComplexVector& signs, const std::vector<Index>& rows) {
  ComplexMatrix w(static_cast<Index>(rows.size()), signs.size());
  for (Index l = 0; l < w.rows(); ++l)
    for (Index k = 0; k < w.cols(); ++k)
      w(l, k) = HadamardEntry(rows[static_cast<std::size_t>(l)], k) * signs[k];
  return w;
}

/// The factors of a sketch, rows × n each, n the length of x' (a power of two for rows of
/// Walsh-Hadamard).
inline std::vector<ComplexMatrix> DrawnFactors(const std::string& projection, bool is_complex,
                                               Index n, Index rows, Index degree,
                                               std::uint64_t seed) {
  std::vector<ComplexMatrix> factors(static_cast<std::size_t>(degree),
                                     ComplexMatrix::Zero(rows, n));
  const auto stream_of = [&](Index index) {
    return RandomStream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(index));
  };
  if (projection == "srht_joint") {
    const Index copies = (rows + n - 1) / n;
    for (Index j = 0; j < degree; ++j) {
      RandomStream stream = stream_of(j);
      const ComplexVector signs = SignsOf(stream, n, is_complex);
      std::vector<Index> order = RandomPermutation(stream, copies * n);
      order.resize(static_cast<std::size_t>(rows));
      for (Index& row : order) row %= n;
      factors[static_cast<std::size_t>(j)] = HadamardRows(signs, order);
    }
  } else if (projection == "srht") {
    for (Index begin = 0; begin < rows; begin += n) {
      RandomStream stream = stream_of(begin / n);
      for (ComplexMatrix& factor : factors) {
        const ComplexVector signs = SignsOf(stream, n, is_complex);
        const ComplexMatrix block = HadamardRows(signs, RandomPermutation(stream, n));
        const Index count = std::min(n, rows - begin);
        factor.middleRows(begin, count) = block.topRows(count);
      }
    }
  } else {
    for (Index l = 0; l < rows; ++l) {
      RandomStream stream = stream_of(l);
      for (ComplexMatrix& factor : factors) {
        if (projection == "rademacher") {
          factor.row(l) = SignsOf(stream, n, is_complex).transpose();
          continue;
        }
        for (Index k = 0; k < n; ++k) {
          const double real = stream.Gaussian();
          factor(l, k) =
              is_complex ? Complex(real, stream.Gaussian()) / std::sqrt(2.0) : Complex(real, 0);
        }
      }
    }
  }
  return factors;
}

/// One of the states of a random thing, and its probability.
struct State {
  ComplexMatrix w{};
  double probability = 0;
};

/// All vectors of n signs or quarter turns.
inline std::vector<ComplexVector> AllSigns(Index n, bool is_complex) {
  const std::uint32_t base = is_complex ? 4 : 2;
  std::vector<ComplexVector> all;
  const auto count = static_cast<std::uint32_t>(std::pow(base, n));
  for (std::uint32_t code = 0; code < count; ++code) {
    ComplexVector signs(n);
    std::uint32_t rest = code;
    for (Index k = 0; k < n; ++k, rest /= base)
      signs[k] = QuarterTurn(is_complex ? rest : 2 * rest % 4);
    all.push_back(signs);
  }
  return all;
}

/// All choices, in order, of `count` of the numbers given.
inline std::vector<std::vector<Index>> AllChoices(const std::vector<Index>& from, Index count) {
  if (count == 0) return {{}};
  std::vector<std::vector<Index>> all;
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::vector<Index> others = from;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    for (std::vector<Index>& rest : AllChoices(others, count - 1)) {
      rest.insert(rest.begin(), from[i]);
      all.push_back(rest);
    }
  }
  return all;
}

/// One row of independent entries. Gaussian ones are 0 or ±√3, with the moments of a normal value
/// up to the fifth.
inline std::vector<State> IndependentRow(const std::string& projection, bool is_complex, Index n) {
  std::vector<State> states;
  if (projection == "rademacher") {
    const std::vector<ComplexVector> all = AllSigns(n, is_complex);
    for (const ComplexVector& signs : all)
      states.push_back({signs.transpose(), 1 / static_cast<double>(all.size())});
    return states;
  }
  const double values[] = {0, std::sqrt(3.0), -std::sqrt(3.0)};
  const double probabilities[] = {2.0 / 3, 1.0 / 6, 1.0 / 6};
  const Index numbers = is_complex ? 2 * n : n;
  const auto count = static_cast<std::uint32_t>(std::pow(3, numbers));
  for (std::uint32_t code = 0; code < count; ++code) {
    State state{ComplexMatrix::Zero(1, n), 1};
    std::uint32_t rest = code;
    for (Index k = 0; k < numbers; ++k, rest /= 3) {
      const double value = values[rest % 3];
      state.probability *= probabilities[rest % 3];
      state.w(0, k % n) += is_complex
                               ? value / std::sqrt(2.0) * (k < n ? Complex(1, 0) : Complex(0, 1))
                               : Complex(value, 0);
    }
    states.push_back(state);
  }
  return states;
}

/// Rows of HΔ for every Δ and every choice of `count` of the rows `pool` (numbers mod n).
inline std::vector<State> HadamardStates(Index n, bool is_complex, const std::vector<Index>& pool,
                                         Index count) {
  std::vector<State> states;
  for (const ComplexVector& signs : AllSigns(n, is_complex)) {
    for (std::vector<Index>& rows : AllChoices(pool, count)) {
      for (Index& row : rows) row %= n;
      states.push_back({HadamardRows(signs, rows), 0});
    }
  }
  for (State& state : states) state.probability = 1 / static_cast<double>(states.size());
  return states;
}

/// Independent matrices above each other.
inline std::vector<State> Stacked(const std::vector<State>& above,
                                  const std::vector<State>& below) {
  std::vector<State> states;
  for (const State& a : above) {
    for (const State& b : below) {
      State both{ComplexMatrix(a.w.rows() + b.w.rows(), a.w.cols()), a.probability * b.probability};
      both.w << a.w, b.w;
      states.push_back(both);
    }
  }
  return states;
}

/// All that a factor of `rows` rows can be.
inline std::vector<State> AllFactors(const std::string& projection, bool is_complex, Index n,
                                     Index rows) {
  const auto numbers = [](Index count) {
    std::vector<Index> all;
    for (Index i = 0; i < count; ++i) all.push_back(i);
    return all;
  };
  if (projection == "srht_joint")
    return HadamardStates(n, is_complex, numbers((rows + n - 1) / n * n), rows);
  const bool blocks = projection == "srht";
  std::vector<State> states;
  for (Index begin = 0; begin < rows; begin += blocks ? n : 1) {
    const std::vector<State> next =
        blocks ? HadamardStates(n, is_complex, numbers(n), std::min(n, rows - begin))
               : IndependentRow(projection, is_complex, n);
    states = states.empty() ? next : Stacked(states, next);
  }
  return states;
}

/// The sample variance over 3,000 seeds of the estimate for the first two rows of x within five of
/// its standard errors, which the sample's fourth moment gives; false-alarm rate about 6e-7, seeds
/// fixed. The band is below `most` of the variance.
inline void ExpectSampleVariance(const FeatureMapSpec& spec, const Kernel& kernel, const Matrix& x,
                                 Index features, double most) {
  constexpr Index kSeeds = 3000;
  const Vector a = x.row(0), b = x.row(1);
  Eigen::ArrayXd estimates(kSeeds);
  for (Index s = 0; s < kSeeds; ++s) {
    const auto seed = static_cast<std::uint64_t>(s);
    const Matrix z = spec.Draw({kernel, x.cols(), features, seed, nullptr})->Transform(x);
    estimates[s] = z.row(0).dot(z.row(1));
  }
  const Eigen::ArrayXd errors = (estimates - KernelValue(kernel, a, b)).square();
  const double sample = errors.mean();
  const double band = 5 * std::sqrt((errors.square().mean() - sample * sample) / double{kSeeds});
  const double expected = *spec.EstimateVariance(kernel, a, b, features);
  EXPECT_NEAR(sample, expected, band) << kernel.Describe();
  EXPECT_LT(band, most * expected) << kernel.Describe();
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_MAPS_SKETCH_DRAWN_SKETCHES_H_
