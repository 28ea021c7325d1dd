import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { checkCall } from '../../check/call/check-call.ts';
import type { DestinationConfig } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { shapeOf } from '../../diagnostics/shape-of.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';
import type { Call } from '../../inbox/call.ts';
import type { Evaluation } from '../../mapping/evaluate/evaluation.ts';
import type { Recorded, Recorder } from '../../mapping/explain/recorder.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';

/**
 * Why a rule sent nothing, or less than the event contains. `otherwise`: the value is not in the table, and
 * `otherwise` is null; `not-in-table`: it is not, and there is no `otherwise`; `dropped`, `dropped-element` and
 * `cleared`: the value is bad, and `onInvalid` says so; `missing` and `empty`: the rule is skipped.
 */
export type LossKind =
  | 'otherwise'
  | 'not-in-table'
  | 'dropped'
  | 'dropped-element'
  | 'cleared'
  | 'missing'
  | 'empty';

/** The values that a rule lost in some events for one reason. */
interface Loss {
  /** The number of lost values; each element of a list counts. */
  times: number;
  events: number;
  /** The shapes of these values with their counts. */
  readonly shapes: Map<string, number>;
}

/** The results of a rule for the events to which its mapping applies. */
export interface RuleTally {
  /** The number of events. */
  events: number;
  /** The number of events for which the rule gave a value. */
  gave: number;
  readonly losses: Map<LossKind, Loss>;
}

/** The results by the name of a mapping, then of a rule: a parameter, or `additionalFields.` and a keyName. */
export type Tallies = Map<string, Map<string, RuleTally>>;

/** Returns the account data for checking a call: its fields, and the config's treatment of invalid values. */
export type AccountOf = (destination: string) =>
  | {
      readonly catalog: CatalogSnapshot;
      readonly config: Pick<DestinationConfig, 'name' | 'validators'>;
    }
  | undefined;

/** The maximum number of different shapes that are counted for the values of a rule. */
const mostShapes = 50;

/** Records the evaluation of a mapping for one event. */
export interface Watched {
  readonly record: Recorder;
  /** Adds the lost values to the tallies. */
  add(evaluation: Evaluation, account: AccountOf | undefined, now: number): void;
}

/** Records the values that the rules of a mapping lose. Each call is for one event. */
export function watchLosses(mapping: Mapping, tallies: Tallies): () => Watched {
  const paths = namedRules(mapping).map(({ path }) => path);
  const addAll = (seen: ReadonlyMap<string, readonly Recorded[]>, { noted, textOf }: Noted) => {
    const own = tallies.get(mapping.name) ?? new Map<string, RuleTally>();
    tallies.set(mapping.name, own);
    for (const path of paths) {
      const records = seen.get(path);
      if (!records) continue;
      const tally = own.get(path) ?? { events: 0, gave: 0, losses: new Map() };
      own.set(path, tally);
      addRule(
        tally,
        records,
        noted.length === 0 ? noted : noted.filter(each => each.path === path),
        textOf(path),
      );
    }
  };
  return () => {
    const seen = new Map<string, Recorded[]>();
    return {
      record(part, recorded) {
        const known = seen.get(part);
        if (known) known.push(recorded);
        else seen.set(part, [recorded]);
      },
      add(evaluation, account, now) {
        if (evaluation.kind === 'not-wanted') return;
        const { noted, textOf } = refusedByAccount(evaluation, mapping, account, now);
        addAll(seen, { noted: [...evaluation.diagnostics, ...noted], textOf });
      },
    };
  };
}

/** The diagnostics of an event from its mapping and the account, and the text that was sent for a rule. */
interface Noted {
  readonly noted: readonly Diagnostic[];
  readonly textOf: (path: string) => string | undefined;
}

function addRule(
  tally: RuleTally,
  records: readonly Recorded[],
  noted: readonly Diagnostic[],
  sent: string | undefined,
): void {
  tally.events += 1;
  const { rule, result, looked } = summaryOf(records);
  const isLeft = noted.some(({ code }) => code === 'mapping/dropped-value');
  if (result && result.kind !== 'absent' && result.kind !== 'invalid' && !isLeft) tally.gave += 1;
  if (sendsNothing(rule)) {
    const fallen = looked.filter(({ by }) => by === 'otherwise').map(({ text }) => shapeOf(text));
    lose(tally, 'otherwise', fallen);
  }
  const misses = looked.filter(({ by }) => by === undefined).map(({ text }) => shapeOf(text));
  lose(tally, 'not-in-table', misses);
  if (result?.kind === 'absent' && looked.length === 0) lose(tally, result.presence, ['']);
  for (const { code } of noted) {
    const kind = kindsByCode.get(code);
    if (kind === undefined || (kind !== 'dropped-element' && misses.length > 0)) continue;
    const elements = records.find(each => each.kind === 'dropped')?.shapes;
    const given = sent === undefined ? givenShape(records) : shapeOf(sent);
    lose(tally, kind, kind === 'dropped-element' ? (elements ?? ['']) : [given]);
  }
}

type Looked = Extract<Recorded, { kind: 'looked-up' }>;

const nothingLooked: readonly Looked[] = [];

/** Returns the first rule, the last result and all lookups in one pass, because there are very many records. */
function summaryOf(records: readonly Recorded[]) {
  let rule: Rule | undefined;
  let result: Extract<Recorded, { kind: 'result' }>['result'] | undefined;
  let looked: Looked[] | undefined;
  for (const record of records) {
    if (record.kind === 'rule') rule ??= record.rule;
    else if (record.kind === 'result') result = record.result;
    else if (record.kind === 'looked-up') {
      looked ??= [];
      looked.push(record);
    }
  }
  return { rule, result, looked: looked ?? nothingLooked };
}

const kindsByCode: ReadonlyMap<string, LossKind> = new Map([
  ['mapping/dropped-value', 'dropped'],
  ['mapping/dropped-element', 'dropped-element'],
  ['mapping/cleared-value', 'cleared'],
]);

function sendsNothing(rule: Rule | undefined): boolean {
  return rule?.lookup?.otherwise !== undefined && rule.lookup.otherwise.value === null;
}

function lose(tally: RuleTally, kind: LossKind, shapes: readonly string[]): void {
  if (shapes.length === 0) return;
  const known = tally.losses.get(kind) ?? { times: 0, events: 0, shapes: new Map<string, number>() };
  tally.losses.set(kind, known);
  known.events += 1;
  known.times += shapes.length;
  for (const shape of shapes) {
    if (shape === '' || (!known.shapes.has(shape) && known.shapes.size >= mostShapes)) continue;
    known.shapes.set(shape, (known.shapes.get(shape) ?? 0) + 1);
  }
}

/** Returns the shape of the value that a rule read; undefined if it read several. */
function givenShape(records: readonly Recorded[]): string {
  const read = records.findLast(each => each.kind === 'trimmed') ?? records.findLast(isExpression);
  if (!read || !('value' in read)) return '';
  const text = scalarText(read.value);
  return 'value' in text ? shapeOf(text.value) : '';
}

function isExpression(each: Recorded): each is Extract<Recorded, { kind: 'expression' }> {
  return each.kind === 'expression';
}

/** Checks a call against the account and returns the left-out values, by the names of their rules. */
function refusedByAccount(
  evaluation: Evaluation,
  { onInvalid, onUnknownField, maxAgeMs, ignoreOlder }: Mapping,
  account: AccountOf | undefined,
  now: number,
): Noted {
  const known = evaluation.kind === 'call' ? account?.(evaluation.destination) : undefined;
  if (evaluation.kind !== 'call' || !known) return { noted: [], textOf: () => undefined };
  const { catalog, config } = known;
  const policy = { onInvalid, onUnknownField, maxAgeMs, ignoreOlder };
  const checking = { catalog, destination: config.name, policy, validators: config.validators, now };
  const noted = checkCall(evaluation.call, checking).diagnostics.filter(({ code }) => kindsByCode.has(code));
  const paths = new Set(noted.map(({ path }) => path));
  const textOf = (path: string) => (paths.has(path) ? sentText(evaluation.call, path) : undefined);
  return { noted, textOf };
}

function sentText(call: Call, path: string): string | undefined {
  if (path === 'customerStatus') return call.customerStatus?.text;
  const field = call.additionalFields.find(({ key }) => path === `additionalFields.${key}`);
  return field && 'set' in field.change ? field.change.set.text : undefined;
}
