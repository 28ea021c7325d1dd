import { expect } from 'vitest';
import type { LookupTables } from '../../src/config/schema/tables-schema.ts';
import type { Link, Value } from '../../src/inbox/call.ts';
import { requestView } from '../../src/inbox/request-view.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import type { Evaluation, MappingInput } from '../../src/mapping/evaluate/evaluation.ts';
import { explain } from '../../src/mapping/explain/explain.ts';
import { startRecording } from '../../src/mapping/explain/recording.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import { type ParsedMapping, parseMapping } from '../../src/mapping/parse/parse-mapping.ts';

/** Parses a mapping without payload files; `tables` are those of the config. */
export function parse(text: string, tables?: LookupTables): ParsedMapping {
  return parseMapping('mappings/intake.yaml', text, {
    readFile(path) {
      throw new Error(`there is no file ${path}`);
    },
    defaultsOf: Object.assign(() => undefined, { tables }),
  });
}

/** Returns the mapping of a valid text. */
export function mappingOf(text: string): Mapping {
  const { mapping, diagnostics } = parse(text);
  if (!mapping) throw new Error(diagnostics.map(each => `${each.place?.line}: ${each.message}`).join('\n'));
  return mapping;
}

/** Returns a mapping that updates customer 7 and sets the field `f` by a rule in YAML's flow style. */
export function fieldMapping(rule: string, head = ''): string {
  return `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: {value: "7", because: test}\n  additionalFields:\n    f: ${rule}\n`;
}

/** Returns a mapping that completes a booking. `set` is added to the required parameters, indented by two. */
export function bookingMapping(set: string, head = ''): string {
  return `source: website\ndestination: salon\n${head}operation: persistCustomerData
set:
  appointmentId: appointment
  privacy: privacy
  terms: terms
  minAge: minAge
${set}`;
}

/** The data that `bookingMapping` needs. */
export const bookingData = { appointment: 'a1', privacy: true, terms: true, minAge: true };

export interface Given extends Partial<MappingInput> {
  /** Customer numbers by the ids of links. */
  readonly links?: Readonly<Record<string, string>>;
  /** The values that the sender writes for an empty one. */
  readonly empty?: ReadonlySet<string>;
}

/** Evaluates the mapping of a text for an event, and checks that a recorder does not change the result. */
export async function evaluateYaml(text: string, given: Given): Promise<Evaluation> {
  const { links = {}, empty, ...input } = given;
  const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };
  const whole = {
    payload: {},
    answers: undefined,
    headers: {},
    query: {},
    body: input.payload,
    event,
    ...input,
  };
  const surroundings = {
    people: 'crm',
    empty,
    findLink: async (link: Link) => (Object.hasOwn(links, link.id) ? links[link.id] : undefined),
  };
  const mapping = mappingOf(text);
  const evaluation = await evaluate(mapping, whole, surroundings);
  const recording = startRecording();
  expect(await evaluate(mapping, whole, { ...surroundings, record: recording.record })).toEqual(evaluation);
  const trace = await explain(mapping, recording);
  expect(trace.wanted).toBe(evaluation.kind !== 'not-wanted');
  return evaluation;
}

/** Returns the call of an evaluation as it is shown, or the kind of the evaluation. */
export function requestOf(evaluation: Evaluation): Readonly<Record<string, unknown>> | string {
  return evaluation.kind === 'call' ? { ...requestView(evaluation.call) } : evaluation.kind;
}

/**
 * Returns the value that is sent for the field `f` of a `fieldMapping`: a text, nothing, or the codes of the
 * faults.
 */
export async function fieldOf(rule: string, given: Given | unknown, head?: string): Promise<unknown> {
  const change = await changeOf(rule, given, head);
  if (typeof change !== 'object' || change === null || !('set' in change)) return change;
  const {
    elements: _,
    separator: __,
    oneOfList: ___,
    dateFormat: ____,
    unnamed: _____,
    written: ______,
    ...set
  } = (change as { set: Value }).set;
  return { set };
}

/** Returns the same, with the elements of a list. */
export async function changeOf(rule: string, given: Given | unknown, head?: string): Promise<unknown> {
  const isGiven = typeof given === 'object' && given !== null && 'payload' in given;
  const evaluation = await evaluateYaml(
    fieldMapping(rule, head),
    isGiven ? (given as Given) : { payload: given },
  );
  if (evaluation.kind === 'call')
    return evaluation.call.additionalFields.find(field => field.key === 'f')?.change;
  return codesOf(evaluation);
}

/** Returns the codes of an evaluation's diagnostics. */
export function codesOf(evaluation: Evaluation): readonly string[] {
  return evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics.map(each => each.code);
}
