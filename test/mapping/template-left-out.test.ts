import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml, fieldMapping, fieldOf } from './evaluate-yaml.ts';

const both = '{t} {n}';
const code = 'mapping/template-left-out';

async function evaluated(template: string, payload: unknown, more = '') {
  const yaml = fieldMapping(`{template: ${JSON.stringify(template)}${more}}`);
  return evaluateYaml(yaml.replace('set:\n', 'set:\n  note: {value: x, because: test}\n'), { payload });
}

async function found(template: string, payload: unknown, more = '') {
  const evaluation = await evaluated(template, payload, more);
  return evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics.filter(each => each.code === code);
}

describe('a template that is left out', () => {
  it.each([
    [both, { t: '', n: 'Jansen' }],
    [both, { n: 'Jansen' }],
    [both, { t: null, n: 'Jansen' }],
    [both, { t: '  ', n: 'Jansen' }],
    [both, { t: 'van', n: '' }],
    ['{street} {number}', { street: 'Am Markt', number: '' }],
    ['{a.street}, {a.zip} {a.city}', { a: { street: 'Am Markt 2', city: 'Leipzig' } }],
    ['{$uppercase(n)}, {t}', { n: 'Jansen', t: '' }],
    ['Order {n}: {t}', { n: 7, t: [] }],
    ['{day}.{month}.{year}', { day: '3', month: '5', year: '' }],
  ])('is reported: %s of %j', async (template, payload) => {
    const [first, ...others] = await found(template, payload);
    expect(first?.severity).toBe('warning');
    expect(first?.message).toMatch(
      /^additionalFields\.f: .+ ha(?:s|ve) no value, so the whole template is left out$/,
    );
    expect(others).toEqual([]);
  });

  it.each([
    [both, { t: 'van', n: 'Dijk' }, ''],
    [both, { t: '', n: '' }, ''],
    [both, {}, ''],
    [both, { t: 0, n: false }, ''],
    ['{t}', { t: '', n: 'Jansen' }, ''],
    ['Form of {t}', { n: 'Jansen' }, ''],
    ['{$event.receivedAt}: {t}', { t: '' }, ''],
    ['{$now()}: {t}', { t: '' }, ''],
    ['{"Note"}: {t}', { t: '' }, ''],
    [both, { t: '', n: 'Jansen' }, ', default: unknown'],
    [both, { t: '', n: 'Jansen' }, ', whenEmpty: skip'],
    [both, { n: 'Jansen' }, ', whenMissing: skip'],
    [both, { t: '', n: 'Jansen' }, ', whenEmpty: clear'],
    [both, { t: '', n: 'Jansen' }, ', whenEmpty: fail'],
    [both, { t: '', n: 'Jansen' }, ', because: only whole names are kept'],
  ])('is not reported: %s of %j%s', async (template, payload, more) => {
    expect(await found(template, payload, more)).toEqual([]);
  });

  it('names every part without a value', async () => {
    const [first] = await found('{a} {b} {n}', { a: '', n: 'Jansen' });
    expect(first?.message).toBe(
      'additionalFields.f: a and b have no value, so the whole template is left out',
    );
  });

  it('counts the texts that the sender writes for an empty value', async () => {
    const yaml = fieldMapping(`{template: "${both}"}`).replace('set:\n', 'set:\n  note: n\n');
    const payload = { t: 'n/a', n: 'Jansen' };
    expect(codesOf(await evaluateYaml(yaml, { payload, empty: new Set(['n/a']) }))).toEqual([code]);
  });

  it.each([
    [{ t: 'van', n: 'Dijk' }, 'van Dijk'],
    [{ t: '', n: 'Jansen' }, 'Jansen'],
    [{ t: null, n: 'Jansen' }, 'Jansen'],
    [{ n: 'Jansen' }, 'Jansen'],
    [{ t: 'van' }, 'van'],
    [{ t: 'Weg', n: 12 }, 'Weg 12'],
    [{ t: '', n: 12 }, '12'],
  ])('gets a rule that joins the parts of %j', async (payload, text) => {
    const hint = (await found(both, { t: '', n: 'Jansen' }))[0]?.hint ?? '';
    const [, rule] = /(from: '.*?'); if nothing is to be sent then, add whenEmpty: skip$/.exec(hint) ?? [];
    expect(await fieldOf(`{${rule}}`, { payload })).toEqual({
      set: expect.objectContaining({ text }),
    });
    const evaluation = await evaluateYaml(fieldMapping(`{${rule}}`), { payload });
    expect(codesOf(evaluation)).toEqual([]);
  });

  it.each([
    ['{d}.{y}', ', as: date, parse: d.yyyy'],
    ['{d}{y}', ', as: number'],
    ['{d}{y}', ', as: phone, country: DE'],
  ])('is not joined without a part if it has to be whole: %s%s', async (template, more) => {
    const [first] = await found(template, { d: '3', y: '' }, more);
    expect(first?.hint).toBe(
      'correct the path, or have the sender send every part; if nothing is to be sent then, add whenEmpty: skip',
    );
  });
});
