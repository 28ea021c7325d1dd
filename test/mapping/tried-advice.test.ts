import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { evaluateYaml, fieldMapping, fieldOf } from './evaluate-yaml.ts';

const payload = { vorname: 'Anna', nachname: 'Muster', kontakt: { ort: 'Bonn' } };

/** Returns the suggestion for a rule of a mapping with a sample. */
function advised(rule: string): string | undefined {
  const text = `${fieldMapping(rule)}tests:\n  - {name: t, payload: ${JSON.stringify(payload)}, expect: []}\n`;
  const { diagnostics } = parseMapping('mappings/m.yaml', text, { readFile: () => new Uint8Array() });
  const [first] = diagnostics.filter(({ severity }) => severity === 'error');
  return first?.instead?.trim() ?? first?.hint;
}

describe('the hint for several paths in one rule', () => {
  it.each([
    ['vorname nachname', 'f: {template: "{vorname} {nachname}"}', 'Anna Muster'],
    ['vorname, nachname', 'f: {template: "{vorname}, {nachname}"}', 'Anna, Muster'],
    ['vorname kontakt.ort', 'f: {template: "{vorname} {kontakt.ort}"}', 'Anna Bonn'],
    ['Vorname Nachname', 'f: {template: "{vorname} {nachname}"}', 'Anna Muster'],
  ])('has a template: %s', async (rule, line, sent) => {
    expect(advised(rule)).toBe(line);
    expect(await fieldOf(line.replace('f: ', ''), payload)).toMatchObject({ set: { text: sent } });
  });

  it('has the path for one in brackets, and a template for several', () => {
    expect(advised('[vorname]')).toBe('to send the value of the path, write vorname without brackets');
    expect(advised('[vorname, nachname]')).toBe(
      'to send the values of the paths, write {template: "{vorname} {nachname}"}',
    );
  });

  it('has the literal if no sample has the paths', () => {
    expect(advised('guten Tag')).toBe('f: {value: guten Tag}');
    expect(advised('[rot]')).toBe('for a literal, write {value: ["rot"]}');
  });
});

describe('the hint to read the first value of a list', () => {
  const hintOf = async (rule: string, given: object) =>
    JSON.stringify(await evaluateYaml(fieldMapping(rule), given));

  it.each([
    ['a.x', { payload: { a: { x: ['1990-01-01', '1991-01-01'] } } }, 'a.x[0]'],
    ['$body.a.x', { payload: {}, body: { a: [{ x: '1990-01-01' }, { x: '1991-01-01' }] } }, '($body.a.x)[0]'],
    [
      '$answers.x.y',
      { payload: {}, answers: { x: [{ y: '1990-01-01' }, { y: '1991-01-01' }] } },
      '($answers.x.y)[0]',
    ],
  ])('returns the first one: %s', async (path, given, meant) => {
    expect(await hintOf(`{from: ${path}, as: date}`, given)).toContain(`to take the first, write '${meant}'`);
    expect(await fieldOf(`{from: '${meant}', as: date}`, given)).toMatchObject({
      set: { text: '1990-01-01' },
    });
  });
});

describe('the hint for HTML escapes', () => {
  it.each([
    ['M&#252;ller &amp; Co', 'Müller & Co'],
    ['a &lt;b&gt; &quot;c&quot;', 'a <b> "c"'],
    ['d&#39;Or &amp; S&ouml;hne', "d'Or & Söhne"],
  ])('returns the intended text, and nothing without a value: %s', async (value, meant) => {
    const said = JSON.parse(JSON.stringify(await evaluateYaml(fieldMapping('a'), { payload: { a: value } })));
    const { hint } = said.call.additionalFields[0].change.set.doubts[0];
    const rule = `{from: a, ${/html: true/.exec(hint)}}`;
    expect(await fieldOf(rule, { payload: { a: value } })).toEqual({ set: { text: meant, origin: 'data' } });
    for (const nothing of [{}, { a: null }, { a: '' }])
      expect(await fieldOf(rule, { payload: nothing })).toEqual(['mapping/nothing-to-send']);
  });
});
