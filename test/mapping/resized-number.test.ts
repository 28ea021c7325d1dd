import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function evaluated(rule: string, payload: object, name = 'umsatz') {
  return evaluateYaml(fieldMapping(rule).replace(/\n {4}f:/, `\n    ${name}:`), { payload });
}

const removed = `{from: '$number($replace(x, ",", ""))'}`;
const cut = `'$split(x, ",")[0]'`;
const german = `'$number($replace($replace(x, ".", ""), ",", "."))'`;

describe('a number whose size an expression changes', () => {
  it.each([
    [removed, '1,5', 15],
    [removed, '12,90', 1290],
    [cut, '12,90', 12],
    [cut, '1.234,50', '1.234'],
    [cut, '12,90 €', 12],
    [`'$substringBefore(x, ",")'`, '12,90', 12],
    [`'$split(x, ".")[0]'`, '1.234,50', 1],
    [`'$number($replace(x, ".", ""))'`, '12.50', 1250],
    [`'$replace(x, ",", "")'`, '1,5', 15],
    [german, '12.50', 1250],
    [`{from: '$split(x, ",")[0]', as: number}`, '12,90', 12],
    [`'$replace(x, /[^0-9]/, "")'`, '-20 €', 20],
    [`'$number($replace(x, /[^0-9.]/, ""))'`, '-20.00', 20],
    [`'$number($replace(x, "-", ""))'`, '-7', 7],
    [`'$replace(x, "-", "")'`, '1.249,50-', '1.249,50'],
    [`{from: '$replace(x, "-", "")', as: number}`, '1.249,50-', '1.249,50'],
    [`'$replace(x, /[^0-9,]/, "")'`, '-20,50', '20,50'],
    [german, '1,250.50', 1.2505],
    [`'$replace(x, ",", ".")'`, '1.250,50', '1.250.50'],
    [`'$substringBefore(x, " ")'`, '1 250,50 €', 1],
    [`'$number($substringBefore(x, " "))'`, '1 250 €', 1],
  ])('is reported: %s of %j', async (rule, x, sent) => {
    const evaluation = await evaluated(rule, { x });
    expect(codesOf(evaluation)).toEqual(['mapping/ambiguous-value']);
    const [found] = evaluation.kind === 'call' ? evaluation.diagnostics : [];
    expect(found?.message).toContain(`becomes ${sent}: `);
    expect(found?.hint).toContain('write {from: x, as: number}');
  });

  it.each([
    [removed, '1,234.50'],
    [removed, '15'],
    [removed, '1,234'],
    [cut, '12,00'],
    [cut, '12'],
    [german, '1.234,50'],
    [german, '12,90'],
    [`'$round($number($replace(x, ",", ".")))'`, '12,90'],
    [`'$floor($number($replace(x, ",", ".")))'`, '12,90'],
    [`{from: '$split(x, ",")[0]', because: the account has whole numbers}`, '12,90'],
    [`'$split(x, ", ")[0]'`, 'Farbe, 12,90'],
    ['x', '12,90'],
    [`'$number($replace(x, " €", ""))'`, '-20.00 €'],
    [`'$substringBefore(x, " ")'`, '120,00 €'],
    [`'$replace(x, ",", ".")'`, '120,00'],
    [`'$replace(x, " ", "")'`, '1 250,50'],
  ])('is not reported: %s of %j', async (rule, x) => {
    expect(codesOf(await evaluated(rule, { x }))).toEqual([]);
  });

  it.each([
    ['interests', cut, '3,7'],
    ['uhrzeit', `'$split(x, ".")[0]'`, '14.30'],
    ['geburtstag', `'$split(x, ".")[0]'`, '3.7'],
    ['app.version', `'$split(x, ".")[0]'`, '2.5'],
  ])('is not reported for %s, which is no quantity: %s of %j', async (name, rule, x) => {
    expect(codesOf(await evaluated(rule, { x }, name))).toEqual([]);
  });

  it('is reported for a number in any field, and by the name of the value', async () => {
    const other = `'$split(order.total, ",")[0]'`;
    expect(codesOf(await evaluated(other, { order: { total: '12,90' } }, 'f17'))).toHaveLength(1);
    expect(codesOf(await evaluated(removed, { x: '1,5' }, 'f17'))).toHaveLength(1);
  });
});
