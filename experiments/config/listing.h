#ifndef MERCER_EXPERIMENTS_CONFIG_LISTING_H_
#define MERCER_EXPERIMENTS_CONFIG_LISTING_H_

#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"

namespace mercer {

/// The topics that `mercer list` accepts: "kernels", "maps", …, in the order of the documentation.
std::vector<std::string> ListTopics();

/// All entries of a topic, from its registry, the manifests, the shipped configs or their schema:
/// name, summary, parameters (with rule, default and help) and citation. Returned as text for a
/// terminal or as a JSON array. Throws InvalidInput for an unknown topic.
std::string ListAsText(const std::string& topic, const Catalogue& catalogue);
std::string ListAsJson(const std::string& topic, const Catalogue& catalogue);

/// The same as Markdown sections: for each entry a heading and a table of its parameters. The topic
/// "keys" gives docs/config.md.
std::string ListAsMarkdown(const std::string& topic, const Catalogue& catalogue);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_LISTING_H_
