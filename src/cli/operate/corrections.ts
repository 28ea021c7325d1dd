import { visibleText } from '../../diagnostics/visible-text.ts';
import { shellWord } from '../started-as.ts';
import { UsageError } from '../surroundings.ts';

/** The requested changes of a payload: a value for each path, or its removal. */
export interface Correction {
  /** As typed. */
  readonly path: string;
  readonly steps: readonly (string | number)[];
  readonly change:
    | { readonly kind: 'set'; readonly text: string }
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'remove' };
}

/** A name, or a position in a list. In `:=` the colon belongs to the operator, not to the name. */
const oneStep = /^(?:\.?(?:`([^`]+)`|"([^"]+)"|((?:[^.[\]"`=:]|:(?!=))+))|\[(\d{1,6})\])/;

/**
 * Parses `contact.phone=+49151…`: a path, then `=` and a text, or `:=` and JSON. A name with dots or signs is in
 * backticks or quotation marks; an element of a list is `[0]`. A whole name that the payload has needs none.
 * @throws UsageError for any other format
 */
export function readSetting(setting: string, payload?: unknown): Correction {
  const name = wholeName(setting.split(/:?=/, 1)[0], payload);
  const { steps, rest } =
    name === undefined ? readPath(setting) : { steps: [name], rest: setting.slice(name.length) };
  const path = setting.slice(0, setting.length - rest.length);
  if (rest.startsWith(':=')) return { path, steps, change: jsonOf(rest.slice(2), setting) };
  if (rest.startsWith('=')) return { path, steps, change: { kind: 'set', text: rest.slice(1) } };
  throw notWritten(setting, quotedName(setting) ?? 'write PATH=VALUE, as in contact.phone=+4915112345678');
}

/** Returns a name if the payload has a property of exactly this name, and none where its path would begin. */
function wholeName(name: string | undefined, payload: unknown): string | undefined {
  if (name === undefined || !isObject(payload) || !Object.hasOwn(payload, name)) return undefined;
  const [first = ''] = name.split(/[.[]/, 1);
  return first !== name && Object.hasOwn(payload, first) ? undefined : name;
}

/** Returns the advice for a name such as `No.`, whose dot leads to nothing. */
function quotedName(setting: string): string | undefined {
  const end = setting.search(/:?=/);
  const name = setting.slice(0, Math.max(end, 0));
  if (!/[.[\]]/.test(name) || /[`"]/.test(name)) return undefined;
  const example = shellWord(`\`${visibleText(name)}\`${visibleText(setting.slice(end))}`.slice(0, 80));
  return `put a name with a dot or a bracket in backticks, as in ${example}`;
}

/** Reads the path of a value to remove. */
export function readRemoval(path: string, payload?: unknown): Correction {
  const name = wholeName(path, payload);
  const { steps, rest } = name === undefined ? readPath(path) : { steps: [name], rest: '' };
  if (rest !== '') throw notWritten(path, 'write a path, as in contact.phone');
  return { path, steps, change: { kind: 'remove' } };
}

function jsonOf(text: string, setting: string): Correction['change'] {
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    throw notWritten(setting, 'write JSON after :=, as in tags:=["a","b"], and a text after =');
  }
}

function readPath(text: string): {
  readonly steps: readonly (string | number)[];
  readonly rest: string;
} {
  const steps: (string | number)[] = [];
  let rest = text;
  for (let found = oneStep.exec(rest); found; found = oneStep.exec(rest)) {
    const [whole, ticked, quoted, plain, position] = found;
    if (position === undefined && whole.startsWith('.') !== steps.length > 0) break;
    steps.push(position === undefined ? (ticked ?? quoted ?? plain?.trim() ?? '') : Number(position));
    rest = rest.slice(whole.length);
  }
  if (steps.length === 0 || typeof steps[0] === 'number' || steps.includes(''))
    throw notWritten(
      text,
      quotedName(text) ?? 'it begins with the name of a property, as in contact.phone=+4915112345678',
    );
  return { steps, rest };
}

function notWritten(text: string, how: string): UsageError {
  return new UsageError(`"${visibleText(text.slice(0, 80))}" cannot be read: ${how}`);
}

/**
 * Returns a payload with its corrections; `added`: the paths that it did not have.
 * @throws UsageError if a path leads into a value that cannot contain it
 */
export function correct(
  payload: unknown,
  corrections: readonly Correction[],
): { readonly corrected: unknown; readonly added: readonly string[] } {
  const added: string[] = [];
  let corrected = payload;
  for (const correction of corrections) {
    const { value, isNew } = changed(corrected, correction.steps, correction);
    if (isNew) added.push(correction.path);
    corrected = value;
  }
  return { corrected, added };
}

interface Changed {
  readonly value: unknown;
  readonly isNew: boolean;
}

function changed(value: unknown, steps: readonly (string | number)[], correction: Correction): Changed {
  const [step, ...further] = steps;
  if (step === undefined) return { value: newValue(value, correction), isNew: value === undefined };
  const isLast = further.length === 0;
  const removes = isLast && correction.change.kind === 'remove';
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? value : undefined;
    if (!list || step > list.length || (removes && step === list.length))
      throw noPlace(correction, `there is no element [${step}]`);
    if (removes) return { value: list.toSpliced(step, 1), isNew: false };
    const next = changed(list[step], further, correction);
    return { value: list.toSpliced(step, 1, next.value), isNew: next.isNew };
  }
  if (value !== undefined && value !== null && !isObject(value))
    throw noPlace(correction, `${Array.isArray(value) ? 'a list' : 'a value'} has no property "${step}"`);
  const properties = new Map(Object.entries(value ?? {}));
  if (removes) {
    if (!properties.delete(step)) throw noPlace(correction, 'it is not there');
    return { value: Object.fromEntries(properties), isNew: false };
  }
  const next = changed(properties.get(step), further, correction);
  properties.set(step, next.value);
  return { value: Object.fromEntries(properties), isNew: next.isNew };
}

function noPlace({ path }: Correction, why: string): UsageError {
  return new UsageError(
    `${visibleText(path)} cannot be changed: ${why}; \`fieldbridge events show\` shows the payload`,
  );
}

/** A number or a boolean keeps its type if the text is written like one. */
function newValue(before: unknown, { change }: Correction): unknown {
  if (change.kind === 'json') return change.value;
  if (change.kind === 'remove') return undefined;
  const { text } = change;
  const isNumber = typeof before === 'number' && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text);
  if (isNumber || (typeof before === 'boolean' && /^(?:true|false)$/.test(text))) return JSON.parse(text);
  return text;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
