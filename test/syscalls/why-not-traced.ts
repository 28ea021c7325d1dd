import { spawnSync } from 'node:child_process';
import { tracerArguments } from './tracer-arguments.ts';
import { tracerNode, whyNoTracerNode } from './tracer-node.ts';

/** Why no program can be traced here, in words; undefined where it can be. */
export function whyNotTraced(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `the tracer knows the registers of Linux on x64 only, this is ${process.platform} on ${process.arch}`;
  }
  const missing = whyNoTracerNode();
  if (missing !== undefined) return missing;
  const { status, stderr } = spawnSync(tracerNode(), [...tracerArguments, '--', 'true'], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1) || `the tracer ended with ${status}`;
}
