#include "experiments/config/trial/other_names.h"

#include <algorithm>
#include <map>

#include "core/base/text.h"

namespace mercer {
namespace {

// What other libraries (LIBSVM, scikit-learn, GPy) call a parameter → ours.
const std::multimap<std::string, std::string>& NamesElsewhere() {
  static const std::multimap<std::string, std::string> names = {{"C", "cost"},
                                                                {"c", "cost"},
                                                                {"alpha", "lambda"},
                                                                {"reg", "lambda"},
                                                                {"ridge", "lambda"},
                                                                {"regularization", "lambda"},
                                                                {"bandwidth", "sigma"},
                                                                {"length_scale", "sigma"},
                                                                {"lengthscale", "sigma"},
                                                                {"width", "sigma"},
                                                                {"coef0", "offset"},
                                                                {"tol", "eps"},
                                                                {"tol", "tolerance"},
                                                                {"n_components", "D"},
                                                                {"max_iter", "max_iterations"},
                                                                {"max_iter", "max_passes"}};
  return names;
}

std::string LastOf(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::string Ending(const std::string& name, const std::vector<std::string>& known) {
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const std::string& path) { return LastOf(path) == name; });
  return found == known.end() ? "" : *found;
}

}  // namespace

std::string MeantName(const std::string& name, const std::vector<std::string>& known) {
  const std::string last = LastOf(name);
  std::string meant = Ending(last, known);
  const auto [begin, end] = NamesElsewhere().equal_range(last);
  for (auto it = begin; meant.empty() && it != end; ++it) meant = Ending(it->second, known);
  return meant;
}

std::string UnknownParam(const std::string& kind, const std::string& name,
                         const std::vector<std::string>& known) {
  const std::string meant = MeantName(name, known);
  if (meant.empty()) return UnknownName(kind, name, known);
  return "unknown " + kind + " " + Quoted(name) + "; did you mean '" + meant +
         "'? known: " + Join(known, ", ");
}

}  // namespace mercer
