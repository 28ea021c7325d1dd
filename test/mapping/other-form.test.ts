import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { evaluateYaml, mappingOf } from './evaluate-yaml.ts';

/** Returns the hints about another form, at the event and in the check alike. */
async function hintsOf(samples: readonly object[], event: object, more = ''): Promise<readonly string[]> {
  const tests = samples.map((payload, at) => ({ name: `t${at}`, payload, skips: true }));
  const text = `source: website\ndestination: salon\noperation: updateCustomer\n${more}set:\n  id: kunde\n  note: nachricht\n  additionalFields: {birthdate: geburtsdatum, zimmer: zimmer}\ntests: ${JSON.stringify(tests)}\n`;
  const payload = { kunde: '1002', ...event };
  const evaluation = await evaluateYaml(text, { payload });
  const found = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  const input = {
    ...{ payload, answers: undefined, headers: {}, query: {}, body: payload },
    event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
  };
  const inCheck = await checkTrials(mappingOf(text), [{ input }]);
  const [hints, others] = [found, inCheck].map(all =>
    all.flatMap(({ code, hint = '' }) => (code === 'mapping/new-form' ? [hint] : [])),
  );
  expect(others).toEqual(hints);
  return hints ?? [];
}

const names =
  'nachricht geburtsdatum zimmer budget einzug haustier finanzierung telefon name email beruf'.split(' ');
const filled = (keys: readonly string[], by = 'a') =>
  Object.fromEntries(keys.map(key => [key, `${key} ${by}`]));
const sample = { kunde: '1001', ...filled(names) };

const fresh = [
  ...['betreff', 'subject', 'Ihr Anliegen', 'gutschein', 'bestellnummer', 'sprache', 'wunschtermin', 'firma'],
  ...['your-subject', 'rückruf', 'thema', 'stelle', 'lebenslauf', 'rating', 'feedback'],
];

describe('an event of another form without an id', () => {
  it.each(fresh)('is told if it has %s and hardly any key of the samples', async key => {
    const event = { nachricht: 'Hallo', name: 'Ida', [key]: 'x' };
    const [hint, ...others] = await hintsOf([sample], event);
    expect(hint).toContain("write when: '$exists(geburtsdatum)'");
    expect(others).toEqual([]);
    expect(await hintsOf([sample], event, "when: '$exists(geburtsdatum)'\n")).toEqual([]);
    expect(await hintsOf([sample, { kunde: '1001', ...event }], event)).toEqual([]);
  });

  it.each([3, 4, 5, 6, 7, 8, 9, 10, 11])(
    'is not told if it has %d keys of the samples and a new one',
    async count => {
      const isMost = names.length + 1 - count - 1 < 0.6 * (names.length + 1);
      const event = { ...filled(names.slice(0, count), 'b'), betreff: 'x' };
      expect(await hintsOf([sample], event)).toHaveLength(isMost ? 0 : 1);
    },
  );

  it('is not told for an event with empty answers left out, for one with new ids, or for small forms', async () => {
    expect(await hintsOf([sample], { nachricht: 'Hallo' })).toEqual([]);
    expect(await hintsOf([sample], { nachricht: 'Hallo', betreff: '' })).toEqual([]);
    expect(await hintsOf([sample], { nachricht: 'Hallo', _wpnonce: 'abc', submission_id: '77' })).toEqual([]);
    const small = { kunde: '1001', ...filled(['nachricht', 'zimmer', 'name']) };
    expect(await hintsOf([small], { nachricht: 'Hallo', betreff: 'x' })).toEqual([]);
    const rarely = [sample, { kunde: '1001', nachricht: 'a' }];
    expect(await hintsOf(rarely, { nachricht: 'Hallo', betreff: 'x' })).toEqual([]);
  });
});
