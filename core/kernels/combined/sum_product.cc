#include "core/kernels/combined/sum_product.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/kernel.h"

namespace mercer {

KernelParts MakeKernelParts(const ParamValue& list) {
  KernelParts parts;
  for (const ParamValue& part : list.AsList()) parts.push_back(MakeKernel(part));
  return parts;
}

ParamSpec KernelPartsSpec(const std::string& help) {
  const Params linear{{"name", "linear"}};
  return {.name = "of",
          .kind = ParamKind::kList,
          .help = help,
          .example = ParamValue::List{linear, linear},
          .items = ParamKind::kParams,
          .nested = &KernelKind()};
}

std::string DescribeParts(const KernelParts& parts) {
  std::vector<std::string> texts;
  for (const auto& part : parts) texts.push_back(part->Describe());
  return "of=[" + Join(texts, ",") + "]";
}

SumKernel::SumKernel(KernelParts parts, std::vector<double> weights)
    : parts_(std::move(parts)), weights_(std::move(weights)) {
  MERCER_CHECK(!parts_.empty());
  if (weights_.size() == parts_.size()) return;
  throw InvalidInput("kernel 'sum': weights has " + std::to_string(weights_.size()) +
                     " values and of has " + std::to_string(parts_.size()) +
                     " kernels; expected one weight for each, or none at all");
}

void SumKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                         MatrixRef out) const {
  CheckSameColumns(*this, x, y);
  parts_[0]->GramRows(x, begin, count, y, out);
  out *= weights_[0];
  Matrix values(count, y.rows());
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    parts_[i]->GramRows(x, begin, count, y, values);
    out += weights_[i] * values;
  }
  CheckFiniteGram(*this, begin, out);
}

Vector SumKernel::Diagonal(const Examples& x) const {
  Vector sum = weights_[0] * parts_[0]->Diagonal(x);
  for (std::size_t i = 1; i < parts_.size(); ++i) sum += weights_[i] * parts_[i]->Diagonal(x);
  CheckFiniteDiagonal(*this, sum);
  return sum;
}

std::string SumKernel::Describe() const {
  std::vector<std::string> texts;
  for (const double weight : weights_) texts.push_back(FormatNumber(weight));
  return "sum(" + DescribeParts(parts_) + ",weights=[" + Join(texts, ",") + "])";
}

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

KernelEntry SumEntry() {
  KernelEntry entry;
  entry.name = "sum";
  entry.summary = "w_1 k_1(x, y) + w_2 k_2(x, y) + ...";
  entry.citation = "daniely2017, Lemma 9";
  entry.params = {KernelPartsSpec("the kernels k_1, k_2, ..."),
                  {.name = "weights",
                   .kind = ParamKind::kList,
                   .help = "w_1, w_2, ..., one for each kernel; absent: all 1",
                   .optional = true,
                   .min = 0,
                   .open_min = true,
                   .items = ParamKind::kNumber}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    KernelParts parts = MakeKernelParts(params.Get("of"));
    std::vector<double> weights(parts.size(), 1.0);
    if (const ParamValue* given = params.Find("weights")) {
      weights.clear();
      for (const ParamValue& weight : given->AsList()) weights.push_back(weight.AsNumber());
    }
    return std::make_unique<SumKernel>(std::move(parts), std::move(weights));
  };
  return entry;
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
