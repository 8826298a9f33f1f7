#ifndef MERCER_CORE_BASE_REGISTRY_H_
#define MERCER_CORE_BASE_REGISTRY_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/base/text.h"

namespace mercer {

/// The description of a registered thing, from which `mercer list`, the unknown-name error, the
/// config check and the tables of the documentation are made.
struct RegistryInfo {
  std::string name;
  std::string summary;   // one sentence with the formula
  std::string citation;  // key of the paper, with section or equation
  int version = 1;       // raised when its numbers change, which makes older records stale
  std::vector<ParamSpec> params{};
};

/// An explicit list of entries. Entry derives from RegistryInfo and adds its factory and traits.
template <class Entry>
class Registry {
 public:
  /// `kind` is the noun of the error messages: "kernel", "map", "learner".
  Registry(std::string kind, std::vector<Entry> entries)
      : kind_(std::move(kind)), entries_(std::move(entries)) {}

  const std::string& kind() const { return kind_; }
  const std::vector<Entry>& entries() const { return entries_; }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.push_back(entry.name);
    return names;
  }

  /// nullptr if no entry has the name.
  const Entry* Find(std::string_view name) const {
    const auto it = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const Entry& e) { return e.name == name; });
    return it == entries_.end() ? nullptr : &*it;
  }

  /// Throws InvalidInput, listing all registered names and the nearest one, if no entry has the
  /// name.
  const Entry& Get(std::string_view name) const {
    const Entry* entry = Find(name);
    if (entry == nullptr) throw InvalidInput(UnknownName(kind_, name, Names()));
    return *entry;
  }

  /// The parameters with defaults filled in. Throws InvalidInput with the first error.
  Params ResolveParams(std::string_view name, const Params& params) const {
    return Resolve(kind_ + " '" + std::string(name) + "'", Get(name).params, params);
  }

 private:
  std::string kind_;
  std::vector<Entry> entries_;
};

/// The registry as the source of nested values. `Get` is the function that returns it; it is called
/// only when a value is checked, so that entries of the registry itself may have nested values.
template <auto Get>
const NestedKind& NestedKindOf(std::string_view noun) {
  static const NestedKind kind{
      noun, [](std::string_view name) -> const RegistryInfo* { return Get().Find(name); },
      [] { return Get().Names(); }};
  return kind;
}

/// Entries that other layers append to the built-in ones of a registry before it is made.
template <class Entry>
class AddedEntries {
 public:
  /// Aborts if the registry has been made already.
  void Add(Entry entry) {
    MERCER_CHECK(!taken_);
    entries_.push_back(std::move(entry));
  }

  /// The built-in entries followed by the added ones, for making the registry.
  std::vector<Entry> Behind(std::vector<Entry> builtin) {
    taken_ = true;
    for (Entry& entry : entries_) builtin.push_back(std::move(entry));
    return builtin;
  }

 private:
  std::vector<Entry> entries_{};
  bool taken_ = false;
};

}  // namespace mercer

#endif  // MERCER_CORE_BASE_REGISTRY_H_
