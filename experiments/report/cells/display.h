#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_DISPLAY_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_DISPLAY_H_

#include <map>
#include <string>
#include <vector>

namespace mercer {

/// What people are shown in place of the ids of methods and data sets and of a paper's key, where a
/// config or a manifest has a `display`. Files keep the ids.
class DisplayNames {
 public:
  std::string paper{};                                       // "" for none
  std::map<std::string, std::string> methods{}, datasets{};  // by id

  /// Takes what `other` has and this has not.
  void AddMissing(const DisplayNames& other);

  /// Learns the names that a report shows. Of those of one id, "halton(variant=complex; lambda=1)"
  /// and "halton(variant=complex; lambda=2)", only what differs is shown: "halton (lambda=1)".
  void SetShown(const std::vector<std::string>& methods);

  /// Of a method or data set as cells name it: "RM", "RM (q=2)" of "rm(q=2)", "Nursery [minmax]" of
  /// "nursery [minmax]"; the name itself where there is none.
  std::string Method(const std::string& shown) const;
  std::string Dataset(const std::string& shown) const;

 private:
  std::map<std::string, std::string> short_{};  // methods whose parameters are left out in part
};

/// Those of a config; none where the text is no JSON object.
DisplayNames DisplayNamesOf(const std::string& config_text);

/// Takes the display of a data set from the text of its manifest, where it has one and `names` has
/// none.
void AddDisplayOfManifest(const std::string& text, DisplayNames& names);

/// The id in a name as cells show it: "rm" of "rm(q=2)", "nursery" of "nursery [minmax]".
std::string PlainName(const std::string& shown);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_DISPLAY_H_
