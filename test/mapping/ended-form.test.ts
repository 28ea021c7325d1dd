import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

const tally = (formName: string, formId = 'f2') => ({
  customer: 1001,
  eventType: 'FORM_RESPONSE',
  data: { formId, formName, fields: [{ key: 'q1', label: 'Newsletter?', value: 'Ja, gerne' }] },
});
const elementor = (name: string) => ({
  customer: 1001,
  form: { id: 'a1', name },
  data: { nieuwsbrief: 'ja' },
});

const webflow = (name: string) => ({
  customer: 1001,
  triggerType: 'form_submission',
  payload: { name, siteId: 's1', formId: 'f1', data: { Newsletter: 'ja' } },
});

/** Returns true if an event is reported, at the event and in the check alike. */
async function isReported(sample: object, event: object, when?: string): Promise<boolean> {
  const text = [
    'source: website',
    'destination: salon',
    ...(when === undefined ? [] : [`when: '${when}'`]),
    'operation: updateCustomer',
    'set: {id: customer, note: {value: new}}',
    'tests:',
    `  - {name: a form, payload: ${JSON.stringify(sample)}, expect: [{id: "1001", note: new}]}`,
    '',
  ].join('\n');
  const input = {
    ...{ payload: event, answers: undefined, headers: {}, query: {}, body: event },
    event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
  };
  const atEvent = codesOf(await evaluateYaml(text, { payload: event })).includes('mapping/ended-record');
  const found = await checkTrials(mappingOf(text), [{ input }]);
  expect(found.some(({ code }) => code === 'mapping/ended-record')).toBe(atEvent);
  return atEvent;
}

describe('an event of a form that ends something by its name', () => {
  it.each([
    'Abmeldung Newsletter',
    'Newsletter abbestellen',
    'Newsletter-Abmeldung',
    'Kündigung',
    'Kuendigung der Mitgliedschaft',
    'Austritt',
    'Widerruf der Einwilligung',
    'Afmelden nieuwsbrief',
    'Uitschrijven',
    'Opzeggen lidmaatschap',
    'Opzegging',
    'Unsubscribe',
    'Cancel your membership',
    'Cancellation form',
    'Newsletter opt-out',
    'Withdrawal of consent',
    'Désabonnement',
    'Désinscription newsletter',
    'Résiliation',
    'Disiscrizione newsletter',
    'Disdetta abbonamento',
    'Baja del boletín',
  ])('is reported: %s', async name => {
    expect(await isReported(tally('Anmeldung', 'f1'), tally(name))).toBe(true);
    expect(await isReported(elementor('Intake Utrecht'), elementor(name))).toBe(true);
    expect(await isReported(webflow('Anamnese'), webflow(name))).toBe(true);
  });

  it.each(['Anmeldung', 'Kontakt', 'Umfrage 2026', 'Bajazzo'])('is not reported: %s', async name => {
    expect(await isReported(tally('Intake', 'f1'), tally(name))).toBe(false);
  });

  it('is not reported with a sample of the form, or if the mapping reads the form', async () => {
    expect(await isReported(tally('Kündigung'), tally('Kündigung'))).toBe(false);
    expect(
      await isReported(tally('A', 'f1'), tally('Kündigung'), 'data.formName in ["A", "Kündigung"]'),
    ).toBe(false);
  });
});
