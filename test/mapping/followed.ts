import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { evaluateYaml, parse, requestOf } from './evaluate-yaml.ts';

/** What came of a mapping file after its admin did what is advised. */
export interface Followed {
  /** The lines that were advised, without the blanks around them. */
  readonly wrote: readonly string[];
  /** What was said before. */
  readonly said: readonly Diagnostic[];
  /** What is said now, but for what may be so and is nobody's fault. */
  readonly left: readonly string[];
  /** What is sent for the payload now: the call, or what became of the event. */
  readonly sent: unknown;
}

/** Writes each line that is advised in place of the one that it is about, and nothing else, and evaluates the mapping. */
export async function followed(
  text: string,
  payload: unknown,
  answers?: Readonly<Record<string, string>>,
): Promise<Followed> {
  const { diagnostics: said } = parse(text);
  const lines = text.split('\n');
  for (const { instead, place } of said) if (instead !== undefined && place) lines[place.line - 1] = instead;
  const after = lines.join('\n');
  const { mapping, diagnostics } = parse(after);
  return {
    wrote: said.flatMap(({ instead }) => (instead === undefined ? [] : [instead.trim()])),
    said,
    left: diagnostics.filter(isLeft).map(({ code }) => code),
    sent: mapping ? requestOf(await evaluateYaml(after, { payload, ...(answers && { answers }) })) : after,
  };
}

function isLeft({ severity, instead }: Diagnostic): boolean {
  return severity === 'error' || instead !== undefined;
}

/** A mapping that sets the note by these lines of `set`, and the number of the customer. */
export function noteMapping(lines: string, head = ''): string {
  const rules = lines
    .split('\n')
    .map(line => `  ${line}\n`)
    .join('');
  return `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: nr\n${rules}tests:\n  - name: t\n    payload: {nr: 1}\n    expect: []\n`;
}

/** The note that is sent after what is advised was done. Nothing may be left to be said. */
export async function noteAfter(rule: string, payload: object = {}): Promise<unknown> {
  const { sent, left, wrote } = await followed(noteMapping(rule), { nr: 1, ...payload });
  if (wrote.length === 0 || left.length > 0) return { wrote, left };
  return typeof sent === 'object' && sent !== null && 'note' in sent ? sent.note : sent;
}
