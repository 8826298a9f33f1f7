#ifndef MERCER_CORE_BASE_PARAM_SPEC_H_
#define MERCER_CORE_BASE_PARAM_SPEC_H_

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/params.h"

namespace mercer {

enum class ParamKind { kBool, kInteger, kNumber, kText, kNumberOrText, kList, kParams };

struct RegistryInfo;

/// The registry that nested values are taken from: {"name": "gaussian", "sigma": 1} in place of a
/// kernel. A bare name stands for an object with nothing else.
struct NestedKind {
  std::string_view noun;                                         // "kernel"
  const RegistryInfo* (*find)(std::string_view name) = nullptr;  // nullptr where unknown
  std::vector<std::string> (*names)() = nullptr;
};

/// One parameter of a registered kernel, map, learner, generator …: parser, range check, default
/// and manual in one declaration.
struct ParamSpec {
  std::string name;
  ParamKind kind = ParamKind::kNumber;
  std::string help;                           // what it is, with its unit
  std::optional<ParamValue> default_value{};  // absent and not optional: must be given
  bool optional = false;                      // may be absent without a default
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool open_min = false;                // the minimum itself is excluded
  std::vector<std::string> choices{};   // the texts allowed (kText, kNumberOrText)
  std::optional<ParamValue> example{};  // a legal value, where the range does not give one
  std::optional<ParamKind> items{};     // kList: what each item is; min, max and nested hold for it
  const NestedKind* nested = nullptr;   // kParams: what the object names
  bool numbers_only = false;            // nested: no rule where a number or a rule may stand

  /// "a whole number >= 1", "a number > 0, or one of mean_distance": what a value must be.
  std::string Rule() const;
};

/// A fault of one parameter. `name` is the key ("" for the whole), `message` one sentence.
struct ParamFault {
  std::string name;
  std::string message;
  std::string below{};  // JSON pointer from the parameter's value to the fault inside it
};

/// A nested value with its name first, whatever way it was written: "linear" or {"name": "linear"}.
/// `name` is "" where there is none.
struct NestedValue {
  std::string name;
  Params params{};
};
NestedValue AsNested(const ParamValue& value);

/// Every fault at once: unknown names (with a did-you-mean), missing ones, wrong kinds, values
/// outside the range. `owner` names the thing in the sentences ("kernel 'polynomial'").
std::vector<ParamFault> CheckParams(std::string_view owner, const std::vector<ParamSpec>& specs,
                                    const Params& params);

/// The parameters with every default filled in, in the order of the specs; whole numbers are
/// integers, also where they were written 10.0; nested values are objects, their own defaults
/// filled in. Throws InvalidInput with the first fault.
Params Resolve(std::string_view owner, const std::vector<ParamSpec>& specs, const Params& params);

/// A legal value of each parameter that must be given, or has an example: that, else its first
/// choice or a number of its range. For showing a registered thing, or asking it what it can do.
Params ExampleParams(const std::vector<ParamSpec>& specs);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_PARAM_SPEC_H_
