#include "core/data/formats/csv_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/csv_fields.h"
#include "core/data/formats/text_fault.h"

namespace mercer {
namespace {

using Kind = TextColumn::Kind;
using Record = std::vector<CsvFields::Field>;

std::string Shown(const Record& record) {
  const bool blank = record.size() == 1 && record[0].text.empty();
  return blank ? "a blank line" : std::to_string(record.size());
}

class CsvParser {
 public:
  CsvParser(std::string_view text, const std::string& path, const CsvOptions& options)
      : text_(text), path_(path), options_(options), fields_(text, path, options) {}

  DataTable Parse() {
    Record record;
    bool there = fields_.Next(&record);
    if (!there) Empty();
    NameColumns(record);
    if (options_.header) there = fields_.Next(&record);
    if (!there) Empty();
    const std::size_t count = columns_.size();
    if (count == 1 && options_.label.kind != LabelColumn::Kind::kNone) FailOneColumn();
    TextTable table(text_, path_, MakeLayout(), fields_.MostRecords(count) + 1);
    do {
      if (record.size() != count) WrongCount(record);
      for (std::size_t j = 0; j < count; ++j)
        table.Put(j, record[j].text, record[j].offset, IsMissing(record[j].text));
      table.EndRow();
    } while (fields_.Next(&record));
    return table.Finish();
  }

 private:
  [[noreturn]] void Empty() const {
    throw InvalidInput(path_ + " holds no rows; expected at least one");
  }

  // A line of one field is mostly one whose fields are separated otherwise.
  void FailOneColumn() const {
    const std::string_view line = text_.substr(0, text_.find('\n'));
    const std::optional<char> likely = LikelySeparator(line);
    if (!likely || *likely == options_.separator) return;
    throw InvalidInput(path_ + " has one column with the separator " +
                       SeparatorName(options_.separator) + "; expected \"separator\": \"" +
                       SeparatorName(*likely) + "\", which makes " +
                       std::to_string(CountFields(line, *likely)) + " of its first line");
  }

  [[noreturn]] void WrongCount(const Record& record) const {
    const std::size_t count = columns_.size();
    const std::size_t at = std::min(record.size() - 1, count);
    ThrowAt(path_, text_, record[at].offset,
            "expected " + std::to_string(count) + " fields, got " + Shown(record));
  }

  void NameColumns(const Record& first) {
    if (options_.header) {
      for (const CsvFields::Field& field : first) columns_.push_back({{std::string(field.text)}});
    } else if (!options_.columns.empty()) {
      for (const std::string& name : options_.columns) columns_.push_back({{name}});
    } else {
      columns_.resize(first.size());
    }
  }

  bool HasNames() const { return options_.header || !options_.columns.empty(); }

  [[noreturn]] void FailUnknown(const std::string& key, const std::string& name,
                                const std::vector<std::string>& known) const {
    throw InvalidInput(path_ + ": " + UnknownName(key + " column", name, known));
  }

  // The column of a name, or else of a number in digits; throws where there is none, or two.
  std::size_t Find(const std::string& key, const std::string& name) const {
    std::vector<std::size_t> found;
    for (std::size_t j = 0; HasNames() && j < columns_.size(); ++j)
      if (columns_[j].column.name == name) found.push_back(j);
    if (found.size() > 1) {
      throw InvalidInput(path_ + ": the " + key + " column " + Quoted(name) + " is both column " +
                         std::to_string(found[0] + 1) + " and column " +
                         std::to_string(found[1] + 1) +
                         "; expected a name of one column, or the column's number");
    }
    if (!found.empty()) return found.front();
    Index number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_number = error == std::errc() && end == name.data() + name.size();
    if (is_number && IsColumn(number)) return static_cast<std::size_t>(number) - 1;
    std::vector<std::string> known;
    for (const TextColumn& column : columns_)
      if (!column.column.name.empty()) known.push_back(column.column.name);
    FailUnknown(key, name, known.empty() ? Numbers() : known);
  }

  bool IsColumn(Index number) const {
    return number >= 1 && number <= static_cast<Index>(columns_.size());
  }

  std::vector<std::string> Numbers() const { return {"1 to " + std::to_string(columns_.size())}; }

  std::size_t LabelByNumber() const {
    const Index number = options_.label.number;
    if (!IsColumn(number)) FailUnknown("label", std::to_string(number), Numbers());
    return static_cast<std::size_t>(number) - 1;
  }

  std::size_t FindLabel() const {
    switch (options_.label.kind) {
      case LabelColumn::Kind::kFirst:
        return 0;
      case LabelColumn::Kind::kLast:
        return columns_.size() - 1;
      case LabelColumn::Kind::kNone:
        return TextTable::kNoLabel;
      case LabelColumn::Kind::kNumber:
        return LabelByNumber();
      case LabelColumn::Kind::kName:
        break;
    }
    return Find("label", options_.label.name);
  }

  TextTable::Layout MakeLayout() {
    for (const TableColumn& listed : options_.categories) {
      TextColumn& column = columns_[Find("category", listed.name)];
      column.kind = Kind::kListed;
      column.column.values = listed.values;
    }
    for (const std::string& name : options_.categorical)
      columns_[Find("categorical", name)].kind = Kind::kFound;
    for (const std::string& name : options_.ignore)
      columns_[Find("ignored", name)].kind = Kind::kIgnored;
    const std::size_t label = FindLabel();
    if (label != TextTable::kNoLabel && columns_[label].kind == Kind::kIgnored)
      throw InvalidInput(path_ + ": the label's column is ignored; expected another one");
    if (label != TextTable::kNoLabel && !options_.classes.empty()) {
      columns_[label].kind = Kind::kListed;
      columns_[label].column.values = options_.classes;
    }
    return {.columns = columns_,
            .label = label,
            .missing = options_.missing,
            .names_missing_values = true,
            .may_have_heading = !options_.header};
  }

  bool IsMissing(std::string_view field) const {
    return std::find(options_.missing_values.begin(), options_.missing_values.end(), field) !=
           options_.missing_values.end();
  }

  std::string_view text_;
  const std::string& path_;
  const CsvOptions& options_;
  CsvFields fields_;
  std::vector<TextColumn> columns_;
};

std::vector<TableColumn> CategoriesOf(const Params& params) {
  std::vector<TableColumn> categories;
  const ParamValue* given = params.Find("categories");
  if (given == nullptr) return categories;
  for (const auto& entry : given->AsParams().entries()) {
    const std::string& name = entry.first;
    const ParamValue& values = entry.second;
    const auto fault = [&] {
      return InvalidInput("format 'csv': categories: " + name + " is " + values.Canonical() +
                          "; expected a list of different texts");
    };
    if (!values.is_list() || values.AsList().empty()) throw fault();
    TableColumn column{name};
    for (const ParamValue& value : values.AsList()) {
      if (!value.is_text()) throw fault();
      for (const std::string& before : column.values)
        if (before == value.AsText()) throw fault();
      column.values.push_back(value.AsText());
    }
    categories.push_back(std::move(column));
  }
  return categories;
}

CsvOptions OptionsOf(const Params& params) {
  CsvOptions options;
  const std::string& separator = params.Get("separator").AsText();
  options.separator = separator == "semicolon" ? ';'
                      : separator == "tab"     ? '\t'
                      : separator == "blanks"  ? ' '
                                               : ',';
  options.header = params.Get("header").AsBool();
  options.trim = params.Get("trim").AsBool();
  if (const ParamValue* comment = params.Find("comment")) {
    if (comment->AsText().size() != 1)
      throw InvalidInput("format 'csv': comment is " + comment->Canonical() +
                         "; expected one character");
    options.comment = comment->AsText()[0];
  }
  options.final_dot = params.Get("final_dot").AsBool();
  options.columns = TextList(params, "columns");
  if (options.header && !options.columns.empty())
    throw InvalidInput("format 'csv': a header and columns are both given; expected one of them");
  options.label = LabelColumnOf(params);
  options.classes = TextList(params, "classes");
  options.categories = CategoriesOf(params);
  options.categorical = TextList(params, "categorical");
  options.ignore = TextList(params, "ignore");
  options.missing = MissingRuleOf(params);
  if (params.Find("missing_values") != nullptr)
    options.missing_values = TextList(params, "missing_values");
  return options;
}

ParamSpec Flag(const std::string& name, const std::string& help, bool by_default) {
  return {.name = name, .kind = ParamKind::kBool, .help = help, .default_value = by_default};
}

}  // namespace

DataTable ParseCsv(std::string_view text, const std::string& path, const CsvOptions& options) {
  return CsvParser(text, path, options).Parse();
}

DataFormat CsvFormat() {
  DataFormat format;
  format.name = "csv";
  format.summary = "separated fields, RFC 4180; columns of numbers or names";
  format.params = {
      {.name = "separator",
       .kind = ParamKind::kText,
       .help = "what separates fields; blanks: runs of spaces and tabs",
       .default_value = "comma",
       .choices = {"comma", "semicolon", "tab", "blanks"}},
      Flag("header", "the first line names the columns", false),
      TextListParam("columns", "names of all columns, where no header has them"),
      LabelParam(),
      TextListParam("classes", "class names in the order of their codes; else as found, sorted"),
      {.name = "categories",
       .kind = ParamKind::kParams,
       .help = "column to list of its values, in the order of their codes",
       .optional = true},
      TextListParam("categorical", "columns that hold names; values as found, sorted"),
      IgnoreParam(),
      MissingParam(),
      TextListParam("missing_values", "fields that say that there is no value; else empty and ?"),
      {.name = "comment",
       .kind = ParamKind::kText,
       .help = "lines that begin with this character are left out",
       .optional = true},
      Flag("trim", "blanks around a field are not part of it", true),
      Flag("final_dot", "a dot that ends a line is not part of it", false)};
  format.roles = {{"rows", "the rows with their labels"}};
  format.extensions = {".csv", ".data"};
  format.is_text = true;
  format.has_categories = true;
  format.read = [](const std::vector<DataFile>& files, const Params& params, Index) {
    return ParseCsv(files[0].bytes, files[0].path, OptionsOf(params));
  };
  return format;
}

}  // namespace mercer
