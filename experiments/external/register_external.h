#ifndef MERCER_EXPERIMENTS_EXTERNAL_REGISTER_EXTERNAL_H_
#define MERCER_EXPERIMENTS_EXTERNAL_REGISTER_EXTERNAL_H_

namespace mercer {

/// Puts the map and the learner "external" into the registries. To be called once, before anything
/// looks at them.
void RegisterExternal();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_REGISTER_EXTERNAL_H_
