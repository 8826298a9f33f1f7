#include "core/kernels/combined/product.h"

#include "core/base/error.h"
#include "core/kernels/gram_checks.h"

namespace mercer {

ProductKernel::ProductKernel(KernelParts parts) : parts_(std::move(parts)) {
  MERCER_CHECK(!parts_.empty());
}

void ProductKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                             MatrixRef out) const {
  CheckSameColumns(*this, x, y);
  parts_[0]->GramRows(x, begin, count, y, out);
  Matrix values(count, y.rows());
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    parts_[i]->GramRows(x, begin, count, y, values);
    out.array() *= values.array();
  }
  CheckFiniteGram(*this, begin, out);
}

Vector ProductKernel::Diagonal(const Examples& x) const {
  Vector product = parts_[0]->Diagonal(x);
  for (std::size_t i = 1; i < parts_.size(); ++i) product.array() *= parts_[i]->Diagonal(x).array();
  CheckFiniteDiagonal(*this, product);
  return product;
}

KernelEntry ProductEntry() {
  KernelEntry entry;
  entry.name = "product";
  entry.summary = "k_1(x, y) k_2(x, y) ...";
  entry.citation = "daniely2017, Lemma 10";
  entry.params = {KernelPartsSpec("the kernels k_1, k_2, ...")};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<ProductKernel>(MakeKernelParts(params.Get("of")));
  };
  return entry;
}

}  // namespace mercer
