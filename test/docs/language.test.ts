import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { composed } from '../../src/diagnostics/composed.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { evaluateYaml, parse as parseText, requestOf } from '../mapping/evaluate-yaml.ts';
import { sourceOf } from '../receive/source-of.ts';

const page = readFileSync(new URL('../../docs/language.md', import.meta.url), 'utf8');

/** A block of the page: its language, what it is of an example, its text and its line. */
interface Block {
  readonly language: string;
  readonly role: string;
  readonly text: string;
  readonly line: number;
}

const blocks = [...page.matchAll(/^```(\w+) ?(\w*)\n(.*?)^```$/gms)].map(
  ([, language = '', role = '', text = ''], at, all): Block => ({
    language,
    role,
    text,
    line: page.slice(0, all[at]?.index).split('\n').length,
  }),
);

/** An example: rules with what is sent of the last event before them, from the last source before them. */
interface Example {
  readonly line: number;
  readonly source: string;
  readonly event: unknown;
  readonly set: string;
  readonly sent: unknown;
}

function examplesOf(all: readonly Block[]): readonly Example[] {
  const last: Record<string, string> = {};
  return all.flatMap(({ role, text, line }) => {
    last[role] = text;
    if (role !== 'sent') return [];
    const { source = '', event = '', set = '' } = last;
    return [{ line, source, event: composed(JSON.parse(event)), set, sent: parse(text) }];
  });
}

const examples = examplesOf(blocks);

describe('docs/language.md', () => {
  it('has no block that no test runs, and each set of rules with what is sent of it', () => {
    expect(blocks.length).toBe(page.match(/^```\w/gm)?.length);
    expect(blocks.filter(({ role }) => !['source', 'event', 'set', 'sent'].includes(role))).toEqual([]);
    const roles = blocks.map(({ role }) => role).filter(role => role === 'set' || role === 'sent');
    expect(roles).toEqual(roles.map((_, at) => (at % 2 === 0 ? 'set' : 'sent')));
    expect(examples.length).toBeGreaterThan(4);
  });

  it.each(examples)('sends what it says at line $line', async ({ source, event, set, sent }) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n${set.replaceAll(/^/gm, '  ').trimEnd()}\n`;
    expect(parseText(text).diagnostics).toEqual([]);
    const answers = answersOf(sourceOf(source).answers, event);
    const evaluation = await evaluateYaml(text, { payload: event, answers });
    expect('diagnostics' in evaluation && evaluation.diagnostics).toEqual([]);
    expect(requestOf(evaluation)).toEqual({ operation: 'updateCustomer', ...(sent as object) });
  });
});
