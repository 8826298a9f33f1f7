#include "core/data/data_table.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/rows/labelled_rows.h"

namespace mercer {
namespace {

std::string ColumnText(const TableColumn& column, std::size_t number) {
  return column.name.empty() ? "column " + std::to_string(number + 1)
                             : "column '" + column.name + "'";
}

// Appends the values that are new; returns the code that each of `from` has then.
std::vector<double> MergeValues(const std::vector<std::string>& from,
                                std::vector<std::string>* into) {
  std::map<std::string, std::size_t> code_of;
  for (std::size_t code = 0; code < into->size(); ++code) code_of.emplace((*into)[code], code);
  std::vector<double> codes;
  for (const std::string& value : from) {
    const auto [place, is_new] = code_of.emplace(value, into->size());
    codes.push_back(static_cast<double>(place->second));
    if (is_new) into->push_back(value);
  }
  return codes;
}

bool ChangesNothing(const std::vector<double>& codes) {
  for (std::size_t i = 0; i < codes.size(); ++i)
    if (codes[i] != static_cast<double>(i)) return false;
  return true;
}

double NewCode(const std::vector<double>& codes, double old) {
  return codes[static_cast<std::size_t>(old)];
}

void Recode(const std::vector<std::vector<double>>& codes, Examples* x) {
  const auto codes_of = [&](Index column) -> const std::vector<double>& {
    return codes[static_cast<std::size_t>(column)];
  };
  if (!x->is_sparse()) {
    Matrix& dense = x->dense();
    for (Index j = 0; j < dense.cols(); ++j) {
      if (codes_of(j).empty()) continue;
      for (Index i = 0; i < dense.rows(); ++i) dense(i, j) = NewCode(codes_of(j), dense(i, j));
    }
    return;
  }
  // A code that is not stored is 0: that of a value of the first part's.
  *x = Stored(std::move(*x), Storage::kDense);
  Recode(codes, x);
  *x = ToSparse(*x);
}

void Widen(Index d, Examples* x) {
  const Index before = x->cols();
  if (before == d) return;
  if (x->is_sparse()) {
    x->sparse().conservativeResize(x->rows(), d);
    return;
  }
  if (TooLargeForDense(x->rows(), d)) {
    *x = ToSparse(*x);
    return Widen(d, x);
  }
  x->dense().conservativeResize(x->rows(), d);
  x->dense().rightCols(d - before).setZero();
}

void RequireAsManyColumns(const std::string& name, const std::string& first_name, Index columns,
                          Index expected) {
  if (columns == expected) return;
  throw InvalidInput(name + " has " + std::to_string(columns) + " columns; expected " +
                     std::to_string(expected) + ", as " + first_name);
}

// Makes the columns of `part` those of `all`, which get the values that are new.
void MatchColumns(const std::string& name, const std::string& first_name, DataTable* part,
                  DataTable* all) {
  RequireAsManyColumns(name, first_name, static_cast<Index>(part->columns.size()),
                       static_cast<Index>(all->columns.size()));
  std::vector<std::vector<double>> codes(part->columns.size());
  bool changes = false;
  for (std::size_t j = 0; j < part->columns.size(); ++j) {
    TableColumn& column = all->columns[j];
    const TableColumn& other = part->columns[j];
    if (other.name != column.name) {
      throw InvalidInput(name + " has the column '" + other.name + "'; expected '" + column.name +
                         "', as " + first_name);
    }
    if (other.values.empty() != column.values.empty()) {
      throw InvalidInput(name + ": " + ColumnText(column, j) + " holds " +
                         (other.values.empty() ? "numbers" : "names") + "; expected " +
                         (column.values.empty() ? "numbers" : "names") + ", as in " + first_name);
    }
    codes[j] = MergeValues(other.values, &column.values);
    if (ChangesNothing(codes[j])) codes[j].clear();
    changes = changes || !codes[j].empty();
  }
  if (changes) Recode(codes, &part->x);
}

void MatchLabels(const std::string& name, const std::string& first_name, DataTable* part,
                 DataTable* all) {
  if (part->class_names.empty() != all->class_names.empty()) {
    throw InvalidInput(name + ": the labels are " +
                       (part->class_names.empty() ? "numbers" : "names") + "; expected " +
                       (all->class_names.empty() ? "numbers" : "names") + ", as in " + first_name);
  }
  const std::vector<double> codes = MergeValues(part->class_names, &all->class_names);
  if (!ChangesNothing(codes))
    for (double& label : part->y) label = NewCode(codes, label);
}

SparseMatrix OneHot(const DataTable& table, Index d) {
  const Index n = table.x.rows();
  SparseMatrix x(n, d);
  Index per_row = 0;
  for (const TableColumn& column : table.columns) per_row += column.values.empty() ? 0 : 1;
  x.reserve(per_row * n + (per_row == table.x.cols() ? 0 : table.x.StoredValues()));
  for (Index i = 0; i < n; ++i) {
    x.startVec(i);
    const Matrix row = table.x.DenseRows(i, 1);
    Index first = 0;
    for (Index j = 0; j < row.cols(); ++j) {
      const auto values =
          static_cast<Index>(table.columns[static_cast<std::size_t>(j)].values.size());
      if (values > 0) {
        x.insertBackByOuterInner(i, first + static_cast<Index>(row(0, j))) = 1;
      } else if (row(0, j) != 0) {
        x.insertBackByOuterInner(i, first) = row(0, j);
      }
      first += std::max<Index>(values, 1);
    }
  }
  x.finalize();
  return x;
}

}  // namespace

bool DataTable::HasCategories() const {
  return std::any_of(columns.begin(), columns.end(),
                     [](const TableColumn& column) { return !column.values.empty(); });
}

DataTable PoolTables(std::vector<DataTable> parts, const std::vector<std::string>& names,
                     AbsentColumns absent) {
  MERCER_CHECK(!parts.empty() && names.size() == parts.size());
  DataTable all;
  all.columns = parts.front().columns;
  all.class_names = parts.front().class_names;
  Index d = parts.front().x.cols();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Index columns = parts[i].x.cols();
    if (absent == AbsentColumns::kRefused) RequireAsManyColumns(names[i], names[0], columns, d);
    d = std::max(d, columns);
  }
  std::vector<LabelledRows> pieces;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) {
      MatchColumns(names[i], names[0], &parts[i], &all);
      MatchLabels(names[i], names[0], &parts[i], &all);
    }
    Widen(d, &parts[i].x);
    pieces.push_back({std::move(parts[i].x), std::move(parts[i].y)});
  }
  LabelledRows pooled = Pool(std::move(pieces));
  all.x = std::move(pooled.x);
  all.y = std::move(pooled.y);
  return all;
}

Index EncodedDim(const std::vector<TableColumn>& columns, Encoding encoding) {
  if (encoding == Encoding::kInteger) return static_cast<Index>(columns.size());
  Index d = 0;
  for (const TableColumn& column : columns)
    d += std::max<Index>(static_cast<Index>(column.values.size()), 1);
  return d;
}

Examples Encode(DataTable table, Encoding encoding) {
  if (encoding == Encoding::kInteger || !table.HasCategories()) return std::move(table.x);
  if (TooLargeForDense(table.x.rows(), table.x.cols())) {
    throw InvalidInput("one column for each value of " + std::to_string(table.x.rows()) +
                       " rows of " + std::to_string(table.x.cols()) +
                       " columns is too much; expected at most " + std::to_string(kMaxDenseValues) +
                       " values to encode");
  }
  return OneHot(table, EncodedDim(table.columns, encoding));
}

}  // namespace mercer
