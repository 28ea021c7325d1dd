import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Preloaded into the program: writes into a file the longest time, in milliseconds, that its main thread computed
// without looking at anything that came in. Time in which the machine does something else does not count.
const file = process.env.TURNS_FILE;
let longest = 0;
let before = process.threadCpuUsage();

function look() {
  const spent = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  const ms = (spent.user + spent.system) / 1000;
  setTimeout(look, 1).unref();
  if (ms <= longest) return;
  longest = ms;
  writeFileSync(file, String(ms));
}

// Its start is not meant.
if (isMainThread && file) {
  process.once('SIGUSR2', () => {
    before = process.threadCpuUsage();
    look();
  });
}
