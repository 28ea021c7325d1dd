import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

interface Options {
  readonly when?: string;
  readonly rule?: string;
}

function yamlWith(sample: object | undefined, { when, rule = 'note' }: Options): string {
  return [
    'source: website',
    'destination: salon',
    ...(when === undefined ? [] : [`when: '${when}'`]),
    'operation: updateCustomer',
    'set:',
    '  id: id',
    `  note: '${rule}'`,
    ...(sample
      ? [
          'tests:',
          '  - name: a customer',
          `    payload: ${JSON.stringify({ id: 1001, note: 'a', ...sample })}`,
          '    expect: [{id: "1001", note: a}]',
        ]
      : []),
    '',
  ].join('\n');
}

/** Returns true if an event is reported as ended, at the event and in the check alike. */
async function isReported(sample: object | undefined, event: object, options: Options = {}) {
  const text = yamlWith(sample, options);
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

const order = { order_number: '7', financial_status: 'paid', cancelled_at: null };
const day = '2026-11-21T10:00:00+01:00';

describe('an event that is over, unlike the samples of its mapping', () => {
  it.each([
    [order, { ...order, cancelled_at: day, cancel_reason: 'customer' }],
    [
      { name: '#1', cancelled_at: null },
      { name: '#2', cancelled_at: day },
    ],
    [{}, { canceledAt: '2026-11-21' }],
    [{ storniert: false }, { storniert: true }],
    [{}, { storniert: true }],
    [{ storniert: 'nein' }, { storniert: 'ja' }],
    [{ cancelled: false }, { cancelled: true }],
    [{ is_cancelled: 0 }, { is_cancelled: 1 }],
    [{ deleted: false }, { deleted: true }],
    [{ status: 'processing' }, { status: 'refunded' }],
    [{ status: 'processing' }, { status: 'cancelled' }],
    [{ status: 'bezahlt' }, { status: 'Storniert' }],
    [{ vorgangsart: 'Werkstatt' }, { vorgangsart: 'Storno' }],
    [{ status: 'active' }, { status: 'expired' }],
    [{ zahlungsstatus: 'bezahlt' }, { zahlungsstatus: 'zurückerstattet' }],
    [{ Bestellstatus: 'offen' }, { Bestellstatus: 'storniert (Kunde)' }],
    [{ payment: { status: 'paid' } }, { payment: { status: 'chargeback' } }],
    [{ lesson: { cancelled: false } }, { lesson: { cancelled: true } }],
    [{ data: { booking: { cancelled_at: null } } }, { data: { booking: { cancelled_at: day } } }],
    [{ anwesenheit_status: 'da' }, { anwesenheit_status: 'abwesend' }],
    [{ status: 'confirmed' }, { status: 'no-show' }],
    [{ no_show: false }, { no_show: true }],
    [{ status: 'besteld' }, { status: 'geannuleerd' }],
    [{ statut: 'payée' }, { statut: 'remboursée' }],
    [{ estado: 'pagado' }, { estado: 'reembolsado' }],
    [{ refunded_at: null }, { refunded_at: 1795600000 }],
    [{ geloescht: false }, { geloescht: true }],
    // No sample has the key, and the word has no other meaning.
    [{}, { status: 'storniert' }],
    [{}, { status: 'cancelled' }],
    [{}, { Status: 'STORNIERT (Kunde)' }],
    [{}, { auftragsstatus: 'storniert' }],
    [{}, { vorgangsart: 'Storno' }],
    [{}, { vorgangsart: 'Stornierung' }],
    [{}, { estado: 'cancelado' }],
    [{}, { status: 'no-show' }],
    [{}, { auftrag: { status: 'storniert' } }],
    [{}, { data: { booking: { status: 'cancelled' } } }],
    [{}, { status: 'gelöscht' }],
    [{}, { status: 'draft' }],
    [{}, { status: 'Entwurf' }],
    [{}, { status: 'test' }],
    [{}, { status: 'Testdatensatz' }],
  ])('sample %j, event %j: is reported', async (sample, event) => {
    expect(await isReported(sample, event)).toBe(true);
  });

  it.each([
    // Values of a record that is not over.
    [order, order],
    [{ cancelled_at: null }, { cancelled_at: '' }],
    [{}, { cancelled_at: '0000-00-00 00:00:00' }],
    [{ deleted: false }, { deleted: 'false' }],
    [{ storniert: false }, { storniert: 0 }],
    [{ expires_at: '2026-12-01' }, { expires_at: '2026-11-01' }],
    [{ expires_at: null }, { expires_at: '2026-11-01' }],
    [{ closed_at: null }, { closed_at: day }],
    [{ cancel_url: 'https://example.com/a' }, { cancel_url: 'https://example.com/b' }],
    [{ status: 'processing' }, { status: 'completed' }],
    [{ status: 'processing' }, { status: 'not cancelled' }],
    [{ financial_status: 'paid' }, { financial_status: 'partially_refunded' }],
    [{ shipping_state: 'CA' }, { shipping_state: 'NY' }],
    // A sample has it.
    [{ cancelled_at: '2026-10-01T08:00:00Z' }, { cancelled_at: day }],
    [{ storniert: true }, { storniert: true }],
    [{ status: 'refunded' }, { status: 'cancelled' }],
    // The samples do not show the meaning of the key.
    [{}, { status: 'expired' }],
    [{}, { status: 'rejected' }],
    [{}, { status: 'nicht storniert' }],
    [{}, { status: 'aktiv' }],
    [{}, { bemerkung: 'storniert' }],
    [{}, { kunde: { status: 'storniert' } }],
    [{ status: 'storniert' }, { status: 'storniert' }],
    [{ auftrag: { status: 'storniert' } }, { auftrag: { status: 'Storno' } }],
    [{}, { subscription: { status: 'cancelled' } }],
    [{}, { subscription: { cancelled_at: day } }],
    [undefined, { status: 'storniert' }],
    [undefined, { storniert: true }],
    // Texts of people.
    [{ reason: 'x' }, { reason: 'refunded' }],
    [{ cancel_reason: '' }, { cancel_reason: 'krank' }],
    [{ frage: 'nein' }, { frage: 'storniert' }],
    [
      { form_id: 3, storniert: 'nein' },
      { form_id: 3, storniert: 'ja' },
    ],
    [{ status: 'x' }, { status: 'I was told that my last order was cancelled, is it true?' }],
  ])('sample %j, event %j: is not reported', async (sample, event) => {
    expect(await isReported(sample, event)).toBe(false);
  });

  it.each([
    [{ cancelled_at: null }, { cancelled_at: day }, { when: '$exists(cancelled_at)' }],
    [{ cancelled_at: null }, { cancelled_at: day }, { rule: 'note & (cancelled_at ? " (cancelled)" : "")' }],
    [{ storniert: false }, { storniert: true }, { when: 'storniert or note = "a"' }],
    [{ storniert: false }, { storniert: true }, { rule: 'storniert ? "left" : note' }],
    [{ status: 'paid' }, { status: 'refunded' }, { when: 'status in ["paid", "refunded"]' }],
    [{ status: 'paid' }, { status: 'refunded' }, { rule: 'note & status' }],
    [{ cancelled_at: null }, { cancelled_at: day }, { when: '$not($exists(cancelled_at) and cancelled_at)' }],
    [{ storniert: false }, { storniert: true }, { when: '$not(storniert = true)' }],
    [{ status: 'paid' }, { status: 'refunded' }, { when: 'status = "paid"' }],
  ])('is not reported if the mapping reads it: %j, %j, %j', async (sample, event, options) => {
    expect(await isReported(sample, event, options)).toBe(false);
  });

  it('has the key and a condition that leaves it out', async () => {
    const text = yamlWith({ status: 'paid' }, {});
    const found = await evaluateYaml(text, { payload: { id: 1, note: 'a', status: 'refunded' } });
    expect('diagnostics' in found && found.diagnostics[0]).toMatchObject({
      message:
        'the event says, unlike every sample of the mapping, that something was canceled, refunded or is over (status: "refunded"), and the mapping does not read that: it sends the values as those of any other event',
      hint: 'leave such events out with when, as in when: \'$not(status = "refunded")\'; if they are meant, let when ask for them',
    });
  });
});

describe('a flag of a flat webhook whose keys are the questions', () => {
  it.each(['storniert', 'annulliert', 'cancelled', 'ist_storniert'])('is reported: %s', async key => {
    const payload = { id: 1002, note: 'b', [key]: 'ja' };
    const evaluation = await evaluateYaml(yamlWith({}, {}), { payload, answers: payload });
    expect(codesOf(evaluation)).toContain('mapping/ended-record');
  });

  it('is reported for a state', async () => {
    const payload = { id: 1002, note: 'b', status: 'storniert' };
    const evaluation = await evaluateYaml(yamlWith({}, {}), { payload, answers: payload });
    expect(codesOf(evaluation)).toContain('mapping/ended-record');
  });

  it('is not reported for a question about the person', async () => {
    const payload = { id: 1002, note: 'b', abwesend: 'ja' };
    const evaluation = await evaluateYaml(yamlWith({}, {}), { payload, answers: payload });
    expect(codesOf(evaluation)).not.toContain('mapping/ended-record');
  });
});
