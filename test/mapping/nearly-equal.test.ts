import { describe, expect, it } from 'vitest';
import { nearlyEqual } from '../../src/mapping/doubts/comparisons/nearly-equal.ts';
import { evaluateYaml, fieldMapping, mappingOf } from './evaluate-yaml.ts';

function reported(expression: string, payload: unknown) {
  const mapping = mappingOf(fieldMapping(JSON.stringify({ from: expression })));
  const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };
  return nearlyEqual(mapping, { payload, answers: undefined, headers: {}, query: {}, body: payload, event });
}

describe('a comparison that fails only because of the spelling of a value', () => {
  it.each([
    [
      'type = "neu" ? "A" : "B"',
      { type: 'Neu' },
      'to compare in any letters, write $lowercase($trim(type)) = "neu" ? "A" : "B"',
    ],
    [
      'type = "neu" ? "A" : "B"',
      { type: 'NEU' },
      'to compare in any letters, write $lowercase($trim(type)) = "neu" ? "A" : "B"',
    ],
    [
      'type = "neu" ? "A" : "B"',
      { type: ' neu ' },
      'to compare in any letters, write $lowercase($trim(type)) = "neu" ? "A" : "B"',
    ],
    [
      'type != "Neu" ? "A" : "B"',
      { type: 'neu' },
      'to compare in any letters, write $lowercase($trim(type)) != "neu" ? "A" : "B"',
    ],
    [
      'type in ["Neu", "Alt"] ? "A" : "B"',
      { type: 'alt' },
      'to compare in any letters, write $lowercase($trim(type)) in ["neu", "alt"] ? "A" : "B"',
    ],
    [
      '"Haare" in topics ? "A" : "B"',
      { topics: ['haare', 'bart'] },
      'to compare in any letters, write "haare" in topics.$lowercase($trim($)) ? "A" : "B"',
    ],
    [
      'stufe = "5" ? "A" : "B"',
      { stufe: 5 },
      'to compare as texts, write $lowercase($string(stufe)) = "5" ? "A" : "B"',
    ],
    [
      'stufe = 5 ? "A" : "B"',
      { stufe: '5' },
      'to compare as texts, write $lowercase($string(stufe)) = "5" ? "A" : "B"',
    ],
    [
      'vip = "true" ? "A" : "B"',
      { vip: true },
      'to compare as texts, write $lowercase($string(vip)) = "true" ? "A" : "B"',
    ],
    [
      'vip = true ? "A" : "B"',
      { vip: 'True' },
      'to compare as texts, write $lowercase($string(vip)) = "true" ? "A" : "B"',
    ],
    ['optin = "Ja"', { optin: 'ja' }, 'write {from: optin, as: boolean}'],
    [
      'a.type = "Neu" and a.x = 1',
      { a: { type: 'neu', x: 1 } },
      'to compare in any letters, write $lowercase($trim(a.type)) = "neu" and a.x = 1',
    ],
    [
      'felder[name = "Kasse"].wert',
      { felder: [{ name: 'kasse', wert: 'AOK' }] },
      'to compare in any letters, write felder[$lowercase($trim(name)) = "kasse"].wert',
    ],
    [
      'tags = "vip" ? "A" : "B"',
      { tags: 'vip,neu' },
      'to ask for one of them, write "vip" in $map($split(tags, ",")',
    ],
    [
      'tags = "vip" ? "A" : "B"',
      { tags: 'neu; vip' },
      'to ask for one of them, write "vip" in $map($split(tags, ";")',
    ],
    [
      '"vip" in tags ? "A" : "B"',
      { tags: [{ name: 'neu' }, { name: 'vip' }] },
      'write tags.name in place of tags',
    ],
    ['plan = "gold" ? "A" : "B"', { plan: { id: 1, label: 'gold' } }, 'write plan.label in place of plan'],
    ['tags != "vip" ? "A" : "B"', { tags: 'neu|vip' }, 'to ask for one of them, write $not("vip" in'],
  ])('is reported: %s of %j', (expression, payload, hint) => {
    const found = reported(expression, payload);
    expect(found.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ['check/never-equal', 'warning', 'additionalFields.f'],
    ]);
    expect(found[0]?.hint?.startsWith(hint), found[0]?.hint).toBe(true);
  });

  it.each([
    ['a != "nein"', { a: 0 }],
    ['a != "nein" ? "ja" : "nein"', { a: 0 }],
    ['$not(a = "no")', { a: 0 }],
    ['a != "keine"', { a: 0 }],
    ['a != "keine" ? "Allergiker" : "gesund"', { a: 0 }],
    ['a = "ja"', { a: 1 }],
    ['a in ["yes", "ja"]', { a: 1 }],
    ['a = 1', { a: 'ja' }],
    ['a != 0', { a: 'nein' }],
  ])('is reported for a number in place of the answer: %s of %j', (expression, payload) => {
    expect(reported(expression, payload).map(({ code }) => code)).toEqual(['check/never-equal']);
  });

  it.each([
    ['a != "nein"', { a: 1 }],
    ['a != "nein"', { a: 2 }],
    ['a = "ja"', { a: 0 }],
    ['a = "ja" or a = 1', { a: 1 }],
    ['a in ["nein", 0]', { a: 0 }],
    ['a != "none" ? a : null', { a: 0 }],
    ['a = "mit Termin"', { a: 1 }],
    ['a = "rot"', { a: 0 }],
    ['a = 1', { a: 'A' }],
    ['a = 3', { a: 'ja' }],
    ['type = "neu" ? "A" : "B"', { type: 'neu' }],
    ['type = "neu" ? "A" : "B"', { type: 'alt' }],
    ['type = "neu" ? "A" : "B"', { type: 'neuartig' }],
    ['type = "neu" ? "A" : "B"', { type: 'neu gefärbt' }],
    ['type = "neu" ? "A" : "B"', {}],
    ['type = "neu" ? "A" : "B"', { type: null }],
    ['type = "neu" or type = "Neu"', { type: 'Neu' }],
    ['$lowercase(type) = "neu"', { type: 'Neu' }],
    ['stufe = 5 or stufe = "5"', { stufe: '5' }],
    ['type = "" ? "A" : "B"', { type: 'a,,b' }],
    ['felder[name = "Kasse"].wert', { felder: [{ name: 'kasse' }, { name: 'Kasse', wert: 'AOK' }] }],
    ['"haare" in topics', { topics: ['haare', 'Haare'] }],
    ['$event.source = "Website"', {}],
    ['type = "neu" or $contains(type, "Neu") ? "A" : "B"', { type: 'Neu' }],
    ['a = b', { a: 'x', b: 'X' }],
    ['"vip" in tags.name', { tags: [{ name: 'vip' }] }],
    ['"vip" in tags', { tags: [{ name: 'neu' }] }],
    ['"vip" in tags', { tags: [null] }],
    ['stadt', { stadt: 'Köln' }],
  ])('is not reported if it is true, or if nothing is near: %s of %j', (expression, payload) => {
    expect(reported(expression, payload)).toEqual([]);
  });

  it('is not reported for a rule with a reason', () => {
    const mapping = mappingOf(fieldMapping('{from: "type = \'neu\'", because: as agreed}'));
    const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };
    const payload = { type: 'Neu' };
    expect(
      nearlyEqual(mapping, { payload, answers: undefined, headers: {}, query: {}, body: payload, event }),
    ).toEqual([]);
  });
});

describe('the comparison that a hint writes instead', () => {
  it.each([
    ['v != "ja" ? "A" : "B"', 'ja', ['Ja', true, 'JA ']],
    ['v = "ja" ? "A" : "B"', 'ja', ['Ja', true, ['JA', 'b']]],
    ['v = true ? "A" : "B"', true, ['ja', 'True']],
    ['v = true and x = 2', true, ['ja', 'True']],
    ['x = 1 or v != true', true, ['ja', 'True']],
    ['v = 5 ? "A" : "B"', 5, ['5']],
    ['$not(v in ["ja", "[x]", "true"])', '[x]', ['Ja', ' ja', '[X]', ['JA']]],
    ['$not(v in ["ja"]) ? "A" : "B"', 'ja', ['Ja']],
    ['"ja" in v ? "A" : "B"', ['ja', 'b'], [['JA', 'b'], ['Ja'], 'Ja']],
    ['("ja" = v) ? "A" : "B"', 'ja', ['Ja']],
    ['v != "ja" and v != "vip" ? "A" : "B"', 'ja', ['Ja', 'VIP', true]],
    ['list[v = "ja"].x', 'ja', ['Ja']],
  ])('holds for the value of the event and for the literal: %s', async (expression, literal, values) => {
    for (const value of values) {
      const hint = reported(expression, payloadOf(value))[0]?.hint;
      const [, cured = ''] = /, write (.*)$/.exec(hint ?? '') ?? [];
      expect(reported(cured, payloadOf(value)), cured).toEqual([]);
      const wanted = await resultOf(expression, payloadOf(literal));
      expect(await resultOf(cured, payloadOf(value)), cured).toEqual(wanted);
      expect(await resultOf(cured, payloadOf(literal)), cured).toEqual(wanted);
      expect(await resultOf(cured, { x: 2 }), cured).toEqual(await resultOf(expression, { x: 2 }));
    }
  });
});

function payloadOf(v: unknown) {
  return { x: 2, v, list: [{ v, x: 3 }] };
}

async function resultOf(expression: string, payload: unknown) {
  const result = await evaluateYaml(fieldMapping(JSON.stringify({ from: expression })), { payload });
  return 'call' in result
    ? JSON.stringify(result.call.additionalFields.map(({ change }) => 'set' in change && change.set.text))
    : result.kind;
}

describe('a text that $contains would find in another case', () => {
  it.each([
    ['$contains(optin, "ja")', { optin: 'Ja, gerne' }],
    ['$contains(tags, "VIP") ? "A" : "B"', { tags: 'vip' }],
    ["$contains(tags, 'Haare') ? 1 : 2", { tags: 'haare, bart' }],
  ])('is reported: %s of %j', (expression, payload) => {
    expect(reported(expression, payload).map(({ code }) => code)).toEqual(['check/never-equal']);
  });

  it.each([
    ['$contains(optin, "ja")', { optin: 'ja, gerne' }],
    ['$contains(optin, "ja")', { optin: 'nein' }],
    ['$contains($lowercase(optin), "ja")', { optin: 'Ja' }],
    ['$contains(optin, /ja/i)', { optin: 'Ja' }],
    ['$contains(form, "Haut") or $contains(form, "haut")', { form: 'Haut und Haar' }],
    ['$contains(form, "Haut") or $contains(form, "haut")', { form: 'haut' }],
    ['form = "HAUT" or $contains(form, "haut")', { form: 'HAUT' }],
    ['$contains(optin, other)', { optin: 'Ja', other: 'ja' }],
    ['$contains(hair, "glatt") ? "A" : "B"', { hair: 'glatt' }],
    [
      '$contains(wish, "Termin") ? "A" : "B"',
      { wish: 'Der Termin am Montag passt leider nicht, bitte später anrufen' },
    ],
  ])('is not reported otherwise: %s of %j', (expression, payload) => {
    expect(reported(expression, payload)).toEqual([]);
  });
});

describe('a comparison with a word of which one letter differs', () => {
  it.each([
    ['status != "canceled" ? "A" : "B"', 'status != "cancelled" ? "A" : "B"'],
    ['status = "canceled" ? "A" : "B"', 'status = "cancelled" ? "A" : "B"'],
    ['$not(status = "canceled") ? "A" : "B"', '$not(status = "cancelled") ? "A" : "B"'],
    ['status in ["canceled", "failed"] ? "A" : "B"', 'status in ["cancelled", "failed"] ? "A" : "B"'],
  ])('is reported: %s', (expression, written) => {
    const [found, ...more] = reported(expression, { status: 'cancelled' });
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 'check/never-equal' });
    expect(found?.hint).toBe(
      `did you mean "cancelled"? Then write ${written}; if both texts are right, compare with each of them`,
    );
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['angemeldet', 'abgemeldet'],
    ['active', 'inactive'],
    ['soltero', 'soltera'],
    ['complete', 'completed'],
    ['level1', 'level2'],
    ['Studio A', 'Studio B'],
    ['paid', 'said'],
    ['typical', 'atypical'],
    ['Patient', 'Patientin'],
  ])('is not reported: %s beside %s', (literal, status) => {
    expect(reported(`status != "${literal}" ? "A" : "B"`, { status })).toEqual([]);
  });

  it('is not reported if the mapping compares with both', () => {
    const both = 'status = "canceled" or status = "cancelled" ? "A" : "B"';
    expect(reported(both, { status: 'cancelled' })).toEqual([]);
  });
});
