import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import type { Scope } from '../../expressions/expression.ts';
import { keyText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { namesBirthday } from '../../inbox/named-person.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import type { Mapping } from '../mapping.ts';
import { movedEntries, type PositionOfEntry, positionsOfEntries } from './moved-entries.ts';
import { samplePayloads } from './named-positions.ts';

type Order = 'oldest' | 'newest';

/** The order of a list by the days of its entries, and their key. */
interface OrderOfDays {
  readonly first: Order;
  readonly key: string;
}

/**
 * Returns warnings about an entry that is read by its position in a list with the oldest day first, if every sample has the newest first, or
 * the reverse: `visits[0].day` is another visit now. A reason says nothing about a later change. No value of the event is shown.
 */
export function turnedLists(mapping: Mapping, { input }: Pick<Scope, 'input'>): readonly Diagnostic[] {
  const found = readsInOrder(mapping).flatMap(({ path, place, written, steps, source, order }) => {
    const now = orderOf(steps.reduce<unknown>(ownValue, input), [order.key]);
    if (!now || now.first === order.first) return [];
    const list = written.slice(0, written.indexOf('['));
    const isNewest = order.first === 'newest';
    const sorted = `${list}^(${isNewest ? '>' : ''}${keyText(order.key)})${written.slice(list.length)}`;
    const message = `${path}: ${written} reads another entry than in the samples of the mapping: there, ${list} has the ${order.first} ${order.key} first, and now the ${now.first} one`;
    const hint = `write from: ${expressionInYaml(source.replace(written, () => sorted))}, which sorts the list by ${order.key}`;
    return [diagnostic('mapping/other-name', message, { hint, place, path })];
  });
  const moved = found.length === 0 ? [] : movedEntries(mapping, { input });
  return found.filter(({ path }) => !moved.some(each => each.path === path));
}

/** The entries read of lists that have one order in every sample. Every event asks for them. */
const readsInOrder = onceFor(
  (mapping: Mapping): readonly (PositionOfEntry & { readonly order: OrderOfDays })[] =>
    positionsOfEntries(mapping).flatMap(read => {
      const orders = samplePayloads(mapping).flatMap(
        each => orderOf(read.steps.reduce<unknown>(ownValue, each), undefined, read.part) ?? [],
      );
      const [order, ...others] = orders;
      const isSame = others.every(({ first, key }) => first === order?.first && key === order.key);
      return order && isSame && isTelling(read, order.key) ? [{ ...read, order }] : [];
    }),
);

/** True for a list of what happened or will happen. People and goods have days too, and stand in any order. */
function isTelling({ path, steps, part }: PositionOfEntry, key: string): boolean {
  const names = [path, ...steps, part, key]
    .join(' ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/[._-]/g, ' ');
  return events.test(names);
}

const events =
  /(?<!\p{L})(?:last|letzte[rsnm]?|latest|newest|recent|neueste[rsnm]?|first|erste[rsnm]?|next|n(?:ä|ae)chste[rsnm]?|visits?|besuche?|appointments?|termine?|bookings?|buchungen|events?|histor(?:y|ie)|verlauf|sessions?|sitzungen|treatments?|behandlungen|notes?|notizen|entries|eintr(?:ä|ae)ge|log|measurements?|messungen|weights?|payments?|zahlungen|orders?|bestellungen|bezoeken|afspraken|visites|rendez|activities|contacts made|checks?|exams?|untersuchungen|vorsorgen?|tests?|results?|befunde)(?!\p{L})/iu;

/** Returns the order of a list by the first key whose values are days, each one after the other. `part`: the key that counts first. */
function orderOf(list: unknown, keys?: readonly string[], part?: string): OrderOfDays | undefined {
  if (!Array.isArray(list) || list.length < 2 || list.length > mostEntries) return undefined;
  const [first] = list as readonly unknown[];
  if (!isPlainObject(first)) return undefined;
  const own = Object.keys(first).slice(0, mostKeys);
  const asked = keys ?? [...own.filter(key => key === part), ...own.filter(key => key !== part)];
  for (const key of asked) {
    if (namesBirthday(key)) continue;
    const days = list.map(each => dayIn(ownValue(each, key)));
    if (!days.every(each => each !== undefined)) continue;
    const pairs = days.slice(1).map((day, at) => compare(days[at] ?? '', day));
    if (pairs.every(each => each === 0)) continue;
    if (pairs.every(each => each <= 0)) return { first: 'oldest', key };
    return pairs.every(each => each >= 0) ? { first: 'newest', key } : undefined;
  }
  return undefined;
}

const mostEntries = 200;
const mostKeys = 30;

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Returns a day or a moment as a text that can be compared. */
function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longestDay) return undefined;
  return isoDay.test(value) ? value : undefined;
}

const longestDay = 40;
/** An expression sorts only texts of this form. */
const isoDay = /^(?:19|20)\d\d-[01]\d-[0-3]\d(?:[T ]|$)/;
