import { describe, expect, it } from 'vitest';
import { fieldbridge, folderWith, openSandbox, plainConfig, startedBridge } from '../command-line.ts';

const open = `  open:
    verify: {type: none}
    people: contacts
    eventId: event
    respond: outcome
`;
const mapping = `source: open
destination: salon
operation: updateCustomer
set:
  id: customer
  note: note
  customerStatus: status
  additionalFields:
    interests: {from: interests, as: list}
`;
const booking = `source: open
destination: salon
operation: persistCustomerData
set:
  appointmentId: slot.appointmentId
  appointmentParticipantId: slot.appointmentParticipantId
  customerId: booker
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
`;
const canary = 'canary-4c1e';

/** Starts a bridge with a source that accepts webhooks from anyone and responds with the outcome. */
async function openBridge(file = mapping) {
  const sandbox = await openSandbox();
  const { url } = await startedBridge(sandbox, open, { 'mappings/open.yaml': file });
  const answerTo = async (payload: unknown) => {
    const reply = await fetch(`${url}/hooks/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
    const text = await reply.text();
    return { status: reply.status, text, body: JSON.parse(text) };
  };
  return { sandbox, answerTo };
}

describe('a response with the outcome of an event', () => {
  it('contains nothing of the customer whose number was posted: no name, no number, no old value, no response of the API', async () => {
    const { answerTo } = await openBridge();
    const { status, text, body } = await answerTo({ event: 1, customer: 1001, note: 'Window seat' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^evt_/),
      status: 'delivered',
      diagnostics: [],
      calls: [{ mapping: 'open', operation: 'updateCustomer', status: 'delivered', customerId: '1001' }],
    });
    expect(text).not.toMatch(/Lindqvist|Mara|example\.com|3920001|Kommt gern|Window seat/);
  });

  it('describes a fault by its place and its code, without the value', async () => {
    const { answerTo } = await openBridge();
    const { status, text, body } = await answerTo({ event: 1, customer: 1001, interests: [canary] });
    expect(status).toBe(422);
    expect(body.diagnostics).toEqual([
      {
        code: 'check/not-a-choice',
        severity: 'error',
        message: 'A value that is not among the choices',
        hint: 'Use one of the choices, or add a look-up table to the rule.',
        path: 'additionalFields.interests',
      },
    ]);
    expect(body.calls).toEqual([{ mapping: 'open', operation: 'updateCustomer', status: 'failed' }]);
    expect(text).not.toMatch(/canary|Haarschnitt|mappings|place/);
  });

  it.each([
    ['an error', { status: 400, body: JSON.stringify({ error: canary, message: canary }) }],
    ['names of keys', { status: 400, body: JSON.stringify({ error: 'no', unknownKeys: [canary] }) }],
    ['names of statuses', { status: 400, body: JSON.stringify({ availableStatuses: [canary] }) }],
    ['an unknown customer', { status: 404, body: `customer not found ${canary}` }],
    ['a page', { status: 503, body: `<html>${canary}` }],
  ])(
    'contains no text of the API: %s',
    async (_, fault) => {
      const { answerTo, sandbox } = await openBridge();
      sandbox.addFaults({ operation: 'updateCustomer', ...fault, times: 1 });
      const { status, text } = await answerTo({ event: 1, customer: 1001, note: 'a', status: 'Stammkunde' });
      expect([200, 202, 422]).toContain(status);
      expect(text).not.toContain('canary');
    },
    20_000,
  );

  it('contains the customer number of a booking, but not for a sender that only knows the id of its event', async () => {
    const { answerTo, sandbox } = await openBridge(booking);
    const [slot] = sandbox.reserve(1);
    const { body: first } = await answerTo({ event: 7, slot, booker: 1001 });
    expect(first.calls).toEqual([
      {
        mapping: 'open',
        operation: 'persistCustomerData',
        status: 'delivered',
        result: 'OK',
        url: expect.any(String),
        customerId: '1001',
      },
    ]);
    expect((await answerTo({ event: 7, slot, booker: 1001 })).body).toEqual(first);
    const { body: guessed } = await answerTo({ event: 7 });
    expect(guessed).toMatchObject({ id: first.id, status: 'delivered' });
    expect(guessed.calls).toEqual([
      { mapping: 'open', operation: 'persistCustomerData', status: 'delivered' },
    ]);
  });

  it('gets a warning of check if the source accepts webhooks from anyone', async () => {
    const sandbox = await openSandbox();
    const directory = folderWith({ 'config.yaml': plainConfig(sandbox, open), 'mappings/.keep': '' });
    const ran = await fieldbridge(['check', '--offline'], { directory });
    expect(ran.out).toMatch(/config\.yaml:\d+:14: warning: .* \[config\/outcome-to-anyone\]/);
    expect(ran.out.match(/outcome-to-anyone/g)).toHaveLength(1);
  });
});
