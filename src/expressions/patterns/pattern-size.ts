/** The parts of a pattern: a quotation, a Unicode class, an escape, a class, a count, or one character. */
const parts = /\\Q.*?(?:\\E|$)|\\[pPx]\{\w*\}|\\.|\[\^?\]?(?:\\.|[^\\\]])*\]?|\{\d+(?:,\d*)?\}|./gs;
const count = /^\{(\d+)(?:,(\d*))?\}$/;

/** The cost of a Unicode class, or of all white space, in steps. */
const stepsOfUnicodeClass = 25;
const stepsOfBlanks = 5;
/** The largest count that the engine accepts. */
const largestCount = 1_000;
/** The maximum number of steps of a group and of a repetition. */
const stepsOfGroup = 3;
const stepsOfRepetition = 2;

/**
 * Returns the maximum number of steps in the program of a pattern. It is estimated without compiling, because
 * some hundred characters may make a million steps. Each part counts as often as it is repeated.
 */
export function mostStepsOf(pattern: string): number {
  const outer: number[] = [];
  let steps = 0;
  let ofLastPart = 0;
  const add = (more: number) => {
    steps += more;
    ofLastPart = more;
  };
  for (const [part] of pattern.matchAll(parts)) {
    const [, least, most] = count.exec(part) ?? [];
    if (part === '(') {
      outer.push(steps);
      steps = 0;
      ofLastPart = 0;
    } else if (part === ')') {
      const ofGroup = steps + stepsOfGroup;
      steps = outer.pop() ?? 0;
      add(ofGroup);
    } else if (least !== undefined) {
      steps -= ofLastPart;
      add((ofLastPart + stepsOfRepetition) * timesOf(most || least));
    } else if (/^[?*+]$/.test(part)) {
      steps += stepsOfRepetition;
      ofLastPart += stepsOfRepetition;
    } else add(part.startsWith('\\Q') ? part.length : 1);
  }
  return outer.reduce((sum, before) => sum + before, steps) + stepsOfClasses(pattern);
}

function timesOf(count: string): number {
  const times = Number(count);
  return times > largestCount ? 1 : Math.max(1, times);
}

function stepsOfClasses(pattern: string): number {
  const unicodeClasses = pattern.match(/\\[pP]/g) ?? [];
  const blanks = pattern.match(/\\[sS]/g) ?? [];
  return stepsOfUnicodeClass * unicodeClasses.length + stepsOfBlanks * blanks.length;
}
