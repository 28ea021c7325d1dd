import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Preloaded into the program: certain payloads end the process when they are read for planning, one of them only the
// first two times. KILLS_FILE gets a character for each end.
const mark = process.env.PLANNING_FILE;
const kills = process.env.KILLS_FILE;
const parse = JSON.parse;

function isEnd(text) {
  if (typeof text !== 'string' || Number(readFileSync(mark, 'latin1')) === 0) return false;
  if (text.includes('ends the program')) return true;
  return text.includes('meets two kills') && readFileSync(kills, 'latin1').length < 2;
}

function parseOrEnd(text, reviver) {
  if (isEnd(text)) {
    appendFileSync(kills, '.');
    process.kill(process.pid, 'SIGKILL');
  }
  return parse(text, reviver);
}

if (isMainThread && mark) JSON.parse = parseOrEnd;
