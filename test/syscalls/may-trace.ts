import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';
import { tracerArguments } from './tracer-arguments.ts';

/** Why no program can be traced here; undefined where it can be. */
export function whyNotTraced(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `the tracer knows the registers of Linux on x64 only, this is ${process.platform} on ${process.arch}`;
  }
  const { status, stderr } = spawnSync(process.execPath, [...tracerArguments, '--', 'true'], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1) || `the tracer ended with ${status}`;
}

const why = whyNotTraced();
if (why !== undefined) {
  console.warn(`\n*** SKIPPED: what needs a trace of system calls is not tested here: ${why} ***\n`);
}

/** A `describe` of tests that trace programs; skipped, and said so in one line, where that is not possible. */
export const describeTraced = describe.skipIf(why !== undefined);
