#include "core/kernels/itemset/anova.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/itemset/anova_power_sums.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

constexpr Index kLanes = ItemsetKernel::kLanes;

// Sums of the orders 1 … order for 128 bytes of lanes at a time, in registers.
template <int order, class Real>
void RecurseInRegisters(const RowValues& x, const Real* lanes, Real* out) {
  constexpr Index kPart = 128 / sizeof(Real);
  using Part = Eigen::Array<Real, kPart, 1>;
  for (Index part = 0; part < kLanes; part += kPart) {
    std::array<Part, order + 1> sums;
    sums[0].setOnes();
    for (std::size_t t = 1; t <= order; ++t) sums[t].setZero();
    for (std::size_t i = 0; i < x.columns.size(); ++i) {
      const Part product = static_cast<Real>(x.values[i]) *
                           Eigen::Map<const Part>(lanes + x.columns[i] * kLanes + part);
      for (std::size_t t = order; t >= 1; --t) sums[t] += sums[t - 1] * product;
    }
    std::copy_n(sums[order].data(), kPart, out + part);
  }
}

void Recurse(const RowValues& x, Index order, const double* lanes, double* out) {
  using Lanes = Eigen::Array<double, kLanes, 1>;
  std::vector<double> workspace(static_cast<std::size_t>((order + 1) * kLanes), 0.0);
  double* sums = workspace.data();
  std::fill(sums, sums + kLanes, 1.0);
  for (std::size_t i = 0; i < x.columns.size(); ++i) {
    const Lanes product = x.values[i] * Eigen::Map<const Lanes>(lanes + x.columns[i] * kLanes);
    for (Index t = std::min(order, static_cast<Index>(i) + 1); t >= 1; --t) {
      Eigen::Map<Lanes>(sums + t * kLanes) +=
          Eigen::Map<const Lanes>(sums + (t - 1) * kLanes) * product;
    }
  }
  std::copy_n(sums + order * kLanes, kLanes, out);
}

// The elementary symmetric polynomial of degree `order`.
double Symmetric(Index order, std::span<const double> products, double* sums) {
  std::fill_n(sums, order + 1, 0.0);
  sums[0] = 1;
  for (const double product : products)
    for (Index t = order; t >= 1; --t) sums[t] += sums[t - 1] * product;
  return sums[order];
}

/// False, and nothing is done, for orders above kMostFloatOrder.
template <class Real>
bool RecurseFewOrders(const RowValues& x, Index order, const Real* lanes, Real* out) {
  static_assert(AnovaKernel::kMostFloatOrder == 5);
  switch (order) {
    case 1:
      RecurseInRegisters<1>(x, lanes, out);
      return true;
    case 2:
      RecurseInRegisters<2>(x, lanes, out);
      return true;
    case 3:
      RecurseInRegisters<3>(x, lanes, out);
      return true;
    case 4:
      RecurseInRegisters<4>(x, lanes, out);
      return true;
    case 5:
      RecurseInRegisters<5>(x, lanes, out);
      return true;
    default:
      return false;
  }
}

}  // namespace

AnovaKernel::AnovaKernel(Index order) : order_(order) { MERCER_CHECK(order >= 1); }

void AnovaKernel::EvaluateLanes(const RowValues& x, Index /*d*/, const double* lanes,
                                double* out) const {
  if (!RecurseFewOrders(x, order_, lanes, out)) Recurse(x, order_, lanes, out);
}

void AnovaKernel::EvaluateFloatLanes(const RowValues& x, const float* lanes, float* out) const {
  const bool done = RecurseFewOrders(x, order_, lanes, out);
  MERCER_CHECK(done);
}

double AnovaKernel::FromProducts(std::span<const double> products) const {
  constexpr Index kFew = 15;
  if (order_ <= kFew) {
    std::array<double, kFew + 1> sums;
    return Symmetric(order_, products, sums.data());
  }
  std::vector<double> sums(static_cast<std::size_t>(order_ + 1));
  return Symmetric(order_, products, sums.data());
}

double AnovaKernel::SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const {
  if (order_ <= kMostSquareOrder) return AnovaSquareMoment(order_, x, y, fourth_moment);
  return AnovaProductMoment(order_, x, x, y, y, fourth_moment);
}

std::unique_ptr<ItemsetKernel> AnovaKernel::Clone() const {
  return std::make_unique<AnovaKernel>(*this);
}

std::string AnovaKernel::Describe() const { return "anova(order=" + std::to_string(order_) + ")"; }

void AllSubsetsKernel::EvaluateLanes(const RowValues& x, Index /*d*/, const double* lanes,
                                     double* out) const {
  using Lanes = Eigen::Array<double, kLanes, 1>;
  Lanes product = Lanes::Ones();
  for (std::size_t i = 0; i < x.columns.size(); ++i)
    product *= 1 + x.values[i] * Eigen::Map<const Lanes>(lanes + x.columns[i] * kLanes);
  std::copy_n(product.data(), kLanes, out);
}

double AllSubsetsKernel::FromProducts(std::span<const double> products) const {
  double product = 1;
  for (const double factor : products) product *= 1 + factor;
  return product;
}

double AllSubsetsKernel::SecondMoment(const Vector& x, const Vector& y,
                                      double fourth_moment) const {
  MERCER_CHECK(x.size() == y.size());
  double product = 1;
  for (Index j = 0; j < x.size(); ++j) {
    const double a = x[j] * x[j], b = y[j] * y[j];
    product *= 1 + a + b + 4 * x[j] * y[j] + fourth_moment * a * b;
  }
  return product;
}

std::unique_ptr<ItemsetKernel> AllSubsetsKernel::Clone() const {
  return std::make_unique<AllSubsetsKernel>(*this);
}

std::string AllSubsetsKernel::Describe() const { return "all_subsets()"; }

AnovaStates::AnovaStates(Index order) : side_(order + 1) {
  const double states = std::pow(static_cast<double>(side_), 4);
  CheckFitsInMemory("the variance of ANOVA features of order " + std::to_string(order), 8 * states);
  values_.assign(static_cast<std::size_t>(side_ * side_ * side_ * side_), 0.0);
  values_[0] = 1;
}

void AnovaStates::Multiply(std::span<const Term> polynomial) {
  const std::array<Index, 4> step = {side_ * side_ * side_, side_ * side_, side_, 1};
  std::array<Index, 16> shift{};
  for (unsigned factors = 0; factors < 16; ++factors)
    for (unsigned f = 0; f < 4; ++f)
      if ((factors >> f & 1U) != 0) shift[factors] += step[f];
  // Descending, so that the states a state draws on still have their old values.
  for (Index state = static_cast<Index>(values_.size()) - 1; state >= 0; --state) {
    unsigned possible = 0;  // factors that have taken a column
    for (unsigned f = 0; f < 4; ++f)
      if (state / step[f] % side_ > 0) possible |= 1U << f;
    double sum = 0;
    for (const Term& term : polynomial) {
      if ((term.factors & ~possible) != 0) continue;
      sum += term.coefficient * values_[static_cast<std::size_t>(state - shift[term.factors])];
    }
    values_[static_cast<std::size_t>(state)] = sum;
  }
}

void AnovaStates::Add(const AnovaStates& other) {
  MERCER_CHECK(side_ == other.side_);
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
}

double AnovaSquareMoment(Index order, const Vector& x, const Vector& y, double fourth_moment) {
  MERCER_CHECK(x.size() == y.size() && order <= kMostSquareOrder);
  // Of C^c the powers of A and B that can still end at m − s: below side[c], side[c]² values.
  const auto powers = static_cast<std::size_t>(2 * order + 1);
  std::vector<Index> side(powers);
  std::vector<std::vector<double>> values(powers);
  for (std::size_t c = 0; c < powers; ++c) {
    side[c] = order - (static_cast<Index>(c) + 1) / 2 + 1;
    values[c].assign(static_cast<std::size_t>(side[c] * side[c]), 0.0);
  }
  values[0][0] = 1;
  for (Index j = 0; j < x.size(); ++j) {
    if (x[j] == 0 && y[j] == 0) continue;
    const double xx = x[j] * x[j], yy = y[j] * y[j], xy = x[j] * y[j];
    const double all = fourth_moment * xx * yy;
    // Descending, so that the values that one draws on are still those before this column.
    for (std::size_t c = powers; c-- > 0;) {
      const Index n = side[c];
      const double* fewer = c > 0 ? values[c - 1].data() : nullptr;
      for (Index a = n - 1; a >= 0; --a) {
        double* row = values[c].data() + a * n;
        for (Index b = n - 1; b >= 0; --b) {
          double sum = row[b];
          if (a > 0) sum += xx * row[b - n];
          if (b > 0) sum += yy * row[b - 1];
          if (a > 0 && b > 0) sum += all * row[b - n - 1];
          if (c > 0) sum += xy * fewer[a * side[c - 1] + b];
          row[b] = sum;
        }
      }
    }
  }
  double moment = 0, ways = 1;  // C(2s, s)
  for (Index s = 0; s <= order; ++s) {
    moment += ways * ways * values[static_cast<std::size_t>(2 * s)].back();
    ways *= static_cast<double>(2 * (2 * s + 1)) / static_cast<double>(s + 1);
  }
  return moment;
}

double AnovaProductMoment(Index order, const Vector& a, const Vector& b, const Vector& c,
                          const Vector& e, double fourth_moment) {
  MERCER_CHECK(a.size() == b.size() && a.size() == c.size() && a.size() == e.size());
  AnovaStates states(order);
  for (Index u = 0; u < a.size(); ++u) {
    const std::array<AnovaStates::Term, 8> polynomial = {
        {{0, 1},
         {0b0011, a[u] * b[u]},
         {0b0101, a[u] * c[u]},
         {0b1001, a[u] * e[u]},
         {0b0110, b[u] * c[u]},
         {0b1010, b[u] * e[u]},
         {0b1100, c[u] * e[u]},
         {0b1111, fourth_moment * a[u] * b[u] * c[u] * e[u]}}};
    states.Multiply(polynomial);
  }
  return states.Result();
}

KernelEntry AnovaEntry() {
  KernelEntry entry;
  entry.name = "anova";
  entry.summary = "the sum over all sets of m columns of the product of x_j y_j over the set";
  entry.citation = "atarashi2019, section 2";
  entry.params = {{.name = "order",
                   .kind = ParamKind::kInteger,
                   .help = "m, the number of columns of a set",
                   .min = 1,
                   .max = 1000},
                  {.name = "formula",
                   .kind = ParamKind::kText,
                   .help = "how Gram matrices are computed; power_sums (order 2 and 3): as in the "
                           "program of Atarashi et al., where some zeros are rounding errors",
                   .optional = true,
                   .absence = "recursion",
                   .choices = {"recursion", "power_sums"}}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    const Index order = params.Get("order").AsInteger();
    if (params.Find("formula") != nullptr) return std::make_unique<PowerSumAnovaKernel>(order);
    return std::make_unique<AnovaKernel>(order);
  };
  return entry;
}

KernelEntry AllSubsetsEntry() {
  KernelEntry entry;
  entry.name = "all_subsets";
  entry.summary = "the product over the columns of 1 + x_j y_j";
  entry.citation = "atarashi2019, section 2";
  entry.make = [](const Params&) -> std::unique_ptr<Kernel> {
    return std::make_unique<AllSubsetsKernel>();
  };
  return entry;
}

}  // namespace mercer
