import { canary, type LogScene, sourceSecret } from './log-scene.ts';

/** Causes everything that can happen to an event, with values everywhere; returns the events by case. */
export async function befallThemAll(scene: LogScene) {
  const { sandbox } = scene;
  const event = (kind: string, more: object = {}) =>
    scene.post('crm', { kind, customer: 1001, note: canary, allergies: canary, [canary]: canary, ...more });
  const delivered = await event('plain', { id: `${canary}-1` });
  await scene.becomes(delivered, 'delivered');
  await event('plain', { id: `${canary}-1` });
  await event('plain', { id: `${canary}-1`, note: 'other' });

  sandbox.addFaults({ operation: 'updateCustomer', status: 500, body: canary, times: 1 });
  const again = await event('plain');
  await scene.becomes(again, 'delivered');

  const choice = await event('choice', { topics: canary });
  const broken = await event('broken');
  const place = await event('place', { place: canary });
  const linked = await event('linked', { contact: canary });
  const skipped = await event(canary);
  for (const id of [choice, broken, place]) await scene.becomes(id, 'failed');

  sandbox.addFaults({ operation: 'updateCustomer', status: 422, body: `{"message":"${canary}"}`, times: 1 });
  const refused = await event('plain', { customer: 1002 });
  await scene.becomes(refused, 'failed');

  const [slot] = sandbox.reserve(1);
  sandbox.addFaults({ operation: 'persistCustomerData', garbage: `${canary}\r\n\r\n`, times: 1 });
  const uncertain = await event('booking', {
    appointment: slot?.appointmentId,
    participant: slot?.appointmentParticipantId,
    email: `${canary}@example.com`,
  });
  await scene.becomes(uncertain, 'uncertain');

  // The bridge learns this from the refusal, which also names a key that was not sent.
  sandbox.control('fields', { action: 'archive', keyName: 'lead.source' });
  sandbox.addFaults({
    operation: 'updateCustomer',
    status: 400,
    body: `{"error":"unknown additionalFields ${canary}","unknownKeys":["${canary}","lead.source"]}`,
    times: 1,
  });
  const held = await event('gone', { customer: 1003 });
  const unmapped = await scene.post('keyed', { note: canary }, { 'x-key': sourceSecret });
  await scene.becomes(unmapped, 'held');
  const split = await scene.post('odd', { when: canary });
  return {
    delivered,
    again,
    choice,
    broken,
    place,
    linked,
    skipped,
    refused,
    uncertain,
    held,
    unmapped,
    split,
  };
}
