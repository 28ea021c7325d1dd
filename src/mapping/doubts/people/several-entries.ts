import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { nodesOf } from '../../../expressions/syntax-tree.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { severalObjects } from '../../../receive/events/several-events.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { sampleRoots } from '../changed-form/sample-roots.ts';
import { compactKey } from '../event-kind/event-type-keys.ts';
import { wordSet } from '../event-kind/record-words.ts';

/** A rule that reads one entry of a list, or one number from all of its entries. */
interface ListRead {
  readonly path: string;
  readonly place: Place;
  readonly steps: readonly string[];
  /** Undefined for a calculation. */
  readonly at: number | undefined;
}

/**
 * Returns warnings about an event with several entries in a list from which a rule reads one, or which a rule adds up, if every
 * sample has a single entry: `children[0].dob` leaves out the second child, and `$sum(children.minutes)` gives the minutes of
 * both to one customer. `because` confirms it, and so does a sample with several entries.
 */
export function severalEntries(
  mapping: Mapping,
  { payload }: Pick<MappingInput, 'payload'>,
  { where = 'the event', isSent = () => true }: SeveralOptions = {},
): readonly Diagnostic[] {
  const lost = listReads(mapping).flatMap((read): readonly LostRead[] => {
    const { path, steps, at, positions } = read;
    const entries = severalObjects(steps.reduce<unknown>(ownValue, payload));
    if (!entries || !isSent(path)) return [];
    const isRight = at === undefined ? !areOfPeople(steps, entries) : entries.length <= positions;
    return isRight ? [] : [{ ...read, count: entries.length }];
  });
  // Many rules usually read the same list.
  const lists = Map.groupBy(lost, ({ steps, at }) => JSON.stringify([steps, at === undefined]));
  return [...lists.values()].flatMap(([first, ...others]) => (first ? warn(first, others, where) : []));
}

interface SeveralOptions {
  readonly where?: string;
  /** True for the path of a rule whose value is sent. */
  readonly isSent?: (path: string) => boolean;
}

interface LostRead extends ListRead {
  readonly count: number;
}

function warn(first: LostRead, others: readonly LostRead[], where: string): Diagnostic {
  const { path, place, steps, at, count } = first;
  const list = pathText(steps);
  const paths = [...new Set([path, ...others.map(each => each.path)])];
  const shown =
    paths.length > mostShown ? [...paths.slice(0, mostShown), `${paths.length - mostShown} more`] : paths;
  const [last = '', ...before] = shown.toReversed();
  const subject = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
  const isOne = paths.length === 1;
  const entries = `the ${count} entries of ${list} in ${where}`;
  const how =
    at === undefined
      ? `${subject} ${isOne ? 'puts' : 'put'} ${entries} into one value`
      : `${subject} ${isOne ? 'reads' : 'read'} one of ${entries}, and the others are left out`;
  const message = `${how}; every sample of the mapping has one entry`;
  const without = at === undefined ? list : `${list}[${at}]`;
  const hint = `if each entry is a person of its own, write split: ${list} at the source in the config, which makes an event of each, and read its values without ${without}; if this is right, add because: with the reason, or keep such an event as a test (fieldbridge capture)`;
  return diagnostic('mapping/several-entries', message, { hint, place, path });
}

const mostShown = 3;

interface KnownRead extends ListRead {
  /** The number of entries of the list that the mapping reads by their positions. */
  readonly positions: number;
}

/** The lists of which the samples have one entry. Every event passes here. */
const listReads = onceFor((mapping: Mapping): readonly KnownRead[] => {
  const uses = expressionUses(mapping);
  const inCondition = uses.flatMap(({ path, expression }) =>
    path === 'when' ? placedPaths(expression).map(({ steps }) => steps.join('\n')) : [],
  );
  const all = uses.flatMap(({ expression, path, place, because }) =>
    path === 'when' || because !== undefined || expression.answer !== undefined
      ? []
      : readsIn(expression).map(read => ({ ...read, path, place })),
  );
  const positions = Map.groupBy(all, ({ steps }) => steps.join('\n'));
  return all.flatMap((each): readonly KnownRead[] => {
    const list = each.steps.join('\n');
    if (inCondition.some(known => known === list || known.startsWith(`${list}\n`))) return [];
    const counts = sampleRoots(mapping).map(root => countOf(each.steps.reduce<unknown>(ownValue, root)));
    if (!counts.includes(1) || counts.some(count => count > 1)) return [];
    const read = positions.get(list)?.flatMap(({ at }) => at ?? []);
    return [{ ...each, positions: new Set(read).size }];
  });
});

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isPlainObject(value) ? 1 : 0;
}

function readsIn(expression: Expression): readonly Pick<ListRead, 'steps' | 'at'>[] {
  const isSum = nodesOf(treeOf(expression)).some(
    ({ type, procedure }) => type === 'function' && sums.has(String(procedure?.value)),
  );
  return placedPaths(expression).flatMap(
    ({ steps, from, bare, offset, length }): readonly Pick<ListRead, 'steps' | 'at'>[] => {
      if (from !== 0 || steps[0]?.startsWith('$')) return [];
      const list = steps.slice(0, bare);
      const at = positionAfter(list.at(-1) ?? '', expression.source, { offset, length });
      if (at !== undefined) return isOfOnePerson(list.at(-1) ?? '') ? [] : [{ steps: list, at }];
      // A sum reads the values of the last list on its path.
      return isSum && bare > 1
        ? steps.slice(1, bare).map((_, deep) => ({ steps: steps.slice(0, deep + 1), at }))
        : [];
    },
  );
}

/** Returns the position that a path reads of a list: 0 in `children[0].dob`. */
function positionAfter(
  key: string,
  source: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): number | undefined {
  const found = key === '' ? -1 : source.indexOf(key, offset);
  if (found === -1 || found >= offset + length) return undefined;
  const [, at] = /^[`"]?\[\s{0,3}(-?\d{1,4})\s{0,3}\]/.exec(source.slice(found + key.length)) ?? [];
  return at === undefined ? undefined : Number(at);
}

const sums = wordSet('sum max min average');

/** True for a list that one person has several entries in: two phones, or the fields of a form. */
function isOfOnePerson(key: string): boolean {
  return ofOnePerson.test(compactKey(key));
}

const ofOnePerson =
  /phone|mobile|e?mail|address|adress|telef|handy|kontaktdat|^tags?$|label|photo|image|bild|foto|file|attachment|datei|field|felder|meta|attribut|propert|answer|antwort|question|fragen|response|option|link|url|website|consent|einwillig|discount|tax|shipping|fulfil|refund|transaction|payment|zahlung|note|comment|history|histor|log|change|error|column|spalte|row|zeile|cell|header|group|list|roles?$|categor|kategor/;

/** True for entries with a name or a birthday, or in a list of people: `schueler`, `attendees`. */
function areOfPeople(steps: readonly string[], entries: readonly object[]): boolean {
  if (people.test(compactKey(steps.at(-1) ?? ''))) return true;
  return entries.every(each => Object.keys(each).some(key => personKeys.test(compactKey(key))));
}

const people =
  /schuler|kind|child|kid|pupil|student|participant|teilnehm|guest|gast|gaste|passeng|member|mitglied|person|people|patient|attendee|famil|sibling|geschwister|eleve|enfant|leerling|alumno|allievi|pets?$|tiere?$/;
const personKeys =
  /^(?:vorname|nachname|first|last|given|family|sur|full)?name$|^(?:vorname|nachname|prenom)$|^(?:dob|birth|geb)/;
