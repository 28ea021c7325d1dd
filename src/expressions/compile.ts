import { composedText } from '../diagnostics/composed.ts';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import { requirementsOf } from './comparisons/requirement.ts';
import { checkConversionCalls, conversionsIn } from './conversion-calls.ts';
import type { ReadingDefaults } from './conversions.ts';
import type { Compiled, Expression, Scope } from './expression.ts';
import { boundNames, builtInFunctions, checkFunctions, conversionFunctions } from './functions.ts';
import { addedText, habitOf, wrongCharacters } from './habits/habits.ts';
import { likelyMistakes } from './habits/likely-mistakes.ts';
import { fromSpreadsheet } from './habits/spreadsheet.ts';
import { lengthFault } from './length-fault.ts';
import type { TakeNotice } from './notice.ts';
import { parse } from './parse.ts';
import { literalOf, pathOf } from './paths/path-of.ts';
import { simplePath } from './paths/simple-path.ts';
import { checkPatterns } from './patterns/check-patterns.ts';
import { compilePlain } from './plain-expression.ts';
import { describeSyntax, type Remark } from './syntax.ts';
import { type Node, nodesOf } from './syntax-tree.ts';
import { evaluateElsewhere } from './thread/evaluate-elsewhere.ts';

/** `$` and `$$`, which stand for the payload. */
const roots = new Set(['', '$']);

/**
 * Compiles a JSONata expression, or returns the fault of its text. Plain expressions run directly, all others
 * run in JSONata within limits. Names and texts of the expression are converted to NFC, like those of
 * payloads.
 */
export function compile(written: string): Compiled {
  const source = composedText(written);
  const tooLong = lengthFault(source, 'expression');
  if (tooLong) return tooLong;
  try {
    return compileText(source);
  } catch (error) {
    // Functions that walk a tree are recursive: only an expression made to exhaust the stack gets here.
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}

const tooDeep: Remark = {
  diagnostic: diagnostic('expression/syntax', 'The expression has too many parts inside each other.', {
    hint: 'Part it into several rules, or use a look-up table (values).',
  }),
  offset: 0,
  length: 1,
};

function compileText(source: string): Compiled {
  const wrong = wrongCharacters(source, isReadable);
  if (wrong) return wrong;
  const path = simplePath(source);
  const getter = path && compilePlain(path);
  if (path && getter) return { expression: describe(source, path, nodesOf(path), getter) };
  let tree: Node;
  try {
    tree = parse(source).ast() as Node;
  } catch (error) {
    return habitOf(source, isReadable) ?? describeSyntax(error, source);
  }
  const nodes = nodesOf(tree);
  const fault = faultOf(nodes, source);
  if (fault !== undefined) return meantCall(fault, source);
  return { expression: describe(source, tree, nodes, compilePlain(tree)) };
}

function faultOf(nodes: readonly Node[], source: string): Remark | undefined {
  return (
    checkFunctions(nodes, source) ??
    checkConversionCalls(nodes, boundNames(nodes), source) ??
    checkPatterns(nodes, source) ??
    addedText(nodes, source)
  );
}

/** True if an advised expression can be read and calls only existing functions. */
function isReadable(source: string): boolean {
  try {
    return faultOf(nodesOf(parse(source).ast() as Node), source) === undefined;
  } catch {
    // The fault does not matter: the advised expression is not used then.
    return false;
  }
}

/** Adds the expression that was meant if the fault comes from a function of a spreadsheet. */
function meantCall(fault: Remark, source: string): Remark {
  const meant = fault.meant ?? fromSpreadsheet(source);
  return meant === undefined || !isReadable(meant) ? fault : { ...fault, meant };
}

/** Describes an expression by its syntax tree. A plain expression runs directly, any other in JSONata. */
function describe(
  source: string,
  tree: Node,
  nodes: readonly Node[],
  plain: ((scope: Scope, take?: TakeNotice) => unknown) | undefined,
): Expression {
  const variables = variablesOf(nodes);
  const conversions = conversionsIn(nodes, boundNames(nodes));
  return {
    source,
    variables,
    path: pathOf(tree),
    literal: literalOf(tree),
    isConstant: nodes.every(({ type }) => constantTypes.has(type)),
    requirements: requirementsOf(tree),
    warnings: likelyMistakes(tree, nodes, source),
    ...(conversions.size > 0 && { conversions }),
    ...(plain
      ? {
          evaluateDirectly: plain,
          evaluate: async (scope, _allowance = 'value', take = undefined) => plain(scope, take),
        }
      : {
          evaluate: (scope, allowance = 'value', take = undefined) =>
            evaluateElsewhere(
              {
                source,
                allowance,
                ...used(variables, scope),
                ...(conversions.size > 0 && scope.reading && { reading: scope.reading }),
              },
              take,
            ),
          tree: () => tree,
        }),
  };
}

/** The node types of an expression that reads nothing. */
const constantTypes = new Set(['string', 'number', 'value', 'unary', 'binary', 'block', 'condition', 'path']);

/** Returns the expression with defaults for its reading functions, used if its scope has none. */
export function withReading(expression: Expression, reading: ReadingDefaults): Expression {
  const { conversions, evaluateDirectly, evaluate } = expression;
  if (!conversions) return expression;
  return {
    ...expression,
    evaluate: (scope, ...more) => evaluate({ reading, ...scope }, ...more),
    ...(evaluateDirectly && {
      evaluateDirectly: (scope, ...more) => evaluateDirectly({ reading, ...scope }, ...more),
    }),
  };
}

/** Returns the input and the variables of a scope that an expression uses. */
function used(variables: ReadonlySet<string>, { input, bindings }: Scope) {
  const names = [...variables].filter(name => bindings[name] !== undefined && Object.hasOwn(bindings, name));
  return { input, bindings: names.map(name => [name, bindings[name]] as const) };
}

function variablesOf(nodes: readonly Node[]): ReadonlySet<string> {
  const bound = boundNames(nodes);
  const used = new Set(nodes.filter(node => node.type === 'variable').map(node => String(node.value)));
  const variables = [...used].filter(
    name => !roots.has(name) && !bound.has(name) && !builtInFunctions.has(name),
  );
  // $now() and $millis() return the time of receipt; $age counts to it, and doubts about dates depend on it.
  const isTimeUsed = ['now', 'millis', ...conversionFunctions].some(name => used.has(name));
  return new Set(isTimeUsed ? [...variables, 'event'] : variables);
}
