#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/rows/labelled_rows.h"
#include "core/data/steps/builtin_steps.h"

namespace mercer {
namespace {

constexpr char kName[] = "one_hot";

struct Column {
  bool encoded = false;
  std::vector<double> categories{};  // increasing; of an encoded column
  Index first = 0;                   // the first of the columns made of it
};

struct Encoding {
  std::vector<Column> columns{};
  std::vector<Index> encoded{};  // those that are, increasing
  Index output_dim = 0;
};

// Calls visit(column, value) for the encoded columns, also where a zero is not stored, and for the
// non-zero values of the others, in increasing order of columns.
template <class Visit>
void VisitRow(const Examples& x, Index i, const Encoding& encoding, const Visit& visit) {
  if (!x.is_sparse()) {
    for (Index j = 0; j < x.cols(); ++j) {
      const double value = x.dense()(i, j);
      if (value != 0 || encoding.columns[static_cast<std::size_t>(j)].encoded) visit(j, value);
    }
    return;
  }
  auto next = encoding.encoded.begin();
  for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) {
    while (next != encoding.encoded.end() && *next < it.col()) visit(*next++, 0.0);
    if (next != encoding.encoded.end() && *next == it.col()) ++next;
    if (it.value() != 0 || encoding.columns[static_cast<std::size_t>(it.col())].encoded)
      visit(it.col(), it.value());
  }
  while (next != encoding.encoded.end()) visit(*next++, 0.0);
}

// Calls put(column, value) for each non-zero value of the transformed row, in increasing order.
template <class Put>
void EncodeRow(const Examples& x, Index i, const Encoding& encoding, const Put& put) {
  VisitRow(x, i, encoding, [&](Index j, double value) {
    const Column& column = encoding.columns[static_cast<std::size_t>(j)];
    if (!column.encoded) {
      put(column.first, value);
      return;
    }
    const auto& known = column.categories;
    const auto at = std::lower_bound(known.begin(), known.end(), value);
    if (at != known.end() && *at == value)
      put(column.first + static_cast<Index>(at - known.begin()), 1.0);
  });
}

class OneHot final : public FittedStep {
 public:
  OneHot(Encoding encoding, StepOutput output)
      : FittedStep({kName, static_cast<Index>(encoding.columns.size()), encoding.output_dim, output,
                    static_cast<Index>(encoding.encoded.size())}),
        is_sparse_(output == StepOutput::kSparse),
        encoding_(std::move(encoding)) {}

 private:
  Examples Transform(Examples x) const override {
    if (!is_sparse_) {
      Matrix dense = Matrix::Zero(x.rows(), output_dim());
      for (Index i = 0; i < x.rows(); ++i)
        EncodeRow(x, i, encoding_, [&](Index j, double value) { dense(i, j) = value; });
      return dense;
    }
    Index stored = 0;
    for (Index i = 0; i < x.rows(); ++i)
      EncodeRow(x, i, encoding_, [&](Index, double) { ++stored; });
    SparseMatrix sparse(x.rows(), output_dim());
    sparse.reserve(stored);
    for (Index i = 0; i < x.rows(); ++i) {
      sparse.startVec(i);
      EncodeRow(x, i, encoding_,
                [&](Index j, double value) { sparse.insertBackByOuterInner(i, j) = value; });
    }
    sparse.finalize();
    return sparse;
  }

  bool is_sparse_;
  Encoding encoding_;
};

std::vector<std::set<double>> CategoriesOf(const Examples& train, const Encoding& encoding) {
  std::vector<std::set<double>> categories(encoding.columns.size());
  for (Index i = 0; i < train.rows(); ++i) {
    VisitRow(train, i, encoding, [&](Index j, double value) {
      if (!encoding.columns[static_cast<std::size_t>(j)].encoded) return;
      if (!(std::floor(value) == value) || !std::isfinite(value)) {
        throw InvalidInput("preprocessing step 'one_hot': row " + std::to_string(i + 1) +
                           " of the training part has " + FormatNumber(value) + " in column " +
                           std::to_string(j) + " (from 0); expected a whole number, a code");
      }
      categories[static_cast<std::size_t>(j)].insert(value);
    });
  }
  return categories;
}

std::unique_ptr<FittedStep> Fit(const Params& params, const Examples& train) {
  Encoding encoding;
  encoding.columns.resize(static_cast<std::size_t>(train.cols()));
  if (const ParamValue* listed = params.Find("columns")) {
    for (const ParamValue& column : listed->AsList())
      encoding.columns[static_cast<std::size_t>(column.AsInteger())].encoded = true;
  } else {
    for (Column& column : encoding.columns) column.encoded = true;
  }
  for (Index j = 0; j < train.cols(); ++j) {
    if (encoding.columns[static_cast<std::size_t>(j)].encoded) encoding.encoded.push_back(j);
  }
  const std::vector<std::set<double>> categories = CategoriesOf(train, encoding);
  for (std::size_t j = 0; j < categories.size(); ++j) {
    Column& column = encoding.columns[j];
    column.categories.assign(categories[j].begin(), categories[j].end());
    column.first = encoding.output_dim;
    encoding.output_dim += column.encoded ? static_cast<Index>(categories[j].size()) : 1;
  }
  double nonzeros = 0;
  for (Index i = 0; i < train.rows(); ++i)
    EncodeRow(train, i, encoding, [&](Index, double) { ++nonzeros; });
  const double density = nonzeros / static_cast<double>(train.rows()) /
                         std::max(1.0, static_cast<double>(encoding.output_dim));
  return std::make_unique<OneHot>(std::move(encoding), density < kSparseBelowDensity
                                                           ? StepOutput::kSparse
                                                           : StepOutput::kDense);
}

std::optional<Index> OutputDim(const Params& params, std::optional<Index> input_dim) {
  const ParamValue* listed = params.Find("columns");
  if (listed == nullptr) return std::nullopt;
  std::set<Index> seen;
  for (const ParamValue& value : listed->AsList()) {
    const Index column = value.AsInteger();
    if (!seen.insert(column).second) {
      throw InvalidInput("preprocessing step 'one_hot': columns has " + std::to_string(column) +
                         " twice; expected each column once");
    }
    if (input_dim && column >= *input_dim) {
      throw InvalidInput("preprocessing step 'one_hot': columns has " + std::to_string(column) +
                         ", and the rows have " + std::to_string(*input_dim) +
                         " columns, numbered from 0");
    }
  }
  return std::nullopt;
}

}  // namespace

PreprocessEntry OneHotStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary =
      "a column of integer codes becomes one column of 0 and 1 for each code of the training part; "
      "another code gives zeros";
  entry.params = {{.name = "columns",
                   .kind = ParamKind::kList,
                   .help = "numbers of the columns, from 0; absent: all",
                   .optional = true,
                   .min = 0,
                   .max = 1e12,
                   .items = ParamKind::kInteger}};
  entry.fit = Fit;
  entry.output_dim = OutputDim;
  return entry;
}

}  // namespace mercer
