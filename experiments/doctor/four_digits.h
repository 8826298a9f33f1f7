#ifndef MERCER_EXPERIMENTS_DOCTOR_FOUR_DIGITS_H_
#define MERCER_EXPERIMENTS_DOCTOR_FOUR_DIGITS_H_

#include <cstdio>
#include <string>

namespace mercer {

/// The number with four significant digits, for texts.
inline std::string FourDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_FOUR_DIGITS_H_
