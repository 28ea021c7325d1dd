import { openChoice } from '../../booking/catalog/open-choice.ts';
import { parameterOf } from '../../mapping/parameters.ts';
import { describedField, plain } from '../described-field.ts';
import { schemaOf } from '../language-file.ts';
import { fieldNamed, type RulePlace, ruleOf, statusNames } from '../meaning.ts';
import { nodeAt } from '../outline/cursor.ts';
import { writtenScalar } from '../outline/parts.ts';
import { exampleTexts, namedValues, schemasAt } from '../schema-at.ts';
import { wholeWord, yamlText } from '../written.ts';
import {
  type CompletionCandidate,
  type CompletionKind,
  type CursorContext,
  exampleText,
} from './cursor-context.ts';
import { expressionFor } from './expressions.ts';
import { failureCodes } from './keys.ts';
import { knownQuestions } from './rule-values.ts';

interface ValueWords
  extends Pick<CompletionCandidate, 'detail' | 'documentation' | 'example' | 'alsoCalled'> {
  readonly kind: CompletionKind;
}

/** Returns the allowed values at a place, except expressions. */
export function valueCandidates(context: CursorContext): readonly CompletionCandidate[] {
  const own = context.kind === 'mapping' ? ofMapping(context) : ofConfig(context);
  return own ?? ofSchema(context);
}

function candidate(
  context: CursorContext,
  text: string,
  words: ValueWords,
  written = yamlText(text),
): CompletionCandidate {
  const { cursor, offset } = context;
  // Any choice may replace this placeholder.
  const typed = cursor.before + cursor.after === openChoice ? '' : cursor.before;
  return { label: text, ...words, typed, insert: wholeWord(cursor, written, offset) };
}

function ofSchema(context: CursorContext): readonly CompletionCandidate[] {
  const schemas = schemasAt(schemaOf(context.kind), context.cursor.outline, context.cursor.path);
  const named = namedValues(schemas);
  if (named.length > 0) {
    return named.map(({ value, description }) =>
      candidate(context, String(value), { kind: 'value', detail: description }, String(value)),
    );
  }
  // The paths of the events help more than examples of expressions.
  if (expressionFor(context)) return [];
  return exampleTexts(schemas).map(text =>
    candidate(context, text, { kind: 'value', detail: 'for example' }),
  );
}

function ofMapping(context: CursorContext): readonly CompletionCandidate[] | undefined {
  const { cursor, knowledge } = context;
  const { path } = cursor;
  const [first, second, third] = path;
  if (path.length === 1 && first === 'source') return sourceNames(context);
  if (path.length === 1 && first === 'destination') return destinationNames(context);
  if (first === 'tests' && typeof second === 'number') {
    if (path.length === 3 && third === 'payload') {
      return knowledge.sampleFiles.map(file =>
        candidate(context, file, { kind: 'file', detail: 'a payload' }),
      );
    }
    if (path.length === 3 && third === 'fails') return failureCodes(context);
    return expectedValue(context);
  }
  const rule = ruleOf(path);
  return rule ? ruleValue(context, rule) : undefined;
}

function sourceNames(context: CursorContext): readonly CompletionCandidate[] {
  const sources = context.knowledge.config?.sources ?? new Map();
  return [...sources.keys()].map(name =>
    candidate(context, name, { kind: 'name', detail: 'a source of the config' }),
  );
}

function destinationNames(context: CursorContext): readonly CompletionCandidate[] {
  const { config, catalogs } = context.knowledge;
  const names = config ? [...config.destinations.keys()] : [...catalogs.keys()];
  return names.map(name => candidate(context, name, { kind: 'name', detail: 'a destination of the config' }));
}

/** Completes values in the expected calls of a test. */
function expectedValue(context: CursorContext): readonly CompletionCandidate[] | undefined {
  const { path } = context.cursor;
  const [, , , , name, key] = path;
  if (path.length === 5 && name === 'operation') {
    return ['updateCustomer', 'persistCustomerData'].map(each => candidate(context, each, { kind: 'value' }));
  }
  if (path.length === 5 && name === 'destination') return destinationNames(context);
  if (path.length === 5 && name === 'customerStatus') return literals(context, 'customerStatus', undefined);
  if (path.length === 6 && name === 'additionalFields' && typeof key === 'string') {
    return literals(context, name, key);
  }
  return undefined;
}

/** The keys whose values are sent unchanged. */
const literalKeys = new Set(['value', 'otherwise', 'default']);

function ruleValue(
  context: CursorContext,
  { name, key, rest }: RulePlace,
): readonly CompletionCandidate[] | undefined {
  const [first] = rest;
  if (first === 'answer' && rest.length === 1) return questionNames(context);
  if (typeof first === 'string' && literalKeys.has(first)) {
    const schema = ofSchema(context);
    return [...literals(context, name, key), ...schema];
  }
  if (first === 'values' && rest.length >= 2) return literals(context, name, key);
  if (first === 'values') return tableNames(context);
  if (rest.length === 0) return answerRules(context);
  if (first === 'parse' || first === 'format') return datePatterns.map(each => ofPattern(context, each));
  if (first === 'zone') return timeZones().map(zone => candidate(context, zone, { kind: 'value' }));
  return undefined;
}

/** Returns the tables of the mapping and of the config. */
function tableNames(context: CursorContext): readonly CompletionCandidate[] {
  const { outline } = context.cursor;
  const own = nodeAt(outline, ['tables']);
  const names = own?.kind === 'map' ? own.entries.map(({ key }) => writtenScalar(outline.text, key)) : [];
  const shared = Object.keys(context.knowledge.config?.tables ?? {}).filter(name => !names.includes(name));
  return [
    ...names.map(name => candidate(context, name, { kind: 'name', detail: 'a table of this mapping' })),
    ...shared.map(name => candidate(context, name, { kind: 'name', detail: 'a table of the config' })),
  ];
}

/** The choices of a field or the names of statuses. */
function literals(
  context: CursorContext,
  name: string,
  key: string | undefined,
): readonly CompletionCandidate[] {
  const { head, knowledge } = context;
  if (key === undefined) {
    if (name === 'destination') return destinationNames(context);
    if (name === 'customerStatus') {
      return statusNames(head, knowledge).map(each =>
        candidate(context, each, { kind: 'status', detail: 'a customer status' }),
      );
    }
    const parameter = head.operation && parameterOf(head.operation, name);
    if (parameter?.boolean) return truths(context, parameter.description);
    if (name !== 'genderType') return [];
    return genders.map(each => candidate(context, each, { kind: 'choice', detail: parameter?.description }));
  }
  const field = fieldNamed(key, head, knowledge);
  if (!field) return [];
  if (field.type === 'checkbox') return truths(context, field.name);
  return (field.selectItems ?? []).map((choice, index) => {
    const others = Object.values(field.choiceNames ?? {}).flatMap(each => each[index] ?? []);
    const alsoCalled = [...new Set(others)].filter(each => each !== choice).join(' ');
    return candidate(context, choice, {
      kind: 'choice',
      detail: `a choice of ${field.name}`,
      documentation: describedField(field),
      ...(alsoCalled !== '' && { alsoCalled }),
    });
  });
}

/** API document 2.3. */
const genders = ['MALE', 'FEMALE', 'DIVERSE', 'UNKNOWN', 'KID'];

function truths(context: CursorContext, detail: string): readonly CompletionCandidate[] {
  return ['true', 'false'].map(each => candidate(context, each, { kind: 'choice', detail }, each));
}

/** Returns the names of questions, after `answer:`. */
function questionNames(context: CursorContext): readonly CompletionCandidate[] {
  return knownQuestions(context.knowledge).map(({ name, question, value }) => {
    const others = [...question.keys, ...question.labels].filter(each => each !== undefined && each !== name);
    return candidate(context, name, {
      kind: 'answer',
      detail: 'a question of the form',
      documentation:
        others.length === 0 ? undefined : `Also called ${others.map(each => plain(String(each))).join(', ')}`,
      alsoCalled: others.length === 0 ? undefined : others.join(' '),
      example: value === undefined ? undefined : exampleText(value, context.knowledge),
    });
  });
}

/** Returns a whole rule for each question: `{answer: "Größe (cm)"}`. */
function answerRules(context: CursorContext): readonly CompletionCandidate[] {
  const { cursor, knowledge } = context;
  if (cursor.style !== 'plain' || cursor.before.startsWith('$') || cursor.before.includes('.')) return [];
  return knownQuestions(knowledge).map(({ name, value }) => {
    const written = /[,{}[\]]/.test(name) ? JSON.stringify(name) : yamlText(name);
    const words = { kind: 'answer', detail: 'the answer to a question' } as const;
    const example = value === undefined ? undefined : exampleText(value, knowledge);
    return candidate(context, name, { ...words, example }, `{answer: ${written}}`);
  });
}

const datePatterns = [
  ['dd.MM.yyyy', '31.03.2026'],
  ['d.M.yyyy', '1.3.2026'],
  ['yyyy-MM-dd', '2026-03-31'],
  ['MM/dd/yyyy', '03/31/2026'],
  ['dd/MM/yyyy', '31/03/2026'],
  ['dd.MM.yyyy HH:mm', '31.03.2026 14:30'],
  ["yyyy-MM-dd'T'HH:mm:ssZZ", '2026-03-31T14:30:00+02:00'],
  ['d. MMMM yyyy', '1. März 2026'],
  ['X', 'seconds since 1970'],
  ['x', 'milliseconds since 1970'],
] as const;

function ofPattern(
  context: CursorContext,
  [pattern, detail]: readonly [string, string],
): CompletionCandidate {
  return candidate(context, pattern, { kind: 'value', detail });
}

let zones: readonly string[] | undefined;

function timeZones(): readonly string[] {
  zones ??= Intl.supportedValuesOf('timeZone');
  return zones;
}

/** Returns completions that need a running account or the rest of the config. */
function ofConfig(context: CursorContext): readonly CompletionCandidate[] | undefined {
  const { cursor, knowledge } = context;
  const [first, name, key] = cursor.path;
  if (first === 'destinations' && key === 'statuses' && typeof name === 'string') {
    const statuses = knowledge.catalogs.get(name)?.statuses ?? [];
    return statuses.map(each =>
      candidate(context, each.name, { kind: 'status', detail: 'a customer status' }),
    );
  }
  if (first === 'sources' && key === 'people') return sourceNames(context);
  if (cursor.path.at(-1) === 'zone')
    return timeZones().map(zone => candidate(context, zone, { kind: 'value' }));
  return undefined;
}
