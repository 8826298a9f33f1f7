#include "core/learners/solver_session.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace mercer {
namespace {

std::mutex& Mutex() {
  static std::mutex mutex;
  return mutex;
}

// Guarded by Mutex(): the hooks take no argument of ours.
std::string& Collected() {
  static std::string text;
  return text;
}

}  // namespace

SolverSession::SolverSession(std::uint64_t seed) : lock_(Mutex()) {
  Collected().clear();
  std::srand(static_cast<unsigned int>(seed));
}

void SolverSession::Collect(const char* text) noexcept { Collected() += text; }

FitReport SolverSession::Report(const std::string& learner) const {
  return ParseSolverOutput(learner, Collected());
}

FitReport ParseSolverOutput(const std::string& learner, const std::string& text) {
  constexpr std::string_view kTotal = "#iter = ";
  constexpr std::string_view kWarning = "WARNING: ";
  FitReport report;
  Index totals = 0;
  Index steps = 0;
  bool has_totals = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (const auto at = line.find(kTotal); at != std::string::npos) {
      totals += std::strtol(line.c_str() + at + kTotal.size(), nullptr, 10);
      has_totals = true;
    } else if (line.rfind("iter ", 0) == 0) {
      ++steps;
    }
    if (const auto at = line.find(kWarning); at != std::string::npos) {
      const std::string warning = learner + ": " + line.substr(at + kWarning.size());
      const auto& known = report.warnings;
      if (std::find(known.begin(), known.end(), warning) == known.end()) {
        report.warnings.push_back(warning);
      }
    }
  }
  if (has_totals) {
    report.iterations = totals;
  } else if (steps > 0) {
    report.iterations = steps;
  }
  return report;
}

}  // namespace mercer
