#include "core/learners/factor/factor_term.h"

#include "core/base/error.h"

namespace mercer {
namespace {

class Anova : public FactorTerm {
 public:
  explicit Anova(bool third) : third_(third) {}

  void Begin(const ColumnMatrix& x, const Vector& p) override {
    first_ = x * p;
    if (third_) second_ = x.cwiseProduct(x) * p.cwiseAbs2();
  }

  void Slopes(const NonZeros& column, double p, std::vector<double>& slopes) const override {
    slopes.resize(static_cast<std::size_t>(column.size));
    for (Index k = 0; k < column.size; ++k) {
      const Index i = column.rows[k];
      const double x = column.values[k], own = p * x, rest = first_[i] - own;
      slopes[static_cast<std::size_t>(k)] =
          third_ ? x * (0.5 * (first_[i] * first_[i] - second_[i]) - own * rest) : x * rest;
    }
  }

  void Move(const NonZeros& column, double p, double delta, std::vector<double>& changes) override {
    Slopes(column, p, changes);
    for (Index k = 0; k < column.size; ++k) {
      const Index i = column.rows[k];
      const double x = column.values[k];
      changes[static_cast<std::size_t>(k)] *= delta;
      first_[i] += delta * x;
      if (third_) second_[i] += delta * (2 * p + delta) * x * x;
    }
  }

 private:
  bool third_;
  Vector first_{}, second_{};  // D1, D2 of each row
};

class AllSubsets : public FactorTerm {
 public:
  double AtZero() const override { return 1; }

  void Begin(const ColumnMatrix& x, const Vector& p) override {
    product_ = Vector::Ones(x.rows());
    zeros_.assign(static_cast<std::size_t>(x.rows()), 0);
    for (Index j = 0; j < x.cols(); ++j)
      for (ColumnMatrix::InnerIterator it(x, j); it; ++it)
        Multiply(it.row(), 1 + p[j] * it.value());
  }

  void Slopes(const NonZeros& column, double p, std::vector<double>& slopes) const override {
    slopes.resize(static_cast<std::size_t>(column.size));
    for (Index k = 0; k < column.size; ++k)
      slopes[static_cast<std::size_t>(k)] =
          column.values[k] * Without(column.rows[k], 1 + p * column.values[k]);
  }

  void Move(const NonZeros& column, double p, double delta, std::vector<double>& changes) override {
    Slopes(column, p, changes);
    for (Index k = 0; k < column.size; ++k) {
      changes[static_cast<std::size_t>(k)] *= delta;
      Divide(column.rows[k], 1 + p * column.values[k]);
      Multiply(column.rows[k], 1 + (p + delta) * column.values[k]);
    }
  }

 private:
  // Factors of 0 are counted apart, so that a factor can leave the product again.
  void Multiply(Index i, double factor) {
    if (factor == 0) {
      ++zeros_[static_cast<std::size_t>(i)];
    } else {
      product_[i] *= factor;
    }
  }

  void Divide(Index i, double factor) {
    if (factor == 0) {
      --zeros_[static_cast<std::size_t>(i)];
    } else {
      product_[i] /= factor;
    }
  }

  double Without(Index i, double factor) const {
    const int zeros = zeros_[static_cast<std::size_t>(i)];
    if (factor == 0) return zeros == 1 ? product_[i] : 0;
    return zeros == 0 ? product_[i] / factor : 0;
  }

  Vector product_{};  // of the factors that are not 0
  std::vector<int> zeros_{};
};

class Power : public FactorTerm {
 public:
  explicit Power(Index degree) : degree_(degree) {}

  void Begin(const ColumnMatrix& x, const Vector& p) override { products_ = x * p; }

  void Slopes(const NonZeros& column, double /*p*/, std::vector<double>& slopes) const override {
    slopes.resize(static_cast<std::size_t>(column.size));
    for (Index k = 0; k < column.size; ++k)
      slopes[static_cast<std::size_t>(k)] = static_cast<double>(degree_) * column.values[k] *
                                            Raised(products_[column.rows[k]], degree_ - 1);
  }

  void Move(const NonZeros& column, double /*p*/, double delta,
            std::vector<double>& changes) override {
    changes.resize(static_cast<std::size_t>(column.size));
    for (Index k = 0; k < column.size; ++k) {
      double& product = products_[column.rows[k]];
      const double before = Raised(product, degree_);
      product += delta * column.values[k];
      changes[static_cast<std::size_t>(k)] = Raised(product, degree_) - before;
    }
  }

 private:
  static double Raised(double t, Index power) {
    double raised = 1;
    for (; power > 0; --power) raised *= t;
    return raised;
  }

  Index degree_;
  Vector products_{};
};

}  // namespace

NonZeros ColumnOf(const ColumnMatrix& x, Index j) {
  const Index begin = x.outerIndexPtr()[j];
  return {x.innerIndexPtr() + begin, x.valuePtr() + begin, x.outerIndexPtr()[j + 1] - begin};
}

std::unique_ptr<FactorTerm> AnovaTerm(Index order) {
  MERCER_CHECK(order == 2 || order == 3);
  return std::make_unique<Anova>(order == 3);
}

std::unique_ptr<FactorTerm> AllSubsetsTerm() { return std::make_unique<AllSubsets>(); }

std::unique_ptr<FactorTerm> PowerTerm(Index degree) { return std::make_unique<Power>(degree); }

}  // namespace mercer
