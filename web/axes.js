// A figure's axes: their ends, which fit the data with a little room, and round ticks.

const ink = "#1b1b1b";
const dataAxes = {input_dim: "number of input columns d", n_train: "training rows"};

// An axis is a parameter of the methods: "map.iterations".
const isParameter = (axis) => axis.includes(".");

// An axis is in seconds: of a phase, or of training or testing.
const isTime = (axis) => data.metrics[axis]?.kind === "seconds";

/// The title of an axis: D, a number of the data, a parameter, or a metric with its unit.
function axisTitle(axis) {
  if (axis === "D") return "D";
  if (isParameter(axis)) return axis.slice(axis.indexOf(".") + 1);
  return dataAxes[axis] ?? metricTitle(axis) + (isTime(axis) ? " [s]" : "");
}

/// The least and the greatest of some numbers; [] if there are none.
function rangeOf(values) {
  if (values.length === 0) return [];
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity]);
}

/// The range of what rows of one metric draw; those that have a place draw their band too.
function rangeOfRows(rows, placeOf, logarithmic, isShare) {
  const values = rows.flatMap((row) => [row.mean, row.reported, row.theory])
    .filter((value) => value !== undefined && (!logarithmic || value > 0));
  if (values.length === 0) return [];
  const least = rangeOf(values)[0];
  const ends = rows.filter((row) => row.std !== undefined && placeOf(row) !== undefined)
    .flatMap((row) => [row.mean - row.std, row.mean + row.std]);
  const [low, high] = rangeOf([...values, ...ends]);
  // A band that reaches far below the values would flatten them.
  const floor = logarithmic ? least / 2 : least >= 0 ? 0 : -Infinity;
  return [Math.max(low, floor), isShare ? Math.min(high, 1) : high];
}

/// The ends of an axis, with a little room beyond the values.
function endsOf([low, high], logarithmic) {
  if (logarithmic) {
    const room = low < high ? (high / low) ** 0.04 : 2;
    return [low / room, high * room];
  }
  const room = low < high ? 0.04 * (high - low) : Math.max(0.04 * Math.abs(low), 1e-12);
  return [low - room, high + room];
}

/// At most `most` multiples of 1, 2 or 5 times a power of ten.
function linearTicks(low, high, most) {
  let power = 10 ** Math.floor(Math.log10((high - low) / most));
  for (;; power *= 10) {
    for (const digit of [1, 2, 5]) {
      const step = digit * power;
      const first = Math.ceil(low / step), last = Math.floor(high / step);
      if (last - first < most)
        return Array.from({length: last - first + 1},
          (_, i) => Number(((first + i) * step).toPrecision(12)));
    }
  }
}

/// At most `most` powers of ten and, if there is room, two and five times these; the ticks of a
/// linear axis if there are not even two.
function logarithmicTicks(low, high, most) {
  const first = Math.floor(Math.log10(low)), last = Math.floor(Math.log10(high));
  const ticks = (digits, step) => {
    const found = [];
    for (let power = Math.ceil(first / step) * step; power <= last; power += step)
      found.push(...digits.map((digit) => Number(`${digit}e${power}`)));
    return found.filter((tick) => tick >= low && tick <= high);
  };
  let found = ticks([1, 2, 5], 1);
  for (let step = 1; found.length > most; ++step) found = ticks([1], step);
  return found.length < 2 ? linearTicks(low, high, most) : found;
}

/// An axis of Chart.js for values of a range; `listed` are its ticks if they are not to be chosen.
function axisOf({title, range, logarithmic, isShare = false, small, listed}) {
  const axis = {
    type: logarithmic ? "logarithmic" : "linear",
    title: {display: !small, text: title, color: ink},
    ticks: {
      color: ink, autoSkipPadding: 6, ...(small ? {font: {size: 10}, maxRotation: 0} : {}),
      callback: (value) => String(Number(((isShare ? 100 : 1) * value).toPrecision(6))),
    },
    grid: {color: "#e2e2e2"},
  };
  if (range.length === 0) return axis;
  [axis.min, axis.max] = endsOf(range, logarithmic);
  const ticks = listed ??
    (logarithmic ? logarithmicTicks : linearTicks)(axis.min, axis.max, small ? 5 : 8);
  axis.afterBuildTicks = (scale) => { scale.ticks = ticks.map((value) => ({value})); };
  return axis;
}
