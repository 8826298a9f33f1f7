#include "core/data/steps/column_params.h"

namespace mercer {

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
  using Kind = LabelColumn::Kind;
  const ParamValue& value = params.Get("label");
  // 2.5 names no column: the reader says so.
  if (value.is_number() && !value.is_integer()) return {Kind::kName, 0, value.Canonical()};
  if (value.is_number()) return {Kind::kNumber, value.AsInteger(), ""};
  const std::string& text = value.AsText();
  if (text == "first") return {Kind::kFirst, 0, ""};
  if (text == "last") return {Kind::kLast, 0, ""};
  if (text == "none") return {Kind::kNone, 0, ""};
  return {Kind::kName, 0, text};
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

}  // namespace mercer
