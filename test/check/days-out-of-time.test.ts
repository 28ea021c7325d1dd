import { describe, expect, it } from 'vitest';
import { checkDaysOutOfTime } from '../../src/check/data/check-days-out-of-time.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { daysOutOfTime } from '../../src/check/days/days-out-of-time.ts';
import type { Call } from '../../src/inbox/call.ts';
import type { MappingInput } from '../../src/mapping/evaluate/evaluation.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { evaluateYaml, fieldMapping, mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const receivedAt = '2026-03-02T10:00:00.000Z';

interface Case {
  readonly name: string;
  readonly question?: string;
  readonly text: string;
  readonly rule?: string;
  readonly type?: string;
  readonly event?: Partial<MappingInput['event']>;
}

function inputFor({ question = 'q', text, event }: Case) {
  const payload = { q: text };
  const answers = namedAnswers([{ keys: ['q'], labels: [question], value: text }]);
  return {
    payload,
    answers,
    event: { id: 'e1', source: 'website', receivedAt, ...event },
    headers: {},
    query: {},
    body: payload,
  };
}

async function reported(given: Case) {
  const { name, rule = '{answer: q}', type = 'date' } = given;
  const input = inputFor(given);
  const evaluation = await evaluateYaml(fieldMapping(rule), input);
  const catalog = catalogOf({ fields: [fieldOf({ keyName: 'f', name, type })] });
  const call = (evaluation as { call?: Call }).call;
  if (!call) throw new Error('no call');
  return daysOutOfTime(mappingOf(fieldMapping(rule)), catalog, input, call);
}

type Named = readonly [name: string, text: string, question?: string];

const wrong: readonly Named[] = [
  ['Letztes Röntgenbild', '2027-12-24'],
  ['Letztes Röntgenbild', '2026-12-24'],
  ['Letztes Röntgenbild', '24.12.2027'],
  ['Letzte Zahnreinigung', '2026-03-05'],
  ['zuletzt geimpft', '05.06.2026'],
  ['Mitglied seit', '2027-05-03'],
  ['Kunde seit', '01.01.2031'],
  ['member.since', '2027-05-03'],
  ['Lid sinds', '2027-05-03'],
  ['Membre depuis', '2027-05-03'],
  ['last_xray', '2027-01-01'],
  ['Last check-up', '2026-12-24'],
  ['lastRecall', '2026-12-24'],
  ['Dernière radiographie', '2026-12-24'],
  ['Dernier contrôle', '24.12.2026'],
  ['Ultima radiografia', '2026-12-24'],
  ['Ultimo controllo', '2026-12-24'],
  ['Última revisión', '2026-12-24'],
  ['Laatste controle', '24-12-2026'],
  ['Nächste Kontrolle', '2020-01-12'],
  ['Nächste Kontrolle', '02.03.2025'],
  ['Naechster Recall', '2026-02-27'],
  ['Next check-up', '2025-12-24'],
  ['next_recall', '2025-12-24T10:00:00Z'],
  ['Prochain contrôle', '2025-12-24'],
  ['Prochaine visite', '24.12.2025'],
  ['Prossima visita', '2025-12-24'],
  ['Próxima cita', '2025-12-24'],
  ['Volgende afspraak', '24-12-2025'],
  ['Umzugstag', '2025-12-24', 'Wunschtermin'],
  ['Termin', '2025-12-24', 'Ihr Wunschdatum für den Umzug'],
  ['Appointment', '2025-12-24', 'Preferred date'],
  ['Recall', '2025-12-24', 'Wann ist Ihre nächste Kontrolle?'],
  ['Röntgen', '2026-12-24', 'When was your last X-ray?'],
  ['Röntgen', '2026-12-24', 'Quand était votre dernière radio ?'],
];

const quiet: readonly Named[] = [
  ['Letztes Röntgenbild', '2024-12-24'],
  ['Letztes Röntgenbild', '2026-03-02'],
  ['Letztes Röntgenbild', '2026-03-03'],
  ['Letztes Röntgenbild', '02/06/2026'],
  ['Letztes Röntgenbild', 'unbekannt'],
  ['Letztes Röntgenbild', '2027'],
  ['Nächste Kontrolle', '2026-12-24'],
  ['Nächste Kontrolle', '2026-03-01'],
  ['Nächste Kontrolle', '2026-03-02'],
  ['Kontrolle', '2020-01-12'],
  ['Röntgenbild war am', '2027-12-24'],
  ['Vom', '2027-12-24'],
  ['Letzter Arbeitstag', '2026-12-24'],
  ['Last day', '2026-12-24'],
  ['Letzte Rate', '2026-12-24'],
  ['Letzte Impfung gültig bis', '2026-12-24'],
  ['Letzter und nächster Recall', '2026-12-24'],
  ['Geburtstag der nächsten Angehörigen', '1980-01-12'],
  ['Next of kin', '1980-01-12'],
  ['Ballast', '2027-12-24'],
  ['Recall', '2027-12-24', 'Waren Sie in den letzten 6 Monaten beim Arzt?'],
  ['Recall', '2026-12-24', 'Wann ist Ihre nächste Kontrolle?'],
  ['Nächste Kontrolle', '2026-12-24', 'Wann war die letzte?'],
  ['Umzugstag', '2026-12-24', 'Wunschtermin'],
  ['Termin', '2025-12-24', 'Wann wünschen Sie sich zurück?'],
];

describe('a day on the wrong side of its event', () => {
  it.each(wrong.map(each => ({ each })))('is reported: $each', async ({ each: [name, text, question] }) => {
    for (const type of ['date', 'text']) {
      const found = await reported({ name, text, type, ...(question && { question }) });
      expect(found).toMatchObject([
        { code: 'check/not-of-type', severity: 'warning', path: 'additionalFields.f' },
      ]);
    }
  });

  it.each(quiet.map(each => ({ each })))(
    'is not reported: $each',
    async ({ each: [name, text, question] }) => {
      expect(await reported({ name, text, ...(question && { question }) })).toEqual([]);
    },
  );

  it('is compared with the time of the event', async () => {
    const name = 'Nächste Kontrolle';
    const event = { occurredAt: '2019-12-01T10:00:00.000Z' };
    expect(await reported({ name, text: '2020-01-12', event })).toEqual([]);
    expect(await reported({ name, text: '2019-01-12', event })).toHaveLength(1);
  });

  it('is confirmed by a reason, and not reported for a birthday', async () => {
    const given = { name: 'Letztes Röntgenbild', text: '2027-12-24' };
    expect(await reported({ ...given, rule: '{answer: q, because: planned}' })).toEqual([]);
    expect(await reported({ ...given, type: 'birthday' })).toEqual([]);
    expect(await reported({ ...given, rule: '{template: "{$answers.q}"}' })).toHaveLength(1);
  });

  it('is reported at check for a stored event without its value, and not for a sample', async () => {
    const mapping = mappingOf(fieldMapping('{answer: q}'));
    const input = inputFor({ name: '', text: '2020-01-12' });
    const catalog = catalogOf({
      fields: [fieldOf({ keyName: 'f', name: 'Nächste Kontrolle', type: 'date' })],
    });
    const scope = trialScope({ input }, { needsBody: false });
    const asked = { patience: () => true, catalog };
    const [found] = await checkDaysOutOfTime(mapping, [{ trial: { input }, scope }], asked);
    expect(found?.message).toContain('f: a day is before its event (a stored event)');
    const sample = { input, test: { mapping: 'intake', name: 'a' } };
    expect(await checkDaysOutOfTime(mapping, [{ trial: sample, scope }], asked)).toEqual([]);
  });
});
