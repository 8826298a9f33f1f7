// Random Maclaurin features with the orders of least error (Wacker, Kanagawa & Filippone 2024,
// section 5).

#include "core/maps/maclaurin/optimal_maclaurin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"
#include "core/maps/maclaurin/order_sketch.h"

namespace mercer {
namespace {

const char* const kName = "random_maclaurin";

// The stream of the rows, beyond those of all features.
constexpr std::uint64_t kRowsStream = std::numeric_limits<std::uint64_t>::max();

/// √a_0, 0 where the kernel has no constant.
double ConstantOf(const MaclaurinSeries& series) {
  return std::exp(0.5 * series.profile().LogMaclaurinCoefficient(0));
}

/// How the columns of z are shared out.
struct Columns {
  Index constant = 0;  // columns of the constant: 0, 1, or 2 of a complex one
  Index features = 0;  // random ones
  Index each = 1;      // columns of one of them
  Index total = 0;
};

Columns ColumnsOf(const MaclaurinSeries& series, MaclaurinField field, Index D) {
  const bool has_constant = ConstantOf(series) > 0;
  const Index left = D - (has_constant ? 1 : 0);
  switch (field) {
    case MaclaurinField::kReal:
      return {has_constant ? 1 : 0, left, 1, D};
    case MaclaurinField::kComplex:
      return {has_constant ? 2 : 0, left, 2, 2 * D};
    case MaclaurinField::kComplexToReal:
      break;
  }
  return {has_constant ? 1 : 0, left / 2, 2, D};
}

std::string NoteOf(const OrderCounts& counts, Index D, double constant) {
  std::string text = "D = " + std::to_string(D) + " is ";
  if (constant > 0) text += "a constant";
  for (std::size_t k = 0; k < counts.orders.size(); ++k) {
    text += k > 0 || constant > 0 ? ", " : "";
    text += std::to_string(counts.counts[k]) + " of order " + std::to_string(counts.orders[k]);
  }
  return text;
}

class OptimalMaclaurinMap : public FeatureMap {
 public:
  OptimalMaclaurinMap(const MaclaurinSeries& series, const DrawContext& context,
                      const OptimalLaw& law, const OrderCounts& counts)
      : kernel_name_(context.kernel.Describe()),
        squared_norm_bound_(series.profile().SquaredNormBound()),
        gamma_(series.gamma()),
        input_dim_(context.input_dim),
        num_random_features_(context.num_random_features),
        complex_(law.field == MaclaurinField::kComplex),
        constant_(ConstantOf(series)),
        columns_(ColumnsOf(series, law.field, context.num_random_features)),
        note_(NoteOf(counts, context.num_random_features, constant_)) {
    std::vector<SketchedOrder> orders;
    for (std::size_t k = 0; k < counts.orders.size(); ++k) {
      const double log_weight = series.profile().LogMaclaurinCoefficient(counts.orders[k]) -
                                std::log(static_cast<double>(counts.counts[k]));
      orders.push_back({counts.orders[k], counts.counts[k], std::exp(0.5 * log_weight)});
    }
    sketch_ = DrawOrderSketch(orders, law, input_dim_, context.seed);
  }

  std::string name() const override { return kName; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return num_random_features_; }
  Index output_dim() const override { return columns_.total; }
  std::size_t bytes() const override { return sketch_->bytes() + sizeof(double); }
  bool is_complex() const override { return complex_; }
  std::string note() const override { return note_; }
  double OperationsPerRow(double nonzeros) const override {
    return sketch_->OperationsPerRow(nonzeros) +
           (gamma_ > 0 ? static_cast<double>(columns_.total) : 0.0);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;

 private:
  std::string kernel_name_;
  double squared_norm_bound_;  // |x|² is below it
  double gamma_;               // g(x) = exp(−gamma_·|x|²)
  Index input_dim_, num_random_features_;
  bool complex_;
  double constant_;
  Columns columns_;
  std::string note_;
  std::unique_ptr<OrderSketch> sketch_;
};

void OptimalMaclaurinMap::ComputeRows(const Examples& x, Index begin, Index count,
                                      MatrixRef out) const {
  const Index random = columns_.each * columns_.features;
  out.leftCols(columns_.constant).setZero();
  if (columns_.constant > 0) out.col(0).setConstant(constant_);
  if (random > 0) sketch_->Evaluate(x, begin, out.middleCols(columns_.constant, random));
  out.rightCols(columns_.total - columns_.constant - random).setZero();
  if (gamma_ == 0 && std::isinf(squared_norm_bound_)) return;
  for (Index r = 0; r < count; ++r) {
    const double squared_norm = x.is_sparse() ? x.sparse().row(begin + r).squaredNorm()
                                              : x.dense().row(begin + r).squaredNorm();
    if (gamma_ > 0) out.row(r) *= std::exp(-gamma_ * squared_norm);
    if (squared_norm < squared_norm_bound_) continue;
    throw InvalidRow("map '" + name() + "' of kernel " + kernel_name_ + ": row ", begin + r,
                     " has norm " + FormatNumber(std::sqrt(squared_norm)) +
                         "; expected a norm below " + FormatNumber(std::sqrt(squared_norm_bound_)));
  }
}

}  // namespace

void OptimalMaclaurinSpec::CheckKernel(const Kernel& kernel) const {
  MaclaurinSeries(kName, kernel);
}

Index OptimalMaclaurinSpec::OutputDim(const Kernel& kernel, Index,
                                      Index num_random_features) const {
  return ColumnsOf(MaclaurinSeries(kName, kernel), law_.field, num_random_features).total;
}

double OptimalMaclaurinSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                        Index num_random_features) const {
  const Index highest = HighestOrder(MaclaurinSeries(kName, kernel), law_);
  return OrderSketchBytes(law_, input_dim, num_random_features, highest);
}

MapTraits OptimalMaclaurinSpec::Traits(MapTraits of_the_map) const {
  of_the_map.unbiased = false;
  of_the_map.has_prefix = false;
  of_the_map.data_dependent = true;
  return of_the_map;
}

OrderCounts OptimalMaclaurinSpec::CountsFor(const DrawContext& context) const {
  const MaclaurinSeries series(kName, context.kernel);
  const Index n = context.train == nullptr ? 0 : context.train->rows();
  if (n < 2) {
    throw InvalidInput("map '" + std::string(kName) +
                       "' with law=optimal chooses its orders from training rows and there are " +
                       std::to_string(n) + "; expected at least 2 training rows");
  }
  const Columns columns = ColumnsOf(series, law_.field, context.num_random_features);
  if (n <= kMostRows)
    return OptimalCounts(StatisticsOfOrders(series, law_, *context.train), law_, context.input_dim,
                         columns.features);
  RandomStream stream(context.seed, StreamPurpose::kMap, kRowsStream);
  std::vector<Index> rows = RandomPermutation(stream, n);
  rows.resize(static_cast<std::size_t>(kMostRows));
  return OptimalCounts(StatisticsOfOrders(series, law_, context.train->Select(rows)), law_,
                       context.input_dim, columns.features);
}

std::unique_ptr<FeatureMap> OptimalMaclaurinSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  return std::make_unique<OptimalMaclaurinMap>(MaclaurinSeries(kName, context.kernel), context,
                                               law_, CountsFor(context));
}

std::unique_ptr<FeatureMapSpec> MakeOptimalMaclaurin(const Params& params) {
  if (params.Get("h01").AsBool() || params.Get("measure").AsNumber() != 2 ||
      params.Get("constants").AsText() != "keep") {
    throw InvalidInput(
        "map 'random_maclaurin' with law=optimal draws no orders and has one constant; expected "
        "neither h01, measure nor constants");
  }
  OptimalLaw law;
  if (const ParamValue* field = params.Find("field")) {
    law.field =
        field->AsText() == "complex" ? MaclaurinField::kComplex : MaclaurinField::kComplexToReal;
  }
  if (params.Find("projection") != nullptr) law.projection = MaclaurinProjection::kSrht;
  const ParamValue* least = params.Find("min_order");
  if (const ParamValue* most = params.Find("max_order")) {
    law.max_order = most->AsInteger();
    if (least == nullptr) law.min_order = std::min(law.min_order, *law.max_order);
  }
  if (least != nullptr) law.min_order = least->AsInteger();
  if (law.max_order && *law.max_order < std::max<Index>(1, law.min_order)) {
    throw InvalidInput("map 'random_maclaurin' with law=optimal: max_order is " +
                       std::to_string(*law.max_order) + "; expected at least " +
                       std::to_string(std::max<Index>(1, law.min_order)) +
                       (least != nullptr ? ", which is min_order" : ""));
  }
  return std::make_unique<OptimalMaclaurinSpec>(law);
}

}  // namespace mercer
