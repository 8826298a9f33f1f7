#include "core/sequences/lattice_construction.h"

#include <cmath>
#include <complex>
#include <unsupported/Eigen/FFT>

#include "core/base/error.h"

namespace mercer {
namespace {

double BernoulliTwo(double t) { return t * (t - 1) + 1.0 / 6.0; }

// B2({k·z/N}) for k < N is the table's entry k·z mod N.
std::vector<double> KernelTable(std::uint32_t num_points) {
  std::vector<double> table(num_points);
  for (std::uint32_t k = 0; k < num_points; ++k)
    table[k] = BernoulliTwo(static_cast<double>(k) / num_points);
  return table;
}

// The candidates' errors: T(z) = sum_k S(k)·B2({k z/N}). The numbers k = 2^t·u with u odd form, per
// t, the units modulo M = N/2^t, which are ± the powers of 5; B2 is even, so that z = 5^b gives a
// cyclic correlation of length M/4 over the powers.
class CandidateErrors {
 public:
  explicit CandidateErrors(std::uint32_t num_points) : num_points_(num_points) {
    for (std::uint32_t modulus = num_points; modulus >= 8; modulus /= 2)
      levels_.push_back(MakeLevel(modulus));
  }

  // Entry b is T(5^b) up to a constant: the levels M = 1, 2 and 4 are alike for all odd z.
  std::vector<double> Evaluate(const std::vector<double>& sums) {
    std::vector<double> errors(num_points_ / 4, 0.0);
    std::vector<std::complex<double>> spectrum;
    for (const Level& level : levels_) {
      const std::uint32_t step = num_points_ / level.modulus, length = level.modulus / 4;
      std::vector<double> folded(length);
      for (std::uint32_t a = 0; a < length; ++a) {
        const std::uint32_t k = step * level.powers[a];
        folded[a] = sums[k] + sums[num_points_ - k];
      }
      fft_.fwd(spectrum, folded);
      for (std::size_t f = 0; f < spectrum.size(); ++f)
        spectrum[f] = std::conj(spectrum[f]) * level.spectrum[f];
      fft_.inv(folded, spectrum);
      for (std::size_t b = 0; b < errors.size(); ++b) errors[b] += folded[b % length];
    }
    return errors;
  }

  // 5^b mod N, the smaller of it and its negative.
  std::uint32_t Candidate(std::size_t b) const {
    const std::uint32_t power = levels_.empty() ? 1 : levels_.front().powers[b];
    return std::min(power, num_points_ - power);
  }

 private:
  struct Level {
    std::uint32_t modulus;
    std::vector<std::uint32_t> powers;  // 5^a mod modulus
    std::vector<std::complex<double>> spectrum;
  };

  Level MakeLevel(std::uint32_t modulus) {
    Level level{modulus, std::vector<std::uint32_t>(modulus / 4), {}};
    std::vector<double> kernel(modulus / 4);
    std::uint64_t power = 1;
    for (std::size_t a = 0; a < kernel.size(); ++a, power = power * 5 % modulus) {
      level.powers[a] = static_cast<std::uint32_t>(power);
      kernel[a] = BernoulliTwo(static_cast<double>(power) / modulus);
    }
    fft_.fwd(level.spectrum, kernel);
    return level;
  }

  std::uint32_t num_points_;
  Eigen::FFT<double> fft_;
  std::vector<Level> levels_;
};

std::uint32_t BestCandidate(const CandidateErrors& candidates, const std::vector<double>& errors) {
  const auto [lowest, highest] = std::minmax_element(errors.begin(), errors.end());
  // Candidates as good as the best but for rounding: the smallest of them.
  const double limit = *lowest + 1e-11 * (*highest - *lowest);
  std::uint32_t best = 0;
  for (std::size_t b = 0; b < errors.size(); ++b) {
    if (errors[b] > limit) continue;
    const std::uint32_t candidate = candidates.Candidate(b);
    if (best == 0 || candidate < best) best = candidate;
  }
  return best;
}

}  // namespace

double OrderTwoError(std::span<const std::uint32_t> z, int log2_points) {
  MERCER_CHECK(log2_points >= 0 && log2_points < 31);
  const std::uint32_t num_points = std::uint32_t{1} << log2_points;
  const std::vector<double> kernel = KernelTable(num_points);
  double total = 0;
  for (std::uint64_t k = 0; k < num_points; ++k) {
    double sum = 0, squares = 0;
    for (const std::uint32_t component : z) {
      const double value = kernel[k * component % num_points];
      sum += value;
      squares += value * value;
    }
    total += 0.5 * (sum * sum - squares);
  }
  return total / num_points;
}

std::vector<std::uint32_t> ExtendGeneratingVector(std::span<const std::uint32_t> z, Index dim,
                                                  int log2_points) {
  MERCER_CHECK(log2_points >= 2 && log2_points < 31);
  const std::uint32_t num_points = std::uint32_t{1} << log2_points;
  const std::vector<double> kernel = KernelTable(num_points);
  std::vector<double> sums(num_points, 0.0);  // sum_i B2({k z_i/N})
  std::vector<std::uint32_t> vector;
  const auto append = [&](std::uint32_t component) {
    vector.push_back(component);
    for (std::uint64_t k = 0; k < num_points; ++k) sums[k] += kernel[k * component % num_points];
  };
  for (const std::uint32_t component : z) {
    MERCER_CHECK(component % 2 == 1);
    append(component % num_points);
  }
  if (vector.empty()) append(1);
  CandidateErrors candidates(num_points);
  while (static_cast<Index>(vector.size()) < dim)
    append(BestCandidate(candidates, candidates.Evaluate(sums)));
  vector.resize(static_cast<std::size_t>(dim));
  return vector;
}

}  // namespace mercer
