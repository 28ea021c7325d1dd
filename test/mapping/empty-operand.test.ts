import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { evaluateYaml, fieldMapping, fieldOf } from './evaluate-yaml.ts';

async function failure(rule: string, payload: object) {
  const evaluation = await evaluateYaml(fieldMapping(rule), { payload });
  if (evaluation.kind === 'not-wanted' || evaluation.kind === 'call') throw new Error(evaluation.kind);
  return evaluation.diagnostics[0];
}

describe('an expression that fails because a value is empty', () => {
  it.each([
    ['$number(size, ",") * 100', { size: '' }, { size: '1,72' }, '172'],
    ['$number(size, ",") * 100', { size: ' ' }, { size: '1,72' }, '172'],
    ['$round($number(body.size) * 100)', { body: { size: '' } }, { body: { size: '1.5' } }, '150'],
    ['100 - $number(size)', { size: '' }, { size: '1' }, '99'],
    ['$number(a) + $number(b)', { a: '', b: '' }, { a: '1', b: '2' }, '3'],
    ['yes ? $number(size) * 2 : 1', { yes: true, size: '' }, { yes: true, size: '4' }, '8'],
  ])('is advised with a condition: %s for %j', async (source, empty, filled, sent) => {
    const rule = `{from: ${JSON.stringify(source)}}`;
    const found = await failure(rule, empty);
    expect(found?.code).toBe('expression/failed');
    const advised = /write ('.*'), which/.exec(found?.hint ?? '')?.[1];
    const after = `{from: ${JSON.stringify(parseYaml(advised ?? ''))}}`;
    expect(await fieldOf(after, empty)).toEqual(['mapping/nothing-to-send']);
    expect(await fieldOf(after, {})).toEqual(['mapping/nothing-to-send']);
    expect(await fieldOf(after, filled)).toMatchObject({ set: { text: sent } });
  });

  it.each([
    ['size * 100', { size: 'x' }, /converts a text/],
    ['size * 100', { size: '1', other: '' }, /converts a text/],
  ])('is not advised so for another text: %s for %j', async (source, payload, message) => {
    const found = await failure(`{from: '${source}'}`, payload);
    expect(found?.message).toMatch(message);
    expect(found?.hint ?? '').not.toContain('empty');
  });
});

describe('an expression that calculates with null or with a text', () => {
  it.each([
    ['cents / 100', { cents: null }, { cents: 1250 }, '12.5'],
    ['$number(cents) / 100', { cents: null }, { cents: '1250' }, '12.5'],
    ['100 - order.paid', { order: { paid: null } }, { order: { paid: 1 } }, '99'],
    ['(a; a * 2)', { a: null }, { a: 2 }, '4'],
    ['$round(price * 1.19, 2)', { price: null }, { price: 0 }, '0'],
    ['$trim(cents) != "" ? $number(cents) / 100', { cents: null }, { cents: '1250' }, '12.5'],
    ['cents != null ? $number(cents) / 100', { cents: '' }, { cents: 1250 }, '12.5'],
  ])('is advised with a condition: %s for %j', async (source, empty, filled, sent) => {
    const found = await failure(`{from: ${JSON.stringify(source)}}`, empty);
    const advised = /write ('.*'), which/.exec(found?.hint ?? '')?.[1];
    const after = `{from: ${JSON.stringify(parseYaml(advised ?? ''))}}`;
    expect(await fieldOf(after, empty)).toEqual(['mapping/nothing-to-send']);
    expect(await fieldOf(after, {})).toEqual(['mapping/nothing-to-send']);
    expect(await fieldOf(after, filled)).toMatchObject({ set: { text: sent } });
  });

  it.each([
    ['cents / 100', { cents: '1250' }, '12.5'],
    ['$number(a) * b', { a: '2', b: '3' }, '6'],
    ['`total-cents` / 100', { 'total-cents': '1250' }, '12.5'],
  ])('is advised to read a text as a number: %s for %j', async (source, payload, sent) => {
    const found = await failure(`{from: ${JSON.stringify(source)}}`, payload);
    const advised = /write ('.*')$/.exec(found?.hint ?? '')?.[1];
    const after = `{from: ${JSON.stringify(parseYaml(advised ?? ''))}}`;
    expect(await fieldOf(after, payload)).toMatchObject({ set: { text: sent } });
  });

  it.each([
    ['cents / 100', { cents: 'many' }],
    ['$number(cents) / 100', { cents: '1.250,00', other: null }],
    ['$split(other, ",")[0] & cents', { cents: 5, other: null }],
  ])('has no such advice if that is not the reason: %s for %j', async (source, payload) => {
    const found = await failure(`{from: ${JSON.stringify(source)}}`, payload);
    expect(found?.hint ?? '').not.toMatch(/null: write|as text: write/);
  });
});
