/** The number of names that fit on one line. */
const mostNamed = 5;

/** Destinations by their names; where they are many, how many they are. */
export function namedOrCounted(destinations: readonly string[]): string {
  return destinations.length > mostNamed ? `${destinations.length} destinations` : destinations.join(', ');
}
