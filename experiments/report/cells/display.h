#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_DISPLAY_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_DISPLAY_H_

#include <map>
#include <string>
#include <vector>

namespace mercer {

/// Display names of methods, data sets and papers, shown in place of their ids or citekey if a
/// config or a manifest has a `display`. Files keep the ids.
class DisplayNames {
 public:
  std::string paper{};                                       // "" if there is none
  std::map<std::string, std::string> methods{}, datasets{};  // by id

  /// Adds the names of `other` that are missing here.
  void AddMissing(const DisplayNames& other);

  /// Sets the method names that a report shows. If several have one id, such as
  /// "halton(variant=complex; lambda=1)" and "halton(variant=complex; lambda=2)", only the
  /// differing parameters are shown: "halton (lambda=1)".
  void SetShown(const std::vector<std::string>& methods);

  /// Sets the data set names that a report shows. If several differ in their preprocessing steps,
  /// the steps that all have are left out, and drawing rows is put in words: "cod-rna [500 training
  /// rows]" for "cod-rna [subsample(count=500,of=train)+minmax]".
  void SetShownDatasets(const std::vector<std::string>& datasets);

  /// The display name of a method or data set as named by cells: "RM", "RM (q=2)" for "rm(q=2)",
  /// "Nursery [minmax]" for "nursery [minmax]"; the name itself if it has no display name.
  std::string Method(const std::string& shown) const;
  std::string Dataset(const std::string& shown) const;

 private:
  // Methods shown without some of their parameters, data sets without some of their steps.
  std::map<std::string, std::string> short_methods_{}, short_datasets_{};
};

/// The name of a data set as named by cells without its preprocessing steps.
std::string WithoutSteps(const std::string& dataset);

/// The display names of a config; empty if the text is not a JSON object.
DisplayNames DisplayNamesOf(const std::string& config_text);

/// Adds the display name of a data set from the text of its manifest, if the manifest has one and
/// `names` does not.
void AddDisplayOfManifest(const std::string& text, DisplayNames& names);

/// The id in a name as shown by cells: "rm" for "rm(q=2)", "nursery" for "nursery [minmax]".
std::string PlainName(const std::string& shown);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_DISPLAY_H_
