/** Whether it is worth looking which of so many names is the nearest: it takes time, and only makes a hint better. */
export type Afford = (names: number) => boolean;

/** For one name that somebody waits for. */
export const always: Afford = () => true;

/** Where the hint is not shown. */
export const never: Afford = () => false;

/** For many names: as long as all of them together are not compared with more than so many. */
export function within(comparisons: number): Afford {
  let left = comparisons;
  return names => {
    left -= names;
    return left >= 0;
  };
}
