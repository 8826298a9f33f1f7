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

  /// Each aborts where the value is of another kind; AsNumber takes whole numbers too.
  bool AsBool() const;
  std::int64_t AsInteger() const;
  double AsNumber() const;
  const std::string& AsText() const;
  const List& AsList() const;
  const Params& AsParams() const;

  /// Text that is the same for equal values, whatever way they were written, and different for
  /// different ones: 1, 1.0 and 1e0 are all 1; text is quoted unless it is one plain word; lists in
  /// [], nested parameters in {} with their names sorted.
  std::string Canonical() const;

 private:
  // Params is incomplete here: a pointer may hold it, shared because it never changes.
  std::variant<bool, std::int64_t, double, std::string, List, std::shared_ptr<const Params>> value_;
};

/// Ordered name → value: the parameters of a kernel, map or learner as a user wrote them. Ranges
/// and defaults are those of ParamSpec.
class Params {
 public:
  using Entry = std::pair<std::string, ParamValue>;

  Params() = default;
  Params(std::initializer_list<Entry> entries) : entries_(entries) {}

  /// Replaces the value of a name that is there; else appends.
  void Set(const std::string& name, ParamValue value);
  void Erase(std::string_view name);

  /// nullptr where the name is absent.
  const ParamValue* Find(std::string_view name) const;

  /// Aborts where the name is absent: for resolved parameters.
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
  std::optional<ParamValue> absence{};        // optional: what absence means; resolved, it is absent
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

#endif  // MERCER_CORE_BASE_PARAMS_H_
