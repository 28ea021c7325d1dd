import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../src/inbox/clock.ts';
import { logOutput } from '../../../src/server/health/log-output.ts';

// Writes far more lines than a blocked reader buffers, reports on the error output if the process was blocked
// meanwhile, then writes one line every few milliseconds for some seconds.
const line = `{"msg":"${'x'.repeat(200)}"}\n`;
const lines = 200_000;
const reasons: string[] = [];
const output = logOutput(process.stdout, systemClock, {
  losing: reason => reasons.push(reason),
  recovered: lost => output.write(`{"lost":${lost}}\n`),
});
let longestMs = 0;
for (let written = 0; written < lines; written += 1000) {
  const began = performance.now();
  for (let count = 0; count < 1000; count += 1) output.write(line);
  await wait(0);
  longestMs = Math.max(longestMs, performance.now() - began);
}
const began = performance.now();
await output.settled(200);
const settledMs = performance.now() - began;
const seen = { lost: output.lost(), kept: process.stdout.writableLength, trouble: output.trouble() };
writeSync(2, `${JSON.stringify({ ...seen, reasons, longestMs, settledMs, bytes: lines * line.length })}\n`);
for (let count = 0; count < 2_000; count += 1) {
  output.write('{"msg":"later"}\n');
  await wait(5);
}
