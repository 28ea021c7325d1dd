import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { findField, unsettable } from '../check/call/field-key.ts';
import type { Operation } from '../inbox/call.ts';
import type { Knowledge } from './knowledge.ts';
import { nodeAt, type OutlineStep } from './outline/cursor.ts';
import { type Outline, type OutlineNode, textUnder, writtenScalar } from './outline/parts.ts';

/** The settings at the top of a mapping, as far as they are typed. */
export interface MappingHead {
  readonly source: string | undefined;
  readonly operation: Operation | undefined;
  /** The possible destinations of the mapping. */
  readonly destinations: readonly string[];
}

/** Reads the settings at the top of a mapping. A missing or unknown destination means that all are possible. */
export function headOf({ text, root }: Outline, { config, catalogs }: Knowledge): MappingHead {
  const operation = textUnder(text, root, 'operation');
  const destination = textUnder(text, root, 'destination');
  const known = config ? [...config.destinations.keys()] : [...catalogs.keys()];
  return {
    source: textUnder(text, root, 'source'),
    operation: operation === 'updateCustomer' || operation === 'persistCustomerData' ? operation : undefined,
    destinations: destination !== undefined && known.includes(destination) ? [destination] : known,
  };
}

/** Returns the catalogs of the possible destinations of a mapping. */
export function catalogsOf(
  { destinations }: MappingHead,
  { catalogs }: Knowledge,
): readonly CatalogSnapshot[] {
  return destinations.flatMap(name => catalogs.get(name) ?? []);
}

/** Returns the fields that a mapping can set, each once, in the order of the account. */
export function settableFields(head: MappingHead, knowledge: Knowledge): readonly FieldConfiguration[] {
  const fields = new Map<string, FieldConfiguration>();
  const operation = head.operation ?? 'updateCustomer';
  for (const catalog of catalogsOf(head, knowledge)) {
    for (const field of catalog.fields) {
      if (!fields.has(field.keyName) && !unsettable(field, operation)) fields.set(field.keyName, field);
    }
  }
  return [...fields.values()];
}

/** Returns the field with a keyName. */
export function fieldNamed(
  key: string,
  head: MappingHead,
  knowledge: Knowledge,
): FieldConfiguration | undefined {
  for (const catalog of catalogsOf(head, knowledge)) {
    const field = findField(key, catalog);
    if (field) return field;
  }
  return undefined;
}

/** Returns the known names of customer statuses, each once. */
export function statusNames(head: MappingHead, knowledge: Knowledge): readonly string[] {
  return [...new Set(catalogsOf(head, knowledge).flatMap(each => each.statuses.map(status => status.name)))];
}

/** A rule of a mapping: its field, and the steps from the rule to a place inside it. */
export interface RulePlace {
  /** `additionalFields.birthdate`, `customerStatus`, `destination`. */
  readonly name: string;
  /** The keyName, if the rule fills a field of the account. */
  readonly key: string | undefined;
  /** The path of the rule. */
  readonly path: readonly OutlineStep[];
  /** The path below the rule: `values`, `from`. */
  readonly rest: readonly OutlineStep[];
}

/** Returns the rule that contains a path of a mapping. */
export function ruleOf(path: readonly OutlineStep[]): RulePlace | undefined {
  const [first, second, third] = path;
  if (first === 'destination') {
    return { name: 'destination', key: undefined, path: path.slice(0, 1), rest: path.slice(1) };
  }
  if (first !== 'set' || typeof second !== 'string') return undefined;
  if (second !== 'additionalFields') {
    return { name: second, key: undefined, path: path.slice(0, 2), rest: path.slice(2) };
  }
  if (typeof third !== 'string') return undefined;
  return { name: `additionalFields.${third}`, key: third, path: path.slice(0, 3), rest: path.slice(3) };
}

/** Returns the expression of a rule as far as it is typed: that of a plain rule, or its `from` or `answer`. */
export function rawBase(
  outline: Outline,
  path: readonly OutlineStep[],
): { readonly from?: string; readonly answer?: string } {
  const node: OutlineNode | undefined = nodeAt(outline, path);
  if (node?.kind === 'scalar') return { from: writtenScalar(outline.text, node.scalar) };
  const from = textUnder(outline.text, node, 'from');
  const answer = textUnder(outline.text, node, 'answer');
  return { ...(from !== undefined && { from }), ...(answer !== undefined && { answer }) };
}
