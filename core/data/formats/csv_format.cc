#include <utility>

#include "core/base/error.h"
#include "core/data/formats/csv_reader.h"

namespace mercer {
namespace {

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

DataFormat CsvFormat() {
  DataFormat format;
  format.name = "csv";
  format.summary = "separated fields, RFC 4180; columns of numbers or names";
  format.params = {
      {.name = "separator",
       .kind = ParamKind::kText,
       .help = "between fields; blanks: runs of spaces and tabs",
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
  format.has_categories = true;
  format.read = [](const std::vector<DataFile>& files, const Params& params, Index) {
    return ParseCsv(files[0].bytes, files[0].path, OptionsOf(params));
  };
  return format;
}

}  // namespace mercer
