#ifndef MERCER_CORE_BASE_PARAMS_H_
#define MERCER_CORE_BASE_PARAMS_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
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

/// Ordered name → value: the parameters of a kernel, map or learner as a user wrote them. Reading
/// is done by ParamReader (param_spec.h), which knows ranges and defaults.
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

}  // namespace mercer

#endif  // MERCER_CORE_BASE_PARAMS_H_
