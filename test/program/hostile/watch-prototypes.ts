/**
 * Loaded into the program before its own code (`node --import`): with each SIGUSR2 it prints whether what all objects
 * inherit is still as it was with the first.
 */
const watched = [Object, Array, Function, String, Number, Boolean, RegExp, Error, Promise, Map, Set];
let first: string | undefined;

process.on('SIGUSR2', () => {
  const now = watched.map(each => Reflect.ownKeys(each.prototype).map(String).join()).join('\n');
  first ??= now;
  process.stderr.write(now === first ? 'prototypes: as before\n' : `prototypes: changed to ${now}\n`);
});
