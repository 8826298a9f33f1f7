#include "experiments/config/trial/tuned_values.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"

namespace mercer {
namespace {

// Two names for one thing; a kernel or learner that has both takes exactly one of them.
constexpr std::pair<const char*, const char*> kAlternatives[] = {{"sigma", "gamma"},
                                                                 {"cost", "lambda"}};

std::string AlternativeTo(const std::string& name) {
  for (const auto& [one, other] : kAlternatives) {
    if (name == one) return other;
    if (name == other) return one;
  }
  return "";
}

const ParamSpec* SpecOf(const RegistryInfo& entry, const std::string& name) {
  const auto it = std::find_if(entry.params.begin(), entry.params.end(),
                               [&](const ParamSpec& spec) { return spec.name == name; });
  return it == entry.params.end() ? nullptr : &*it;
}

// A part of a cell and what the registry says of it; no entry where the cell lacks the part.
struct Part {
  const char* name;
  std::string owner{};
  NamedParams* named = nullptr;
  const RegistryInfo* entry = nullptr;
};

template <class Entry>
Part PartOf(const char* name, const Registry<Entry>& registry, NamedParams* named) {
  if (named == nullptr) return {name};
  return {name, registry.kind() + " '" + named->name + "'", named, registry.Find(named->name)};
}

std::vector<Part> PartsOf(Cell& cell) {
  return {PartOf("kernel", KernelRegistry(), &cell.kernel),
          PartOf("map", MapRegistry(), cell.map ? &*cell.map : nullptr),
          PartOf("learner", LearnerRegistry(), cell.learner ? &*cell.learner : nullptr)};
}

bool Precedes(const ParamValue& a, const ParamValue& b) {
  if (!a.is_number() || !b.is_number()) return a.is_number() && !b.is_number();
  return a.AsNumber() < b.AsNumber();
}

ParamValue RulesAsOne(const ParamSpec& spec, const ParamValue& value) {
  if (spec.kind == ParamKind::kNumberOrText && value.is_text()) return 1.0;
  if (spec.kind == ParamKind::kList && spec.items) {
    ParamSpec item = spec;
    item.kind = *spec.items;
    item.items.reset();
    ParamValue::List list;
    for (const ParamValue& one : value.AsList()) list.push_back(RulesAsOne(item, one));
    return list;
  }
  if (spec.kind != ParamKind::kParams || spec.nested == nullptr) return value;
  const NestedValue nested = AsNested(value);
  Params replaced{{"name", nested.name}};
  const Params inner = WithRulesAsOne(spec.nested->find(nested.name)->params, nested.params);
  for (const auto& [key, one] : inner.entries()) replaced.Set(key, one);
  return replaced;
}

}  // namespace

std::string FormatTuned(const TunedValues& values) {
  std::vector<std::string> parts;
  for (const auto& [path, value] : values) parts.push_back(path + "=" + value.Canonical());
  return Join(parts, ",");
}

std::vector<TunedValues> GridPoints(const TuningSpec& spec) {
  std::vector<TunedValues> points{{}};
  for (const auto& [path, listed] : spec.grid) {
    ParamValue::List values = listed;
    std::stable_sort(values.begin(), values.end(), Precedes);
    std::vector<TunedValues> longer;
    for (const TunedValues& point : points) {
      for (const ParamValue& value : values) {
        longer.push_back(point);
        longer.back().emplace_back(path, value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

double CountGridPoints(const TuningSpec& spec) {
  double count = 1;
  for (const auto& [path, values] : spec.grid) count *= static_cast<double>(values.size());
  return count;
}

Cell CellOf(const MethodSpec& method, const NamedParams& kernel) {
  Cell cell;
  cell.kernel = kernel;
  cell.method = method.id;
  cell.map = method.map;
  cell.learner = method.learner;
  return cell;
}

std::optional<TunedParam> FindTuned(const std::string& path, Cell& cell) {
  const std::size_t dot = std::min(path.find('.'), path.size());
  const std::string name = path.substr(std::min(dot + 1, path.size()));
  for (const Part& part : PartsOf(cell)) {
    if (part.entry == nullptr || path.substr(0, dot) != part.name) continue;
    if (const ParamSpec* spec = SpecOf(*part.entry, name))
      return TunedParam{part.named, spec, part.owner, false};
    if (name != "cost" && name != "lambda") continue;
    if (const ParamSpec* spec = SpecOf(*part.entry, AlternativeTo(name)))
      return TunedParam{part.named, spec, part.owner, true};
  }
  return std::nullopt;
}

std::string AlternativePath(const std::string& path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) return "";
  const std::string other = AlternativeTo(path.substr(dot + 1));
  return other.empty() ? "" : path.substr(0, dot + 1) + other;
}

std::vector<std::string> TunablePaths(const Cell& cell) {
  Cell copy = cell;
  std::vector<std::string> paths;
  for (const Part& part : PartsOf(copy)) {
    if (part.entry == nullptr) continue;
    for (const ParamSpec& spec : part.entry->params)
      paths.push_back(std::string(part.name) + "." + spec.name);
  }
  return paths;
}

double ConvertStrength(double strength, Index rows) {
  return 1 / (static_cast<double>(rows) * strength);
}

void PutTuned(const TunedValues& values, Index rows, Cell& cell) {
  for (const auto& [path, value] : values) {
    const std::optional<TunedParam> param = FindTuned(path, cell);
    if (!param) {
      throw InvalidInput("tuned parameter " + Quoted(path) +
                         " is none of the method; expected kernel.…, map.… or learner.…");
    }
    if (param->converted && !value.is_number()) {
      throw InvalidInput("tuned parameter " + Quoted(path) + " is " + Cut(value.Canonical()) +
                         "; expected a number");
    }
    Params& params = param->named->params;
    if (param->spec->optional) params.Erase(AlternativeTo(param->spec->name));
    params.Set(param->spec->name,
               param->converted ? ConvertStrength(value.AsNumber(), rows) : value);
  }
}

Params WithRulesAsOne(const std::vector<ParamSpec>& specs, Params params) {
  for (const ParamSpec& spec : specs) {
    if (const ParamValue* value = params.Find(spec.name))
      params.Set(spec.name, RulesAsOne(spec, *value));
  }
  return params;
}

}  // namespace mercer
