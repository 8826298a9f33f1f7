#ifndef MERCER_EXPERIMENTS_DOCTOR_RENDER_H_
#define MERCER_EXPERIMENTS_DOCTOR_RENDER_H_

#include <string>
#include <vector>

#include "experiments/doctor/diagnosis.h"

namespace mercer {

/// The diagnosis as a page of text that ends with the verdict.
std::string DiagnosisText(const Diagnosis& diagnosis);

/// One line for each diagnosis: map, kernel, bias, variance, slope, verdict.
std::string DiagnosisTable(const std::vector<Diagnosis>& diagnoses);

/// The diagnoses as a JSON list; what was not measured is null.
std::string DiagnosisJson(const std::vector<Diagnosis>& diagnoses);

/// "right", "wrong", or for maps whose mean cannot be judged "shown": heavy tails, biased, from
/// training rows, or of infinite variance.
std::string Verdict(const Diagnosis& diagnosis);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_RENDER_H_
