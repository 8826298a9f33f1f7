// The transforms by FFTW 3 (Frigo & Johnson 2005), the default.

#include <fftw3.h>

#include <mutex>

#include "core/base/error.h"
#include "core/linalg/fft.h"
#include "core/linalg/fft/layout.h"

namespace mercer {
namespace {

// FFTW's planner is not safe on several threads; its execution is.
std::mutex& PlannerMutex() {
  static std::mutex mutex;
  return mutex;
}

fftw_complex* AsFftw(RealFft::Complex* values) { return reinterpret_cast<fftw_complex*>(values); }

}  // namespace

const char* FftLibrary() { return "FFTW"; }

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

RealFft::RealFft(Index length, Index batch) : plans_(std::make_unique<Plans>()) {
  CheckFftSizes(length, batch);
  plans_->length = length;
  plans_->batch = batch;
  Workspace sample(*this);  // plans hold for arrays of this alignment
  const int n = static_cast<int>(length), many = static_cast<int>(batch);
  const int value_stride = static_cast<int>(FftValueStride(*this));
  const int spectrum_stride = static_cast<int>(FftSpectrumStride(*this));
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

ComplexFft::ComplexFft(Index length, Index batch) : plan_(std::make_unique<Plan>()) {
  CheckFftSizes(length, batch);
  plan_->length = length;
  plan_->batch = batch;
  Workspace sample(*this);
  const int n = static_cast<int>(length), many = static_cast<int>(batch);
  const int stride = static_cast<int>(FftComplexStride(*this));
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

}  // namespace mercer
