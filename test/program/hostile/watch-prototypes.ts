/**
 * Loaded into the program before its own code (`node --import`): at each SIGUSR2 it prints if the prototypes of all
 * objects are still as at the first one.
 */
const watched = [Object, Array, Function, String, Number, Boolean, RegExp, Error, Promise, Map, Set];
let first: string | undefined;

process.on('SIGUSR2', () => {
  const now = watched.map(each => Reflect.ownKeys(each.prototype).map(String).join()).join('\n');
  first ??= now;
  process.stderr.write(now === first ? 'prototypes: as before\n' : `prototypes: changed to ${now}\n`);
});
