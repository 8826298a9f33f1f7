#include "experiments/report/plot/panel_names.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "core/base/text.h"

namespace mercer {
namespace {

/// A name as "unit_ball(d=10,law=gaussian)" writes it.
struct NameParts {
  std::string base;
  std::vector<std::string> items{};
  std::string rest{};
};

/// Where the parameters of a name begin: at the first bracket but those that belong to a display
/// name, as in "Fourier (dual)".
std::size_t ParametersBegin(const std::string& name) {
  std::size_t open = name.find('(');
  while (open != std::string::npos && open > 0 && name[open - 1] == ' ') {
    const std::size_t close = name.find(')', open);
    if (name.substr(open, close - open).find('=') != std::string::npos) break;
    open = name.find('(', open + 1);
  }
  return open;
}

NameParts SplitName(const std::string& name) {
  const std::size_t open = ParametersBegin(name), close = name.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return {name};
  NameParts parts{name.substr(0, open), {}, name.substr(close + 1)};
  while (parts.base.ends_with(' ')) parts.base.pop_back();
  std::string item;
  int depth = 0;
  for (const char c : name.substr(open + 1, close - open - 1)) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if ((c == ',' || c == ';') && depth == 0) {
      parts.items.push_back(std::exchange(item, ""));
    } else if (c != ' ' || !item.empty()) {
      item += c;
    }
  }
  parts.items.push_back(item);
  return parts;
}

}  // namespace

std::vector<std::string> DistinguishNames(const std::vector<std::string>& names) {
  std::vector<NameParts> parts;
  for (const std::string& name : names) parts.push_back(SplitName(name));
  const auto in_all = [&](auto holds) { return std::ranges::all_of(parts, holds); };
  const bool is_one_base =
      in_all([&](const NameParts& other) { return other.base == parts.front().base; });
  std::vector<std::string> texts;
  for (const NameParts& own : parts) {
    std::vector<std::string> items;
    for (const std::string& item : own.items) {
      if (!in_all(
              [&](const NameParts& other) { return std::ranges::count(other.items, item) > 0; }))
        items.push_back(item);
    }
    std::string text = is_one_base ? "" : own.base;
    if (!items.empty()) text += text.empty() ? Join(items, ", ") : " (" + Join(items, ", ") + ")";
    if (!in_all([&](const NameParts& other) { return other.rest == own.rest; })) text += own.rest;
    texts.push_back(text);
  }
  return texts;
}

std::string WithoutParameter(const std::string& name, const std::string& parameter) {
  NameParts parts = SplitName(name);
  std::erase_if(parts.items,
                [&](const std::string& item) { return item.starts_with(parameter + "="); });
  return parts.base + (parts.items.empty() ? "" : "(" + Join(parts.items, ",") + ")") + parts.rest;
}

std::string NameWithoutParameters(const std::string& name) { return SplitName(name).base; }

std::vector<std::string> ParametersOf(const std::string& name) { return SplitName(name).items; }

std::optional<std::string> ParameterOf(const std::string& name, const std::string& parameter) {
  for (const std::string& item : SplitName(name).items)
    if (item.starts_with(parameter + "=")) return item.substr(parameter.size() + 1);
  return std::nullopt;
}

std::vector<std::string> KeyNames(const std::vector<std::string>& methods) {
  std::map<std::string, std::vector<std::size_t>> groups;  // places by name
  for (std::size_t i = 0; i < methods.size(); ++i) groups[SplitName(methods[i]).base].push_back(i);
  std::vector<std::string> names(methods.size());
  for (const auto& [base, places] : groups) {
    std::vector<std::string> own;
    for (const std::size_t place : places) own.push_back(methods[place]);
    const std::vector<std::string> told = DistinguishNames(own);
    for (std::size_t i = 0; i < places.size(); ++i) {
      // What follows the parameters, ", D = 100", needs no brackets.
      const bool is_plain = told[i].empty() || told[i].starts_with(", ");
      names[places[i]] = base + (is_plain ? told[i] : " (" + told[i] + ")");
    }
  }
  return names;
}

}  // namespace mercer
