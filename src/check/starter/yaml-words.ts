import { Document, isMap, Scalar, visit } from 'yaml';
import type { StarterRule } from './starter-rule.ts';

/** Writes a value as YAML in one line. */
export function inOneLine(value: unknown): string {
  const document = quoted(new Document(value));
  if (isMap(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, collectionStyle: 'flow' }).trimEnd();
}

/** Writes a value as YAML in several lines with an indent, without a newline at the end. */
export function inLines(value: unknown, indent: string): string {
  const text = quoted(new Document(value)).toString({ lineWidth: 0 }).trimEnd();
  return text
    .split('\n')
    .map(line => (line === '' ? '' : indent + line))
    .join('\n');
}

/** Quotes texts of only punctuation. YAML does not need it, but people see where the text begins and ends. */
function quoted(document: Document): Document {
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value !== 'string' || !/^[^\p{L}\p{N}]+$/u.test(scalar.value)) return;
      scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document;
}

/** Writes a rule in one line. A rule that only has an expression is written as that expression. */
export function ruleInOneLine({ from, ...others }: StarterRule): string {
  return from !== undefined && Object.keys(others).length === 0
    ? inOneLine(from)
    : inOneLine({ ...(from !== undefined && { from }), ...others });
}

/** Shortens a text for a comment, in one line. */
export function inComment(text: string, longest = 60): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 3)}...`;
}
