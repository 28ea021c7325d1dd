import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tablesSchema } from '../../src/config/schema/tables-schema.ts';
import { composed } from '../../src/diagnostics/composed.ts';
import { readTest } from '../../src/mapping/tests/read-test.ts';
import { runMappingTests } from '../../src/mapping/tests/run-tests.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { evaluateYaml, mappingOf, parse as parseText, requestOf } from '../mapping/evaluate-yaml.ts';
import { sourceOf } from '../receive/source-of.ts';

const page = readFileSync(new URL('../../docs/language.md', import.meta.url), 'utf8');

/** A block of the page: its language, its role in an example, its text and its line. */
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

/** An example: rules, the last event and the last source before them, the sent values, and the reported codes. */
interface Example {
  readonly line: number;
  readonly source: string;
  readonly event: unknown;
  readonly set: string;
  readonly sent: unknown;
  readonly told: readonly string[];
}

function examplesOf(all: readonly Block[]): readonly Example[] {
  const last: Record<string, string> = {};
  return all.flatMap(({ role, text, line }) => {
    last[role] = text;
    if (role !== 'sent') return [];
    const { source = '', event = '', set = '', told = '[]' } = last;
    last.told = '[]';
    return [{ line, source, event: composed(JSON.parse(event)), set, sent: parse(text), told: parse(told) }];
  });
}

const examples = examplesOf(blocks);

function mappingText(set: string): string {
  return `source: website\ndestination: salon\noperation: updateCustomer\nset:\n${set.replaceAll(/^/gm, '  ').trimEnd()}\n`;
}

const withTests = blocks.flatMap(({ role, text, line }, at) => {
  const { text: set = '' } = blocks.slice(0, at).findLast(each => each.role === 'set') ?? {};
  return role === 'tests' ? [{ line, mapping: mappingOf(`${mappingText(set)}tests:\n${text}`) }] : [];
});

const withHeads = blocks.flatMap((block, at) => {
  if (block.role !== 'mapping') return [];
  const before = blocks[at - 1];
  const { tables } = before?.role === 'config' ? parse(before.text) : {};
  return [{ ...block, tables: tablesSchema.parse(tables) }];
});

describe('docs/language.md', () => {
  it('has no untested block, and every set of rules has its sent values', () => {
    expect(blocks.length).toBe(page.match(/^```\w/gm)?.length);
    expect(
      blocks.filter(
        ({ role }) =>
          !['source', 'event', 'set', 'told', 'sent', 'tests', 'mapping', 'config', 'file'].includes(role),
      ),
    ).toEqual([]);
    const roles = blocks.map(({ role }) => role).filter(role => role === 'set' || role === 'sent');
    expect(roles).toEqual(roles.map((_, at) => (at % 2 === 0 ? 'set' : 'sent')));
    expect(examples.length).toBeGreaterThan(4);
  });

  it.each(examples)('sends the values at line $line', async ({ source, event, set, sent, told }) => {
    const text = mappingText(set);
    expect(parseText(text).diagnostics).toEqual([]);
    const answers = answersOf(sourceOf(source).answers, event);
    const evaluation = await evaluateYaml(text, { payload: event, answers });
    expect('diagnostics' in evaluation && evaluation.diagnostics.map(({ code }) => code)).toEqual(told);
    expect(requestOf(evaluation)).toEqual({ operation: 'updateCustomer', ...(sent as object) });
  });

  it.each(withHeads)('has a valid mapping at line $line', ({ text, tables }) => {
    const head = 'source: website\ndestination: salon\noperation: updateCustomer\n';
    expect(parseText(head + text, tables).diagnostics).toEqual([]);
  });

  it.each(blocks.filter(({ role }) => role === 'file'))('has a valid file at line $line', ({ text }) => {
    const { mapping, diagnostics } = parseText(text);
    expect(diagnostics).toEqual([]);
    expect(mapping?.set.length).toBeGreaterThan(1);
  });

  it.each(withTests)('has passing tests at line $line', async ({ mapping }) => {
    const results = await runMappingTests(mapping, {
      people: 'website',
      read: test => readTest(undefined, test),
      check: call => ({ mayLeave: true, diagnostics: [], sent: call }),
    });
    expect(results.length).toBeGreaterThan(4);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });
});
