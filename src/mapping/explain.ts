import type { Place } from '../diagnostics/diagnostic.ts';
import type { ParameterResult } from './assemble-call.ts';
import { explainCondition } from './explain-condition.ts';
import { explainSteps, expressionSteps } from './explain-steps.ts';
import type { Mapping, Rule } from './mapping.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { shown } from './text-of.ts';
import type { MappingTrace, Outcome, PartTrace, TraceStep } from './trace.ts';

/** What was noted while a mapping was evaluated, by its parts. */
export interface Recording {
  readonly record: Recorder;
  readonly parts: ReadonlyMap<string, readonly Recorded[]>;
}

/** Starts taking down an evaluation. */
export function startRecording(): Recording {
  const parts = new Map<string, Recorded[]>();
  const record: Recorder = (part, recorded) => {
    const records = parts.get(part) ?? [];
    parts.set(part, records);
    records.push(recorded);
  };
  return { record, parts };
}

/** Puts into words what was noted while a mapping was evaluated. The checks of the account are not among it. */
export async function explain(mapping: Mapping, { parts }: Recording): Promise<MappingTrace> {
  const { when, link, destination } = mapping;
  const of = (part: string) => parts.get(part) ?? [];
  const explained: PartTrace[] = [];
  if (when) explained.push(await explainWhen(when.place, of('when')));
  const answer = explained[0]?.outcome.kind ?? 'used';
  const goesOn = answer === 'used';
  if (goesOn && link) explained.push(await explainLink(link.place, of('link')));
  const rules = goesOn ? rulesOf(mapping) : [];
  if (goesOn && 'rule' in destination) {
    rules.push({ part: 'destination', place: destination.rule.place, rule: destination.rule });
  }
  for (const { part, place, rule } of rules) {
    explained.push({
      part,
      place,
      steps: await explainSteps(rule, of(part)),
      outcome: outcomeOf(of(part)),
    });
  }
  const inOrder = explained.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  return { mapping: mapping.name, file: mapping.file, wanted: answer !== 'left-out', parts: inOrder };
}

interface NamedRule {
  readonly part: string;
  readonly place: Place;
  readonly rule: Rule;
}

function rulesOf({ set, additionalFields }: Mapping): NamedRule[] {
  return [
    ...set.map(({ name, place, rule }) => ({ part: name, place, rule })),
    ...additionalFields.map(({ key, place, rule }) => ({ part: `additionalFields.${key}`, place, rule })),
  ];
}

async function explainWhen(place: Place, records: readonly Recorded[]): Promise<PartTrace> {
  const ran = records.find(each => each.kind === 'expression');
  if (!ran) return { part: 'when', place, steps: [], outcome: { kind: 'used' } };
  const condition = await explainCondition(ran);
  const part = { part: 'when', place, steps: [], condition };
  if ('failed' in ran) return { ...part, outcome: { kind: 'wrong', why: ran.failed.message } };
  if (condition.holds) return { ...part, outcome: { kind: 'used' } };
  const why = 'the mapping does not want this event';
  return { ...part, outcome: { kind: 'left-out', why } };
}

async function explainLink(place: Place, records: readonly Recorded[]): Promise<PartTrace> {
  const steps: TraceStep[] = [];
  for (const each of records) {
    if (each.kind === 'expression') steps.push(...(await expressionSteps(each, 'from')));
    if (each.kind !== 'linked') continue;
    const what = `${shown(each.link.id)} at ${each.destination}`;
    steps.push(
      each.number === undefined
        ? { step: 'linked', what, state: 'missing', words: 'no customer number yet' }
        : { step: 'linked', what, state: 'value', output: each.number },
    );
  }
  const wrong = steps.find(each => each.state === 'wrong');
  const isMissing = steps.every(each => each.state !== 'value');
  if (wrong) return { part: 'link', place, steps, outcome: { kind: 'wrong', why: wrong.note ?? '' } };
  if (!isMissing) return { part: 'link', place, steps, outcome: { kind: 'used' } };
  const why = 'the event does not name a person, so $linked gives nothing';
  return { part: 'link', place, steps, outcome: { kind: 'left-out', why } };
}

/** What became of a rule, as far as its mapping goes. */
function outcomeOf(records: readonly Recorded[]): Outcome {
  const found = records.find(each => each.kind === 'result')?.result;
  if (!found) return { kind: 'left-out', why: 'it was not evaluated' };
  switch (found.kind) {
    case 'value':
      return { kind: 'used', text: found.value.text };
    case 'clear':
      return { kind: 'cleared', text: '' };
    case 'absent':
      return { kind: 'left-out', ...absentWords(found, records) };
    case 'unlinked':
      return {
        kind: 'waits',
        why: 'no customer number is known for the link yet',
        advice: 'import the link (POST /api/links), or try it with --linked NUMBER',
      };
    case 'invalid':
    case 'missing': {
      const { message, hint } = found.diagnostic;
      return { kind: 'wrong', why: message, ...(hint !== undefined && { advice: hint }) };
    }
  }
}

function absentWords(
  { presence }: Extract<ParameterResult, { kind: 'absent' }>,
  records: readonly Recorded[],
): Pick<Outcome, 'why' | 'advice'> {
  const isNullOfTable = records.some(each => each.kind === 'table' && each.looked.kind === 'found');
  if (isNullOfTable) {
    return {
      why: 'the table gives null for it, so nothing changes',
      advice: 'to send something, give it a result in values or in otherwise',
    };
  }
  if (presence === 'empty') {
    return {
      why: 'it is empty in the event, and nothing changes',
      advice: 'to delete the value there, add whenEmpty: clear; to send something instead, add default',
    };
  }
  return {
    why: 'the event does not have it, so nothing changes',
    advice: 'if it should be sent, correct the path, or add default; to be told, add required: true',
  };
}
