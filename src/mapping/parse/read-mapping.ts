import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { z } from 'zod';
import type { Defaults, DefaultsOf } from '../../config/defaults.ts';
import { parseDuration } from '../../config/schema/duration.ts';
import type { LookupTables } from '../../config/schema/tables-schema.ts';
import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { severityOf } from '../../diagnostics/findings.ts';
import { lineWith } from '../../diagnostics/yaml/line-with.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { withReading } from '../../expressions/compile.ts';
import type { ReadingDefaults } from '../../expressions/conversions.ts';
import type { Expression } from '../../expressions/expression.ts';
import { answersInside } from '../../expressions/habits/habits.ts';
import type { Operation } from '../../inbox/call.ts';
import { ruleUsesLink, usesVariable } from '../evaluate/variables.ts';
import type { Located, Mapping, Rule } from '../mapping.ts';
import { readingBy } from '../reading.ts';
import type { DefaultsLayer } from '../rule-defaults.ts';
import { destinationExpression, mappingShape, operationShape } from '../schema.ts';
import { reportChoice } from './check-chosen.ts';
import { misplacedKeys } from './misplaced-keys.ts';
import { parseRule } from './parse-rule.ts';
import { parseSet } from './parse-set.ts';
import { type PayloadFiles, parseTests } from './parse-tests.ts';
import { isMap, type Parsing, readExpression, readShape, report } from './parsing.ts';
import { payloadRoots } from './payload-roots.ts';
import { checkCases } from './read-expectation.ts';
import { noSamples } from './sample-paths.ts';
import { checkUnusedTables, usedOfConfig } from './shared-tables.ts';
import { warnAboutSameCondition } from './warn-about-same.ts';

/** The dependencies of reading a mapping file. */
export interface FileSurroundings extends PayloadFiles {
  /** The name of the mapping; by default the name of the file without its extension. */
  readonly name?: string;
  /** The defaults of the config; undefined: none. */
  readonly defaultsOf?: DefaultsOf | undefined;
}

/**
 * Reads the value of a readable YAML file and compiles it; undefined if it has too many faults. Faulty keys
 * are left out, so that the rest can be checked.
 */
export function* readMapping(
  parsing: Parsing,
  { file, text }: { file: string; text: string },
  surroundings: FileSurroundings,
): Generator<void, Mapping | undefined> {
  const { value } = parsing.source;
  const raw = isMap(value) ? value : {};
  const misplaced = new Set([...misplacedKeys(parsing, raw), ...rulesAsExpressions(parsing, raw)]);
  const rest = isMap(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !misplaced.has(key)))
    : value;
  const shape = readShape(parsing, mappingShape, [], rest) ?? shapeOfTheRest(rest);
  const operation = operationShape.safeParse(raw.operation).data;
  const tests = parseTests(parsing, file, raw.tests, operation, surroundings);
  const destination = readDestination(parsing, raw.destination);
  const when = typeof raw.when === 'boolean' ? String(raw.when) : raw.when;
  const name = surroundings.name ?? basename(file).replace(/\.ya?ml$/, '');
  const layers = layersOf(raw, { name, defaults: shape?.defaults }, destination, surroundings.defaultsOf);
  const reading = readingBy(layers);
  const condition = readLocated(parsing, ['when'], when, reading);
  if (condition) warnAboutSameCondition(parsing, ['when'], condition.value);
  const link = readLink(parsing, raw.link, reading);
  const headSaysInvalid = raw.onInvalid !== undefined;
  const answers =
    typeof raw.source === 'string' ? surroundings.defaultsOf?.answersAt?.(raw.source) : undefined;
  const about = { samples: payloadRoots(tests), layers, headSaysInvalid, answers };
  checkInvalidTwice(parsing, raw);
  const { set, additionalFields } = yield* parseSet(parsing, raw.set, operation, about);
  checkUnusedTables(parsing, raw);
  checkCases(parsing, tests, { set, additionalFields });
  checkLinked(parsing, raw, { destination, link, when: condition, rules: [...set, ...additionalFields] });
  checkIgnoreOlder(parsing, raw);
  if (!shape || !operation || !destination) return undefined;
  const tables = usedOfConfig(parsing, raw);
  const country = layers.find(each => each.defaults?.country)?.defaults?.country;
  return {
    name,
    file,
    version: versionOf(text, tables),
    ...(Object.keys(tables).length > 0 && { configTables: Object.keys(tables) }),
    source: shape.source,
    destination,
    when: condition,
    link,
    whenUnlinked: shape.whenUnlinked ?? 'wait',
    onInvalid: shape.onInvalid ?? 'fail',
    onUnknownField: shape.onUnknownField ?? 'hold',
    maxAgeMs: shape.maxAge ?? maxAgesMs[operation],
    ignoreOlder: shape.ignoreOlder ?? false,
    operation,
    ...(country !== undefined && { country }),
    set,
    additionalFields,
    tests,
    places: {
      source: parsing.source.placeOf(['source'], 'value'),
      destination: parsing.source.placeOf(['destination'], 'value'),
      ...(shape.ignoreOlder && { ignoreOlder: parsing.source.placeOf(['ignoreOlder'], 'key') }),
    },
  };
}

/** Reports `when` and `link` with a rule in place of an expression: `when: {answer: Newsletter}`. */
function rulesAsExpressions(parsing: Parsing, raw: Readonly<Record<string, unknown>>): readonly string[] {
  return ['when', 'link'].filter(key => {
    const rule = raw[key];
    if (!isMap(rule)) return false;
    const { answer, from, because } = rule;
    if (key === 'link' && because !== undefined && answer === undefined) return false;
    const path = typeof answer === 'string' ? answersInside(`answer: ${answer}`) : from;
    if (typeof path !== 'string') return false;
    const isCondition = key === 'when' && from === undefined;
    const meant = isCondition ? `${path} = "ja"` : path;
    report(parsing, 'yaml/wrong-type', `${key} is an expression, not a rule`, { path: [key] }, () => ({
      instead: lineWith(parsing.source, [key], meant),
      ...(isCondition && { hint: 'write the answer for which the mapping applies in place of "ja"' }),
    }));
    return true;
  });
}

/** A hash of everything that determines the mapping: its file, and the config's tables that it names. */
function versionOf(text: string, tables: LookupTables): string {
  const used = Object.keys(tables).length === 0 ? '' : `\n${JSON.stringify(tables)}`;
  return hash('sha256', `${text}${used}`);
}

/** Returns the defaults for rules, the nearest first. A rule for the destination decides for each event. */
function layersOf(
  { source }: Readonly<Record<string, unknown>>,
  mapping: { readonly name: string; readonly defaults: Defaults | undefined },
  destination: Mapping['destination'] | undefined,
  defaultsOf: DefaultsOf | undefined,
): readonly DefaultsLayer[] {
  const layers: DefaultsLayer[] = [{ of: 'mapping', ...mapping }];
  const add = (of: 'source' | 'destination', name: string) =>
    layers.push({ of, name, defaults: defaultsOf?.(of, name) });
  if (typeof source === 'string') add('source', source);
  if (destination && 'name' in destination) add('destination', destination.name);
  return layers;
}

/** With the key at the head and in `defaults`, one of the two would have no effect. */
function checkInvalidTwice(parsing: Parsing, raw: Readonly<Record<string, unknown>>): void {
  if (raw.onInvalid === undefined || !isMap(raw.defaults) || raw.defaults.onInvalid === undefined) return;
  const message = 'onInvalid stands at the head of the mapping and in its defaults';
  const hint =
    'remove one of them; in defaults, drop leaves the bad elements out of a list and sends the others';
  report(
    parsing,
    'mapping/invalid-rule',
    message,
    { path: ['defaults', 'onInvalid'], part: 'key' },
    { hint },
  );
}

/** The shape of a mapping without unknown keys and keys with a wrong value. */
function shapeOfTheRest(value: unknown): z.output<typeof mappingShape> | undefined {
  const read = mappingShape.safeParse(value);
  if (read.success || !isMap(value)) return read.data;
  const faulty = new Set(
    read.error.issues.flatMap(issue =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [String(issue.path[0])],
    ),
  );
  const rest = Object.entries(value).filter(([key]) => !faulty.has(key));
  return mappingShape.safeParse(Object.fromEntries(rest)).data;
}

function readLocated(
  parsing: Parsing,
  path: YamlPath,
  text: unknown,
  reading: ReadingDefaults,
): Located<Expression> | undefined {
  if (typeof text !== 'string') return undefined;
  const value = readExpression(parsing, path, text);
  if (value?.conversions?.has('choice')) reportChoice(parsing, path);
  return value && { value: withReading(value, reading), place: parsing.source.placeOf(path, 'value') };
}

/** An expression, or `{from, because}`, which confirms the link. */
function readLink(parsing: Parsing, link: unknown, reading: ReadingDefaults): Mapping['link'] {
  if (!isMap(link)) return readLocated(parsing, ['link'], link, reading);
  const { from, because } = link;
  const located = readLocated(parsing, ['link', 'from'], from, reading);
  return located && typeof because === 'string' && because !== '' ? { ...located, because } : located;
}

/** A plain text is a name unless it has characters of expressions: `city = "Bonn" ? "bonn" : "salon"`. */
function readDestination(parsing: Parsing, value: unknown): Mapping['destination'] | undefined {
  if (typeof value === 'string' && !destinationExpression.test(value)) return { name: value };
  if (typeof value !== 'string' && !isMap(value)) return undefined;
  const use = {
    name: 'destination',
    parameter: { description: '', decides: true } as const,
    header: false,
    samples: noSamples,
  };
  const rule = parseRule(parsing, ['destination'], value, use);
  return rule && { rule };
}

/** A booking reserves its slot for a short time only; an update stays valid for days. */
const maxAgesMs: { readonly [operation in Operation]: number } = {
  updateCustomer: parseDuration('7d') ?? 0,
  persistCustomerData: parseDuration('15m') ?? 0,
};

/** An older booking is another appointment, which would be lost if it were skipped. */
function checkIgnoreOlder(parsing: Parsing, raw: Readonly<Record<string, unknown>>): void {
  if (raw.ignoreOlder !== true || raw.operation !== 'persistCustomerData') return;
  const message = 'ignoreOlder is for updates; a booking is never made needless by another one';
  const hint = 'remove ignoreOlder';
  report(parsing, 'mapping/invalid-rule', message, { path: ['ignoreOlder'], part: 'key' }, { hint });
}

/** `$linked` is the customer number of the link, so it needs a link, and cannot be used to find one. */
function checkLinked(
  parsing: Parsing,
  raw: Readonly<Record<string, unknown>>,
  parts: {
    readonly destination: Mapping['destination'] | undefined;
    readonly link: Located<Expression> | undefined;
    readonly when: Located<Expression> | undefined;
    readonly rules: readonly { readonly rule: Rule }[];
  },
): void {
  const { destination, link, when, rules } = parts;
  if (destination && 'rule' in destination && ruleUsesLink(destination.rule)) {
    report(parsing, 'mapping/invalid-rule', '$linked is not known before the destination is', {
      path: ['destination'],
    });
  }
  if (link && usesVariable(link.value, 'linked')) {
    report(
      parsing,
      'mapping/invalid-rule',
      '$linked is what the link stands for, so it cannot be part of it',
      { path: ['link'] },
    );
  }
  if (raw.link !== undefined) return;
  const places = rules.filter(({ rule }) => ruleUsesLink(rule)).map(({ rule }) => rule.base.place);
  if (when && usesVariable(when.value, 'linked')) places.push(when.place);
  const hint = "add link: with an expression for the sender's own id of the person";
  for (const place of places) {
    parsing.findings.add(severityOf('mapping/no-link'), () =>
      diagnostic('mapping/no-link', '$linked is used, but the mapping has no link', { place, hint }),
    );
  }
}
