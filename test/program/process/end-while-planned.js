import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Preloaded into the program: a certain payload ends the process when it is read for planning.
const mark = process.env.PLANNING_FILE;
const parse = JSON.parse;

function parseOrEnd(text, reviver) {
  const ends = typeof text === 'string' && text.includes('ends the program');
  if (ends && Number(readFileSync(mark, 'latin1')) > 0) process.kill(process.pid, 'SIGKILL');
  return parse(text, reviver);
}

if (isMainThread && mark) JSON.parse = parseOrEnd;
