import { spawnSync } from 'node:child_process';
import { compiledOnce, tracer } from './start-traced.ts';

/** Why no program can be traced on this system; undefined if tracing works. */
export function whyNotTraced(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `the tracer knows the registers of Linux on x64 only, this is ${process.platform} on ${process.arch}`;
  }
  const { status, stderr } = spawnSync(process.execPath, [tracer, '--', 'true'], {
    env: { ...compiledOnce, ...process.env },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1) || `the tracer ended with ${status}`;
}
