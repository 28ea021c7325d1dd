import { namesAnimal, type SubjectNames } from '../names/other-subject.ts';
import { isPersonalKey } from '../names/personal-key.ts';
import type { PayloadPath } from './payload-path.ts';

/** Returns the names of a path that can show what its value is about. */
export function subjectNames(
  { keys, names }: PayloadPath,
  paths: readonly PayloadPath[],
  customer?: PayloadPath,
): SubjectNames {
  const [own = ''] = names;
  const above = keys.slice(0, -1);
  const held = heldKeys({ keys }, paths, customer);
  const holders = personHolders(paths);
  const ofCustomer = above.findLastIndex((_, at) => holders.has(holderKey(above.slice(0, at + 1)))) + 1;
  // The last name may be the key above joined with its own key.
  return {
    names: names.filter(name => !above.some(key => name === `${key} ${own}`)),
    above: above.slice(held),
    ofCustomer: Math.max(0, ofCustomer - held),
  };
}

/** Returns the number of the keys above a value that are those of the customer. */
export function heldKeys(
  { keys }: Pick<PayloadPath, 'keys'>,
  paths: readonly PayloadPath[],
  customer?: PayloadPath,
): number {
  return Math.max(ofHolder(keys, customer), ofAnimalOwner(keys, paths));
}

/** Returns the number of the keys above a value that also hold the number or the id of the customer. */
function ofHolder(keys: readonly string[], customer: PayloadPath | undefined): number {
  const holder = customer?.isAnswer === false ? customer.keys.slice(0, -1) : [];
  return holder.every((key, at) => keys[at] === key && at < keys.length - 1) ? holder.length : 0;
}

/** Returns the number of the keys down to `owner` beside `dog`: the owner of an animal is the customer. */
function ofAnimalOwner(keys: readonly string[], paths: readonly PayloadPath[]): number {
  const at = keys.findIndex(key => /^(?:owner|besitzer(?:in)?|halter(?:in)?|eigenaar)$/i.test(key));
  if (at < 0 || at >= keys.length - 1) return 0;
  const holder = holderKey(keys.slice(0, at));
  const isBeside = paths.some(
    path => holderKey(path.keys.slice(0, at)) === holder && namesAnimal(path.keys[at] ?? ''),
  );
  return isBeside ? at + 1 : 0;
}

const knownHolders = new WeakMap<readonly PayloadPath[], ReadonlySet<string>>();

/** Returns the objects that have a first name, a birthday or the like: a location has none. */
function personHolders(paths: readonly PayloadPath[]): ReadonlySet<string> {
  const before = knownHolders.get(paths);
  if (before) return before;
  const found = new Set(
    paths
      .filter(({ keys }) => keys.length > 1 && isPersonalKey(keys.at(-1) ?? ''))
      .map(({ keys }) => holderKey(keys.slice(0, -1))),
  );
  knownHolders.set(paths, found);
  return found;
}

function holderKey(keys: readonly string[]): string {
  return keys.join('\n');
}
