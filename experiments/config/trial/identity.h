#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_IDENTITY_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_IDENTITY_H_

#include <array>
#include <string>

#include "core/base/registry.h"
#include "experiments/config/trial/specs.h"

namespace mercer {

/// Name, parameters and version: "polynomial(degree=10,offset=1,scale=1)@1", with the versions of
/// what is nested in it. Another version computes other numbers.
std::string VersionedKernel(const NamedParams& kernel);
std::string VersionedMap(const NamedParams& map);

/// A row step or preprocessing step as records and identities name it: "minmax", "minmax(low=-1)",
/// parameters at their defaults left out, so that a step may gain one without another name.
std::string StepText(const RegistryInfo& info, const NamedParams& step);

/// "subsample(count=5000)+minmax+pca(k=250)": the row steps, then the preprocessing steps, in
/// order.
std::string PreprocessLabel(const DatasetSpec& spec);

/// "random_halves(halves=[recommend,very_recom])", a rule in the same way; "" for labels as read.
std::string LabelsLabel(const DatasetSpec& spec);

/// What may tell entries of one data set in a config apart: encode, labels, split, preprocess, as
/// kVariantColumns (record.h) have them.
std::array<std::string, 4> VariantOf(const DatasetSpec& spec);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_IDENTITY_H_
