import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { evaluateYaml, parse, requestOf } from './evaluate-yaml.ts';

/** The result of following the hints for a mapping file. */
export interface Followed {
  /** The suggested lines, without indentation. */
  readonly wrote: readonly string[];
  /** The diagnostics before. */
  readonly said: readonly Diagnostic[];
  /** The codes of the remaining errors and suggestions. */
  readonly left: readonly string[];
  /** The call for the payload, or the kind of the evaluation. */
  readonly sent: unknown;
}

/** Replaces each reported line by its suggested line, and evaluates the mapping. */
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

/** Returns a mapping that sets the note by these lines of `set`, and the customer number. */
export function noteMapping(lines: string, head = ''): string {
  const rules = lines
    .split('\n')
    .map(line => `  ${line}\n`)
    .join('');
  return `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: nr\n${rules}tests:\n  - name: t\n    payload: {nr: 1}\n    expect: []\n`;
}

/** Returns the note that is sent after the hints were followed; the remaining faults if there are any. */
export async function noteAfter(rule: string, payload: object = {}): Promise<unknown> {
  const { sent, left, wrote } = await followed(noteMapping(rule), { nr: 1, ...payload });
  if (wrote.length === 0 || left.length > 0) return { wrote, left };
  return typeof sent === 'object' && sent !== null && 'note' in sent ? sent.note : sent;
}
