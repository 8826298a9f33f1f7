#ifndef MERCER_EXPERIMENTS_CONFIG_LISTING_H_
#define MERCER_EXPERIMENTS_CONFIG_LISTING_H_

#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"

namespace mercer {

/// What `mercer list` can list: "kernels", "maps", … in the order of the documentation.
std::vector<std::string> ListTopics();

/// Every entry of a topic from its registry, the manifests, the shipped configs or their schema:
/// name, summary, parameters with rule, default and help, citation. Text for a terminal, or a JSON
/// array. Throws InvalidInput for an unknown topic.
std::string ListAsText(const std::string& topic, const Catalogue& catalogue);
std::string ListAsJson(const std::string& topic, const Catalogue& catalogue);

/// The same as sections of Markdown: a heading and a table of the parameters for each entry. The
/// topic "keys" is docs/config.md.
std::string ListAsMarkdown(const std::string& topic, const Catalogue& catalogue);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_LISTING_H_
