import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from '../mapping/evaluate-yaml.ts';
import { checkWith, mappingOf, storedOf } from './trials.ts';

const payload = {
  customer: 1,
  tags: 'a, vip',
  list: 'x ;Y',
  size: 'M (klein)',
  kind: 'Neu',
  name: 'Fußpflege, Massage',
  code: 'AB-12',
};

async function reported(condition: string, stored?: readonly unknown[]) {
  const mapping = mappingOf(['note: text'], {
    head: `when: ${JSON.stringify(condition)}`,
    tests: stored ? [] : [payload],
  });
  const found = await checkWith(mapping, storedOf(...(stored ?? [])));
  return found.filter(({ code }) => code === 'check/never-equal');
}

/** Evaluates a hint as an expression for the payload. */
async function isTrue(expression: string): Promise<unknown> {
  const text = fieldMapping(`'(${expression}) ? "yes" : "no"'`);
  const evaluation = await evaluateYaml(text, { payload: { ...payload, nr: 1 } });
  const field = evaluation.kind === 'call' ? evaluation.call.additionalFields[0]?.change : undefined;
  return field && 'set' in field ? field.set.text : evaluation.kind;
}

describe('a text that a function returns with blanks or in another case', () => {
  it.each([
    ['"vip" in $split(tags, ",")', '"vip" in $map($split(tags, ","), $trim)'],
    [
      '"y" in $split(list, ";")',
      '"y" in $map($split(list, ";"), function($each) {$lowercase($trim($each))})',
    ],
    ['"x" in $split(list, ";")', '"x" in $map($split(list, ";"), $trim)'],
    ['$split(tags, ",")[1] = "vip"', '$trim($split(tags, ",")[1]) = "vip"'],
    ['$split(tags, ",")[-1] = "VIP"', '$lowercase($trim($split(tags, ",")[-1])) = "vip"'],
    ['$substringBefore(size, "(") = "M"', '$trim($substringBefore(size, "(")) = "M"'],
    ['$substringBefore(size, "(") in ["S", "M"]', '$trim($substringBefore(size, "(")) in ["S", "M"]'],
    ['$substringAfter(tags, ",") = "Vip"', '$lowercase($trim($substringAfter(tags, ","))) = "vip"'],
    ['$substring(code, 0, 2) = "ab"', '$lowercase($trim($substring(code, 0, 2))) = "ab"'],
    ['$replace(kind, "!", "") = "neu"', '$lowercase($trim($replace(kind, "!", ""))) = "neu"'],
    ['$string(kind) = "neu"', '$lowercase($trim($string(kind))) = "neu"'],
    ['$contains(tags, "VIP")', '$contains($lowercase(tags), "vip")'],
    ['$contains(name, "massage")', '$contains($lowercase(name), "massage")'],
    ['$contains($trim(name), "MASSAGE")', '$contains($lowercase($trim(name)), "massage")'],
    ['kind = "Neu" and $contains(name, "fußpflege")', '$contains($lowercase(name), "fußpflege")'],
    ['$not("vip" in $split(tags, ","))', '"vip" in $map($split(tags, ","), $trim)'],
    [
      '$count($split(tags, ",")) = 2 and "vip" in $split(tags, ",")',
      '"vip" in $map($split(tags, ","), $trim)',
    ],
    ['$exists(kind) ? "vip" in $split(tags, ",") : false', '"vip" in $map($split(tags, ","), $trim)'],
  ])('is reported with the comparison that finds it: %s', async (condition, meant) => {
    expect((await reported(condition)).map(({ hint }) => hint)).toEqual([`write ${meant}`]);
    expect(await isTrue(meant)).toBe('yes');
  });

  it('is reported for a comparison that is always unequal', async () => {
    const [first] = await reported('$trim($split(tags, ",")[1]) != "VIP"');
    expect(first?.message).toContain('so they always differ');
    expect(first?.hint).toBe('write $lowercase($trim($trim($split(tags, ",")[1]))) != "vip"');
  });

  it.each([
    '"a" in $split(tags, ",")',
    '"vip" in $map($split(tags, ","), $trim)',
    '"gold" in $split(tags, ",")',
    '$contains(tags, "vip")',
    '$contains(tags, "gold")',
    '$contains($lowercase(tags), "vip")',
    '$split(tags, ", ")[1] = "vip"',
    '$lowercase(kind) = "Neu"',
    '$trim($split(tags, ",")[1]) in ["vip", "VIP"]',
    '$count($split(tags, ",")) = 2',
    '$map($split(tags, ","), function($v) {$v = "vip"})[0]',
  ])('is not reported otherwise: %s', async condition => {
    expect(await reported(condition)).toEqual([]);
  });

  it('is not reported if some event has it as written', async () => {
    const stored = [
      { customer: 1, tags: 'a, vip' },
      { customer: 1, tags: 'vip,a' },
    ];
    expect(await reported('"vip" in $split(tags, ",")', stored)).toEqual([]);
    expect(await reported('"vip" in $split(tags, ",")', stored.slice(0, 1))).toHaveLength(1);
  });

  it('shows no value of a stored event', async () => {
    const [first] = await reported('"secret" in $split(tags, ",")', [{ customer: 1, tags: 'a, Secret' }]);
    expect(first?.message).toBe(
      '$split(tags, ",") has it otherwise in a stored event, and in compares it with "secret", so they are never equal',
    );
  });
});
