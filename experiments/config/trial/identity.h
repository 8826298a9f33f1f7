#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_IDENTITY_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_IDENTITY_H_

#include <array>
#include <string>

#include "core/base/registry.h"
#include "experiments/config/trial/specs.h"

namespace mercer {

/// Name, parameters and version: "polynomial(degree=10,offset=1,scale=1)@1", including the versions
/// of nested parts. A different version computes different numbers.
std::string VersionedKernel(const NamedParams& kernel);
std::string VersionedMap(const NamedParams& map);

/// The text of a row step or preprocessing step in records and identities: "minmax",
/// "minmax(low=-1)". Parameters at their defaults are left out, so that a step can gain a parameter
/// without changing its text.
std::string StepText(const RegistryInfo& info, const NamedParams& step);

/// "subsample(count=5000)+minmax+pca(k=250)": the row steps, then the preprocessing steps, in
/// order.
std::string PreprocessLabel(const DatasetSpec& spec);

/// "random_halves(halves=[recommend,very_recom])": the text of the label rule, written like
/// StepText; "" if labels are used as read.
std::string LabelsLabel(const DatasetSpec& spec);

/// The settings that distinguish entries of one data set in a config: encode, labels, split,
/// preprocess, as in kVariantColumns (record.h).
std::array<std::string, 4> VariantOf(const DatasetSpec& spec);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_IDENTITY_H_
