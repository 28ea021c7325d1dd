import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Preloaded into the program: its wall clock is off by the milliseconds in a file, which is read again on SIGUSR2.
const file = process.env.CLOCK_FILE;
if (isMainThread && file) {
  const machine = Date.now;
  const read = () => Number(readFileSync(file, 'utf8'));
  let ms = read();
  Date.now = () => machine() + ms;
  process.on('SIGUSR2', () => {
    ms = read();
  });
}
