import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

interface Options {
  readonly when?: string;
  readonly rule?: string;
}

/** Returns true if an event is reported as ended, at the event and in the check alike. */
async function isReported(sample: object, event: object, { when, rule = 'note' }: Options = {}) {
  const text = [
    'source: website',
    'destination: salon',
    ...(when === undefined ? [] : [`when: '${when}'`]),
    'operation: updateCustomer',
    'set:',
    '  id: id',
    `  note: '${rule}'`,
    'tests:',
    '  - name: a customer',
    `    payload: ${JSON.stringify({ id: 1001, note: 'a', ...sample })}`,
    '    expect: [{id: "1001", note: a}]',
    '',
  ].join('\n');
  const payload = { id: 1002, note: 'b', ...event };
  const input = {
    ...{ payload, answers: undefined, headers: {}, query: {}, body: payload },
    event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
  };
  const atEvent = codesOf(await evaluateYaml(text, { payload })).includes('mapping/ended-record');
  const atCheck = (await checkTrials(mappingOf(text), [{ input }])).some(
    ({ code }) => code === 'mapping/ended-record',
  );
  expect(atCheck).toBe(atEvent);
  return atEvent;
}

describe('a record that is not active or not complete, unlike the samples of its mapping', () => {
  it.each([
    [{ status: 'aktiv' }, { status: 'gekündigt' }],
    [{ status: 'aktiv' }, { status: 'inaktiv' }],
    [{ status: 'aktiv' }, { status: 'pausiert' }],
    [{ status: 'aktiv' }, { status: 'nicht aktiv' }],
    [{ status: 'aktiv' }, { status: 'Gekündigt zum 31.12.' }],
    [{ status: 'aktiv' }, { status: 'ruhend' }],
    [{ status: 'Aktiv' }, { status: 'deaktiviert' }],
    [{ status: 'Aktives Mitglied' }, { status: 'Ehemaliges Mitglied (ehemalig)' }],
    [{ mitgliedsstatus: 'Mitglied' }, { mitgliedsstatus: 'kein Mitglied' }],
    [{ status: 'active' }, { status: 'inactive' }],
    [{ status: 'active' }, { status: 'paused' }],
    [{ status: 'active' }, { status: 'suspended' }],
    [{ status: 'active' }, { status: 'not active' }],
    [{ status: 'enabled' }, { status: 'disabled' }],
    [{ status: 'valid' }, { status: 'invalid' }],
    [{ status: 'actief' }, { status: 'inactief' }],
    [{ status: 'actief' }, { status: 'opgezegd' }],
    [{ statut: 'actif' }, { statut: 'résilié' }],
    [{ statut: 'actif' }, { statut: 'suspendu' }],
    [{ stato: 'attivo' }, { stato: 'inattivo' }],
    [{ estado: 'activo' }, { estado: 'baja' }],
    [{ status: 'aktywny' }, { status: 'nieaktywny' }],
    [{ status: 'aktivní' }, { status: 'neaktivní' }],
    [{ data: { status: 'active' } }, { data: { status: 'on hold' } }],
    [{ active: true }, { active: false }],
    [{ isActive: true }, { isActive: 'false' }],
    [{ aktiv: 'ja' }, { aktiv: 'nein' }],
    [{ aktiv: 1 }, { aktiv: 0 }],
    [{ valid: true }, { valid: false }],
    [{ mitglied: 'ja' }, { mitglied: 'nein' }],
    [{ data: { completed: true } }, { data: { completed: false } }],
    // No sample has the key, and it has no other meaning.
    [{}, { status: 'gekündigt' }],
    [{}, { status: 'Kündigung' }],
    [{}, { active: false }],
    [{}, { isActive: false }],
    [{}, { data: { isCompleted: false } }],
    [{}, { data: { isTest: true } }],
    [{}, { data: { testMode: true } }],
    [{}, { data: { isDraft: true } }],
    [{}, { appointment: { noShow: true } }],
    [{}, { appointment: { no_show: 'yes' } }],
    [{}, { appointment: { attended: false } }],
    [{}, { booking: { canceled: true } }],
    [{}, { order: { cancelled_at: '2026-11-20' } }],
    [{}, { termin: { abgesagt: true } }],
  ])('sample %j, event %j: is reported', async (sample, event) => {
    expect(await isReported(sample, event)).toBe(true);
  });

  it.each([
    [{ status: 'aktiv' }, { status: 'aktiv' }],
    [{ status: 'aktiv' }, { status: 'Aktiv seit 2020' }],
    [{ status: 'aktiv' }, { status: 'neu' }],
    [{ status: 'active' }, { status: 'trial' }],
    [{ status: 'active' }, { status: 'not paused' }],
    [{ status: 'inaktiv' }, { status: 'inaktiv' }],
    [{ status: 'pausiert' }, { status: 'ruhend' }],
    [{ status: 'new' }, { status: 'closed' }],
    [{ status: 'processing' }, { status: 'finished' }],
    [{ state: 'CA' }, { state: 'IN' }],
    [{ active: false }, { active: false }],
    [{ active: true }, { active: true }],
    [{ active: true }, { active: null }],
    [{}, { status: 'inaktiv' }],
    [{}, { status: 'paused' }],
    [{}, { completed: false }],
    [{}, { valid: false }],
    [{}, { kunde: { active: false } }],
    [{}, { remark: 'gekündigt' }],
    [{}, { data: { isTest: false } }],
    [{}, { customer: { isTest: true } }],
    [{}, { appointment: { noShow: false } }],
    [{ note2: 'aktiv' }, { note2: 'inaktiv' }],
  ])('sample %j, event %j: is not reported', async (sample, event) => {
    expect(await isReported(sample, event)).toBe(false);
  });

  it.each([
    [{ status: 'aktiv' }, { status: 'inaktiv' }, { when: 'status in ["aktiv", "inaktiv"]' }],
    [{ status: 'aktiv' }, { status: 'gekündigt' }, { rule: 'note & status' }],
    [{ active: true }, { active: false }, { rule: 'active ? note : "left"' }],
    [{ active: true }, { active: false }, { when: 'active' }],
  ])('is not reported if the mapping reads it: %j, %j, %j', async (sample, event, options) => {
    expect(await isReported(sample, event, options)).toBe(false);
  });

  it('names the key, and the condition that leaves it out', async () => {
    const text = `source: website
destination: salon
operation: updateCustomer
set: {id: id, note: note}
tests:
  - {name: a pupil, payload: {id: 1, note: a, status: aktiv}, expect: [{id: "1", note: a}]}
`;
    const found = await evaluateYaml(text, { payload: { id: 1, note: 'a', status: 'inaktiv' } });
    expect('diagnostics' in found && found.diagnostics).toMatchObject([
      {
        message:
          'the event says, unlike the samples of the mapping, that its record is not active, not complete or no longer valid (status: "inaktiv"), and the mapping does not read that: it sends the values as those of any other event',
        hint: 'leave such events out with when, as in when: \'$not(status = "inaktiv")\'; if they are meant, let when ask for them',
      },
    ]);
  });
});
