import type { SignaturePlace } from '../../config/sources/verify.ts';

/** The parts of a text that a template describes. */
export interface TemplateParts {
  readonly signature: string;
  /** The text at {timestamp} of the template. */
  readonly timestamp?: string;
}

const marks = { signature: '{signature}', timestamp: '{timestamp}' } as const;
const alphabets = {
  hex: /^[0-9a-f]+$/i,
  base64: /^[a-z0-9+/]+={0,2}$/i,
  base64url: /^[a-z0-9_-]+={0,2}$/i,
} as const;
/** A time in any of the units. */
const timestampPattern = /^[\w:.+ -]{1,40}$/;

/** True if a text can be a signature in this encoding. */
export function isWritten(text: string, encoding: SignaturePlace['encoding']): boolean {
  return alphabets[encoding].test(text);
}

/** Parses a text by a template; undefined if it does not match. */
export function readTemplate(
  text: string,
  { template = '', prefix, encoding }: SignaturePlace,
): TemplateParts | undefined {
  const [before, middle, after, isTimestampFirst] = partsOf(template);
  if (text.length < before.length + after.length) return undefined;
  if (!text.startsWith(before) || !text.endsWith(after)) return undefined;
  const inside = text.slice(before.length, text.length - after.length);
  const isSignature = (part: string) =>
    part.startsWith(prefix) && isWritten(part.slice(prefix.length), encoding);
  if (middle === undefined) return isSignature(inside) ? { signature: inside } : undefined;
  // A time may contain the separator, such as the dot before its milliseconds: the first fit counts.
  for (let at = inside.indexOf(middle); at >= 0; at = inside.indexOf(middle, at + 1)) {
    const two = [inside.slice(0, at), inside.slice(at + middle.length)] as const;
    const [timestamp, signature] = isTimestampFirst ? two : [two[1], two[0]];
    if (timestampPattern.test(timestamp) && isSignature(signature)) return { timestamp, signature };
    if (isTimestampFirst && at > longestTimestamp) return undefined;
  }
  return undefined;
}

const longestTimestamp = 40;

/** Writes a text by a template. */
export function writeTemplate(template: string, { signature, timestamp = '' }: TemplateParts): string {
  // Without `replace`, in which $ has a special meaning.
  return template.split(marks.timestamp).join(timestamp).split(marks.signature).join(signature);
}

/** Returns the texts before, between and after the parts; the middle one is undefined if there is only one part. */
function partsOf(template: string): readonly [string, string | undefined, string, boolean] {
  const [before = '', ...rest] = template.split(/\{(?:timestamp|signature)\}/);
  const isTimestampFirst = template.startsWith(marks.timestamp, before.length);
  const [middle, after = middle] = rest;
  return rest.length < 2
    ? [before, undefined, middle ?? '', false]
    : [before, middle, after ?? '', isTimestampFirst];
}
