import { Document, isMap, Scalar, visit } from 'yaml';
import type { StarterRule } from './starter-rule.ts';

/** A value as YAML in one line. */
export function inOneLine(value: unknown): string {
  const document = quoted(new Document(value));
  if (isMap(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, collectionStyle: 'flow' }).trimEnd();
}

/** A value as YAML in lines of its own, each behind an indent; without a newline at its end. */
export function inLines(value: unknown, indent: string): string {
  const text = quoted(new Document(value)).toString({ lineWidth: 0 }).trimEnd();
  return text
    .split('\n')
    .map(line => (line === '' ? '' : indent + line))
    .join('\n');
}

/** With quotes around each text of signs alone: YAML needs none, but a person sees where it begins and ends. */
function quoted(document: Document): Document {
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value !== 'string' || !/^[^\p{L}\p{N}]+$/u.test(scalar.value)) return;
      scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document;
}

/** A rule in one line: a rule of nothing but an expression is that expression. */
export function ruleInOneLine({ from, ...others }: StarterRule): string {
  return from !== undefined && Object.keys(others).length === 0
    ? inOneLine(from)
    : inOneLine({ ...(from !== undefined && { from }), ...others });
}

/** A text as a part of a comment: in one line, not too long. */
export function inComment(text: string, longest = 60): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 3)}...`;
}
