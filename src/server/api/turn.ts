/**
 * Lets whatever has come meanwhile have its turn. Reading stored events, planning and testing wait for nothing, so a
 * long row of them would let nobody else in.
 */
export function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
