import { describe, expect, it } from 'vitest';
import {
  bookingData,
  bookingMapping,
  codesOf,
  evaluateYaml,
  fieldMapping,
  fieldOf,
  requestOf,
} from './evaluate-yaml.ts';

/** Returns the value of a consent, or the hint of the fault. */
async function marketing(rule: string, payload: object): Promise<unknown> {
  const text = bookingMapping(`  marketing: ${rule}\n`);
  const evaluation = await evaluateYaml(text, { payload: { ...bookingData, ...payload } });
  const request = requestOf(evaluation);
  if (typeof request === 'object') return request.marketing;
  return evaluation.kind === 'failed' ? evaluation.diagnostics[0]?.hint : request;
}

const yes = { set: { text: 'true', origin: 'data' } };
const invalid = ['mapping/invalid-value'];
const oneAnswer =
  'have the form send one answer; of two, only a hidden field before its tick box counts (0, false or off, then the yes; or true, then false)';

describe('a hidden field and a checkbox with the same name', () => {
  const ticked = [
    ['0', '1'],
    ['false', 'true'],
    ['off', 'on'],
    ['0', 'on'],
    ['0', 'ja'],
    ['true', 'false'],
    ['True', 'False'],
  ];

  it.each(ticked)('are true if the box is ticked: %s, %s', async (...opt) => {
    expect(await fieldOf('{from: opt, as: boolean}', { opt })).toEqual(yes);
    expect(await marketing('opt', { opt })).toBe('true');
    expect(await marketing('form.opt', { form: { opt } })).toBe('true');
    expect(await marketing('{from: opt, as: text}', { opt })).toBe('true');
    expect(await marketing('opt', { opt: [opt[0]] })).toBe(String(opt[0]?.toLowerCase() === 'true'));
  });

  it('have the hidden value if the box is not ticked', async () => {
    expect(await marketing('opt', { opt: '0' })).toBe('false');
  });

  it('accept any negative value in a form of HTML, except for a consent', async () => {
    const opt = ['nein', 'ja'];
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await fieldOf('{from: opt, as: boolean}', { payload: { opt }, headers })).toEqual(yes);
    expect(await fieldOf('{from: opt, as: boolean}', { opt })).toEqual(invalid);
    const asJson = { payload: { opt }, headers: { 'content-type': 'application/json' } };
    expect(await fieldOf('{from: opt, as: boolean}', asJson)).toEqual(invalid);
  });

  it.each(['photo.consent', 'newsletter', 'guardian.consent'])('do not for the field %s', async key => {
    const text = fieldMapping('{from: opt, as: boolean}').replace('    f:', `    ${key}:`);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const codes = codesOf(await evaluateYaml(text, { payload: { opt: ['Nein', 'Ja'] }, headers }));
    expect(codes).toContain('mapping/invalid-value');
    expect(codesOf(await evaluateYaml(text, { payload: { opt: ['0', '1'] }, headers }))).toEqual([]);
  });
});

describe('a consent is not given', () => {
  it.each([
    [['1', '0']],
    [['on', 'off']],
    [['ja', 'nein']],
    [['nein', 'ja']],
    [['no', 'yes']],
    [['0', '1', '0']],
    [['0', '1', '1']],
    [['0', '0']],
    [['1', '1']],
    [['0', 'maybe']],
    [[false, true]],
    [[0, 1]],
  ])('by a list that may say no: %j', async opt => {
    expect(await marketing('opt', { opt })).toBe(oneAnswer);
  });

  it('by answers of two people or of two fields', async () => {
    const people = [{ opt: '0' }, { opt: '1' }];
    expect(await marketing('people.opt', { people })).toMatch(/^people is a list of 2: /);
    expect(await marketing('"[one, two]"', { one: '0', two: '1' })).toBe(oneAnswer);
    expect(await marketing('people.opt', { people: { opt: ['0', '1'] } })).toBe('true');
  });
});

describe('a list of yes and no', () => {
  it('is not a boolean in another order', async () => {
    expect(await fieldOf('{from: opt, as: boolean}', { opt: ['1', '0'] })).toEqual(invalid);
    expect(await fieldOf('{from: opt, as: boolean}', { opt: ['ja', 'nein'] })).toEqual(invalid);
  });

  it('gets a hint with `as: boolean` if a rule reads it as a text', async () => {
    const text = fieldMapping('opt').replace('f: opt', 'f: opt\n  customerStatus: opt');
    const evaluation = await evaluateYaml(text, { payload: { opt: ['0', '1'] } });
    expect(evaluation.kind === 'failed' && evaluation.diagnostics[0]?.hint).toBe(
      'if a form sends a hidden field and a tick box with the same name, write {from: opt, as: boolean}',
    );
  });
});
