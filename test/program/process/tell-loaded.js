import module from 'node:module';
import { basename } from 'node:path';

// Preloaded into the program: prints the loaded libraries that have their own file.
const load = module._load;
module._load = function loadAndTell(request, ...rest) {
  if (/^\.\/.*\.cjs$/.test(request)) process.stderr.write(`loaded ${basename(request)}\n`);
  return load.call(this, request, ...rest);
};
