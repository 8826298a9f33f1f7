#include "experiments/report/summary/dataset_ref.h"

#include <algorithm>

namespace mercer {

std::string DatasetRef::Text() const {
  if (params.empty()) return name;
  std::string inner;
  for (const auto& [key, value] : params) {
    if (!inner.empty()) inner += ',';
    inner += key;
    inner += '=';
    inner += value;
  }
  return name + '(' + inner + ')';
}

bool DatasetRef::HasParamsOf(const DatasetRef& general) const {
  return std::all_of(general.params.begin(), general.params.end(), [&](const auto& param) {
    const auto it = params.find(param.first);
    return it != params.end() && it->second == param.second;
  });
}

DatasetRef ParseDatasetRef(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return {std::string(text), {}};
  DatasetRef ref{std::string(text.substr(0, open)), {}};
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  while (!rest.empty()) {
    const std::string_view item = rest.substr(0, rest.find(','));
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::size_t value = std::min(equals + 1, item.size());
    ref.params[std::string(item.substr(0, equals))] = std::string(item.substr(value));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
  }
  return ref;
}

}  // namespace mercer
