#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_METHOD_LOOK_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_METHOD_LOOK_H_

#include <cstddef>

namespace mercer {

/// What distinguishes the marks and lines of a method: gnuplot's numbers of markers and dashes.
struct MethodLook {
  const char* colour;
  int filled, open;  // markers of ours, and of the paper's numbers
  int dash;          // of our line
};

/// The number of looks, after which they repeat.
inline constexpr std::size_t kMethodLooks = 18;

/// The look of a figure's n-th method. Two looks differ in their marker or, the first nine and the
/// second nine, in lightness and dash, so that they are told apart without colour too; equal
/// colours have different markers. None is grey, as theory is.
const MethodLook& LookOf(std::size_t method);

inline constexpr const char* kTheoryColour = "#767676";

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_METHOD_LOOK_H_
