/** Whether a form's question was answered at all: with anything but null, an empty text or an empty list. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !(Array.isArray(value) && value.length === 0);
}
