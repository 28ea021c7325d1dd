import { type Document, type Scalar, visit, type YAMLError } from 'yaml';
import { onceFor } from '../once-for.ts';
import type { YamlFault } from './value.ts';

/** Describes an error of the YAML parser in plain words. `text` is the whole file of `document`. */
export function describeSyntaxError(error: YAMLError, document: Document, text: string): YamlFault {
  const [message, hint] = describe(error, text);
  return { message, hint, range: rangeOf(error, document, text) };
}

/** Returns the range to show. The parser finds some faults only at the end of a line or of the file. */
function rangeOf({ pos, message }: YAMLError, document: Document, text: string): YamlFault['range'] {
  const [start, end] = pos;
  const unclosed = unclosedScalar({ pos, message }, document);
  if (unclosed?.range) return [unclosed.range[0], unclosed.range[1]];
  const indent = /^[ ]*/.exec(text.slice(start, start + 100))?.[0].length ?? 0;
  const isLineStart = start === 0 || text[start - 1] === '\n';
  return isLineStart ? [start + indent, Math.max(end, start + indent + 1)] : [start, end];
}

/** Returns the start of an error's cause, if the parser finds the error only after it. */
export function startOfCause(error: YAMLError, document: Document): number | undefined {
  return unclosedScalar(error, document)?.range?.[0];
}

/** Returns the quoted text that has no end. */
function unclosedScalar(
  { message, pos }: Pick<YAMLError, 'message' | 'pos'>,
  document: Document,
): Scalar | undefined {
  return message.startsWith('Missing closing') ? quotedByEnd(document).get(pos[0]) : undefined;
}

const quotedByEnd = onceFor((document: Document) => {
  const ends = new Map<number, Scalar>();
  visit(document, {
    Scalar: (_, scalar) => {
      const end = scalar.range?.[1];
      if (scalar.type?.startsWith('QUOTE') && end !== undefined && !ends.has(end)) ends.set(end, scalar);
    },
  });
  return ends;
});

type Words = readonly [message: string, hint?: string];

function describe({ code, message, pos }: YAMLError, text: string): Words {
  switch (code) {
    case 'TAB_AS_INDENT':
      return ['a tab is used for indentation', 'indent with spaces'];
    case 'BAD_INDENT':
      return describeIndentation(message);
    case 'MISSING_CHAR':
      return describeMissing(message);
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (message.includes('block sequence')) return describeIndentation(message);
      return [
        'a value that contains ": " is read as a further key here',
        'put quotes around the whole value; if a new key was meant, begin a new line',
      ];
    case 'MULTILINE_IMPLICIT_KEY':
      return [
        'a key must stand on one line, with a colon after it',
        'add the colon, or check the indentation',
      ];
    case 'KEY_OVER_1024_CHARS':
      return ['a key is longer than 1024 characters'];
    case 'BAD_SCALAR_START':
      return [
        `a value may not begin with "${text.charAt(pos[0])}" unless it is quoted`,
        'put quotes around the whole value',
      ];
    case 'BAD_DQ_ESCAPE':
      return [
        `"${text.slice(pos[0], pos[1] + 1).trim()}" means nothing inside double quotes`,
        'write \\\\ for a backslash, or use single quotes, in which a backslash has no meaning',
      ];
    case 'TAG_RESOLVE_FAILED':
    case 'BAD_COLLECTION_TYPE':
      return [
        `the tag "${text.slice(...pos).trim()}" is not allowed`,
        'remove it, or put quotes around the value if the ! belongs to it',
      ];
    case 'MULTIPLE_DOCS':
      return ['a second document begins here; a file holds only one', 'remove the line with ---'];
    case 'BLOCK_IN_FLOW':
      return ['inside { } and [ ] the indented form cannot be used', 'close the bracket first'];
    case 'RESOURCE_EXHAUSTION':
      return ['the file nests its values too deeply'];
    case 'UNEXPECTED_TOKEN':
      return describeUnexpected(message);
    default:
      return [`the YAML cannot be read here (${message})`];
  }
}

function describeIndentation(message: string): Words {
  if (message.startsWith('Flow')) {
    const bracket = message.includes('}') ? '}' : ']';
    return [`a closing ${bracket} is missing before this`, `add the ${bracket} where the list or map ends`];
  }
  return [
    'this line is not indented like its neighbours',
    'begin all entries that belong together at the same column',
  ];
}

function describeMissing(message: string): Words {
  if (message.includes('quote')) {
    const kind = message.includes('"') ? 'double' : 'single';
    return [`a ${kind} quote is opened here and never closed`, 'add the closing quote'];
  }
  if (message.includes('between flow')) {
    const hint =
      'add the comma; if this belongs to what stands before it, put single quotes around the whole value';
    return ['a comma is missing before this', hint];
  }
  if (message.includes('Implicit map keys')) {
    return ['this is neither a key nor a value: a colon is missing after it', 'write "key: value"'];
  }
  return [`something is missing here (${message})`];
}

function describeUnexpected(message: string): Words {
  const token = /^[^"]*"(.*)"$/.exec(message)?.[1];
  if (token === '}' || token === ']') return [`a closing ${token} has no opening one`];
  return [
    'this does not belong to what stands before it',
    'check the indentation, the brackets and the quotes of this line and of the one before it',
  ];
}
