import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLanguageService, type LanguageService } from '../../src/language/service.ts';
import { textLines } from '../../src/language/text-lines.ts';
import { readProjectFile } from '../house/markdown.ts';
import { diagnosing, knownFor } from './scene.ts';

/** The number of edits; `FIELDBRIDGE_EDITS=1000` for more. */
const edits = Number(process.env.FIELDBRIDGE_EDITS ?? 60);

const begins = [
  readProjectFile('mappings/intake.yaml'),
  readProjectFile('mappings/crm-stage.yaml'),
  readProjectFile('config.example.yaml'),
  '',
];
const pasted = [
  'set:\n  id: {from: "',
  '    birthdate: {answer: dob, as: date}\n',
  '$answers."Größe (cm)"',
  '{template: "{$answers.date}"',
  "- name: x\n  payload: {a: [1, {b: '",
  '\t',
  '\uFEFF',
  '\r\n',
  '|\n  a\n b\n',
  '&a *a !!str ? : - ',
  '\u{1F600}',
  '"',
  '{',
  '\n\n  ',
];

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly put: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 400 })),
  put: fc.oneof(fc.constant(''), fc.string({ maxLength: 3 }), fc.constantFrom(...pasted)),
});

function edited(text: string, { at, remove, put }: Edit): { text: string; offset: number } {
  const start = Math.floor(at * text.length);
  return { text: text.slice(0, start) + put + text.slice(start + remove), offset: start + put.length };
}

/** Returns all results of a service at a place. */
async function answersOf(service: LanguageService, file: string, text: string, offset: number) {
  const open = { file, text };
  const position = textLines(text).positionAt(offset);
  const knowledge = knownFor(open, position);
  const within = { start: position, end: position };
  return {
    items: service.complete(open, position, knowledge),
    hover: await service.hover(open, position, knowledge),
    definition: service.definition(open, position, knowledge),
    diagnostics: await service.diagnostics(open, knowledge, diagnosing),
    actions: await service.actions(open, within, knowledge, diagnosing),
  };
}

describe('a text that nobody would type', () => {
  it.each([
    ['brackets in an expression', `when: ${'a['.repeat(100_000)}`],
    ['braces', `a: ${'{'.repeat(200_000)}`],
    ['maps within maps', `a: ${'{a: '.repeat(50_000)}`],
    ['open quotes', `a:\n${'  - "x\n'.repeat(30_000)}`],
    ['braces in a template', `set: {note: {template: "${'{a'.repeat(100_000)}`],
    ['deep lines', Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
    ['dashes', '- '.repeat(100_000)],
  ])('%s', (_, text) => {
    const open = { file: 'mappings/edited.yaml', text };
    const position = textLines(text).positionAt(text.length);
    const { items } = createLanguageService().complete(open, position, knownFor(open, position));
    expect(items.slice(500)).toEqual([]);
  });
});

describe('a text with arbitrary edits', () => {
  it('never makes the service fail, and gets the same results as from a new service', async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...begins),
        fc.array(edit, { minLength: 5, maxLength: 5 }),
        async (begin, all) => {
          const service = createLanguageService();
          const file = begin.includes('destinations:') ? 'config.yaml' : 'mappings/edited.yaml';
          let text = begin;
          for (const each of all) {
            const next = edited(text, each);
            text = next.text;
            const kept = await answersOf(service, file, text, next.offset);
            const fresh = await answersOf(createLanguageService(), file, text, next.offset);
            expect(kept).toEqual(fresh);
            made += 1;
          }
        },
      ),
      { numRuns: Math.ceil(edits / 5) },
    );
    expect(made).toBeGreaterThanOrEqual(edits);
  });
});
