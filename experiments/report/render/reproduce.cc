#include "experiments/report/render/reproduce.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mercer {
namespace {

std::string Quoted(const std::string& word) {
  constexpr std::string_view kPlain = "_-+=,.:/@%";
  const bool is_plain = std::all_of(word.begin(), word.end(), [&](unsigned char c) {
    return std::isalnum(c) != 0 || kPlain.find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (is_plain && !word.empty()) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string Before(const std::string& text, std::string_view end) {
  return text.substr(0, text.find(end));
}

// Recorded parameters are those that --only knows, but for a bandwidth that the rows gave.
std::string KernelText(const std::string& kernel) {
  return kernel.find("sigma_rows=") == std::string::npos ? kernel : Before(kernel, "(");
}

// --only knows a method's id, and that with the parameters of its map, but none of a learner.
std::string MethodText(const CellKey& cell) {
  if (cell.num_random_features == 0 || cell.method.find('(') == std::string::npos)
    return Before(cell.method, "(");
  const std::string with_map = Before(cell.method, "; ");
  return with_map.back() == ')' ? with_map : with_map + ")";
}

}  // namespace

std::string ReproduceCommand(const Summary& summary, const CellKey& cell) {
  const Provenance& from = summary.provenance;
  const bool is_own = from.citekey.empty() && !from.config_file.empty();
  std::string out =
      "mercer run " + Quoted(is_own ? from.config_file : "configs/" + summary.experiment + ".json");
  for (const std::string& setting : from.settings) out += " --set " + Quoted(setting);
  std::string only = "dataset=" + Before(cell.dataset, " [");
  only += ",kernel=" + KernelText(cell.kernel);
  only += ",method=" + MethodText(cell);
  if (cell.num_random_features > 0) only += ",D=" + std::to_string(cell.num_random_features);
  return out + " --only " + Quoted(only);
}

}  // namespace mercer
