import { setImmediate as turn } from 'node:timers/promises';
import jsonata from 'jsonata';
import { ExpressionFailed, type Scope } from './expression.ts';
import { failureOf, grouped } from './failure.ts';
import { refusedFunctions } from './functions.ts';
import { copyForJsonata, plainResult } from './json-value.ts';
import { limits, type Meter, startMeter } from './meter.ts';
import { LinearPattern } from './pattern.ts';

const spent = Symbol('spent');

/** What JSONata keeps for one evaluation; the limits of that evaluation are counted on it. */
interface Evaluation {
  [spent]?: { steps: number; readonly meter: Meter };
}

interface Environment extends jsonata.Environment {
  readonly base: Evaluation;
}

interface BuiltIn {
  readonly implementation: (this: unknown, ...values: unknown[]) => unknown;
}

const stepsBetweenChecks = 32;
/** After an evaluation of so many milliseconds everything else has its turn, for the next one may be as long. */
const longMs = 10;

/** JSONata's options; its own time limit is not used, since it counts time in which the machine does other things. */
const options = {
  stack: limits.depth,
  sequence: limits.listLength,
  RegexEngine: LinearPattern as unknown as RegExpConstructor,
};

/**
 * Parses an expression with JSONata.
 * @throws what JSONata throws where the source is not an expression
 */
export function parse(source: string): jsonata.Expression {
  return jsonata(source, options);
}

/**
 * Makes a parsed expression ready to run in JSONata, within `limits` and apart from everything else: on copies of the
 * payload and of the `variables` it uses, without `$eval` and chance, with the time of receipt (`$event.receivedAt`)
 * for `$now()` and `$millis()`, so that a replay gives what the first run gave. The result is plain JSON. What takes
 * long gives everything else its turn before it answers.
 */
export function prepareRun(
  parsed: jsonata.Expression,
  source: string,
  variables: ReadonlySet<string>,
): (scope: Scope) => Promise<unknown> {
  for (const name of refusedFunctions.keys()) parsed.assign(name, undefined);
  parsed.registerFunction('pad', pad, '<s-ns?:s>');
  parsed.registerFunction('sort', sort, '<af?:a>');
  parsed.registerFunction('now', now, '<s?s?:s>');
  parsed.registerFunction('millis', receivedMillis, '<:n>');
  // `assign` binds whatever it is given; the symbol is how JSONata finds its hooks.
  (parsed.assign as (name: string | symbol, value: unknown) => void)(
    Symbol.for('jsonata.__evaluate_exit'),
    keepLimits,
  );
  return async scope => {
    const meter = startMeter();
    try {
      const bindings: Record<string, unknown> = {};
      for (const name of variables) {
        if (Object.hasOwn(scope.bindings, name)) bindings[name] = copyForJsonata(scope.bindings[name]);
      }
      return plainResult(await parsed.evaluate(copyForJsonata(scope.input), bindings));
    } catch (error) {
      throw failureOf(error, source);
    } finally {
      if (meter.spentMs() > longMs) await turn();
    }
  };
}

/** JSONata calls it at the end of each step, so nothing larger than the limits reaches the next one. */
function keepLimits(_node: unknown, _input: unknown, environment: Environment, result: unknown): void {
  environment.base[spent] ??= { steps: 0, meter: startMeter() };
  const account = environment.base[spent];
  account.steps += 1;
  if (account.steps % stepsBetweenChecks === 0) account.meter.check();
  if (typeof result === 'string' && result.length > limits.textLength)
    throw tooLong('text', limits.textLength);
  if (Array.isArray(result) && result.length > limits.listLength) throw tooLong('list', limits.listLength);
}

function tooLong(what: 'text' | 'list', most: number): ExpressionFailed {
  const unit = what === 'text' ? 'characters' : 'elements';
  return new ExpressionFailed(
    'expression/limit',
    `The expression works on a ${what} of more than ${grouped(most)} ${unit}.`,
  );
}

/** `$pad`, as JSONata has it, within the longest text that is allowed. */
function pad(text: string | undefined, width: number, filling: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const wanted = Math.abs(Math.trunc(width));
  if (wanted > limits.textLength) throw tooLong('text', limits.textLength);
  const missing = wanted - [...text].length;
  if (missing <= 0) return text;
  const characters = [...(filling || ' ')];
  const padding = Array.from({ length: missing }, (_, at) => characters[at % characters.length]).join('');
  return width > 0 ? text + padding : padding + text;
}

let originalSort: Promise<BuiltIn> | undefined;

/** `$sort`, as JSONata has it, but quick where there is nothing to ask the expression for. */
async function sort(
  this: jsonata.Focus,
  list: readonly unknown[] | undefined,
  comparator: unknown,
): Promise<unknown> {
  const isAlike = (type: string) => list?.every(each => typeof each === type);
  if (list !== undefined && comparator === undefined && (isAlike('number') || isAlike('string'))) {
    return list.toSorted((a, b) =>
      (a as string) < (b as string) ? -1 : Number((a as string) > (b as string)),
    );
  }
  originalSort ??= jsonata('$sort').evaluate(undefined);
  const { implementation } = await originalSort;
  return implementation.call(this, list, comparator);
}

function now(this: jsonata.Focus, picture: unknown, zone: unknown): unknown {
  const { implementation } = this.environment.lookup('fromMillis') as BuiltIn;
  return implementation.call(this, receivedMillis.call(this), picture, zone);
}

function receivedMillis(this: jsonata.Focus): number {
  const event = this.environment.lookup('event');
  const text =
    typeof event === 'object' && event !== null && 'receivedAt' in event ? event.receivedAt : undefined;
  const millis = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(millis)) {
    throw new ExpressionFailed(
      'expression/failed',
      'The time of receipt, which $now() gives, is not known here.',
    );
  }
  return millis;
}
