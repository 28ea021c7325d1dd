import { describe, expect, it } from 'vitest';
import { createLanguageService } from '../../src/language/service.ts';
import { diagnosing, knownFor } from './scene.ts';

const mapping = (source: string, lines: string) =>
  `source: ${source}\ndestination: salon\noperation: updateCustomer\nset:\n  id: {value: "1"}\n${lines}\n`;
const sample = (payload: object) => `tests:\n  - {name: a, payload: ${JSON.stringify(payload)}, expect: []}`;

/** Returns the codes for a text in an editor. */
async function codesOf(text: string): Promise<readonly (string | number | undefined)[]> {
  const open = { file: 'mappings/typed.yaml', text };
  const found = await createLanguageService().diagnostics(open, knownFor(open), diagnosing);
  return found.map(({ code }) => code);
}

describe('the diagnostics in an editor', () => {
  it.each([
    ['check/no-test', mapping('lines', '  note: contact.stage')],
    ['check/unknown-field', mapping('lines', '  additionalFields: {nosuch: contact.stage}')],
    ['check/unknown-field', `extra: 1\n${mapping('lines', '  additionalFields: {nosuch: contact.stage}')}`],
    ['check/path-never-matches', mapping('lines', `  note: stagee\n${sample({ stage: 'lead' })}`)],
    ['mapping/fixed-person', mapping('lines', `  note: stage\n${sample({ stage: 'lead' })}`)],
    ['check/reads-credential', mapping('lines', `  note: token\n${sample({ token: 'x' })}`)],
    ['mapping/ambiguous-value', mapping('lines', `  note: {from: n, as: number}\n${sample({ n: '01067' })}`)],
  ])('are those of check: %s', async (code, text) => {
    expect(await codesOf(text)).toContain(code);
  });

  it('tell answers of the source that no sample has', async () => {
    const open = { file: 'mappings/typed.yaml', text: '' };
    const text = mapping('form', `  note: {answer: Wunsch}\n${sample({ fragen: [] })}`);
    const knowledge = { ...knownFor(open), events: [] };
    const found = await createLanguageService().diagnostics({ ...open, text }, knowledge, diagnosing);
    expect(found.map(({ message }) => message).join('\n')).toContain('answers of the source form');
  });
});
