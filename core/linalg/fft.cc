#include "core/linalg/fft.h"

#include <fftw3.h>

#include <cstdint>
#include <limits>
#include <mutex>
#include <string>

#include "core/base/error.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// FFTW's planner is not safe on several threads; its execution is.
std::mutex& PlannerMutex() {
  static std::mutex mutex;
  return mutex;
}

fftw_complex* AsFftw(RealFft::Complex* values) { return reinterpret_cast<fftw_complex*>(values); }

// Sequences of a batch begin on a cache line.
constexpr Index kLine = 8;
Index RoundUp(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

void CheckSizes(Index length, Index batch) {
  MERCER_CHECK(length >= 1 && batch >= 1);
  constexpr Index kMost = std::numeric_limits<int>::max() - kLine;
  if (length > kMost || batch > kMost) {
    throw InvalidInput("a Fourier transform of " + std::to_string(batch) + " sequences of length " +
                       std::to_string(length) + "; expected at most " + std::to_string(kMost) +
                       " of either");
  }
  CheckFitsInMemory("a Fourier transform of length " + std::to_string(length),
                    64 * static_cast<double>(length) * static_cast<double>(batch));
}

// A line more than a multiple of the page: such sequences would meet in the same cache sets.
Index ValueStride(const RealFft& fft) { return RoundUp(fft.length(), kLine) + kLine; }
Index ComplexStride(const ComplexFft& fft) { return RoundUp(fft.length(), kLine / 2) + kLine / 2; }
Index SpectrumStride(const RealFft& fft) { return RoundUp(fft.spectrum_size(), kLine / 2); }

}  // namespace

struct RealFft::Plans {
  Index length = 0;
  Index batch = 0;
  fftw_plan forward = nullptr;
  fftw_plan inverse = nullptr;

  ~Plans() {
    const std::lock_guard<std::mutex> lock(PlannerMutex());
    if (forward != nullptr) fftw_destroy_plan(forward);
    if (inverse != nullptr) fftw_destroy_plan(inverse);
  }
};

RealFft::Workspace::Workspace(const RealFft& fft)
    : value_stride_(ValueStride(fft)),
      spectrum_stride_(SpectrumStride(fft)),
      values_(Vector::Zero(value_stride_ * fft.batch())),
      spectrum_(Eigen::VectorXcd::Zero(spectrum_stride_ * fft.batch())) {}

RealFft::RealFft(Index length, Index batch) : plans_(std::make_unique<Plans>()) {
  CheckSizes(length, batch);
  plans_->length = length;
  plans_->batch = batch;
  Workspace sample(*this);  // plans hold for arrays of this alignment
  const int n = static_cast<int>(length), many = static_cast<int>(batch);
  const int value_stride = static_cast<int>(ValueStride(*this));
  const int spectrum_stride = static_cast<int>(SpectrumStride(*this));
  const std::lock_guard<std::mutex> lock(PlannerMutex());
  plans_->forward =
      fftw_plan_many_dft_r2c(1, &n, many, sample.values(), nullptr, 1, value_stride,
                             AsFftw(sample.spectrum()), nullptr, 1, spectrum_stride, FFTW_ESTIMATE);
  plans_->inverse = fftw_plan_many_dft_c2r(1, &n, many, AsFftw(sample.spectrum()), nullptr, 1,
                                           spectrum_stride, sample.values(), nullptr, 1,
                                           value_stride, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
  MERCER_CHECK(plans_->forward != nullptr && plans_->inverse != nullptr);
}

RealFft::~RealFft() = default;
RealFft::RealFft(RealFft&&) noexcept = default;
RealFft& RealFft::operator=(RealFft&&) noexcept = default;

Index RealFft::length() const { return plans_->length; }
Index RealFft::spectrum_size() const { return plans_->length / 2 + 1; }
Index RealFft::batch() const { return plans_->batch; }

void RealFft::Forward(Workspace& workspace) const {
  fftw_execute_dft_r2c(plans_->forward, workspace.values(), AsFftw(workspace.spectrum()));
}

void RealFft::Inverse(Workspace& workspace) const {
  fftw_execute_dft_c2r(plans_->inverse, AsFftw(workspace.spectrum()), workspace.values());
}

struct ComplexFft::Plan {
  Index length = 0;
  Index batch = 0;
  fftw_plan inverse = nullptr;

  ~Plan() {
    const std::lock_guard<std::mutex> lock(PlannerMutex());
    if (inverse != nullptr) fftw_destroy_plan(inverse);
  }
};

ComplexFft::Workspace::Workspace(const ComplexFft& fft)
    : stride_(ComplexStride(fft)),
      spectra_(stride_ * fft.batch() + 5 * kLine / 2),
      buffer_(Eigen::VectorXcd::Zero(2 * spectra_)) {}

ComplexFft::ComplexFft(Index length, Index batch) : plan_(std::make_unique<Plan>()) {
  CheckSizes(length, batch);
  plan_->length = length;
  plan_->batch = batch;
  Workspace sample(*this);
  const int n = static_cast<int>(length), many = static_cast<int>(batch);
  const int stride = static_cast<int>(ComplexStride(*this));
  const std::lock_guard<std::mutex> lock(PlannerMutex());
  plan_->inverse = fftw_plan_many_dft(1, &n, many, AsFftw(sample.spectrum()), nullptr, 1, stride,
                                      AsFftw(sample.values()), nullptr, 1, stride, FFTW_BACKWARD,
                                      FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
  MERCER_CHECK(plan_->inverse != nullptr);
}

ComplexFft::~ComplexFft() = default;
ComplexFft::ComplexFft(ComplexFft&&) noexcept = default;
ComplexFft& ComplexFft::operator=(ComplexFft&&) noexcept = default;

Index ComplexFft::length() const { return plan_->length; }
Index ComplexFft::batch() const { return plan_->batch; }

void ComplexFft::Inverse(Workspace& workspace) const {
  fftw_execute_dft(plan_->inverse, AsFftw(workspace.spectrum()), AsFftw(workspace.values()));
}

void MultiplySpectra(const RealFft::Complex* a, const RealFft::Complex* b, Index n,
                     RealFft::Complex* to) {
  using Array = Eigen::Array<RealFft::Complex, Eigen::Dynamic, 1>;
  MERCER_CHECK(reinterpret_cast<std::uintptr_t>(to) % EIGEN_MAX_ALIGN_BYTES == 0);
  Eigen::Map<Array, Eigen::AlignedMax>(to, n) =
      Eigen::Map<const Array>(a, n) * Eigen::Map<const Array>(b, n);
}

}  // namespace mercer
