import { describe, expect, it } from 'vitest';
import { checkCall } from '../../../src/check/call/check-call.ts';
import { evaluateYaml, mappingOf } from '../../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf, now } from '../catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'birthdate', type: 'birthday' }),
    fieldOf({ keyName: 'born', type: 'birthday', validatorRegexp: '^[0-9.-]+$' }),
    fieldOf({ keyName: 'visit', type: 'date' }),
    fieldOf({ keyName: 'line' }),
  ],
});

/** Returns the severities of the findings about the value of a rule. */
async function severities(rule: string, v: unknown): Promise<readonly string[]> {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`;
  const evaluation = await evaluateYaml(text, {
    payload: { nr: 1001, v },
    answers: { Born: v, 'Born at': { d: '01', y: '1970' } },
  });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  const checking = { destination: 'salon', policy: mappingOf(text), validators: 'fail', now } as const;
  return checkCall(evaluation.call, { ...checking, catalog }).diagnostics.map(({ severity }) => severity);
}

const because = 'because: a customer was born on that day';
const german = 'as: date, format: dd.MM.yyyy';

describe('a day that programs write for none', () => {
  it.each([
    [`birthdate: {from: v, ${because}}`, '1970-01-01'],
    [`birthdate: {from: v, ${german}, ${because}}`, '1970-01-01'],
    [`birthdate: {answer: Born, ${german}, ${because}}`, '1900-01-01'],
    [`born: {from: v, ${because}}`, '01.01.1970'],
    [`visit: {from: v, ${because}}`, '1970-01-01'],
    [`line: {from: v, ${because}}`, '01.01.1900'],
    ['birthdate: v', '1970-01-02'],
    ['birthdate: {answer: Born}', '1980-01-01'],
  ])('is right if the rule gives a reason, or another day: %s for %s', async (rule, day) => {
    expect(await severities(rule, day)).toEqual([]);
  });

  it.each([
    ['birthdate: {answer: Born}', '1970-01-01', 'info'],
    ['born: {answer: Born}', '1970-01-01', 'info'],
    [`birthdate: {answer: Born, ${german}}`, '1970-01-01', 'info'],
    ['birthdate: $answers.Born', '01.01.1970', 'info'],
    ['birthdate: {template: "{$answers.`Born at`.d}.01.{$answers.`Born at`.y}"}', '', 'info'],
    ['birthdate: v', '1970-01-01', 'warning'],
    ['birthdate: {answer: Born}', '1900-01-01', 'warning'],
    [`birthdate: {answer: Born, ${german}, zone: Europe/Berlin}`, '1970-01-01T00:00:00Z', 'warning'],
    [`birthdate: {answer: Born, ${german}, parse: "yyyy-MM-dd HH:mm"}`, '1970-01-01 00:00', 'warning'],
    ['visit: {answer: Born}', '1970-01-01', 'warning'],
    [`birthdate: {from: v, ${because}}`, '1988-03-14 00:00:00', 'warning'],
  ])('is told otherwise, and noted as an answer: %s for %s', async (rule, day, severity) => {
    expect(await severities(rule, day)).toEqual([severity]);
  });
});
