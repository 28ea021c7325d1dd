import { describe, expect, it } from 'vitest';
import { checkPositions } from '../../src/check/data/lists/check-positions.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { storedOf } from '../check/trials.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

const head = ['Kd-Nr', 'Name', 'Bemerkung'];
const inserted = ['Kd-Nr', 'Name', 'E-Mail', 'Bemerkung'];
const row = [7, 'Mira', 'nur mit Termin'];
const longer = [7, 'Mira', 'mira@example.com', 'nur mit Termin'];

function textOf(rule: string, sample: object | undefined): string {
  const tests =
    sample === undefined ? '' : `tests: [{name: a row, payload: ${JSON.stringify(sample)}, expect: []}]\n`;
  return `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: ${rule}\n${tests}`;
}

const checked = (rule: string, ...payloads: readonly object[]) => {
  const mapping = mappingOf(textOf(rule, undefined));
  const events = storedOf(...payloads).map(trial => ({
    trial,
    scope: trialScope(trial, { needsBody: false }),
  }));
  return checkPositions(mapping, events);
};

const atEvent = async (rule: string, sample: object | undefined, payload: object) =>
  codesOf(await evaluateYaml(textOf(rule, sample), { payload: { nr: 7, ...payload } }));

describe('a value of a row that is read by its position', () => {
  it.each<[string, object, string]>([
    ['werte[2]', { kopf: head, werte: row }, '($zip(kopf, werte)[$[0] = "Bemerkung"])[1]'],
    ['werte[-1]', { kopf: head, werte: row }, '($zip(kopf, werte)[$[0] = "Bemerkung"])[1]'],
    ["'$trim(werte[2])'", { kopf: head, werte: row }, '($zip(kopf, werte)[$[0] = "Bemerkung"])[1]'],
    ['werte[2]', { kopf: head, werte: row, zeile: { Bemerkung: 'nur mit Termin' } }, 'zeile.Bemerkung'],
    [
      'data.values[2]',
      { data: { columns: head, values: row } },
      '($zip(data.columns, data.values)[$[0] = "Bemerkung"])[1]',
    ],
    ['data.row[2]', { headers: head, data: { row } }, '($zip(headers, data.row)[$[0] = "Bemerkung"])[1]'],
    [
      'row[2]',
      { fields: head.map(name => ({ name })), row },
      '($zip(fields.name, row)[$[0] = "Bemerkung"])[1]',
    ],
  ])('is reported if the names stand beside: %s, %j', async (rule, payload, cure) => {
    const [first, ...others] = checked(rule, payload);
    expect(others).toEqual([]);
    expect(first?.code).toBe('check/answer-by-position');
    expect(first?.message).toContain('is "Bemerkung"');
    expect(first?.hint).toContain(`write from: ${/^[\w.]+$/.test(cure) ? cure : `'${cure}'`}`);
    const cured = await evaluateYaml(textOf(`'${cure}'`, undefined), { payload: { nr: 7, ...payload } });
    expect(cured).toMatchObject({ call: { note: { set: { text: 'nur mit Termin' } } } });
  });

  it.each<[string, object]>([
    ['werte[2]', { werte: row }],
    ['werte[2]', { kopf: ['Kd-Nr', 'Name'], werte: row }],
    ['werte[2]', { kopf: [1, 2, 3], werte: row }],
    ['werte[2]', { tags: head, werte: row }],
    ['kopf[2]', { kopf: head, werte: row }],
    ['phones[0].number', { labels: ['a', 'b'], phones: [{ number: '1' }, { number: '2' }] }],
    ['werte[7]', { kopf: head, werte: row }],
    ['\'$split(full, ",")[1]\'', { full: 'a,b', names: ['a', 'b'] }],
    ['{from: "werte[2]", because: the order is fixed}', { kopf: head, werte: row }],
  ])('is not reported otherwise: %s, %j', (rule, payload) => {
    expect(checked(rule, payload)).toEqual([]);
  });

  it('is reported with both names if the columns of the events differ, also with a reason', () => {
    const events = [
      { kopf: head, werte: row },
      { kopf: inserted, werte: longer },
    ];
    for (const rule of ['werte[2]', '{from: "werte[2]", because: the order is fixed}'])
      expect(checked(rule, ...events)[0]?.message).toContain('is "Bemerkung", and "E-Mail" in another event');
  });

  it.each<[string, object, object]>([
    ['werte[2]', { kopf: head, werte: row }, { kopf: inserted, werte: longer }],
    ['werte[2]', { kopf: head, werte: row }, { kopf: ['Kd-Nr', 'Name', 'E-Mail'], werte: row }],
    ["'$trim(werte[2])'", { kopf: head, werte: row }, { kopf: inserted, werte: longer }],
    [
      '{from: "werte[2]", because: the order is fixed}',
      { kopf: head, werte: row },
      { kopf: inserted, werte: longer },
    ],
  ])('is reported at an event with another name than in the sample: %s', async (rule, sample, payload) => {
    expect(await atEvent(rule, sample, payload)).toEqual(['mapping/other-name']);
  });

  it.each<[string, object | undefined, object]>([
    ['werte[2]', { kopf: head, werte: row }, { kopf: head, werte: row }],
    ['werte[2]', { kopf: head, werte: row }, { kopf: ['kd-nr', 'name', 'bemerkung '], werte: row }],
    ['werte[0]', { kopf: head, werte: ['x', 'y', 'z'] }, { kopf: inserted, werte: ['x', 'a', 'b', 'c'] }],
    ['werte[2]', undefined, { kopf: inserted, werte: longer }],
    ['werte[2]', { werte: row }, { kopf: inserted, werte: longer }],
    [
      '{from: "werte[2]", because: one name changed}',
      { kopf: head, werte: row },
      { kopf: ['Kd-Nr', 'Name', 'Notiz'], werte: row },
    ],
  ])('is not reported at any other event: %s, %j', async (rule, sample, payload) => {
    expect(await atEvent(rule, sample, payload)).toEqual([]);
  });
});
