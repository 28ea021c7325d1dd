import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function reported(parse: string, payload: object, more = ''): Promise<readonly string[]> {
  const text = fieldMapping(`{from: born, as: date, parse: [${parse}]${more}}`);
  return codesOf(await evaluateYaml(text, { payload }));
}

describe('a date that may be read in two orders', () => {
  it.each([
    ['d/M/yyyy', { born: '11/9/1994', submitDate: '11/23/2026 9:31:12 AM' }],
    ['dd/MM/yyyy', { born: '05/06/2007', form: { sent: '03/30/2026' } }],
    ['M/d/yyyy', { born: '11/9/1994', sent: ['23/11/2026'] }],
    ['d.M.yyyy', { born: '5.6.2007', sent: '11.23.2026' }],
    ['d-M-yyyy', { born: '5-6-2007', sent: '11-23-2026' }],
  ])('is told if another date of the event shows the other order: %s, %j', async (parse, payload) => {
    expect(await reported(parse, payload)).toEqual(['mapping/ambiguous-value']);
    expect(await reported(parse, payload, ', because: the form asks for it so')).toEqual([]);
  });

  it.each([
    ['d/M/yyyy', { born: '11/9/1994', submitDate: '23/11/2026' }],
    ['M/d/yyyy', { born: '11/9/1994', submitDate: '11/23/2026' }],
    ['d/M/yyyy', { born: '25/9/1994', submitDate: '11/23/2026' }],
    ['d/M/yyyy', { born: '9/9/1994', submitDate: '11/23/2026' }],
    ['d/M/yyyy', { born: '11/9/1994', submitDate: '11.23.2026' }],
    ['d/M/yyyy', { born: '11/9/1994', one: '11/23/2026', two: '23/11/2026' }],
    ['d/M/yyyy', { born: '11/9/1994', ratio: '11/40/2026', submitDate: '2026-11-23' }],
  ])('is not told otherwise: %s, %j', async (parse, payload) => {
    expect(await reported(parse, payload)).toEqual([]);
  });
});
