#include "experiments/report/plot/draw/method_look.h"

#include <array>

namespace mercer {
namespace {

// The first are Okabe and Ito's colours without the yellow, which is pale on white; the others,
// dark ones, are told from them by colour-blind readers too. Marks without an inside have no open
// form.
constexpr std::array<MethodLook, kMethodLooks> kLooks = {{{"#0072B2", 7, 6, 1},
                                                          {"#D55E00", 5, 4, 1},
                                                          {"#009E73", 9, 8, 1},
                                                          {"#CC79A7", 13, 12, 1},
                                                          {"#56B4E9", 11, 10, 1},
                                                          {"#E69F00", 15, 14, 1},
                                                          {"#000000", 1, 1, 1},
                                                          {"#882255", 2, 2, 1},
                                                          {"#332288", 3, 3, 1},
                                                          {"#000000", 7, 6, 4},
                                                          {"#332288", 5, 4, 4},
                                                          {"#663300", 9, 8, 4},
                                                          {"#882255", 13, 12, 4},
                                                          {"#004D40", 11, 10, 4},
                                                          {"#332288", 15, 14, 4},
                                                          {"#D55E00", 1, 1, 4},
                                                          {"#56B4E9", 2, 2, 4},
                                                          {"#E69F00", 3, 3, 4}}};

}  // namespace

const MethodLook& LookOf(std::size_t method) { return kLooks[method % kLooks.size()]; }

}  // namespace mercer
