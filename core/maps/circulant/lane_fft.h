#ifndef MERCER_CORE_MAPS_CIRCULANT_LANE_FFT_H_
#define MERCER_CORE_MAPS_CIRCULANT_LANE_FFT_H_

#include <complex>
#include <vector>

#include "core/base/types.h"
#include "core/linalg/simd.h"

namespace mercer {

/// One value of each of kLanes complex sequences.
struct ComplexLine {
  Doubles re, im;
};

inline ComplexLine LoadLine(const double* from) { return {Load(from), Load(from + kLanes)}; }

inline void StoreLine(const ComplexLine& line, double* to) {
  Store(line.re, to);
  Store(line.im, to + kLanes);
}

/// The line times a number.
inline ComplexLine Times(const ComplexLine& a, const std::complex<double>& b) {
  return {a.re * b.real() - a.im * b.imag(), a.re * b.imag() + a.im * b.real()};
}

/// The line times the conjugate of a number.
inline ComplexLine TimesConjugate(const ComplexLine& a, const std::complex<double>& b) {
  return {a.re * b.real() + a.im * b.imag(), a.im * b.real() - a.re * b.imag()};
}

namespace lane_fft_internal {

// The levels in one pass through memory: as many as the registers can hold lines for.
constexpr int kMostLevels = kRegisters >= 32 ? 3 : 2;

// The line times exp(∓2πi eighths/8).
template <int eighths, bool inverse>
inline ComplexLine Turned(const ComplexLine& a) {
  static_assert(0 <= eighths && eighths < 4);
  constexpr double kRoot = 0.70710678118654752440;
  const Doubles im = inverse ? -a.im : a.im;  // of the conjugate, which turns the other way
  const auto result = [](Doubles re, Doubles turned_im) -> ComplexLine {
    return {re, inverse ? -turned_im : turned_im};
  };
  if constexpr (eighths == 0) return a;
  if constexpr (eighths == 1) return result(kRoot * (a.re + im), kRoot * (im - a.re));
  if constexpr (eighths == 2) return result(im, -a.re);
  if constexpr (eighths == 3) return result(kRoot * (im - a.re), -(kRoot * (a.re + im)));
}

// The butterflies of lines that are `step` apart, from line i on, unrolled.
template <int step, bool inverse, int i, int count>
inline void Butterflies(ComplexLine (&v)[count]) {
  if constexpr (i < count) {
    if constexpr ((i & step) == 0) {
      constexpr int kEighths = 4 / step * (i & (step - 1));
      const ComplexLine a = v[i], b = v[i + step];
      if constexpr (inverse) {
        const ComplexLine turned = Turned<kEighths, true>(b);
        v[i] = {a.re + turned.re, a.im + turned.im};
        v[i + step] = {a.re - turned.re, a.im - turned.im};
      } else {
        v[i] = {a.re + b.re, a.im + b.im};
        v[i + step] = Turned<kEighths, false>({a.re - b.re, a.im - b.im});
      }
    }
    Butterflies<step, inverse, i + 1>(v);
  }
}

// The transform of `count` lines from natural to bit-reversed order; the inverse goes from
// bit-reversed to natural order.
template <int step, bool inverse, int count>
inline void AcrossLines(ComplexLine (&v)[count]) {
  if constexpr (0 < step && step < count) {
    Butterflies<step, inverse, 0>(v);
    AcrossLines<inverse ? 2 * step : step / 2, inverse>(v);
  }
}

}  // namespace lane_fft_internal

/// Fourier transforms of kLanes complex sequences of length n side by side, n a power of two. Line
/// i holds value i of each sequence: kLanes real parts, then kLanes imaginary parts. A spectrum is
/// in the order in which Forward leaves it and Inverse takes it; its place i is frequency
/// Frequency(i). The lanes do not mix, and all machines with the same number of registers add in
/// the same order. The first pass of a transform calls `take(i)` once for each line i, which
/// returns a ComplexLine; the other passes work in n lines of memory. O(n log n).
class LaneFft {
 public:
  explicit LaneFft(Index n);

  Index length() const { return n_; }
  Index Frequency(Index place) const { return frequencies_[static_cast<std::size_t>(place)]; }

  /// Computes line k = Σ_j take(j) exp(−2πi jk/n) and writes it to its place.
  template <class Take>
  void Forward(double* lines, const Take& take) const {
    ForwardPart(0, 0, lines, take);
  }

  /// Computes line j = Σ_k exp(2πi jk/n) times line k of the spectrum; take(place) returns the line
  /// of the spectrum at that place.
  template <class Take>
  void Inverse(double* lines, const Take& take) const {
    InversePart(0, 0, lines, take);
  }

 private:
  // One pass over parts of `length` lines: in each part, groups of 2^levels equally spaced lines
  // are transformed together. Its twiddle factors are exp(−2πi k·m/length); for each k below the
  // spacing they are listed for all lines of the group but the first.
  struct Passage {
    int levels;
    Index length;
    std::vector<std::complex<double>> factors;
  };

  // `last`: the lines are adjacent and the factors are 1.
  template <int levels, bool inverse, bool last, class Take>
  static void Pass(const Passage& passage, Index begin, double* lines, const Take& take) {
    constexpr int kCount = 1 << levels;
    const Index h = last ? 1 : passage.length >> levels;
    const std::complex<double>* factors = passage.factors.data();
    for (Index k = 0; k < h; ++k, factors += kCount - 1) {
      ComplexLine v[kCount];
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) v[i] = take(begin + k + i * h);
      if constexpr (inverse) {
        if constexpr (!last) {
#pragma GCC unroll 8
          for (int i = 1; i < kCount; ++i) v[i] = TimesConjugate(v[i], factors[i - 1]);
        }
        lane_fft_internal::AcrossLines<1, true>(v);
      } else {
        lane_fft_internal::AcrossLines<kCount / 2, false>(v);
        if constexpr (!last) {
#pragma GCC unroll 8
          for (int i = 1; i < kCount; ++i) v[i] = Times(v[i], factors[i - 1]);
        }
      }
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) StoreLine(v[i], lines + (begin + k + i * h) * 2 * kLanes);
    }
  }

  template <bool inverse, bool last, class Take>
  static void PassOf(const Passage& passage, Index begin, double* lines, const Take& take) {
    switch (passage.levels) {
      case 0:
        return Pass<0, inverse, last>(passage, begin, lines, take);
      case 1:
        return Pass<1, inverse, last>(passage, begin, lines, take);
      case 2:
        return Pass<2, inverse, last>(passage, begin, lines, take);
      default:
        return Pass<lane_fft_internal::kMostLevels, inverse, last>(passage, begin, lines, take);
    }
  }

  struct FromLines {
    const double* lines;
    ComplexLine operator()(Index i) const { return LoadLine(lines + i * 2 * kLanes); }
  };

  // A pass leaves parts, each of which is then transformed by itself, so that it stays in cache.
  template <class Take>
  void ForwardPart(std::size_t number, Index begin, double* lines, const Take& take) const {
    const Passage& passage = passages_[number];
    if (number + 1 == passages_.size()) return PassOf<false, true>(passage, begin, lines, take);
    PassOf<false, false>(passage, begin, lines, take);
    const Index part = passages_[number + 1].length;
    for (Index done = 0; done < passage.length; done += part)
      ForwardPart(number + 1, begin + done, lines, FromLines{lines});
  }

  template <class Take>
  void InversePart(std::size_t number, Index begin, double* lines, const Take& take) const {
    const Passage& passage = passages_[number];
    if (number + 1 == passages_.size()) return PassOf<true, true>(passage, begin, lines, take);
    const Index part = passages_[number + 1].length;
    for (Index done = 0; done < passage.length; done += part)
      InversePart(number + 1, begin + done, lines, take);
    PassOf<true, false>(passage, begin, lines, FromLines{lines});
  }

  Index n_;
  std::vector<Passage> passages_;
  std::vector<Index> frequencies_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_LANE_FFT_H_
