import type { JsonField } from '../../config/config.ts';
import { type JsonRead, parseJson } from './json.ts';
import { maxDepth, maxKeys, tooDeep, tooManyKeys } from './limits.ts';
import { UnreadableBody } from './unreadable-body.ts';

type Json = Extract<JsonRead, { kind: 'read' }>;

/** The sender may encode JSON twice, and a program in between once more. */
const mostQuotes = 3;

/**
 * Returns the object or list that a text holds as JSON: `"{\"a\":1}"`, which its sender encoded twice. Any
 * other value is returned unchanged.
 * @throws UnreadableBody if it exceeds the limits
 */
export function unquoteJson(json: Json): Json {
  let inside = json;
  for (let quotes = 0; quotes < mostQuotes && typeof inside.value === 'string'; quotes += 1) {
    const next = readText(inside.value);
    if (!next) break;
    inside = next;
  }
  return typeof inside.value === 'object' && inside.value !== null ? inside : json;
}

/**
 * Returns JSON in which the text of one field is replaced by the JSON inside it. The field is a key of the whole, or a
 * path: `data.payload` or `data[payload]`, applied to each element of a list. A text that is not JSON stays a text.
 * @throws UnreadableBody if the result exceeds the limits
 */
export function placeJsonInside({ value, keys }: Json, field: JsonField): unknown {
  return place(value, jsonSteps(value, field), { depth: 0, room: { keys: maxKeys - keys } });
}

/** The steps to the field in a body. */
export function jsonSteps(body: unknown, { name }: JsonField): readonly string[] {
  const isKey = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  return isKey ? [name] : name.split(/[.[\]]/).filter(Boolean);
}

interface Place {
  /** Levels of objects and lists around the field. */
  readonly depth: number;
  readonly room: { keys: number };
}

function place(value: unknown, steps: readonly string[], at: Place): unknown {
  const inside = { depth: at.depth + 1, room: at.room };
  if (Array.isArray(value)) return value.map(each => place(each, steps, inside));
  const [step, ...more] = steps;
  if (step === undefined) return typeof value === 'string' ? readPlaced(value, at) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === step ? place(each, more, inside) : each]),
  );
}

function readPlaced(text: string, { depth, room }: Place): unknown {
  const json = readField(text);
  if (!json) return text;
  if (depth + json.depth > maxDepth) throw new UnreadableBody(tooDeep);
  room.keys -= json.keys;
  if (room.keys < 0) throw new UnreadableBody(tooManyKeys);
  return json.value;
}

function readText(text: string): Json | undefined {
  const json = parseJson(Buffer.from(text), text);
  if (json.kind === 'beyond') throw new UnreadableBody(json.reason);
  return json.kind === 'read' ? json : undefined;
}

/**
 * Returns the JSON in a field, also if it was encoded twice; undefined if the text is not JSON.
 * @throws UnreadableBody if it exceeds the limits
 */
export function readField(text: string): Json | undefined {
  const json = readText(text);
  return json && unquoteJson(json);
}
