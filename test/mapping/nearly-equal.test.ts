import { describe, expect, it } from 'vitest';
import { nearlyEqual } from '../../src/mapping/doubts/nearly-equal.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

function reported(expression: string, payload: unknown) {
  const mapping = mappingOf(fieldMapping(JSON.stringify({ from: expression })));
  const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };
  return nearlyEqual(mapping, { payload, answers: undefined, headers: {}, query: {}, body: payload, event });
}

describe('a comparison that fails only because of the spelling of a value', () => {
  it.each([
    ['type = "neu" ? "A" : "B"', { type: 'Neu' }, 'write type = "Neu" ? "A" : "B"'],
    ['type = "neu" ? "A" : "B"', { type: 'NEU' }, 'write type = "NEU" ? "A" : "B"'],
    ['type = "neu" ? "A" : "B"', { type: ' neu ' }, 'compare with the text as the events have it'],
    ['type != "Neu" ? "A" : "B"', { type: 'neu' }, 'write type != "neu" ? "A" : "B"'],
    ['type in ["Neu", "Alt"] ? "A" : "B"', { type: 'alt' }, 'write type in ["Neu", "alt"] ? "A" : "B"'],
    ['"Haare" in topics ? "A" : "B"', { topics: ['haare', 'bart'] }, 'write "haare" in topics ? "A" : "B"'],
    ['stufe = "5" ? "A" : "B"', { stufe: 5 }, 'write stufe = 5 ? "A" : "B"'],
    ['stufe = 5 ? "A" : "B"', { stufe: '5' }, 'write stufe = "5" ? "A" : "B"'],
    ['vip = "true" ? "A" : "B"', { vip: true }, 'write vip = true ? "A" : "B"'],
    ['vip = true ? "A" : "B"', { vip: 'True' }, 'write vip = "True" ? "A" : "B"'],
    ['optin = "Ja"', { optin: 'ja' }, 'write {from: optin, as: boolean}'],
    ['a.type = "Neu" and a.x = 1', { a: { type: 'neu', x: 1 } }, 'write a.type = "neu" and a.x = 1'],
    [
      'felder[name = "Kasse"].wert',
      { felder: [{ name: 'kasse', wert: 'AOK' }] },
      'write felder[name = "kasse"]',
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
    ['type = "neu" ? "A" : "B"', { type: 'neu' }],
    ['type = "neu" ? "A" : "B"', { type: 'alt' }],
    ['type = "neu" ? "A" : "B"', { type: 'neukunde' }],
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
