import jsonata from 'jsonata';
import type { ReadingDefaults } from '../conversions.ts';
import { ExpressionFailed } from '../expression.ts';
import { refusedFunctions } from '../functions.ts';
import { type Allowance, limits, type Meter, startMeter, tooLong } from '../meter.ts';
import type { Notice } from '../notice.ts';
import { parse } from '../parse.ts';
import { isTrue } from '../plain-value.ts';
import { isNode, type Node, nodesOf } from '../syntax-tree.ts';
import { type Turn, turningPoints } from '../turns.ts';
import { type ConversionsNow, conversionFunctionsOf, prepareConversions } from './conversion-functions.ts';
import { dateFunctions } from './date-functions.ts';
import { failureOf } from './failure.ts';
import { plainResult } from './json-value.ts';
import { type Bounded, type Implementation, textFunctions } from './text-functions.ts';
import { type Watch, watched } from './watched.ts';
import { refuseLongText } from './written-length.ts';

/** Evaluates one expression. Its input must not be shared, because the expression may write into it. */
export type Run = (
  input: unknown,
  bindings: Readonly<Record<string, unknown>>,
  allowance: Allowance,
  reading?: ReadingDefaults,
) => Promise<NoticedValue>;

/** The result of an evaluation, and the notices of its functions. */
export interface NoticedValue {
  readonly value: unknown;
  readonly noticed: readonly Notice[];
}

const spent = Symbol('spent');

/** JSONata's object for one evaluation, on which the limits of that evaluation are counted. */
interface Evaluation {
  [spent]?: { steps: number; readonly meter: Meter };
}

interface Environment extends jsonata.Environment {
  readonly base: Evaluation;
}

const stepsBetweenChecks = 32;

/** The functions of JSONata that are replaced here. */
const ours: readonly Bounded[] = [
  ...textFunctions,
  ...dateFunctions,
  { name: 'sort', signature: '<af?:a>', bound: sort },
  { name: 'match', signature: '<s-f<s:o>n?:a<o>>', bound: original => original },
  { name: 'now', signature: '<s?s?:s>', bound: () => now },
  { name: 'millis', signature: '<:n>', bound: () => millis },
];

interface Running {
  readonly watch: Watch;
  readonly conversions: ConversionsNow;
  /** The turns that were taken, each once. */
  readonly turns: Map<string, Turn>;
}

/** The running evaluation. The functions are shared by all expressions, and one expression runs at a time. */
let running: Running = startRunning([], undefined);
let defined: Promise<ReadonlyMap<string, unknown>> | undefined;

/** Makes the replaced functions, by name, once for all expressions: a set for each would take 30 KB. */
async function defineFunctions(): Promise<ReadonlyMap<string, unknown>> {
  const functions = new Map<string, unknown>();
  for (const { name, signature, bound } of [...ours, ...conversionFunctionsOf(() => running.conversions)]) {
    const reference = jsonata(`$${name}`);
    const original: { implementation: Implementation } | undefined = await reference.evaluate(undefined);
    const call = watched(name, bound(original?.implementation ?? ownFunction), () => running.watch);
    reference.registerFunction(name, call as (...values: unknown[]) => unknown, signature);
    functions.set(name, await reference.evaluate(undefined));
  }
  return functions;
}

/**
 * Prepares an expression to run in JSONata within `limits`, without `$eval` and random numbers. `$now()` and
 * `$millis()` return the time of receipt, so that a replay has the same result. The result is plain JSON.
 * Only one may run at a time, because the computing time of the thread counts as its own.
 * @throws the error of JSONata if the source is not an expression
 */
export async function prepareRun(source: string): Promise<Run> {
  const parsed = parse(source);
  defined ??= defineFunctions();
  for (const [name, value] of await defined) parsed.assign(name, value);
  for (const name of refusedFunctions.keys()) parsed.assign(name, undefined);
  prepareConversions(source);
  // `assign` accepts symbols as names, and JSONata finds its hooks by this symbol.
  (parsed.assign as (name: string | symbol, value: unknown) => void)(
    Symbol.for('jsonata.__evaluate_exit'),
    keepLimits(joinedNodes(parsed), placesOf(turningPoints(parsed.ast() as Node))),
  );
  return async (input, bindings, allowance, reading) => {
    const noticed: Notice[] = [];
    running = startRunning(noticed, reading);
    try {
      const value = plainResult(await parsed.evaluate(input, { ...bindings }), allowance);
      const turns = [...running.turns.values()];
      return { value, noticed: turns.length > 0 ? [...noticed, { kind: 'turns', turns }] : noticed };
    } catch (error) {
      throw failureOf(error, source);
    }
  };
}

function startRunning(noticed: Notice[], reading: ReadingDefaults | undefined): Running {
  const watch = startWatch(noticed);
  return { watch, conversions: { reading, take: watch.take }, turns: new Map() };
}

/** Stands for the original of a function that JSONata does not have. */
const ownFunction: Implementation = () => undefined;

/** The maximum number of notices; further ones would add nothing. */
const mostNoticed = 20;

function startWatch(noticed: Notice[]): Watch {
  return {
    take: notice => {
      if (noticed.length < mostNoticed) noticed.push(notice);
    },
    pieces: new Set(),
    local: new Set(),
    isChecking: false,
  };
}

/** The operands of `&` in the expression. */
function joinedNodes(parsed: jsonata.Expression): ReadonlySet<unknown> {
  const joins = nodesOf(parsed.ast()).filter(node => node.type === 'binary' && node.value === '&');
  return new Set(joins.flatMap(({ lhs, rhs }) => [lhs, rhs].filter(isNode)));
}

function placesOf(points: readonly Node[]): ReadonlyMap<unknown, number> {
  return new Map(points.map((node, at) => [node, at]));
}

/** JSONata calls this at the end of each step, so no step gets a value that exceeds the limits. */
function keepLimits(joined: ReadonlySet<unknown>, points: ReadonlyMap<unknown, number>) {
  return (node: unknown, _input: unknown, environment: Environment, result: unknown): void => {
    environment.base[spent] ??= { steps: 0, meter: startMeter() };
    const account = environment.base[spent];
    account.steps += 1;
    if (account.steps % stepsBetweenChecks === 0) account.meter.check();
    if (typeof result === 'string' && result.length > limits.textLength) throw tooLong('text');
    if (Array.isArray(result) && result.length > limits.listLength) throw tooLong('list');
    if (typeof result === 'object' && result !== null && joined.has(node))
      refuseLongText(result, { isPretty: false });
    const at = points.get(node);
    if (at !== undefined) takeTurn({ at, isTrue: isTrue(result) });
  };
}

function takeTurn(turn: Turn): void {
  running.turns.set(`${turn.at} ${turn.isTrue}`, turn);
}

/** Makes JSONata's `$sort`, but sorts numbers or texts directly if the expression gives no comparator. */
function sort(original: Implementation): Implementation {
  return function (this: jsonata.Focus, list: readonly unknown[] | undefined, comparator: unknown) {
    const isAlike = (type: string) => list?.every(each => typeof each === type);
    if (list !== undefined && comparator === undefined && (isAlike('number') || isAlike('string'))) {
      return list.toSorted((a, b) =>
        (a as string) < (b as string) ? -1 : Number((a as string) > (b as string)),
      );
    }
    return original.call(this, ...([list, comparator] as never[]));
  };
}

/** Makes `$now()`, which returns the time of receipt in JSONata's format. */
function now(this: jsonata.Focus, picture: unknown, zone: unknown): unknown {
  const { implementation } = this.environment.lookup('fromMillis') as { implementation: Implementation };
  return implementation.call(this, ...([millis.call(this), picture, zone] as never[]));
}

/**
 * Makes `$millis()`, which returns the time of receipt in epoch milliseconds.
 * @throws ExpressionFailed if it is unknown
 */
function millis(this: jsonata.Focus): number {
  const event = this.environment.lookup('event');
  const text =
    typeof event === 'object' && event !== null && 'receivedAt' in event ? event.receivedAt : undefined;
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new ExpressionFailed(
      'expression/failed',
      'The time of receipt, which $now() gives, is not known here.',
    );
  }
  return time;
}
