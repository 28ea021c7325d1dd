import { describe, expect, it } from 'vitest';
import { checkCall } from '../../../src/check/call/check-call.ts';
import { evaluateYaml, mappingOf } from '../../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf, now } from '../catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'birthdate', type: 'birthday' }),
    fieldOf({ keyName: 'born', type: 'birthday', validatorRegexp: '^[0-9.]+$' }),
    fieldOf({ keyName: 'visit', type: 'date' }),
    fieldOf({ keyName: 'pattern', type: 'date', validatorRegexp: '^[0-9.]+$' }),
    fieldOf({ keyName: 'line' }),
    fieldOf({ keyName: 'lines', type: 'textArea' }),
  ],
});

/** Returns the hints about the value of a rule. */
async function hintsFor(rule: string, value: unknown): Promise<readonly (string | undefined)[]> {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`;
  const evaluation = await evaluateYaml(text, { payload: { nr: 1001, v: value } });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  const checking = { destination: 'salon', policy: mappingOf(text), validators: 'fail', now } as const;
  return checkCall(evaluation.call, { ...checking, catalog }).diagnostics.map(({ hint }) => hint);
}

const german = 'as: date, format: dd.MM.yyyy';

describe('the hint for a day that means none', () => {
  it.each([
    [`birthdate: {from: v, ${german}, parse: d. M. yyyy}`, '1. 1. 1900'],
    [`birthdate: {from: v, ${german}, parse: "d MMMM yyyy"}`, '1 January 1900'],
    [`born: {from: v, ${german}, parse: yyyyMMdd}`, '19700101'],
    [`visit: {from: v, ${german}, parse: d/M/yyyy}`, '1/1/1970'],
    [`visit: {from: v, ${german}, parse: yyyyMMdd}`, '20991231'],
    [`visit: {from: v, ${german}, parse: "yyyy-MM-dd'T'HH:mm:ss"}`, '2099-12-31T00:00:00'],
    ['birthdate: v', '01.01.1900'],
    ['visit: v', '31.12.2099'],
    [`line: {from: v, ${german}, parse: yyyyMMdd}`, '19000101'],
    [`pattern: {from: v, ${german}, parse: yyyyMMdd}`, '19000101'],
    ['line: v', '19000101'],
    ['line: v', '00010101'],
    ['line: v', '99991231'],
    ['line: v', '00000000'],
    ['line: v', '17530101'],
    ['line: v', '01.01.1900'],
    ['line: v', '1/1/1900'],
    ['line: v', '1900-01-01'],
    ['line: v', '1900-01-01T00:00:00'],
    ['line: v', '0001-01-01T00:00:00Z'],
    ['line: v', '01.01.0001'],
    ['line: v', '31.12.9999'],
    ['line: v', '9999-12-31T23:59:59.9999999'],
    ['line: v', '30.12.1899'],
    ['line: v', '1970-01-01T00:00:00.000Z'],
    ['lines: v', '9999-12-31'],
    ['visit: v', '19000101'],
    ['visit: v', '9999-12-31'],
    ['visit: v', '99991231'],
    ['birthdate: v', '19000101'],
  ])('names the spelling of the sender first: %s for %s', async (rule, written) => {
    const [hint, ...others] = await hintsFor(rule, written);
    expect(others).toEqual([]);
    expect(hint).toContain(`empty: [${JSON.stringify(written)}`);
  });

  it.each([
    [`birthdate: {from: v, ${german}, parse: d. M. yyyy}`, '1. 2. 1970'],
    [`visit: {from: v, ${german}, parse: d. M. yyyy}`, '1. 2. 2031'],
    // In a text, it may be the day of a person.
    ['line: v', '01.01.1970'],
    ['line: v', '19700101'],
    ['line: v', '01.01.1901'],
    ['line: v', '19000102'],
    ['line: v', '190001015'],
    ['line: v', 'seit 01.01.1900'],
    ['line: v', '9999'],
    ['line: v', '0001'],
    ['line: v', '1900'],
    ['line: v', '31.12.2025'],
    ['line: v', '20251231'],
    ['line: {value: 01.01.1900, because: the first year}', 'x'],
    ['lines: v', 'born 1899-12-30\nin Graz'],
    [`visit: {from: v, ${german}, parse: yyyyMMdd}`, '20270308'],
  ])('is not given for another day: %s for %s', async (rule, written) => {
    expect(await hintsFor(rule, written)).toEqual([]);
  });
});
