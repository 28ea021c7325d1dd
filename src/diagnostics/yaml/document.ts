import { Composer, type Document, Lexer, type LineCounter, Parser, YAMLParseError } from 'yaml';

/** The size limits of a YAML text. */
export interface YamlLimits {
  /** In UTF-8. */
  readonly bytes: number;
  /** Words, signs, line breaks, runs of spaces: parsing time depends on their number, not on the length. */
  readonly tokens: number;
}

/**
 * The limits of a file that a person writes: a table of some six thousand lines, or hundreds of rules with their tests.
 */
export const yamlLimits: YamlLimits = { bytes: 256 * 1024, tokens: 50_000 };

/** The number of tokens that are read in a few milliseconds. */
const tokensOfStep = 2_000;

/**
 * Parses a YAML 1.2 text into a document with its errors, in steps, of which the last is the longest. It
 * stops as soon as the text exceeds `limits`.
 */
export function* parseYaml(
  text: string,
  lines: LineCounter,
  limits: YamlLimits,
): Generator<void, Document.Parsed | 'too deep' | 'too much'> {
  // All tokens are counted first, since this takes a fraction of the time for parsing them.
  const tokens: string[] = [];
  for (const token of new Lexer().lex(text)) {
    tokens.push(token);
    if (tokens.length > limits.tokens) return 'too much';
    if (tokens.length % tokensOfStep === 0) yield;
  }
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const parsed = [];
  try {
    for (const [index, token] of tokens.entries()) {
      parsed.push(...parser.next(token));
      if (index % tokensOfStep === 0) yield;
    }
    parsed.push(...parser.end());
    return compose(parsed, text);
  } catch (error) {
    // The parser is recursive, so only a text made to exhaust the stack gets here.
    if (error instanceof RangeError) return 'too deep';
    throw error;
  }
}

function compose(tokens: Parameters<Composer['compose']>[0], text: string): Document.Parsed {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    // `yamlValue` finds repeated keys by their text, without comparing all pairs.
    uniqueKeys: false,
  });
  const [first, second] = withoutStacks(() => {
    const documents = composer.compose(tokens, true, text.length);
    return [documents.next(), documents.next()];
  });
  if (first.done) throw new Error('no document was made, not even an empty one');
  if (!second.done) {
    const [start = 0, end = start] = second.value.range ?? [];
    first.value.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', 'a second document'));
  }
  return first.value as Document.Parsed;
}

/** The parser makes an Error for each fault. Their stacks are not used, but would take most of the time. */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
