/** Returns true if the budget allows a search among this many names. A search takes time and only improves a hint. */
export type SuggestionBudget = (names: number) => boolean;

/** For one name that a person is waiting for. */
export const always: SuggestionBudget = () => true;

/** For a diagnostic whose hint is not shown. */
export const never: SuggestionBudget = () => false;

/** For many names: allows searches until they have compared this many names in total. */
export function within(comparisons: number): SuggestionBudget {
  let left = comparisons;
  return names => {
    left -= names;
    return left >= 0;
  };
}
