import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

/** Returns true if an event is reported, at the event and in the check alike. */
async function isReported(
  samples: readonly object[],
  event: object,
  { when, note = 'id', isForm = false }: { when?: string; note?: string; isForm?: boolean } = {},
): Promise<boolean> {
  const text = [
    'source: website',
    'destination: salon',
    ...(when === undefined ? [] : [`when: '${when}'`]),
    'operation: updateCustomer',
    `set: {id: id, note: '${note}'}`,
    'tests:',
    ...samples.map(
      (each, at) =>
        `  - {name: form ${at}, payload: ${JSON.stringify({ id: 1001, ...each })}, expect: [{id: "1001", note: "1"}]}`,
    ),
    '',
  ].join('\n');
  const payload = { id: 1002, ...event };
  const answers = isForm ? answersOf('tally', payload) : undefined;
  const input = {
    ...{ payload, answers, headers: {}, query: {}, body: payload },
    event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
  };
  const evaluation = await evaluateYaml(text, { payload, answers });
  const atEvent = codesOf(evaluation).includes('mapping/ended-record');
  const found = await checkTrials(mappingOf(text), [{ input }]);
  expect(found.some(({ code }) => code === 'mapping/ended-record')).toBe(atEvent);
  return atEvent;
}

const tally = (formName: string, formId = 'wMus1K') => ({ data: { formId, formName, fields: [] } });

describe('an event whose form or page ends something, unlike every sample', () => {
  it.each<readonly [object, object]>([
    [{ form: 'Anmeldung' }, { form: 'Abmeldung' }],
    [{ form: 'Anmeldung' }, { form: 'Kündigung' }],
    [{ formular: 'Kontakt' }, { formular: 'Kündigung' }],
    [{ form: 'registration' }, { form: 'cancellation' }],
    [{ page: '/anmeldung' }, { page: '/abmeldung' }],
    [{ page_url: 'https://x.de/anmeldung' }, { page_url: 'https://x.de/kuendigung' }],
    [{ url: 'https://x.de/kurs' }, { url: 'https://x.de/kurs/storno' }],
    [{ page_title: 'Anmeldung' }, { page_title: 'Abmeldung' }],
    [{ seitentitel: 'Kurs buchen' }, { seitentitel: 'Kurs stornieren' }],
    [{ title: 'Sign up' }, { title: 'Cancel your membership' }],
    [{ betreff: 'Anmeldung Geige' }, { betreff: 'Abmeldung Geige' }],
    [{ subject: 'New booking' }, { subject: 'Booking cancelled' }],
    [{ anliegen: 'Eintritt' }, { anliegen: 'Austritt' }],
    [{ art: 'Anmeldung' }, { art: 'Abmeldung' }],
    [{ vorhaben: 'Neuaufnahme' }, { vorhaben: 'Kündigung' }],
    [{ what: 'subscribe' }, { what: 'unsubscribe' }],
    [{ was: 'Kurs buchen, Buchung' }, { was: 'Kurs Storno' }],
    [{ onderwerp: 'Inschrijving' }, { onderwerp: 'Uitschrijving' }],
    [{ objet: 'Inscription' }, { objet: 'Désinscription' }],
    [{ oggetto: 'Iscrizione' }, { oggetto: 'Disdetta' }],
    [{ asunto: 'Inscripción' }, { asunto: 'Baja' }],
    [{ data: { betreff: 'Anmeldung' } }, { data: { betreff: 'Abmeldung' } }],
    [{ page: { title: 'Anmeldung' } }, { page: { title: 'Abmeldung' } }],
  ])('is reported: %j, %j', async (sample, event) => {
    expect(await isReported([sample], event)).toBe(true);
  });

  it.each<readonly [object, object]>([
    [{ form: 'Anmeldung' }, { form: 'Anmeldung 2027' }],
    [{ form: 'Anmeldung' }, { form: 'Kontakt' }],
    [{ form: 'Abmeldung' }, { form: 'Abmeldung' }],
    [{ form: 'Abmeldung' }, { form: 'Kündigung' }],
    [{ url: 'https://x.de/a' }, { url: 'https://x.de/b' }],
    [{ betreff: 'Frage' }, { betreff: 'Kündigung' }],
    [
      { nachricht: 'Anmeldung' },
      { nachricht: 'Ich wollte fragen, bis wann eine Kündigung möglich ist, danke' },
    ],
    [{ name: 'Meier' }, { name: 'Kündig' }],
    [{ firma: 'Meier AG' }, { firma: 'Storno GmbH' }],
    [{ kunde: { art: 'Anmeldung' } }, { kunde: { art: 'Abmeldung' } }],
    [{ kurs: 'Anmeldung' }, { kurs: 7 }],
    [{}, { form: 'Abmeldung' }],
  ])('is not reported: %j, %j', async (sample, event) => {
    expect(await isReported([sample], event)).toBe(false);
  });

  it('is reported only unlike all samples', async () => {
    const both = [{ form: 'Anmeldung' }, { form: 'Abmeldung' }];
    expect(await isReported(both, { form: 'Abmeldung Kurs' })).toBe(false);
  });

  it('is not reported if the mapping reads the text', async () => {
    const [sample, event] = [{ form: 'Anmeldung' }, { form: 'Abmeldung' }];
    expect(await isReported([sample], event, { when: 'form in ["Anmeldung", "Abmeldung"]' })).toBe(false);
    expect(await isReported([sample], event, { note: '$string(id) & form' })).toBe(false);
  });
});

describe('a form that was renamed under the same id', () => {
  const when = 'data.formId = "wMus1K"';
  it.each(['Abmeldung Schüler', 'Kündigung', 'Storno Probestunde', 'Cancel lessons', 'Kurs absagen: Absage'])(
    'is reported: %s',
    async name => {
      expect(await isReported([tally('Anmeldung Schüler')], tally(name), { when })).toBe(true);
    },
  );

  it('is not reported if the mapping reads the name, or the id of another form', async () => {
    const ofName = 'data.formName in ["Anmeldung", "Abmeldung"]';
    expect(await isReported([tally('Anmeldung')], tally('Abmeldung'), { when: ofName })).toBe(false);
    const ofBoth = 'data.formId in ["wMus1K", "wMus2K"]';
    expect(await isReported([tally('Anmeldung')], tally('Abmeldung', 'wMus2K'), { when: ofBoth })).toBe(
      false,
    );
  });
});

describe('an answer that ends something, unlike that of every sample', () => {
  const form = (value: string) => ({ data: { fields: [{ key: 'q1', label: 'Ich möchte', value }] } });
  const isForm = true;

  it.each(['Abmeldung', 'Kündigung', 'Storno', 'kündigen bitte'])('is reported: %s', async value => {
    expect(await isReported([form('Anmeldung')], form(value), { isForm })).toBe(true);
  });

  it.each(['Anmeldung', 'Umzug', 'eine Frage'])('is not reported: %s', async value => {
    expect(await isReported([form('Anmeldung')], form(value), { isForm })).toBe(false);
  });
});

it('shows no text of a stored event in the check', async () => {
  const sample = '{name: s, payload: {id: 1, betreff: "Anmeldung"}, expect: [{id: "1", note: "1"}]}';
  const mapping = mappingOf(
    `source: website\ndestination: salon\noperation: updateCustomer\nset: {id: id, note: id}\ntests: [${sample}]\n`,
  );
  const payload = { id: 2, betreff: 'Kündigung von Anna Berg' };
  const event = { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' };
  const input = { payload, answers: undefined, headers: {}, query: {}, body: payload, event };
  const found = await checkTrials(mapping, [{ input }]);
  expect(found.map(({ code }) => code)).toContain('mapping/ended-record');
  expect(JSON.stringify(found)).not.toContain('Anna');
});
