import { codes } from '../../diagnostics/codes.ts';
import { describedField, fieldDetail } from '../described-field.ts';
import { shownPaths, valuesAt } from '../example-paths.ts';
import { schemaOf } from '../language-file.ts';
import { rawBase, ruleOf, settableFields } from '../meaning.ts';
import { nodeAt, withoutMark } from '../outline/cursor.ts';
import { keysOf } from '../outline/parts.ts';
import { describedBy, keySchemas, schemaSummary, schemasAt, typesOf } from '../schema-at.ts';
import { yamlText } from '../written.ts';
import type { CompletionCandidate, CursorContext } from './cursor-context.ts';
import { pathOfRule } from './rule-values.ts';

/** Returns the keys that may be added to a map: the allowed ones that it does not have yet. */
export function keyCandidates(context: CursorContext): readonly CompletionCandidate[] {
  const { cursor, kind } = context;
  const { path } = cursor;
  const { text } = cursor.outline;
  const taken = new Set(cursor.map ? keysOf(text, cursor.map).filter(key => withoutMark(key) === key) : []);
  const all = kind === 'mapping' ? [...ofMapping(context), ...ofSchema(context)] : ofSchema(context);
  const isList = typesOf(schemasAt(schemaOf(kind), cursor.outline, path)).has('array');
  const isItem = typeof path.at(-1) === 'number';
  if (isList && !isItem && cursor.role === 'either') return [];
  return all.filter(each => !taken.has(each.label));
}

function ofSchema(context: CursorContext): readonly CompletionCandidate[] {
  const { cursor, kind } = context;
  const schemas = keySchemas(schemasAt(schemaOf(kind), cursor.outline, cursor.path));
  return [...schemas].map(([label, below]) => {
    const types = typesOf(below);
    return keyCandidate(context, label, {
      kind: 'key',
      detail: schemaSummary(below),
      documentation: describedBy(below),
      opens: !types.has('string') && (types.has('object') || types.has('array')),
    });
  });
}

interface KeyWords
  extends Pick<CompletionCandidate, 'kind' | 'detail' | 'documentation' | 'alsoCalled' | 'example'> {
  /** True if only further lines can follow it. */
  readonly opens?: boolean;
}

function keyCandidate(
  context: CursorContext,
  label: string,
  { opens, ...words }: KeyWords,
): CompletionCandidate {
  const { cursor, offset } = context;
  const behind = cursor.hasColon ? '' : opens && !cursor.flow ? ':' : ': ';
  const start = Math.min(cursor.start, offset);
  const end = cursor.role === 'either' ? offset : Math.max(cursor.end, offset);
  const insert = { start, end, text: `${yamlText(label)}${behind}` };
  return { label, ...words, typed: cursor.before, insert };
}

/** Returns keys that are not in the schema: keyNames, texts of the payload, names of rules. */
function ofMapping(context: CursorContext): readonly CompletionCandidate[] {
  const { cursor, head, knowledge } = context;
  const { path } = cursor;
  if (isPath(path, ['set', 'additionalFields']) || isExpectedFields(path)) {
    return settableFields(head, knowledge).map(field =>
      keyCandidate(context, field.keyName, {
        kind: 'field',
        detail: fieldDetail(field),
        documentation: describedField(field),
        alsoCalled: field.name,
      }),
    );
  }
  const rule = ruleOf(path);
  if (rule?.rest.length === 1 && rule.rest[0] === 'values') return givenValues(context);
  if (path[0] !== 'tests' || typeof path[1] !== 'number') return [];
  if (path.length === 3 && path[2] === 'cases') return ruleNames(context);
  if (path.length === 4 && (path[2] === 'expect' || path[2] === 'includes')) return callKeys(context);
  return path.length === 3 && path[2] === 'headers' ? headerNames(context) : [];
}

function isPath(path: readonly unknown[], wanted: readonly string[]): boolean {
  return path.length === wanted.length && wanted.every((step, index) => path[index] === step);
}

function isExpectedFields(path: readonly unknown[]): boolean {
  return path.length === 5 && path[0] === 'tests' && path[4] === 'additionalFields';
}

/** The left side of a table contains texts from payloads. */
function givenValues(context: CursorContext): readonly CompletionCandidate[] {
  const { cursor, knowledge } = context;
  const rule = ruleOf(cursor.path);
  if (!rule || knowledge.masked) return [];
  const keys = pathOfRule(rawBase(cursor.outline, rule.path), knowledge);
  if (!keys) return [];
  return valuesAt(knowledge.events, keys)
    .slice(0, 60)
    .map(label => keyCandidate(context, label, { kind: 'value', detail: 'in an event' }));
}

function ruleNames(context: CursorContext): readonly CompletionCandidate[] {
  const { outline } = context.cursor;
  const { text } = outline;
  const set = keysOf(text, nodeAt(outline, ['set'])).filter(key => key !== 'additionalFields');
  const fields = keysOf(text, nodeAt(outline, ['set', 'additionalFields']));
  return [...set, ...fields].map(label =>
    keyCandidate(context, label, { kind: 'name', detail: 'a rule of this mapping', opens: true }),
  );
}

function callKeys(context: CursorContext): readonly CompletionCandidate[] {
  const { outline } = context.cursor;
  const set = keysOf(outline.text, nodeAt(outline, ['set']));
  return ['operation', 'destination', ...set].map(label =>
    keyCandidate(context, label, {
      kind: 'key',
      detail: label === 'operation' ? 'The operation of the API' : 'as the call has it',
      opens: label === 'additionalFields',
    }),
  );
}

function headerNames(context: CursorContext): readonly CompletionCandidate[] {
  return shownPaths(context.knowledge).flatMap(({ keys }) =>
    keys[0] === '$headers' && keys[1] !== undefined
      ? [keyCandidate(context, keys[1], { kind: 'name', detail: 'a header of an event' })]
      : [],
  );
}

/** The codes with which an event fails, for `fails` of a test. */
export function failureCodes(context: CursorContext): readonly CompletionCandidate[] {
  const { cursor, offset } = context;
  const start = Math.min(cursor.start, offset);
  const end = Math.max(cursor.end, offset);
  return Object.entries(codes).flatMap(([code, { severity, title }]) =>
    severity === 'error' && /^(mapping|check|expression|event)\//.test(code)
      ? [
          {
            label: code,
            kind: 'code' as const,
            detail: title,
            typed: cursor.before,
            insert: { start, end, text: code },
          },
        ]
      : [],
  );
}
