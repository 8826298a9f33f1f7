#include "core/kernels/combined/composed.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/kernel.h"

namespace mercer {
namespace {

std::unique_ptr<Kernel> MakeComposed(const Params& params) {
  std::shared_ptr<const Kernel> outer = MakeKernel(params.Get("outer"));
  auto profile = std::dynamic_pointer_cast<const DotProductKernel>(outer);
  if (profile == nullptr) {
    throw InvalidInput("kernel 'composed': outer is " + outer->Describe() +
                       "; expected a dot product kernel, as polynomial or exponential");
  }
  return std::make_unique<ComposedKernel>(std::move(profile), MakeKernel(params.Get("inner")));
}

// A faulty row is named by its place in all rows, of which x begins at `first`.
Vector DiagonalFrom(const Kernel& kernel, const Examples& x, Index first) {
  try {
    return kernel.Diagonal(x);
  } catch (const InvalidRow& fault) {
    throw fault.Shifted(first);
  }
}

}  // namespace

void ComposedKernel::CheckDomain(const std::string& owner, const Examples& x, Index first) const {
  const double bound = outer_->SquaredNormBound();
  if (std::isinf(bound)) return;
  const Vector diagonal = DiagonalFrom(*inner_, x, first);
  for (Index i = 0; i < diagonal.size(); ++i) {
    if (diagonal[i] < bound) continue;
    throw InvalidRow(owner + ": the inner kernel " + inner_->Describe() + " of row ", first + i,
                     " with itself is " + FormatNumber(diagonal[i]) + "; expected a value below " +
                         FormatNumber(bound) + ", where the series of " + outer_->Describe() +
                         " converges");
  }
}

void ComposedKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                              MatrixRef out) const {
  CheckSameColumns(*this, x, y);
  if (std::isfinite(outer_->SquaredNormBound())) {
    CheckDomain("kernel " + Describe(), x.SelectRange(begin, count), begin);
    CheckDomain("kernel " + Describe(), y, 0);
  }
  inner_->GramRows(x, begin, count, y, out);
  outer_->ProfileInPlace(out);
  CheckFiniteGram(*this, begin, out);
}

Vector ComposedKernel::Diagonal(const Examples& x) const {
  CheckDomain("kernel " + Describe(), x, 0);
  Vector values = inner_->Diagonal(x);
  outer_->ProfileInPlace(Eigen::Map<Matrix>(values.data(), 1, values.size()));
  CheckFiniteDiagonal(*this, values);
  return values;
}

std::string ComposedKernel::Describe() const {
  return "composed(outer=" + outer_->Describe() + ",inner=" + inner_->Describe() + ")";
}

KernelEntry ComposedEntry() {
  const Params exponential{{"name", "exponential"}, {"sigma", 1.0}}, linear{{"name", "linear"}};
  KernelEntry entry;
  entry.name = "composed";
  entry.summary = "f(g(x, y)) for a dot product kernel f(<x, y>) and any kernel g";
  entry.citation = "kar2012, compositional kernels";
  entry.params = {
      {.name = "outer",
       .kind = ParamKind::kParams,
       .help = "f, a dot product kernel, applied to values of g",
       .example = exponential,
       .nested = &KernelKind(),
       .numbers_only = true},
      {.name = "inner",
       .kind = ParamKind::kParams,
       .help = "g, whose values on the diagonal lie inside the radius of convergence of f",
       .example = linear,
       .nested = &KernelKind()}};
  entry.make = &MakeComposed;
  return entry;
}

}  // namespace mercer
