#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_PRECISION_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_PRECISION_H_

#include "experiments/report/summary/reported.h"

namespace mercer {

/// One unit of the last digit that the paper prints: 1e-5 of 0.00341 with three digits. 0 for 0,
/// of which that cannot be told.
double LastDigit(const ReportedValue& reported);

/// How far the true number may lie from the one written down: half a unit of the last digit where
/// it is printed, one unit where it is digitised.
double PrecisionOf(const ReportedValue& reported);

/// Whether `measured`, rounded to the printed digits, is the reported number; one unit of the last
/// digit more or less where that is digitised.
bool HasThePrintedDigits(double measured, const ReportedValue& reported);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_PRECISION_H_
