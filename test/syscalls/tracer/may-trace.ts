import { describe } from 'vitest';
import { whyNotTraced } from './why-not-traced.ts';

const why = whyNotTraced();
if (why !== undefined) {
  console.warn(`\n*** SKIPPED: what needs a trace of system calls is not tested here: ${why} ***\n`);
}

/** A `describe` of tests that trace programs; they are skipped with a message if tracing is not possible. */
export const describeTraced = describe.skipIf(why !== undefined);
