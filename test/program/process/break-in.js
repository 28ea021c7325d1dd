import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Preloaded into the program: on SIGUSR2 something goes wrong inside it, as a file says.
const file = process.env.BREAK_FILE;

function breakIn() {
  const [how = '', canary] = readFileSync(file, 'utf8').split(' ');
  const message = `Unexpected token "${canary}"\n    at ${canary} (of a value)\n  is not valid`;
  if (how === 'throw') throw new SyntaxError(message);
  if (how === 'throw-text') throw message;
  if (how === 'reject') void Promise.reject(new TypeError(message));
}

if (isMainThread && file) process.on('SIGUSR2', breakIn);
