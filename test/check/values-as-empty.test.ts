import { describe, expect, it } from 'vitest';
import { valuesAsEmpty } from '../../src/check/values-as-empty.ts';
import { bookingMapping, mappingOf as bookingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf, storedOf } from './trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'points', name: 'Treuepunkte' }),
    fieldOf({ keyName: 'cf_7', name: 'Umsatz (EUR)' }),
    fieldOf({ keyName: 'visits', name: 'Anzahl Besuche' }),
    fieldOf({ keyName: 'sph', name: 'Sphäre' }),
    fieldOf({ keyName: 'weight', name: 'Gewicht (kg)' }),
    fieldOf({ keyName: 'shoe', name: 'Schuhgröße' }),
    fieldOf({ keyName: 'remark', name: 'Bemerkung' }),
    fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
    fieldOf({ keyName: 'rating', name: 'Bewertung', type: 'rating' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'castrated', name: 'Kastriert', type: 'checkbox' }),
    fieldOf({ keyName: 'photo.ok', name: 'Fotos erlaubt' }),
    fieldOf({
      keyName: 'insurance',
      name: 'Versicherung',
      type: 'selection',
      selectItems: ['Allianz', 'Agila', 'keine'],
    }),
    fieldOf({ keyName: 'kids', name: 'Kinder', type: 'selection', selectItems: ['0', '1', 'mehr'] }),
    fieldOf({ keyName: 'smoker', name: 'Raucher', type: 'selection', selectItems: ['Ja', 'Nein'] }),
    fieldOf({
      keyName: 'source',
      name: 'Herkunft',
      type: 'selection',
      selectItems: ['Web', 'unknown', 'N/A'],
    }),
    fieldOf({ keyName: 'color', name: 'Farbe', type: 'selection', selectItems: ['rot', 'keine Angabe'] }),
    fieldOf({
      keyName: 'allergies',
      name: 'Allergien',
      type: 'checkbox_group',
      selectItems: ['Latex', 'Nickel', 'Keine'],
    }),
    fieldOf({
      keyName: 'pet',
      name: 'Haustier',
      type: 'selection',
      selectItems: ['Hund', 'Sonstiges'],
      choiceNames: { en: ['Dog', 'Other'] },
    }),
  ],
});

async function found(
  line: string,
  empty: readonly string[],
  payload: object,
  about = catalog as typeof catalog | null,
) {
  const mapping = mappingOf(['additionalFields:', `  ${line}`]);
  const [trial] = storedOf({ customer: 1001, ...payload });
  if (!trial) throw new Error('no event');
  return valuesAsEmpty(mapping, trial.input, {
    empty: new Set(empty),
    destination: 'salon',
    catalog: about,
    settings: undefined,
  });
}

const lost: readonly (readonly [string, readonly string[], object, string])[] = [
  ['points: p', ['0'], { p: 0 }, 'it is a number'],
  ['points: p', ['0'], { p: '0' }, 'it is a number'],
  ['points: {from: p, as: number}', ['0'], { p: 0 }, 'it is a number'],
  ['points: p', ['0,00'], { p: '0,00' }, 'it is a number'],
  ['points: p', ['1'], { p: 1 }, 'it is a number'],
  ['points: $number(p)', ['0'], { p: '0' }, 'it is a number'],
  ['cf_7: spent.total', ['0', '-'], { spent: { total: 0 } }, 'it is a number'],
  ['visits: v', ['0'], { v: 0 }, 'it is a number'],
  ['sph: {from: s, as: number}', ['0'], { s: 0 }, 'it is a number'],
  ['insurance: i', ['none'], { i: 'none' }, 'it is the choice "keine"'],
  ['insurance: {from: i, as: choice}', ['None'], { i: 'None' }, 'it is the choice "keine"'],
  ['insurance: i', ['kein'], { i: 'kein' }, 'it is the choice "keine"'],
  ['insurance: i', ['keine'], { i: 'keine' }, 'it is the choice "keine"'],
  ['insurance: i', ['KEINE'], { i: 'KEINE' }, 'it is the choice "keine"'],
  ['insurance: i', ['geen'], { i: ' geen ' }, 'it is the choice "keine"'],
  ['insurance: {from: i, values: {AG: Agila}}', ['none'], { i: 'none' }, 'it is the choice "keine"'],
  ['kids: k', ['0'], { k: 0 }, 'it is the choice "0"'],
  ['kids: {from: k, as: choice}', ['0'], { k: '0' }, 'it is the choice "0"'],
  ['smoker: s', ['no'], { s: 'no' }, 'it is the choice "Nein"'],
  ['smoker: s', ['nein'], { s: 'nein' }, 'it is the choice "Nein"'],
  ['smoker: s', ['0'], { s: 0 }, 'it is the choice "Nein"'],
  ['smoker: s', ['false'], { s: false }, 'it is the choice "Nein"'],
  ['allergies: {from: a, as: choices}', ['none'], { a: ['none'] }, 'it is the choice "Keine"'],
  ['allergies: {from: a, as: list}', ['Keine'], { a: 'Keine' }, 'it is the choice "Keine"'],
  ['pet: t', ['Other'], { t: 'Other' }, 'it is the choice "Sonstiges"'],
  ['newsletter: n', ['nein'], { n: 'nein' }, 'it is a no'],
  ['newsletter: n', ['0'], { n: '0' }, 'it is a no'],
  ['newsletter: n', ['0'], { n: 0 }, 'it is a no'],
  ['newsletter: {from: n, values: {ja: true}, otherwise: false}', ['nein'], { n: 'nein' }, 'it is a no'],
  ['newsletter: {from: n, values: {ja: true}, otherwise: null}', ['false'], { n: false }, 'it is a no'],
  ['newsletter: {from: n, values: {ja: true}}', ['Nein, danke'], { n: 'Nein, danke' }, 'it is a no'],
  ['castrated: c', ['n'], { c: 'n' }, 'it is a no'],
  ['photo.ok: f', ['nein'], { f: 'nein' }, 'it is a no'],
];

const right: readonly (readonly [string, readonly string[], object])[] = [
  ['points: p', ['0'], { p: 5 }],
  ['points: p', ['0'], { p: 10 }],
  ['points: p', ['0'], {}],
  ['points: p', ['0'], { p: '' }],
  ['points: p', ['-'], { p: '-' }],
  ['points: p', ['-1', '99', '9999'], { p: -1 }],
  ['points: p', ['-1', '99', '9999'], { p: 9999 }],
  ['points: {from: p, because: "0 is unknown"}', ['0'], { p: 0 }],
  ['points: {from: p, default: "0"}', ['0'], { p: 0 }],
  ['points: {from: p, whenEmpty: clear}', ['0'], { p: 0 }],
  ['points: {from: p, required: true}', ['0'], { p: 0 }],
  ['points: {from: p, values: {"0": "0", "1": "1"}}', ['0'], { p: 0 }],
  [`points: '$string(p) = "0" ? null : p'`, ['0'], { p: 0 }],
  ['weight: {from: w, as: number}', ['0'], { w: 0 }],
  ['shoe: {from: w, as: number}', ['0'], { w: 0 }],
  ['remark: r', ['0', 'none', 'nein'], { r: 0 }],
  ['remark: r', ['0', 'none', 'nein'], { r: 'none' }],
  ['remark: {template: "{r} Punkte"}', ['0'], { r: 0 }],
  ['birthdate: {from: b, as: date}', ['0'], { b: 0 }],
  ['rating: r', ['0'], { r: 0 }],
  ['insurance: i', ['0', 'false', '-', 'n/a', 'null', 'undefined', 'unknown'], { i: 'unknown' }],
  ['insurance: i', ['0', 'false', '-', 'n/a', 'null', 'undefined', 'unknown'], { i: false }],
  ['insurance: i', ['0', 'false', '-', 'n/a', 'null', 'undefined', 'unknown'], { i: 0 }],
  ['insurance: {from: i, values: {none: keine, AG: Agila}}', ['none'], { i: 'none' }],
  ['source: s', ['unknown', 'N/A'], { s: 'unknown' }],
  ['source: s', ['unknown', 'N/A'], { s: 'N/A' }],
  ['color: c', ['none'], { c: 'none' }],
  ['color: c', ['keine Angabe'], { c: 'keine Angabe' }],
  ['allergies: {from: a, as: list}', ['Keine'], { a: ['Keine', 'Latex'] }],
  ['newsletter: n', ['false'], { n: false }],
  ['newsletter: {from: n, as: boolean}', ['0', 'nein', 'false'], { n: 'nein' }],
  ['newsletter: {from: n, values: {ja: true, nein: false}}', ['nein'], { n: 'nein' }],
  ['newsletter: {from: n, values: {ja: true}, default: "false"}', ['nein'], { n: 'nein' }],
  ['newsletter: n', ['-', 'null', 'n/a'], { n: '-' }],
  ['newsletter: n', ['ja'], { n: 'ja' }],
];

describe('a value that the source counts as empty', () => {
  it.each(lost)(
    'is reported if the field can have it: %s with empty: %j in %j',
    async (line, empty, payload, is) => {
      const [first, ...others] = await found(line, empty, payload);
      expect(first?.code).toBe('mapping/value-as-empty');
      expect(first?.message).toMatch(/ counts as empty \(empty: of the source website\), so nothing is sent/);
      expect(first?.message.endsWith(`; for this field ${is}`), first?.message).toBe(true);
      expect(others).toEqual([]);
    },
  );

  it.each(right)('is not reported: %s with empty: %j in %j', async (line, empty, payload) => {
    expect(await found(line, empty, payload)).toEqual([]);
  });

  it('is reported without an account if the rule or the name shows its kind', async () => {
    const kinds = [
      ['points: {from: p, as: number}', '0', { p: 0 }],
      ['loyalty.points: p', '0', { p: 0 }],
      ['newsletter: p', 'nein', { p: 'nein' }],
    ] as const;
    for (const [line, word, payload] of kinds)
      expect(await found(line, [word], payload, null), line).toHaveLength(1);
    expect(await found('remark: p', ['0'], { p: 0 }, null)).toEqual([]);
  });

  it('is not reported for a consent of a booking, whose rule reads every no', async () => {
    const mapping = bookingOf(
      bookingMapping('  marketing: {from: m, values: {ja: true}, otherwise: false}\n'),
    );
    const [trial] = storedOf({ appointment: 'a1', privacy: true, terms: true, minAge: true, m: 'nein' });
    if (!trial) throw new Error('no event');
    const about = { empty: new Set(['nein', '0']), destination: 'salon', catalog, settings: undefined };
    expect(await valuesAsEmpty(mapping, trial.input, about)).toEqual([]);
  });

  it('is not reported if the destination clears empty values', async () => {
    const mapping = mappingOf(['additionalFields:', '  points: p']);
    const [trial] = storedOf({ customer: 1001, p: 0 });
    if (!trial) throw new Error('no event');
    const about = { empty: new Set(['0']), destination: 'salon', catalog };
    const settings = { defaults: { whenEmpty: 'clear' as const } };
    expect(await valuesAsEmpty(mapping, trial.input, { ...about, settings })).toEqual([]);
    expect(await valuesAsEmpty(mapping, trial.input, { ...about, settings: undefined })).toHaveLength(1);
  });

  it('has a hint that makes the rule read it', async () => {
    const hints = await Promise.all(
      (
        [
          ['points: p', ['0'], { p: 0 }],
          ['insurance: i', ['none'], { i: 'none' }],
          ['insurance: {from: i, values: {AG: Agila}}', ['none'], { i: 'none' }],
          ['newsletter: n', ['nein'], { n: 'nein' }],
          ['newsletter: {from: n, values: {ja: true}, otherwise: null}', ['nein'], { n: 'nein' }],
        ] as const
      ).map(async ([line, empty, payload]) => (await found(line, empty, payload))[0]?.hint),
    );
    expect(hints).toMatchInlineSnapshot(`
      [
        "remove "0" from empty: of the source, and leave it out only in the rules for which it means nothing, as in from: '$string(PATH) != "0" ? PATH'; if it means nothing here, add because: with the reason",
        "add values: {none: keine, Allianz: Allianz, Agila: Agila, keine: keine}, ignoreCase: true to the rule, with an entry for each other answer, because a table refuses all others; if it means nothing here, add because: with the reason",
        "add none: keine to the table of the rule; if it means nothing here, add because: with the reason",
        "write newsletter: {from: n, as: boolean}, which reads it as a no; if it means nothing here, add because: with the reason",
        "add nein: "false" to the table of the rule; if it means nothing here, add because: with the reason",
      ]
    `);
  });
});
