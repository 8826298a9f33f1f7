#include "core/learners/kernel/pair_values.h"

#include <string>

#include "core/base/error.h"

namespace mercer {
namespace {

// A row of a sparse matrix.
struct Stored {
  std::span<const Index> columns;
  const double* values;
};

Stored StoredRow(const SparseMatrix& x, Index i) {
  MERCER_CHECK(x.isCompressed());
  const Index begin = x.outerIndexPtr()[i], end = x.outerIndexPtr()[i + 1];
  return {{x.innerIndexPtr() + begin, static_cast<std::size_t>(end - begin)}, x.valuePtr() + begin};
}

double SquaredNorm(std::span<const Index> columns, const double* values) {
  double sum = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) sum += values[k] * values[k];
  return sum;
}

}  // namespace

PairValues::PairValues(const char* learner, const Kernel& kernel)
    : by_products_(dynamic_cast<const PairForm*>(&kernel)),
      by_inner_product_(dynamic_cast<const InnerProductForm*>(&kernel)) {
  if (by_products_ != nullptr || by_inner_product_ != nullptr) return;
  throw InvalidInput("learner '" + std::string(learner) + "' has kernel " + kernel.Describe() +
                     "; expected one whose value a single pair of rows tells by its products or "
                     "inner product, as anova, all_subsets, gaussian or polynomial");
}

double PairValues::Value(std::span<const Index> columns, const double* values,
                         std::span<const Index> other_columns, const double* other_values,
                         std::vector<double>& products) const {
  products.clear();
  for (std::size_t k = 0, l = 0; k < columns.size() && l < other_columns.size();) {
    if (columns[k] == other_columns[l]) {
      products.push_back(values[k++] * other_values[l++]);
    } else if (columns[k] < other_columns[l]) {
      ++k;
    } else {
      ++l;
    }
  }
  if (by_products_ != nullptr) return by_products_->FromProducts(products);
  double value = 0;
  for (const double product : products) value += product;
  const double other_squared = SquaredNorm(other_columns, other_values);
  by_inner_product_->FromInnerProducts(SquaredNorm(columns, values), &other_squared, &value, 1);
  return value;
}

void PairValues::Row(const Examples& z, Index i, const Examples& rows, double* out) const {
  const Stored row = StoredRow(z.sparse(), i);
  std::vector<double> products;
  products.reserve(row.columns.size());
  for (Index p = 0; p < rows.rows(); ++p) {
    const Stored other = StoredRow(rows.sparse(), p);
    out[p] = Value(row.columns, row.values, other.columns, other.values, products);
  }
}

}  // namespace mercer
