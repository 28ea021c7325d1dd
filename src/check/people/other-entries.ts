import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { compile } from '../../expressions/compile.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Expression } from '../../expressions/expression.ts';
import { readQuietly } from '../../mapping/doubts/read-quietly.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { arePeople, nameOthers } from '../../mapping/people-list.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { findField } from '../call/field-key.ts';
import { otherSubject } from '../names/other-subject.ts';
import { allNamesOf, fieldPath, ruleName } from '../rule-reading.ts';
import { answerKeys } from '../starter/answer-pairs.ts';

/**
 * Warns about a rule that reads another entry of a list than the one with the customer: `id: attendees[0].no` and
 * `birthdate: attendees[1].birthday`. It counts if both entries are people with different numbers, or if the list is one
 * of people by its name. Entries of a list of questions and fields about companions are right. `because` confirms a rule.
 */
export function otherEntries(
  mapping: Mapping,
  catalog: CatalogSnapshot,
  { payload }: { readonly payload: unknown },
): readonly Diagnostic[] {
  return pairsOf(mapping).flatMap(({ subject, rule: { path, rule }, pairs }) => {
    const [first] = pairs;
    if (!first || !pairs.every(each => isOther(each, payload)) || isAboutOthers(path, catalog)) return [];
    const message = `${ruleName(path)} reads ${first.written}, another entry of ${first.list} than ${subject} (${first.subject})`;
    const hint = `read ${first.cure} for the same person; if ${first.written} is right, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

/** An entry of a list that a path chooses, and the rest of the path. */
interface EntryRead {
  readonly written: string;
  /** The path of the list, without what chooses the entry. */
  readonly list: string;
  readonly entry: string;
  readonly below: string;
}

type Read = NonNullable<Expression['evaluateDirectly']>;

/** Two entries of one list: that of the customer with its number, and another one that a rule reads. */
interface Pair {
  readonly written: string;
  readonly list: string;
  readonly subject: string;
  readonly cure: string;
  readonly customer: Read;
  readonly number: Read;
  readonly entry: Read;
  readonly value: Read;
  readonly otherNumber: Read;
}

interface RulePairs {
  readonly subject: string;
  readonly rule: NamedRule;
  readonly pairs: readonly Pair[];
}

/** Every event passes here, and few mappings read entries of lists. */
const pairsOf = onceFor((mapping: Mapping): readonly RulePairs[] => {
  const { link } = mapping;
  const rules = namedRules(mapping).flatMap(rule =>
    rule.rule.because === undefined ? { rule, reads: ruleExpressions(rule.rule).map(entriesRead) } : [],
  );
  const ofLink = link && link.because === undefined ? entriesRead(link.value) : [];
  const named = [...subjects].flatMap(name => {
    const reads = rules.find(({ rule }) => rule.path === name)?.reads.flat() ?? [];
    return reads.length > 0 ? [{ path: name, reads }] : [];
  });
  const subject = ofLink.length > 0 ? { path: 'link', reads: ofLink } : named[0];
  if (!subject) return [];
  return rules.flatMap(({ rule, reads }) => {
    if (rule.path === subject.path || reads.length === 0) return [];
    const pairs = reads.map(each => pairIn(each, subject.reads));
    return pairs.every(each => each !== undefined) ? [{ subject: subject.path, rule, pairs }] : [];
  });
});

/** In this order: the first one that reads an entry of a list identifies the customer. */
const subjects = ['id', 'customerId', 'email', 'name', 'firstName'] as const;

/** Returns the entries of lists that an expression chooses by a position or a condition, the inner ones first. */
function entriesRead({ source, answer }: Expression): readonly EntryRead[] {
  if (answer !== undefined || !source.includes('[') || source.length > longest) return [];
  return [...source.matchAll(chain)].flatMap(([written]) => {
    const found: EntryRead[] = [];
    for (let at = written.lastIndexOf('].'); at !== -1; at = written.lastIndexOf('].', at - 1)) {
      const entry = written.slice(0, at + 1);
      found.push({
        written,
        list: entry.slice(0, entry.lastIndexOf('[')),
        entry,
        below: written.slice(at + 2),
      });
    }
    return found;
  });
}

/** A path with entries of lists: `order.attendees[1].birthday`. */
const chain =
  /(?<![\p{L}\p{N}_$.`"'\]])[\p{L}_][\p{L}\p{N}_]{0,60}(?:\[[^[\]]{1,80}\]|\.[\p{L}_][\p{L}\p{N}_]{0,60}){1,12}/gu;
const longest = 500;

/** Returns the pair of an expression and the customer, if all that it reads of the list is in other entries. */
function pairIn(reads: readonly EntryRead[], subject: readonly EntryRead[]): Pair | undefined {
  for (const read of reads) {
    const own = subject.find(({ list }) => list === read.list);
    if (!own) continue;
    const isSame = own.entry === read.entry || own.below === read.below;
    if (isSame || reads.some(({ entry }) => entry === own.entry)) return undefined;
    const [customer, number, entry, value, otherNumber] = [
      own.entry,
      own.written,
      read.entry,
      read.written,
      `${read.entry}.${own.below}`,
    ].map(readOf);
    if (!customer || !number || !entry || !value || !otherNumber) return undefined;
    const { written, list } = read;
    const cure = `${own.entry}.${read.below}`;
    return { written, list, subject: own.written, cure, customer, number, entry, value, otherNumber };
  }
  return undefined;
}

function readOf(source: string): Read | undefined {
  const compiled = compile(source);
  return 'expression' in compiled ? compiled.expression.evaluateDirectly : undefined;
}

/** True if an event has somebody else than the customer in the entry that a rule reads. */
function isOther({ list, ...pair }: Pair, payload: unknown): boolean {
  const read = (each: Read) => readQuietly(each, { input: payload, bindings: {} });
  const [one, entry] = [read(pair.customer), read(pair.entry)];
  if (!isPlainObject(one) || !isPlainObject(entry) || one === entry || answerKeys({ ...one })) return false;
  if (presenceOf(read(pair.value)) !== 'present') return false;
  const otherNumber = read(pair.otherNumber);
  return presenceOf(otherNumber) === 'present'
    ? otherNumber !== read(pair.number)
    : arePeople(list.split('.').at(-1) ?? '');
}

function isAboutOthers(path: string, catalog: CatalogSnapshot): boolean {
  if (!path.startsWith(fieldPath)) return false;
  const key = path.slice(fieldPath.length);
  const field = findField(key, catalog);
  const names = field ? allNamesOf(field) : [key];
  return (
    names.some(name => nameOthers(name) || ordinals.test(name)) ||
    otherSubject({ names }, { names: ['birthdate'], type: 'birthday' }) === 'somebody-else'
  );
}

/** "Name 2", "Zweiter Gast". */
const ordinals = /(?<!\p{N})[2-9](?!\p{N})|zweit|second|tweede|deuxi|dritt|third/iu;
