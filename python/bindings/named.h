#ifndef MERCER_PYTHON_BINDINGS_NAMED_H_
#define MERCER_PYTHON_BINDINGS_NAMED_H_

#include <memory>
#include <string>

#include "core/base/registry.h"
#include "core/kernels/kernel.h"
#include "experiments/config/read/read_named.h"

namespace mercer::python {

/// Parses the name and parameters of an object of a config, {"name": "gaussian", "sigma": 1};
/// `what` names it in messages. Throws InvalidInput.
NamedParams ParseObject(const std::string& what, const std::string& json);

/// The JSON object that ParseObject reads.
std::string ToJson(const NamedParams& named);

/// Parses and checks an object of a registry.
template <class Entry>
NamedParams ReadObject(const Registry<Entry>& registry, const std::string& json) {
  const NamedParams named = ParseObject(registry.kind(), json);
  return CheckNamed(registry.kind(), registry.Get(named.name), named);
}

/// A kernel together with the name and parameters from which it was made.
class NamedKernel {
 public:
  /// Throws InvalidInput also if a bandwidth is given as a rule.
  explicit NamedKernel(const std::string& json);

  /// The object with its bandwidth rules replaced by their values on the training rows.
  static std::string Resolve(const std::string& json, const RowSource& rows, std::uint64_t seed);
  static bool HasRule(const std::string& json);

  /// The object with the rule mean_distance if the kernel needs a bandwidth and none is given.
  static std::string WithBandwidth(const std::string& json);

  const Kernel& kernel() const { return *kernel_; }
  std::string json() const { return ToJson(named_); }

 private:
  NamedParams named_;
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace mercer::python

#endif  // MERCER_PYTHON_BINDINGS_NAMED_H_
