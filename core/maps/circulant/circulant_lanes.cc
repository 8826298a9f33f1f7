// Products with circulant matrices whose size is a power of two, by FFTs of several rows side by
// side.

#include "core/maps/circulant/circulant_lanes.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace mercer {
namespace {

constexpr Index kLeast = 16;

Index NumBlocks(Index rows, Index d) { return (rows + d - 1) / d; }

}  // namespace

bool CirculantLanes::Fits(Index d) {
  return d >= kLeast && std::has_single_bit(static_cast<std::uint64_t>(d));
}

double CirculantLanes::Bytes(Index d, Index rows) {
  return 24 * static_cast<double>(NumBlocks(rows, d)) * static_cast<double>(d);
}

CirculantLanes::CirculantLanes(CirculantSigns signs, Index d, Index rows,
                               const CirculantBlocks::Draw& draw)
    : column_signs_(signs == CirculantSigns::kColumns),
      d_(d),
      num_blocks_(NumBlocks(rows, d)),
      fft_(d / 2),
      signs_(num_blocks_ * d),
      factors_(static_cast<std::size_t>(num_blocks_ * d / 2)) {
  const Index half = d / 2;
  std::vector<Index> places(static_cast<std::size_t>(half));
  for (Index place = 0; place < half; ++place)
    places[static_cast<std::size_t>(fft_.Frequency(place))] = place;
  for (Index place = 0; place < half; ++place)
    opposite_.push_back(places[static_cast<std::size_t>((half - fft_.Frequency(place)) % half)]);
  Vector w(d), lines(d * kLanes);
  for (Index t = 0; t < num_blocks_; ++t) {
    draw(t, w.data(), signs_.data() + t * d);
    fft_.Forward(lines.data(), [&](Index j) -> ComplexLine {
      return {w[2 * j] - Doubles{}, w[2 * j + 1] - Doubles{}};
    });
    TakeSpectrum(lines.data(), factors_.data() + t * half);
  }
}

// With w's values at even and at odd places, E and O their spectra and θ = 2πk/d, the spectrum of w
// at k and at k + d/2 is E ± e^(−iθ)O. The product with it of the spectrum of x, made in the same
// way of its packed one, is packed again.
void CirculantLanes::TakeSpectrum(const double* lines, Factors* to) const {
  using Complex = std::complex<double>;
  const Index half = d_ / 2;
  const auto value = [&](Index place) {
    return Complex(lines[place * 2 * kLanes], lines[place * 2 * kLanes + kLanes]);
  };
  const double scale = 1 / static_cast<double>(half);
  for (Index place = 0; place < half; ++place) {
    const Complex z = value(place);
    const Complex reflected = std::conj(value(opposite_[static_cast<std::size_t>(place)]));
    const Complex even = 0.5 * (z + reflected), odd = Complex(0, -0.5) * (z - reflected);
    const double angle =
        2 * std::numbers::pi * static_cast<double>(fft_.Frequency(place)) / static_cast<double>(d_);
    const double cosine = std::cos(angle), sine = std::sin(angle);
    const Complex turned = Complex(cosine, -sine) * odd;
    to[place] = {scale * (even - sine * turned), Complex(0, scale * cosine) * turned};
  }
}

std::size_t CirculantLanes::bytes() const {
  return static_cast<std::size_t>(signs_.size()) * sizeof(double) +
         factors_.size() * sizeof(Factors);
}

CirculantLanes::Products::Products(const CirculantLanes& blocks)
    : blocks_(blocks), spectrum_(blocks.d_ * kLanes), products_(blocks.d_ * kLanes) {}

void CirculantLanes::Products::Take(const double* vectors) {
  vectors_ = vectors;
  if (blocks_.column_signs_) return;
  blocks_.fft_.Forward(spectrum_.data(),
                       [=](Index j) { return LoadLine(vectors + 2 * j * kLanes); });
}

void CirculantLanes::Products::Compute(Index t) {
  const double* const spectrum = spectrum_.data();
  if (blocks_.column_signs_) {
    const double* const signs = blocks_.signs(t);
    const double* const vectors = vectors_;
    blocks_.fft_.Forward(spectrum_.data(), [=](Index j) -> ComplexLine {
      const ComplexLine pair = LoadLine(vectors + 2 * j * kLanes);
      return {pair.re * signs[2 * j], pair.im * signs[2 * j + 1]};
    });
  }
  const Factors* const factors = blocks_.factors_.data() + t * blocks_.d_ / 2;
  const Index* const opposite = blocks_.opposite_.data();
  blocks_.fft_.Inverse(products_.data(), [=](Index place) -> ComplexLine {
    const Factors& f = factors[place];
    const ComplexLine z = LoadLine(spectrum + place * 2 * kLanes);
    const ComplexLine reflected = LoadLine(spectrum + opposite[place] * 2 * kLanes);
    const ComplexLine same = Times(z, f.same);
    return {same.re + reflected.re * f.other.real() + reflected.im * f.other.imag(),
            same.im + reflected.re * f.other.imag() - reflected.im * f.other.real()};
  });
}

}  // namespace mercer
