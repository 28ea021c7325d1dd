import { describe, expect, it } from 'vitest';
import { anyProperty } from '../../src/check/any-property.ts';
import { checkPhones } from '../../src/check/data/check-phones.ts';
import { checkPositions } from '../../src/check/data/lists/check-positions.ts';
import { checkAnswerPaths } from '../../src/check/data/paths/check-answer-paths.ts';
import type { Trial } from '../../src/check/data/trial.ts';
import { senderId } from '../../src/check/people/sender-id.ts';
import type { Config, SourceConfig } from '../../src/config/config.ts';
import { answersSchema } from '../../src/config/sources/answers-schema.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { bookingMapping, mappingOf } from '../mapping/evaluate-yaml.ts';

function updateWith(lines: string, head = '') {
  return mappingOf(
    `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: nr\n${lines}`,
  );
}

type Shape = SourceConfig['answers'];

function shapeOf(written: unknown): Shape {
  return typeof written === 'string' && written !== 'fields' ? written : answersSchema.parse(written);
}

/** Returns a sample of a test with this payload. */
function sampleOf(payload: unknown, shape?: Shape): Trial {
  const event = { id: 'test', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' };
  const answers = answersOf(shape, payload);
  return {
    input: { payload, answers, headers: {}, query: {}, body: payload, event },
    test: { mapping: 'intake', name: 'one' },
  };
}

function wanted(payload: unknown, shape?: Shape) {
  const trial = sampleOf(payload, shape);
  return [{ trial, scope: { input: payload, bindings: { answers: trial.input.answers } } }];
}

describe('a phone number without its country', () => {
  const reported = (rule: string, handy: unknown) =>
    checkPhones(mappingOf(bookingMapping(`  mobile: ${rule}\n`)), wanted({ handy }));

  it.each([
    '0151 1234567',
    '0151/1234567',
    '(0151) 1234567',
    '01511234567',
    '0049 151 1234567',
    '0664 1234567',
    '06 12 34 56 78',
    '030-123456',
    '0 151 123 45 67',
    '0160-98765432',
  ])('is reported: %s', async handy => {
    const [first, ...others] = await reported('handy', handy);
    expect([first?.code, others]).toEqual(['check/national-phone', []]);
    expect(first?.hint).toContain('write mobile: {from: handy, as: phone, country: DE}');
  });

  it.each([
    '{template: "{handy}"}',
    '{template: "0151 {rest}"}',
    `'$string(handy)'`,
    `'$trim(handy)'`,
    `'festnetz ? festnetz : handy'`,
    `'"0151" & rest'`,
    `'$replace(handy, "-", "")'`,
  ])('is reported for a composed value: %s', async rule => {
    const payload = { handy: '0151 1234567', rest: '2345678' };
    const mapping = mappingOf(bookingMapping(`  mobile: ${rule}\n`));
    const found = await checkPhones(mapping, wanted(payload));
    expect(found.map(({ code }) => code)).toEqual(['check/national-phone']);
  });

  it.each([
    ['handy', '+49 151 1234567'],
    ['{template: "{vorwahl}{handy}"}', '151 1234567'],
    [`'"+49" & handy'`, '1511234567'],
    ['handy', '+491511234567'],
    ['handy', 'keins'],
    ['handy', ''],
    ['handy', undefined],
    ['{from: handy, as: phone, country: DE}', '0151 1234567'],
    ['{from: handy, because: "the account has them so"}', '0151 1234567'],
    ['{value: "0151 1234567"}', '0151 1234567'],
  ])('is not reported otherwise: %s, %s', async (rule, handy) => {
    expect(await reported(rule, handy)).toEqual([]);
  });
});

describe('a rule that reads the value of any property', () => {
  const reported = (lines: string, { head = '', answers = undefined as unknown } = {}) => {
    const shape = answers === undefined ? undefined : shapeOf(answers);
    const sources = new Map([['website', { answers: shape }]]) as unknown as Config['sources'];
    return anyProperty(updateWith(lines, head), { sources }).map(({ path }) => path);
  };
  const own = { key: 'feld', value: 'wert' };

  it.each([
    ['  note: propertyValue\n', {}],
    ['  note: $string(propertyValue)\n', {}],
    ['  note: {from: propertyValue, as: text}\n', {}],
    ['  note: {template: "Neu: {propertyValue}"}\n', {}],
    ['  note: propertyValue\n', { head: 'when: subscriptionType = "contact.propertyChange"\n' }],
    ['  note: propertyValue\n', { answers: 'hubspot' }],
    ['  note: wert\n', { answers: own }],
    ['  note: wert\n', { answers: { key: 'änderung.feld', value: 'wert' } }],
    ['  note: {from: wert, values: {a: A}, otherwise: B}\n', { answers: own }],
    ['  note: "wert ?? \'\'"\n', { answers: own }],
  ])('is reported: %s', (lines, how) => {
    expect(reported(lines, how)).toEqual(['note']);
  });

  it.each([
    ['  note: propertyValue\n', { head: 'when: propertyName = "allergies"\n' }],
    ['  note: propertyValue\n', { head: 'when: $exists($answers.allergies)\n' }],
    [`  note: 'propertyName = "a" ? propertyValue'\n`, {}],
    ['  note: {answer: allergies}\n', { answers: own }],
    ['  note: wert\n', {}],
    ['  note: {from: propertyValue, because: "there is one property"}\n', {}],
  ])('is not reported if the name is checked: %s', (lines, how) => {
    expect(reported(lines, how)).toEqual([]);
  });
});

describe("the sender's own id used as the customer number", () => {
  const reported = (id: string, head = '') =>
    senderId(
      mappingOf(
        `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: ${id}\n  note: note\n`,
      ),
    );

  it.each([
    'updated_by.email',
    'changedBy.id',
    'meta.actor.email',
    'data.updated_by_email',
    'bearbeiter.mail',
  ])('is reported for a link that is the author of the change: %s', link => {
    expect(reported('$linked', `link: ${link}\n`).map(({ path }) => path)).toEqual(['link']);
  });

  it.each(['contact.id', 'user.email', 'customer.created_at_id', 'kontakt.email', 'author.contact.id'])(
    'is not reported for the link %s',
    link => {
      expect(reported('$linked', `link: ${link}\n`)).toEqual([]);
    },
  );

  it.each([
    'objectId',
    'object_id',
    'contact.contactId',
    'contact_id',
    'hs_object_id',
    'kontakt_id',
    'personId',
    'leadId',
    'vid',
    'person.uuid',
    '{from: objectId}',
    'wa_id',
    'appointment.id',
    'praxis.kundennummer',
    'telefon',
    'kontakt.handy_nummer',
    'plz',
    'row',
    `'$replace(geburtstag, ".", "")'`,
    'deal.id',
    "'kunde.nr ? kunde.nr : appointment.id'",
    "'kunde.nr ?? contact.contactId'",
  ])('is reported: %s', id => {
    const [first] = reported(id);
    expect(first?.code).toBe('mapping/sender-id');
    expect(first?.hint).toMatch(/^write id: \$linked, and add link: /);
  });

  it.each([
    'customer',
    'customerId',
    'customer_number',
    'kundennummer',
    'nr',
    'id',
    'contact.id',
    'form.customer',
    'event.kundennummer',
    'kunde.id',
    'order.customer.nummer',
    "'kunde.nr ? kunde.nr : patient.nr'",
    '{from: objectId, because: "we write our numbers there"}',
  ])('is not reported: %s', id => {
    expect(reported(id)).toEqual([]);
  });

  it('is reported if it equals the link, whatever its name', () => {
    expect(reported('crm.nummer', 'link: crm.nummer\n')[0]?.hint).toMatch(/^write id: \$linked; if/);
    expect(reported('kundennummer', 'link: crm.nummer\n')).toEqual([]);
  });
});

describe('answers of a source that name a missing path', () => {
  const list = {
    seiten: [{ antworten: [{ frage: { id: 'q1', text: 'Allergien' }, antwort: { werte: ['Nüsse'] } }] }],
  };
  const right = { each: 'seiten.antworten', key: 'frage.id', label: 'frage.text', value: 'antwort.werte' };
  const one = { propertyName: 'allergies', propertyValue: 'Nuts' };
  const reported = (shape: unknown, payload: unknown, rule = '{answer: Allergien}') =>
    checkAnswerPaths(updateWith(`  note: ${rule}\n`), { answers: shapeOf(shape) }, [sampleOf(payload)]).map(
      ({ path, hint }) =>
        `${path?.split('.').at(-1)}: ${hint?.replace(/^did you mean \w+: (.*)\? It .*/, '$1')}`,
    );

  it.each([
    [{ ...right, value: 'antwort.wert' }, list, ['value: antwort.werte']],
    [{ ...right, each: 'seiten.antwort' }, list, ['each: seiten.antworten']],
    [{ ...right, each: 'seite.antworten' }, list, ['each: seiten.antworten']],
    [{ ...right, key: 'frage.ids' }, list, ['key: frage.id']],
    [{ ...right, key: 'fragen.id' }, list, ['key: frage.id']],
    [{ ...right, label: 'frage.txt' }, list, ['label: frage.text']],
    [{ ...right, value: 'Antwort.Werte' }, list, ['value: antwort.werte']],
    [{ key: 'propertyName', value: 'propertyWert' }, one, [expect.stringMatching(/^value: /)]],
    [{ key: 'propertyname', value: 'propertyValue' }, one, ['key: propertyName']],
    [{ key: 'property_name', value: 'property_value' }, one, ['key: propertyName', 'value: propertyValue']],
  ])('are reported with the right path: %j', (shape, payload, expected) => {
    expect(reported(shape, payload)).toEqual(expected);
  });

  it.each([
    [right, list, '{answer: Allergien}'],
    [{ key: 'propertyName', value: 'propertyValue' }, one, '{answer: allergies}'],
    [
      { key: 'propertyName', value: 'propertyValue' },
      { propertyName: 'x', propertyValue: null },
      '{answer: x}',
    ],
    ['fields', one, '{answer: allergies}'],
    ['typeform', one, '{answer: allergies}'],
    [{ ...right, value: 'antwort.wert' }, list, 'other'],
  ])('are not reported if they are right or unused: %j', (shape, payload, rule) => {
    expect(reported(shape, payload, rule)).toEqual([]);
  });
});

describe('an answer that is read by its position', () => {
  const payload = {
    antworten: [
      { frage: { id: 'q1', text: 'Allergien' }, antwort: { werte: ['Nüsse'] } },
      { frage: { id: 'q2', text: 'Größe (cm)' }, antwort: { werte: ['170'] } },
    ],
    fields: [
      { label: 'Allergien', value: 'Nüsse' },
      { label: 'Größe (cm)', value: '170' },
    ],
    kontakte: [
      { email: 'a@example.com', name: 'A' },
      { email: 'b@example.com', name: 'B' },
    ],
  };
  const shape = { each: 'antworten', key: 'frage.id', label: 'frage.text', value: 'antwort.werte' };
  const reported = (rule: string, answers?: unknown) =>
    checkPositions(
      updateWith(`  note: ${rule}\n`),
      wanted(payload, answers === undefined ? undefined : shapeOf(answers)),
    );

  it.each(['gaeste[0].allergie', 'bestellung.attendees[0].allergie'])(
    'is not reported for another list that has the same value: %s',
    rule => {
      const others = { gaeste: [{ allergie: 'Nüsse' }], bestellung: { attendees: [{ allergie: 'Nüsse' }] } };
      const trials = wanted({ ...payload, ...others }, shapeOf(shape));
      expect(checkPositions(updateWith(`  note: ${rule}\n`), trials)).toEqual([]);
    },
  );

  it.each([
    ['antworten[0].antwort.werte[0]', 'Allergien'],
    ['antworten[0].antwort.werte', 'Allergien'],
    ['antworten[1].antwort.werte[0]', 'Größe (cm)'],
    ['antworten[-1].antwort.werte[0]', 'Größe (cm)'],
    ['{from: "antworten[1].antwort.werte[0]", as: number}', 'Größe (cm)'],
    ['fields[0].value', 'Allergien'],
  ])('is reported with the name of the question: %s', (rule, name) => {
    const [first] = reported(rule, shape);
    expect(first?.code).toBe('check/answer-by-position');
    expect(first?.hint).toContain(`write {answer: "${name}"}, which`);
  });

  it.each(['fields[0].value', 'fields[1].value', '{from: "fields[0].value"}'])(
    'is recognised by the shape of the list if the source does not define its answers: %s',
    rule => {
      expect(reported(rule)[0]?.hint).toContain('say with answers: of the source');
    },
  );

  it.each([
    ['kontakte[0].email', shape],
    ['kontakte[0].email', undefined],
    ['antworten[frage.id = "q1"].antwort.werte[0]', shape],
    ['$answers.q1[0]', shape],
    ['{answer: Allergien}', shape],
    ['{from: "antworten[0].antwort.werte[0]", because: "the order is fixed"}', shape],
    ['antworten[7].antwort.werte[0]', shape],
  ])('is not reported otherwise: %s', (rule, answers) => {
    expect(reported(rule.includes('"') && !rule.startsWith('{') ? `'${rule}'` : rule, answers)).toEqual([]);
  });
});
