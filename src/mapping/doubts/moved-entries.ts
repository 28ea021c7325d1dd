import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import type { Scope } from '../../expressions/expression.ts';
import { keyText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import type { Mapping } from '../mapping.ts';
import { namedRules, ruleExpressions } from '../rules-of.ts';
import { samplePayloads } from './named-positions.ts';

/** A rule that reads a part of one entry of a list by its position, `items[1].day`, and the kind of this entry in every sample. */
interface EntryRead {
  readonly path: string;
  readonly place: Place;
  /** The text up to the position: `items[1]`. */
  readonly written: string;
  /** The steps to the list. */
  readonly steps: readonly string[];
  readonly at: number;
  /** The key that names the kind, and the kind: `type` and "rabies". */
  readonly key: string;
  readonly kind: string;
  readonly source: string;
}

/**
 * Returns warnings about values of an entry of a list that is read by its position, if an entry of another kind stands there than in
 * every sample, and the one of this kind stands elsewhere in the list: the order changed. A reason says nothing about a later
 * change. No value of the event is shown.
 */
export function movedEntries(mapping: Mapping, { input }: Pick<Scope, 'input'>): readonly Diagnostic[] {
  return entriesRead(mapping).flatMap(({ path, place, written, steps, at, key, kind, source }) => {
    const entries = steps.reduce<unknown>(ownValue, input);
    if (!Array.isArray(entries)) return [];
    const kinds = entries.map(each => kindOf(each, key));
    const own = kinds.at(at);
    if (own === undefined || own === compared(kind) || !kinds.includes(compared(kind))) return [];
    const list = written.slice(0, written.indexOf('['));
    const named = `${list}[${keyText(key)} = ${JSON.stringify(kind)}]`;
    const cure = source.replace(written, () => named);
    const message = `${path}: ${written} reads another entry than in the samples of the mapping: there, its ${key} is "${visibleText(kind)}", which stands at another position of this list`;
    const hint = `write from: ${expressionInYaml(cure)}, which finds the entry by its ${key}`;
    return [diagnostic('mapping/other-name', message, { hint, place, path })];
  });
}

/** Returns the entries that rules read by their position and whose kind is the same in every sample. Every event asks for them. */
const entriesRead = onceFor((mapping: Mapping): readonly EntryRead[] =>
  mapping.tests.length === 0
    ? []
    : namedRules(mapping).flatMap(({ path, rule }) =>
        ruleExpressions(rule).flatMap(({ source }) =>
          [...source.matchAll(position)].flatMap(([written, list = '', at = '']): readonly EntryRead[] => {
            const read = { steps: list.split('.'), at: Number(at) };
            const known = kindInSamples(mapping, read);
            return known ? [{ path, place: rule.base.place, written, source, ...read, ...known }] : [];
          }),
        ),
      ),
);

/** Matches an element of a list whose path starts at the payload, if a part of the element is read. */
const position = /(?<![\p{L}\p{N}_.$"`\]])([\p{L}_][\p{L}\p{N}_.]*)\[(-?\d+)\](?=\.[\p{L}_])/gu;

function kindInSamples(
  mapping: Mapping,
  { steps, at }: Pick<EntryRead, 'steps' | 'at'>,
): Pick<EntryRead, 'key' | 'kind'> | undefined {
  const found = samplePayloads(mapping).flatMap(each => {
    const entries = steps.reduce<unknown>(ownValue, each);
    const entry: unknown = Array.isArray(entries) && entries.length >= fewest ? entries.at(at) : undefined;
    return isPlainObject(entry) ? [entry] : [];
  });
  for (const key of kindKeys) {
    const [first, ...others] = found.map(each => ownValue(each, key));
    const isKind = typeof first === 'string' && first !== '' && first.length <= longestKind;
    if (isKind && others.every(each => kindOf({ [key]: each }, key) === compared(first)))
      return { key, kind: first };
  }
  return undefined;
}

function kindOf(entry: unknown, key: string): string | undefined {
  const kind = ownValue(entry, key);
  return typeof kind === 'string' ? compared(kind) : undefined;
}

function compared(kind: string): string {
  return kind.trim().toLowerCase();
}

const kindKeys = ['type', 'typ', 'art', 'kind', 'role', 'rolle', 'key', 'code', 'label', 'name', 'title'];
/** In a list of one entry, its kind says nothing about the order. */
const fewest = 2;
const longestKind = 80;
