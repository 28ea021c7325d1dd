import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Preloaded into the program. Writes to a file the longest time that its main thread computed without handling new
// input. Time in which the machine runs other processes does not count. The unit is the time of a fixed amount of
// work on this machine: some ten milliseconds, more on a slow machine.
const file = process.env.TURNS_FILE;
let longest = 0;
let unitMs = 0;
let before = process.threadCpuUsage();

function spentMs() {
  const spent = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  return (spent.user + spent.system) / 1000;
}

function look() {
  const units = spentMs() / unitMs;
  setTimeout(look, 1).unref();
  if (units <= longest) return;
  longest = units;
  writeFileSync(file, String(units));
}

// It allocates no memory, because memory is measured as well.
function work() {
  let number = 1;
  for (let times = 0; times < 5_000_000; times += 1) number = Math.imul(number ^ times, 2_654_435_761) | 1;
  return number;
}

function findUnit() {
  for (let times = 0; times < 10; times += 1) work();
  spentMs();
  for (let times = 0; times < 10; times += 1) work();
  return spentMs() / 10;
}

// The start of the program is not measured.
if (isMainThread && file) {
  process.once('SIGUSR2', () => {
    unitMs = findUnit();
    look();
  });
}
