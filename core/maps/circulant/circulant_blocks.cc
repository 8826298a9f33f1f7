// Products with circulant matrices by FFT, for the signed circulant features of Feng, Hu & Liao
// (2015) and Atarashi et al. (2019).

#include "core/maps/circulant/circulant_blocks.h"

#include <algorithm>

namespace mercer {
namespace {

Index CeilDivide(Index a, Index b) { return (a + b - 1) / b; }

// Two complex sequences longer than this do not fit the first-level cache.
constexpr Index kLongestPaired = 1024;

// A batch, its spectra and those of its blocks stay in the first-level cache.
Index BlocksPerBatch(Index d, Index blocks) {
  const Index most = std::clamp<Index>(1024 / d, 1, blocks);
  const Index batch = CeilDivide(blocks, CeilDivide(blocks, most));
  return d <= kLongestPaired ? 2 * CeilDivide(batch, 2) : batch;
}

}  // namespace

CirculantBlocks::CirculantBlocks(CirculantSigns signs, Index d, Index rows, const Draw& draw)
    : column_signs_(signs == CirculantSigns::kColumns),
      paired_(!column_signs_ && d <= kLongestPaired),
      d_(d),
      batch_(BlocksPerBatch(d, CeilDivide(rows, d))),
      batches_(CeilDivide(CeilDivide(rows, d), batch_)),
      one_(d),
      many_(d, paired_ ? 1 : batch_),
      pairs_(d, paired_ ? batch_ / 2 : 1),
      signs_(Vector::Zero(batches_ * batch_ * d)),
      spectra_(Eigen::VectorXcd::Zero(batches_ * batch_ * (d / 2 + 1))) {
  RealFft::Workspace workspace(one_);
  for (Index t = 0; t * d < rows; ++t) {
    draw(t, workspace.values(), signs_.data() + t * d);
    one_.Forward(workspace);
    TakeSpectrum(t, workspace.spectrum());
  }
}

void CirculantBlocks::TakeSpectrum(Index t, const RealFft::Complex* spectrum) {
  const double scale = 1 / static_cast<double>(d_);
  if (!paired_) {
    RealFft::Complex* to = spectra_.data() + t * one_.spectrum_size();
    for (Index k = 0; k < one_.spectrum_size(); ++k) to[k] = scale * spectrum[k];
    return;
  }
  RealFft::Complex* to = spectra_.data() + t / 2 * d_;
  const RealFft::Complex factor(t % 2 == 0 ? scale : 0, t % 2 == 0 ? 0 : scale);
  for (Index k = 0; k < d_; ++k)
    to[k] += factor * (2 * k <= d_ ? spectrum[k] : std::conj(spectrum[d_ - k]));
}

std::size_t CirculantBlocks::bytes() const {
  return static_cast<std::size_t>(signs_.size()) * sizeof(double) +
         static_cast<std::size_t>(spectra_.size()) * sizeof(RealFft::Complex);
}

CirculantBlocks::Products::Products(const CirculantBlocks& blocks)
    : blocks_(blocks),
      one_(blocks.one_),
      many_(blocks.many_),
      pairs_(blocks.pairs_),
      spectrum_(blocks.paired_ ? blocks.d_ : 0) {}

const double* CirculantBlocks::Products::values(Index b) {
  if (!blocks_.paired_) return many_.values(b);
  return reinterpret_cast<const double*>(pairs_.values(b / 2)) + b % 2;
}

void CirculantBlocks::Products::Take(const double* x) {
  x_ = x;
  if (blocks_.column_signs_) return;
  const Index d = blocks_.d_, size = blocks_.one_.spectrum_size();
  std::copy_n(x, d, one_.values());
  blocks_.one_.Forward(one_);
  if (!blocks_.paired_) return;
  std::copy_n(one_.spectrum(), size, spectrum_.data());
  for (Index k = size; k < d; ++k) spectrum_[k] = std::conj(one_.spectrum()[d - k]);
}

void CirculantBlocks::Products::Compute(Index batch) {
  const Index d = blocks_.d_, first = batch * blocks_.batch_;
  if (blocks_.paired_) {
    const RealFft::Complex* spectra = blocks_.spectra_.data() + first / 2 * d;
    for (Index p = 0; p < blocks_.batch_ / 2; ++p)
      MultiplySpectra(spectra + p * d, spectrum_.data(), d, pairs_.spectrum(p));
    blocks_.pairs_.Inverse(pairs_);
    return;
  }
  if (blocks_.column_signs_) {
    for (Index b = 0; b < blocks_.batch_; ++b) {
      const double* signs = blocks_.signs(first + b);
      double* values = many_.values(b);
      for (Index j = 0; j < d; ++j) values[j] = signs[j] * x_[j];
    }
    blocks_.many_.Forward(many_);
  }
  const Index size = blocks_.one_.spectrum_size();
  for (Index b = 0; b < blocks_.batch_; ++b) {
    MultiplySpectra(blocks_.spectra_.data() + (first + b) * size,
                    blocks_.column_signs_ ? many_.spectrum(b) : one_.spectrum(), size,
                    many_.spectrum(b));
  }
  blocks_.many_.Inverse(many_);
}

}  // namespace mercer
