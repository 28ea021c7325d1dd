import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { compile } from '../../expressions/compile.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Value } from '../../inbox/call.ts';
import { requestView } from '../../inbox/request-view.ts';
import { assembleCall, type ParameterResult, type Results } from '../evaluate/assemble-call.ts';
import { atDestination } from '../evaluate/at-destination.ts';
import { evaluateRule } from '../evaluate/evaluate-rule.ts';
import { testInput } from '../evaluate/sample-input.ts';
import type { Mapping, RuleCase, RuleCases } from '../mapping.ts';
import { expectedText, type Mismatch } from './differences.ts';
import type { TestSurroundings } from './run-tests.ts';

/** The result of the tables of a test. */
export interface CasesRun {
  readonly differences: readonly (Mismatch & { readonly call: number })[];
  readonly faults: readonly Diagnostic[];
}

/**
 * Passes each input of the tables to its rule, in place of the value of `from`, and compares the sent value.
 * The account is checked if it is known. The defaults are those of the destination that the mapping names.
 */
export async function runCases(
  mapping: Mapping,
  rules: readonly RuleCases[],
  surroundings: TestSurroundings,
): Promise<CasesRun> {
  const differences: (Mismatch & { readonly call: number })[] = [];
  const faults: Diagnostic[] = [];
  for (const { rule, cases } of rules) {
    for (const each of cases) {
      const made = await runCase(mapping, rule, each, surroundings);
      const wrong = wrongCase(rule, each, made);
      if (!wrong) continue;
      differences.push({ call: 1, ...wrong });
      if (each.fails === undefined) faults.push(...made.faults);
    }
  }
  return { differences, faults };
}

/** Returns the difference between a case and its expectation; undefined if there is none. */
function wrongCase(rule: string, { input, output, fails }: RuleCase, made: CaseMade): Mismatch | undefined {
  const [fault] = made.faults;
  const expected = fails === undefined ? textOfOutput(output) : `fails: ${fails}`;
  const actual = fault ? `fails: ${fault.code}` : made.text;
  const isExpected =
    fails === undefined ? expected === actual : made.faults.some(({ code }) => code === fails);
  if (isExpected) return undefined;
  return {
    name: `${rule} of ${shown(input)}`,
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
  };
}

/** null: nothing is sent. */
function textOfOutput(output: RuleCase['output']): string | undefined {
  return output === null ? undefined : expectedText(output);
}

/** Returns the text that is sent for a case; undefined for nothing. */
interface CaseMade {
  readonly text: string | undefined;
  readonly faults: readonly Diagnostic[];
}

async function runCase(
  mapping: Mapping,
  name: string,
  { input }: RuleCase,
  { settingsOf, empty, check }: TestSurroundings,
): Promise<CaseMade> {
  const destination = 'name' in mapping.destination ? mapping.destination.name : undefined;
  const here =
    destination === undefined ? mapping : atDestination(mapping, destination, settingsOf?.(destination));
  const parameter = here.set.find(each => each.name === name);
  const bare = name.replace(/^additionalFields\./, '');
  const field = parameter ? undefined : here.additionalFields.find(({ key }) => key === name || key === bare);
  const named = parameter ?? field;
  if (named?.rule.base.kind !== 'expression') throw new Error(`${mapping.name} has no rule for ${name}`);
  const path = parameter ? name : `additionalFields.${field?.key}`;
  const rule = { ...named.rule, base: { ...named.rule.base, expression: whole() } };
  const { event } = testInput(nothing, mapping.source);
  const scope = { input: { input }, bindings: { event } };
  const result = await evaluateRule(rule, path, scope, { empty, isWhole: () => false });
  const results = resultsWith(here, { parameter, field }, result);
  const { faults, call } = assembleCall(here, results);
  if (faults.length > 0 || !call) return { text: undefined, faults };
  const checked = destination === undefined ? undefined : check?.(call, destination);
  const refused = checked?.mayLeave === false ? checked.diagnostics.filter(isError) : [];
  // If all remaining values of a call were dropped, nothing is sent, but nothing was refused either.
  if (checked?.mayLeave === false) return { text: undefined, faults: refused };
  const view = requestView(checked?.sent ?? call);
  const fields = view.additionalFields as Readonly<Record<string, string>> | undefined;
  const text = field ? fields?.[field.key] : view[name];
  return { text: typeof text === 'string' ? text : undefined, faults: [] };
}

/** A path to the input replaces the rule's own path, so that the rule is evaluated like any other. */
function whole() {
  const compiled = compile('input');
  if (!('expression' in compiled)) throw new Error('a path cannot be read');
  return compiled.expression;
}

const nothing = {
  payload: {},
  answers: undefined,
  body: {},
  headers: {},
  query: {},
  diagnostics: [],
};

/** Returns the result of one rule together with the identifiers that a call needs. */
function resultsWith(
  { set }: Mapping,
  {
    parameter,
    field,
  }: {
    readonly parameter: Mapping['set'][number] | undefined;
    readonly field: Mapping['additionalFields'][number] | undefined;
  },
  result: ParameterResult,
): Results {
  const subject: Value = { text: '1', origin: 'data' };
  const others = set
    .filter(each => each !== parameter && (each.name === 'id' || each.name === 'appointmentId'))
    .map(rule => ({ rule, result: { kind: 'value', value: subject } as const }));
  // An update without changes is not a call, so a test of the customer number also sets the note.
  const note = { kind: 'value', value: subject } as const;
  const change =
    parameter?.name === 'id' ? [{ rule: { ...parameter, name: 'note' as const }, result: note }] : [];
  return {
    set: [...others, ...change, ...(parameter ? [{ rule: parameter, result }] : [])],
    additionalFields: field ? [{ rule: field, result }] : [],
  };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
