#include "core/data/formats/text_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/text_fault.h"
#include "core/data/rows/labelled_rows.h"

namespace mercer {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
using Kind = TextColumn::Kind;

// A number to std::from_chars that no reader takes: nan, inf, or beyond the range of a double.
bool IsUnfitNumber(std::string_view field) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (end != field.data() + field.size()) return false;
  return error == std::errc::result_out_of_range || (error == std::errc() && !std::isfinite(value));
}

// One of the usual marks of a missing value, in upper or lower case.
bool LooksMissing(std::string_view field) {
  std::string small(field);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  static const std::vector<std::string> signs = {"nan",  "-nan", "na",  "n/a", "#n/a",
                                                 "null", "none", "nil", ".",   "-"};
  return std::find(signs.begin(), signs.end(), small) != signs.end();
}

bool HoldsNames(Kind kind) { return kind == Kind::kFound || kind == Kind::kListed; }

}  // namespace

ParamSpec LabelParam() {
  return {
      .name = "label",
      .kind = ParamKind::kNumberOrText,
      .help = "the label's column: its name, its number from 1, first or last; none: labels are 0",
      .default_value = "last",
      .min = 1,
      .max = 1e7};
}

LabelColumn LabelColumnOf(const Params& params) {
  using Which = LabelColumn::Kind;
  const ParamValue& value = params.Get("label");
  // 2.5 names no column: the reader says so.
  if (value.is_number() && !value.is_integer()) return {Which::kName, 0, value.Canonical()};
  if (value.is_number()) return {Which::kNumber, value.AsInteger(), ""};
  const std::string& text = value.AsText();
  if (text == "first") return {Which::kFirst, 0, ""};
  if (text == "last") return {Which::kLast, 0, ""};
  if (text == "none") return {Which::kNone, 0, ""};
  return {Which::kName, 0, text};
}

ParamSpec IgnoreParam() { return TextListParam("ignore", "columns left out"); }

ParamSpec MissingParam() {
  return {.name = "missing",
          .kind = ParamKind::kText,
          .help =
              "what a field without a value is: a fault; a category more (of names); a reason "
              "to leave out the row; kept missing (of numbers) for the preprocessing step impute",
          .default_value = "error",
          .choices = {"error", "category", "drop_rows", "keep"}};
}

MissingRule MissingRuleOf(const Params& params) {
  const std::string& rule = params.Get("missing").AsText();
  if (rule == "category") return MissingRule::kCategory;
  if (rule == "drop_rows") return MissingRule::kDropRows;
  return rule == "keep" ? MissingRule::kKeep : MissingRule::kError;
}

ParamSpec TextListParam(const std::string& name, const std::string& help) {
  return {.name = name,
          .kind = ParamKind::kList,
          .help = help,
          .optional = true,
          .items = ParamKind::kText};
}

std::vector<std::string> TextList(const Params& params, const std::string& name) {
  std::vector<std::string> texts;
  if (const ParamValue* list = params.Find(name))
    for (const ParamValue& item : list->AsList()) texts.push_back(item.AsText());
  return texts;
}

TextTable::TextTable(std::string_view text, const std::string& path, Layout layout, Index most_rows)
    : text_(text), path_(path), layout_(std::move(layout)), codes_(layout_.columns.size()) {
  Index d = 0;
  for (std::size_t j = 0; j < layout_.columns.size(); ++j) {
    const TextColumn& column = layout_.columns[j];
    const bool is_input = j != layout_.label && column.kind != Kind::kIgnored;
    place_.push_back(is_input ? d++ : -1);
    for (std::size_t code = 0; code < column.column.values.size(); ++code)
      codes_[j].emplace(column.column.values[code], static_cast<Index>(code));
  }
  if (d == 0) throw InvalidInput(path + " has no column beside the label; expected at least one");
  store_ = std::make_unique<RowStore>(path, most_rows, d, layout_.sparse);
}

TextTable::~TextTable() = default;

std::string TextTable::NameOf(std::size_t column) const {
  const std::string& name = layout_.columns[column].column.name;
  if (!name.empty()) return name;
  return column == layout_.label ? "the label" : "column " + std::to_string(column + 1);
}

void TextTable::Fail(const Field& field, const std::string& expected) const {
  ThrowAt(path_, text_, field.offset, "expected " + expected + ", got " + Quoted(field.text));
}

void TextTable::Put(std::size_t column, std::string_view field, std::size_t offset, bool missing) {
  if (layout_.columns[column].kind != Kind::kIgnored)
    row_.push_back({column, offset, field, missing});
}

// Whether only the whole column says what a missing value is.
bool TextTable::IsGap(const Field& field) const {
  const Kind kind = layout_.columns[field.column].kind;
  if (field.column == layout_.label) return false;
  if (layout_.missing == MissingRule::kKeep) return !HoldsNames(kind);
  return layout_.missing == MissingRule::kCategory && kind == Kind::kByFirstValue;
}

double TextTable::Code(const Field& field, TextColumn* column) {
  auto& codes = codes_[field.column];
  const auto found = codes.find(field.text);
  if (found != codes.end()) return static_cast<double>(found->second);
  if (column->kind == Kind::kListed)
    Fail(field, "one of " + Join(column->column.values, ", ") + " as " + NameOf(field.column));
  const auto code = static_cast<Index>(column->column.values.size());
  codes.emplace(std::string(field.text), code);
  column->column.values.emplace_back(field.text);
  return static_cast<double>(code);
}

double TextTable::Value(const Field& field) {
  TextColumn& column = layout_.columns[field.column];
  const bool listed = column.kind == Kind::kListed && codes_[field.column].contains(field.text);
  if (field.missing && !listed) {
    if (IsGap(field)) {
      gaps_.push_back({store_->rows(), field});
      gaps_.back().field.text = text_.substr(field.offset, field.text.size());
      return kNoValue;
    }
    const bool is_category = layout_.missing == MissingRule::kCategory &&
                             column.kind == Kind::kFound && field.column != layout_.label;
    if (!is_category) FailMissing(field);
  }
  double value = 0;
  const bool is_number = !HoldsNames(column.kind) && ParseNumber(field.text, &value);
  const bool decides = column.kind == Kind::kByFirstValue;
  if (decides && IsUnfitNumber(field.text)) FailNumber(field);
  if (decides) column.kind = is_number ? Kind::kNumbers : Kind::kFound;
  if (is_number) return value;
  if (!HoldsNames(column.kind)) FailNumber(field);
  NoteName(field, decides);
  return Code(field, &column);
}

// Numbers, and marks of a missing value, do not show that a column holds names.
void TextTable::NoteName(const Field& field, bool decides) {
  if (decides) {
    only_names_.emplace(field.column,
                        FirstName{std::string(field.text), field.offset, store_->rows() == 0});
    return;
  }
  const auto only = only_names_.find(field.column);
  if (only == only_names_.end() || field.missing || field.text == only->second.name) return;
  double ignored = 0;
  const bool is_number = ParseNumber(field.text, &ignored) || IsUnfitNumber(field.text);
  if (!is_number && !LooksMissing(field.text)) only_names_.erase(only);
}

void TextTable::FailMissing(const Field& field) const {
  const bool is_label = field.column == layout_.label;
  Fail(field, "a value as " + NameOf(field.column) +
                  (is_label ? " (\"missing\": \"drop_rows\" leaves such rows out)"
                            : " (\"missing\": \"drop_rows\" leaves such rows out, \"keep\" leaves "
                              "numbers to the preprocessing step impute)"));
}

void TextTable::FailNumber(const Field& field) const {
  const std::string hint = MissingHint(field);
  Fail(field,
       "a finite number as " + NameOf(field.column) + (hint.empty() ? "" : " (" + hint + ")"));
}

// What to say of a field that is a mark of a missing value; "" where it is none.
std::string TextTable::MissingHint(const Field& field) const {
  if (!layout_.names_missing_values || !LooksMissing(field.text)) return "";
  const bool is_label = field.column == layout_.label;
  return "where " + Quoted(field.text) + " says that there is no value: \"missing_values\": [\"" +
         std::string(field.text) + "\"], and \"missing\": \"drop_rows\"" +
         (is_label ? "" : ", or \"keep\" with the preprocessing step impute");
}

void TextTable::EndRow() {
  const auto drops = [this](const Field& field) {
    return field.missing && !codes_[field.column].contains(field.text);
  };
  if (layout_.missing == MissingRule::kDropRows && std::any_of(row_.begin(), row_.end(), drops)) {
    row_.clear();
    return;
  }
  double label = 0;
  for (const Field& field : row_) {
    const double value = Value(field);
    if (field.column == layout_.label) {
      label = value;
    } else {
      store_->Set(place_[field.column], value);
    }
  }
  store_->EndRow(label);
  row_.clear();
}

// Codes were given in the order of appearance; those of the sorted names do not depend on it. A
// sparse text has listed names only.
void TextTable::SortFound(std::size_t column, DataTable* table) {
  std::vector<std::string>& values = layout_.columns[column].column.values;
  const std::vector<std::string> appeared = values;
  std::sort(values.begin(), values.end());
  std::vector<double> codes;
  for (const std::string& value : appeared)
    codes.push_back(static_cast<double>(std::lower_bound(values.begin(), values.end(), value) -
                                        values.begin()));
  for (Index i = 0; i < table->y.size(); ++i) {
    double& code = column == layout_.label ? table->y[i] : table->x.dense()(i, place_[column]);
    code = codes[static_cast<std::size_t>(code)];
  }
}

void TextTable::FillCategories(DataTable* table) {
  for (const Gap& gap : gaps_) {
    TextColumn& column = layout_.columns[gap.field.column];
    if (column.kind == Kind::kNumbers)
      Fail(gap.field, "a value as " + NameOf(gap.field.column) + ", which holds numbers");
    column.kind = Kind::kFound;
    table->x.dense()(gap.row, place_[gap.field.column]) = Code(gap.field, &column);
  }
}

// One name before numbers is a heading, or says that there is no value.
void TextTable::CheckFirstNames() const {
  for (const auto& [j, first] : only_names_) {
    const TableColumn& column = layout_.columns[j].column;
    const auto numbers =
        std::count_if(column.values.begin(), column.values.end(), [](const std::string& value) {
          double ignored = 0;
          return ParseNumber(value, &ignored);
        });
    if (numbers < (LooksMissing(first.name) ? 1 : 2)) continue;
    const Field field{j, first.offset, first.name, false};
    std::string hint = MissingHint(field);
    if (hint.empty() && layout_.may_have_heading && first.in_first_row)
      hint = "\"header\": true where the first line names the columns";
    Fail(field, "a finite number as " + NameOf(j) + ", like its other values (" + hint +
                    (hint.empty() ? "" : "; ") + "\"categorical\" lists columns that hold names)");
  }
}

// A column of names may begin with missing values.
void TextTable::CheckKept() const {
  for (const Gap& gap : gaps_) {
    if (HoldsNames(layout_.columns[gap.field.column].kind))
      Fail(gap.field, "a value as " + NameOf(gap.field.column) + ", which holds names");
  }
}

DataTable TextTable::Finish() {
  LabelledRows rows = store_->Build();
  if (rows.x.rows() == 0) throw InvalidInput(path_ + " holds no rows; expected at least one");
  DataTable table;
  table.x = std::move(rows.x);
  table.y = std::move(rows.y);
  CheckFirstNames();
  if (!gaps_.empty()) {
    layout_.missing == MissingRule::kKeep ? CheckKept() : FillCategories(&table);
  }
  for (std::size_t j = 0; j < layout_.columns.size(); ++j) {
    const bool is_label = j == layout_.label;
    if (layout_.columns[j].kind == Kind::kFound) SortFound(j, &table);
    if (is_label) table.class_names = layout_.columns[j].column.values;
    if (place_[j] >= 0) table.columns.push_back(layout_.columns[j].column);
  }
  return table;
}

}  // namespace mercer
