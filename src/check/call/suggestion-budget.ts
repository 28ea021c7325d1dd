/** True if one more search for the nearest of this many names is allowed: a search takes time and only improves a hint. */
export type SuggestionBudget = (names: number) => boolean;

/** For one name that a person waits for. */
export const always: SuggestionBudget = () => true;

/** For a diagnostic whose hint is not shown. */
export const never: SuggestionBudget = () => false;

/** For many names: allowed until all searches together have compared this many names. */
export function within(comparisons: number): SuggestionBudget {
  let left = comparisons;
  return names => {
    left -= names;
    return left >= 0;
  };
}
