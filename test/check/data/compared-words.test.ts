import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf, storedOf } from '../trials.ts';

/** Returns the words without quotes that `check` reports, also those that it reports as missing paths. */
async function wordsOf(
  { when, note = 'customer' }: { when?: string; note?: string },
  payloads: readonly object[] = [],
  stored: readonly object[] = [],
): Promise<readonly string[]> {
  const mapping = mappingOf([`note: ${JSON.stringify(note)}`], {
    head: when === undefined ? '' : `when: ${JSON.stringify(when)}`,
    tests: payloads.map(each => ({ customer: 1, ...each })),
  });
  const all = await checkWith(mapping, storedOf(...stored));
  return all
    .filter(({ code }) => code === 'expression/plain-word' || code === 'check/path-never-matches')
    .map(({ hint = '' }) => /write "(\p{L}+)"/u.exec(hint)?.[1] ?? hint);
}

describe('a word without quotes in a comparison', () => {
  it.each([
    ['Status = gesperrt', ['gesperrt']],
    ['Status != gesperrt', ['gesperrt']],
    ['Status = gesperrt and Typ = neu', ['gesperrt', 'neu']],
    ['Status = "aktiv" or Status = gesperrt', ['gesperrt']],
    ['$not(Status = gesperrt)', ['gesperrt']],
    ['Status in [gesperrt, inaktiv]', ['gesperrt', 'inaktiv']],
    ['$lowercase(Status) = gesperrt', ['gesperrt']],
    ['contact.status = lead', ['lead']],
    ['$exists(fields[key = gold])', ['gold']],
    ['$answers.Mitglied = ja', ['ja']],
    ['optin = Ja', ['Ja']],
    ['status = Gesperrt', ['Gesperrt']],
    ['quelle = instagram', ['instagram']],
    ['farbe = rot', ['rot']],
  ] as const)('is reported without any sample: %s', async (condition, words) => {
    expect(await wordsOf({ when: condition })).toEqual(words);
    const inside = `(${condition}) ? "a" : "b"`;
    expect(await wordsOf({ note: inside })).toEqual(words);
  });

  it.each([
    ['farbe = Rot ? "a" : "b"', { farbe: 'Blau' }, 'Rot'],
    ['farbe = rot ? "a" : "b"', { farbe: 'rot' }, 'rot'],
    ['rot = farbe ? "a" : "b"', { farbe: 'rot' }, 'rot'],
    ['n = 1 ? "a" : farbe = rot ? "b" : "c"', { n: 2, farbe: 'rot' }, 'rot'],
    ['fields[key = gold].value', { fields: [{ key: 'gold', value: 1 }] }, 'gold'],
  ])('is reported with a sample: %s', async (note, payload, word) => {
    expect(await wordsOf({ note }, [payload])).toEqual([word]);
    expect(await wordsOf({ note }, [], Array(10).fill({ customer: 1, ...payload }))).toEqual([word]);
  });

  it.each([
    'Status = "gesperrt"',
    'old.status = new.status',
    'email = confirmEmail',
    'newEmail != email',
    'email = email_confirm',
    'before != after',
    'payer = patient',
    'alt = neu',
    'status != previousStatus',
    'Status = Kundenstatus',
    'type = kind.name',
    'a = b',
    'items[id = parent].name = "x"',
    'age > limit',
    'Telefon = Handy',
    '$lowercase(email) = $lowercase(mail)',
    'active = true',
    'name = null',
  ])('is not reported without any sample if it may be a path: %s', async condition => {
    expect(await wordsOf({ when: condition })).toEqual([]);
    expect(await wordsOf({ note: `${condition} ? "a" : "b"` })).toEqual([]);
  });

  it.each([
    ['farbe = rot', { farbe: 'rot', rot: 'rot' }],
    ['items[id = wahl].name = "x"', { items: [{ id: 1, wahl: 1, name: 'x' }] }],
    ['items[id = $$.wahl].name = "x"', { items: [{ id: 1, name: 'x' }], wahl: 1 }],
  ])('is not reported if a sample has the path: %s', async (condition, payload) => {
    expect(await wordsOf({ when: condition }, [payload])).toEqual([]);
    expect(await wordsOf({ note: `${condition} ? "a" : "b"` }, [payload])).toEqual([]);
  });

  it('is not reported if another rule sends the path, or with a reason', async () => {
    const reading = mappingOf(['note: \'farbe = wahl ? "a" : "b"\'', 'customerStatus: wahl']);
    const withReason = mappingOf(['note: {from: \'farbe = wahl ? "a" : "b"\', because: both are sent}']);
    for (const mapping of [reading, withReason])
      expect((await checkWith(mapping)).filter(({ code }) => code === 'expression/plain-word')).toEqual([]);
  });

  it('is marked itself', async () => {
    const mapping = mappingOf(['note: customer'], { head: 'when: Status = gesperrt' });
    const [found] = (await checkWith(mapping)).filter(({ code }) => code === 'expression/plain-word');
    expect(found).toMatchObject({
      message: 'gesperrt is read as the path of a value in the payload, and is compared with Status',
      hint: 'if you mean the text itself, write "gesperrt"; if the path is right, add a test with a payload that has it',
    });
  });
});
