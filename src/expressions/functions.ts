import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Remark } from './syntax.ts';
import { endOf, isNode, type Node, startOf } from './syntax-tree.ts';

/** Our functions that read values as people write them, without the dollar sign. */
export const conversionFunctions: ReadonlySet<string> = new Set(['date', 'phone', 'choice', 'age']);

/** The names of all functions, those of JSONata and ours, without the dollar sign. */
export const builtInFunctions: ReadonlySet<string> = new Set([
  ...conversionFunctions,
  ...`sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad
  match contains replace split join formatNumber formatBase formatInteger parseInteger number floor ceil round abs
  sqrt power random boolean not map zip filter single reduce sift keys lookup append exists spread merge reverse each
  error assert type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent
  decodeUrl eval toMillis fromMillis clone now millis`.split(/\s+/),
]);

const byChance = 'It gives something else each time, so no preview and no test could tell what will be sent.';

/** The functions of JSONata that are left out here, without the dollar sign, and why. */
export const refusedFunctions: ReadonlyMap<string, string> = new Map([
  ['eval', 'It would run a text as an expression.'],
  ['random', byChance],
  ['shuffle', byChance],
]);

/** Returns the names that an expression defines: with `:=`, as parameters of a function, with `@` and `#`. */
export function boundNames(nodes: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'bind' && isNode(node.lhs)) names.add(String(node.lhs.value));
    if (node.type === 'lambda') for (const each of node.arguments ?? []) names.add(String(each.value));
    if (node.type === 'index') names.add(String(node.value));
    if (node.focus !== undefined) names.add(node.focus);
    if (node.index !== undefined) names.add(node.index);
  }
  return names;
}

/** The first use of a function that is not available here or does not exist, with its place in the source. */
export function checkFunctions(nodes: readonly Node[], source: string): Remark | undefined {
  const bound = boundNames(nodes);
  for (const node of nodes) {
    const unknown = refusedName(node) ?? unknownFunction(node, bound);
    if (unknown === undefined) continue;
    const found = withBackticks(unknown, node, source);
    const at = node.type === 'variable' || node.procedure === undefined ? node : node.procedure;
    const offset = startOf(at, source);
    return { diagnostic: found, offset, length: Math.max(1, endOf(at, source) - offset) };
  }
  return undefined;
}

/** Handles `$answers.Größe (cm)`: a name with a blank and parentheses, which looks like a function call. */
function withBackticks(found: Diagnostic, node: Node, source: string): Diagnostic {
  if (node.procedure?.type !== 'path') return found;
  const named =
    /^\s*((?:[\p{L}_$][\p{L}\p{N}_]*\.){0,20})([\p{L}][^`"'.{}[\]()]{0,80} \([^`"'(){}]{0,80}\)[^`"'.(){}]{0,80})$/u.exec(
      source,
    );
  const first = /^[\p{L}\p{N}_]+/u.exec(named?.[2] ?? '')?.[0].toLowerCase() ?? '';
  if (!named || elsewhere.has(first) || isBuiltIn(first)) return found;
  const [, before = '', name = ''] = named;
  return {
    ...found,
    hint: `A name with blanks or parentheses needs backticks: ${before}\`${name.trim()}\`.`,
  };
}

function isBuiltIn(name: string): boolean {
  return [...builtInFunctions].some(each => each.toLowerCase() === name);
}

function refusedName(node: Node): Diagnostic | undefined {
  const name = node.type === 'variable' ? String(node.value) : '';
  const reason = refusedFunctions.get(name);
  if (reason === undefined) return undefined;
  return diagnostic('expression/unavailable', `$${name} is not available here. ${reason}`);
}

function unknownFunction(node: Node, bound: ReadonlySet<string>): Diagnostic | undefined {
  const called = node.type === 'function' || node.type === 'partial' ? node.procedure : undefined;
  if (called?.type === 'path') return forgottenDollar(called);
  if (called?.type !== 'variable') return undefined;
  const name = String(called.value);
  if (builtInFunctions.has(name) || bound.has(name)) return undefined;
  const [near] = nearest(name, builtInFunctions);
  return diagnostic('expression/unavailable', `There is no function $${name}.`, {
    hint:
      near === undefined ? 'The functions are those of JSONata: docs.jsonata.org.' : `Did you mean $${near}?`,
  });
}

/** Handles a call without a dollar sign: such a name is a field, and a field is never a function. */
function forgottenDollar(path: Node): Diagnostic | undefined {
  const [only, ...more] = path.steps ?? [];
  const name = String(only?.value);
  if (more.length > 0 || only?.type !== 'name') return undefined;
  const near = builtInFunctions.has(name) ? name : nearest(name, builtInFunctions)[0];
  const hint =
    elsewhere.get(name.toLowerCase()) ??
    (near === undefined
      ? 'The functions are those of JSONata: docs.jsonata.org.'
      : `Did you mean $${near}(…)?`);
  return diagnostic(
    'expression/unavailable',
    `There is no function ${name}: functions begin with a dollar sign.`,
    { hint },
  );
}

/** Finds the function by its name in other languages and spreadsheets. */
const elsewhere = new Map([
  ...[
    ['uppercase', 'upper', 'toupper', 'touppercase', 'ucase'],
    ['lowercase', 'lower', 'tolower', 'tolowercase', 'lcase'],
    ['length', 'len', 'strlen'],
    ['count', 'size'],
    ['contains', 'includes', 'search', 'instr'],
    ['substring', 'substr', 'slice', 'mid'],
    ['replace', 'replaceall', 'substitute'],
    ['string', 'tostring', 'str', 'text'],
    ['number', 'tonumber', 'int', 'parseint', 'parsefloat', 'value'],
    ['exists', 'isset', 'defined'],
    ['date', 'todate', 'parsedate', 'datevalue'],
    ['age', 'datedif'],
    ['phone', 'tel', 'e164'],
  ].flatMap(([ours, ...others]) => others.map(each => [each, `Did you mean $${ours}(…)?`] as const)),
  ...['concat', 'concatenate'].map(each => [each, 'Texts are joined with &: first & " " & last.'] as const),
  ...['if', 'iif', 'wenn'].map(
    each => [each, 'A condition is written with ? and :, as in vip ? "VIP" : "guest".'] as const,
  ),
  ...['coalesce', 'ifnull', 'nvl', 'default'].map(
    each => [each, 'Write a replacement for a missing value after ??: nickname ?? name.'] as const,
  ),
  ...['isnull', 'isempty', 'isblank'].map(
    each => [each, 'Whether a value is missing is asked with $not($exists(…)).'] as const,
  ),
]);
