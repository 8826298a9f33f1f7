#ifndef MERCER_CORE_BASE_PARAMS_H_
#define MERCER_CORE_BASE_PARAMS_H_

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mercer {

class Params;

/// One value of a parameter: true/false, a whole number, a real number, text, a list, or nested
/// parameters.
class ParamValue {
 public:
  using List = std::vector<ParamValue>;

  ParamValue(bool value) : value_(value) {}               // NOLINT(google-explicit-constructor)
  ParamValue(int value) : value_(std::int64_t{value}) {}  // NOLINT(google-explicit-constructor)
  ParamValue(std::int64_t value) : value_(value) {}       // NOLINT(google-explicit-constructor)
  ParamValue(double value) : value_(value) {}             // NOLINT(google-explicit-constructor)
  ParamValue(const char* value)
      : value_(std::string(value)) {}  // NOLINT(google-explicit-constructor)
  ParamValue(std::string value)
      : value_(std::move(value)) {}                     // NOLINT(google-explicit-constructor)
  ParamValue(List value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  ParamValue(Params value);                             // NOLINT(google-explicit-constructor)

  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_integer() const { return std::holds_alternative<std::int64_t>(value_); }
  bool is_number() const { return is_integer() || std::holds_alternative<double>(value_); }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_list() const { return std::holds_alternative<List>(value_); }
  bool is_params() const { return !is_bool() && !is_number() && !is_text() && !is_list(); }

  /// Each aborts if the value is of another kind; AsNumber accepts whole numbers too.
  bool AsBool() const;
  std::int64_t AsInteger() const;
  double AsNumber() const;
  const std::string& AsText() const;
  const List& AsList() const;
  const Params& AsParams() const;

  /// Text that is the same for equal values, however they were written, and differs for different
  /// ones: 1, 1.0 and 1e0 are all 1; text is quoted unless it is a single plain word; lists are in
  /// [], nested parameters in {} with their names sorted.
  std::string Canonical() const;

 private:
  // Params is an incomplete type here, hence the pointer; it is shared because it never changes.
  std::variant<bool, std::int64_t, double, std::string, List, std::shared_ptr<const Params>> value_;
};

/// An ordered map from names to values: the parameters of a kernel, map or learner as a user wrote
/// them. ParamSpec has their ranges and defaults.
class Params {
 public:
  using Entry = std::pair<std::string, ParamValue>;

  Params() = default;
  Params(std::initializer_list<Entry> entries) : entries_(entries) {}

  /// Replaces the value of a name that is present; appends it otherwise.
  void Set(const std::string& name, ParamValue value);
  void Erase(std::string_view name);

  /// nullptr if the name is absent.
  const ParamValue* Find(std::string_view name) const;

  /// Aborts if the name is absent: for resolved parameters.
  const ParamValue& Get(std::string_view name) const;

  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }

  /// "degree=10,offset=1": names sorted, values canonical; part of every identity.
  std::string Canonical() const;

 private:
  std::vector<Entry> entries_;
};

enum class ParamKind { kBool, kInteger, kNumber, kText, kNumberOrText, kList, kParams };

struct RegistryInfo;

/// The registry of the things that nested values describe, such as {"name": "gaussian", "sigma": 1}
/// for a kernel. A bare name is short for an object with only that name.
struct NestedKind {
  std::string_view noun;                                         // "kernel"
  const RegistryInfo* (*find)(std::string_view name) = nullptr;  // nullptr if unknown
  std::vector<std::string> (*names)() = nullptr;
};

/// Specification of one parameter of a registered kernel, map, learner, generator, …: parser, range
/// check, default and manual in one declaration.
struct ParamSpec {
  std::string name;
  ParamKind kind = ParamKind::kNumber;
  std::string help;                           // what it is, with its unit
  std::optional<ParamValue> default_value{};  // absent and not optional: must be given
  bool optional = false;                      // may be absent without a default
  std::optional<ParamValue> absence{};        // optional: value that means absent; Resolve drops it
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool open_min = false;                // the minimum itself is excluded
  std::vector<std::string> choices{};   // the texts allowed (kText, kNumberOrText)
  std::optional<ParamValue> example{};  // a legal value, if the range does not give one
  std::optional<ParamKind> items{};     // kList: what each item is; min, max and nested hold for it
  const NestedKind* nested = nullptr;   // kParams: what the object names
  bool numbers_only = false;            // nested: takes numbers only, never a rule

  /// "a whole number >= 1", "a number > 0, or one of mean_distance": the rule for values, as text.
  std::string Rule() const;
};

/// An error in one parameter. `name` is the key ("" for the whole), `message` one sentence.
struct ParamFault {
  std::string name;
  std::string message;
  std::string below{};  // JSON pointer from the parameter's value to the error inside it
};

/// A nested value split into its name and parameters, however it was written: "linear" or {"name":
/// "linear"}. `name` is "" if there is none.
struct NestedValue {
  std::string name;
  Params params{};
};
NestedValue AsNested(const ParamValue& value);

/// Returns all errors at once: unknown names (with a "did you mean" suggestion), missing
/// parameters, values of the wrong kind, values outside the range. `owner` names the thing in the
/// messages ("kernel 'polynomial'").
std::vector<ParamFault> CheckParams(std::string_view owner, const std::vector<ParamSpec>& specs,
                                    const Params& params);

/// The parameters with every default filled in, in the order of the specs; whole numbers are
/// integers, even if they were written 10.0; nested values are objects with their own defaults
/// filled in. Throws InvalidInput with the first error.
Params Resolve(std::string_view owner, const std::vector<ParamSpec>& specs, const Params& params);

/// A legal value for each parameter that must be given or has an example: the example, or else its
/// first choice or a number in its range. Used to show a registered thing or to query its
/// abilities.
Params ExampleParams(const std::vector<ParamSpec>& specs);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_PARAMS_H_
