import { join } from 'node:path';

/** What Node is given to run the tracer, before the tracer's own arguments. */
export const tracerArguments: readonly string[] = [
  '--experimental-ffi',
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, 'trace.ts'),
];
