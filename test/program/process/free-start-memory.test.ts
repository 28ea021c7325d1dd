import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopScene } from './stop-scene.ts';

/** Returns the private memory of a process in MiB. */
function ownMebibytes(pid: number | undefined): number {
  const [, kibibytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

describe('memory that only the start needed', () => {
  it('is released in the first idle moment after it', async () => {
    const scene = await stopScene(onTestFinished);
    const { child } = await scene.start();
    const stopSending = scene.send(8);
    await new Promise(done => setTimeout(done, 2_000));
    const busy = ownMebibytes(child.pid);
    await stopSending();
    await expect.poll(() => busy - ownMebibytes(child.pid)).toBeGreaterThan(6);
  });
});
