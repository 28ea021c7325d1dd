import { describe, expect, it } from 'vitest';
import type { Value } from '../../src/inbox/call.ts';
import { bookingData, bookingMapping, evaluateYaml } from './evaluate-yaml.ts';

/** Returns the sent gender, with a question mark if a warning says that the event does not contain it. */
async function sent(rule: string, title: unknown): Promise<string> {
  const text = bookingMapping(`  genderType: ${rule}\n`);
  const evaluation = await evaluateYaml(text, { payload: { ...bookingData, title } });
  if (evaluation.kind !== 'call') return evaluation.kind;
  const { call } = evaluation;
  const gender =
    call.operation === 'persistCustomerData' && 'details' in call.customer
      ? call.customer.details.genderType
      : undefined;
  const reported = gender?.doubts?.map(({ code }) => code) ?? [];
  return `${gender?.text ?? 'nothing'}${reported.includes('mapping/other-gender') ? '?' : ''}`;
}

const twoWays = `'title = "Herr" ? "MALE" : "FEMALE"'`;
const threeWays = `'title = "Herr" ? "MALE" : title = "Frau" ? "FEMALE" : "UNKNOWN"'`;
const table = '{from: title, values: {Herr: MALE, Frau: FEMALE}, otherwise: UNKNOWN}';

describe('a gender that is not in the event', () => {
  it.each([
    ['{from: title, values: {Herr: FEMALE, Frau: MALE}}', 'Herr', 'FEMALE?'],
    ['{from: title, values: {Herr: FEMALE, Frau: MALE}}', 'Frau', 'MALE?'],
    [`'title = "Herr" ? "FEMALE" : "MALE"'`, 'Herr', 'FEMALE?'],
    ['{from: title, values: {Herr: FEMALE, Frau: MALE}, because: the sender mixes them}', 'Herr', 'FEMALE'],
    [twoWays, 'Divers', 'FEMALE?'],
    [twoWays, '', 'FEMALE?'],
    [twoWays, undefined, 'FEMALE?'],
    [twoWays, null, 'FEMALE?'],
    [twoWays, 'Herr Dr.', 'FEMALE?'],
    [twoWays, 'Hr.', 'FEMALE?'],
    [twoWays, 'Herrn', 'FEMALE?'],
    [twoWays, 'Mr', 'FEMALE?'],
    [twoWays, 'Firma', 'FEMALE?'],
    [twoWays, 'keine Angabe', 'FEMALE?'],
    [twoWays, 'Familie', 'FEMALE?'],
    [`'title = "Mr" ? "MALE" : "FEMALE"'`, 'Mr.', 'FEMALE?'],
    [`'title = "m" ? "MALE" : "FEMALE"'`, 'männlich', 'FEMALE?'],
    [`'title = "w" ? "FEMALE" : "MALE"'`, 'd', 'MALE?'],
    [`'title = "w" ? "FEMALE" : "MALE"'`, 'Frau', 'MALE?'],
    [threeWays, 'Divers', 'UNKNOWN?'],
    [threeWays, 'Hr.', 'UNKNOWN?'],
    [table, 'männlich', 'UNKNOWN?'],
    [table, 'Frau Dr.', 'UNKNOWN?'],
    [table.replace('UNKNOWN', 'FEMALE'), 'Firma', 'FEMALE?'],
  ])('is reported: %s of %j', async (rule, title, outcome) => {
    expect(await sent(rule, title)).toBe(outcome);
  });

  it.each([
    [twoWays, 'Herr', 'MALE'],
    [twoWays, 'Frau', 'FEMALE'],
    [twoWays, 'Frau Dr.', 'FEMALE'],
    [twoWays, ' frau ', 'FEMALE'],
    [`'title = "m" ? "MALE" : "FEMALE"'`, 'w', 'FEMALE'],
    [`'$lowercase(title) = "herr" ? "MALE" : "FEMALE"'`, 'HERR', 'MALE'],
    [`'title in ["Herr", "Hr."] ? "MALE" : "FEMALE"'`, 'Hr.', 'MALE'],
    [threeWays, 'Firma', 'UNKNOWN'],
    [threeWays, '', 'UNKNOWN'],
    [table, 'Herr', 'MALE'],
    [table, 'keine Angabe', 'UNKNOWN'],
    [table, '', 'nothing'],
    ['{from: title, values: {Herr: MALE, Frau: FEMALE, Divers: UNKNOWN}}', 'Divers', 'UNKNOWN'],
    [`{from: ${twoWays}, because: the form has two answers}`, 'Firma', 'FEMALE'],
    ['title', 'MALE', 'MALE'],
    ['{value: UNKNOWN}', 'Herr', 'UNKNOWN'],
  ])('is not reported: %s of %j', async (rule, title, outcome) => {
    expect(await sent(rule, title)).toBe(outcome);
  });
});

it('has a cure that keeps the other lines of a table', async () => {
  const divers = '{from: title, values: {Herr: MALE, Frau: FEMALE, Divers: UNKNOWN}, otherwise: UNKNOWN}';
  const text = bookingMapping(`  genderType: ${divers}\n`);
  const evaluation = await evaluateYaml(text, { payload: { ...bookingData, title: 'Herr Dr.' } });
  const { call } = evaluation as never as { call: { customer: { details: { genderType: Value } } } };
  const [doubt] = call.customer.details.genderType.doubts ?? [];
  expect(doubt?.hint).toMatch(/^add "Herr Dr\.": MALE to the table; /);
});
