/** The number of names that fit on one line. */
const mostNamed = 5;

/** Returns the names of destinations; of many, only their number. */
export function namedOrCounted(destinations: readonly string[]): string {
  return destinations.length > mostNamed ? `${destinations.length} destinations` : destinations.join(', ');
}
