import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/inbox/call.ts';
import type { FaultRule } from '../../../src/sandbox/control/faults.ts';
import { openScene, type SceneOptions, trust } from '../scene.ts';

/** Sends one event with a fault; returns the event and the log. */
async function sendWithFault(operation: Operation, fault: FaultRule, options: SceneOptions = {}) {
  const scene = await openScene(options);
  const { harness } = scene;
  harness.sandbox.addFaults({ operation, ...fault });
  const id = await harness.send(scene.payload(operation));
  await harness.run();
  return { event: await harness.event(id), reports: harness.reports, scene, id };
}

const page = (title: string) => ({ status: 200, body: `<html><head><title>${title}</title></head></html>` });

describe('messages for an operator', () => {
  it('on a bad certificate: the reason, and its period of validity (T5)', async () => {
    const scene = await openScene({ front: 'https' });
    const { harness } = scene;
    const id = await harness.send(scene.payload('updateCustomer'));
    trust(false);
    await scene.front.open();
    await harness.run();
    const { reason } = await harness.event(id);
    expect(reason).toMatch(
      /\(it is self-signed, DEPTH_ZERO_SELF_SIGNED_CERT; valid until 2126-.*\); next: have/,
    );
    expect(harness.reports).toEqual([expect.stringMatching(/^destination held: salon: the certificate/)]);
  });

  it('on a booking without a response: when it was sent, and the timeout (T7)', async () => {
    const { event } = await sendWithFault('persistCustomerData', { delayMs: 5000 }, { timeout: '300ms' });
    expect(event.reason).toMatch(/no response came in time \(sent at 20.*Z, lost after [0-9]+ s\)$/);
    expect(event.diagnostics[0]?.hint).toMatch(/look up the appointment/);
  });

  it('on a response that is not HTTP: its first bytes, only in the attempt (T9)', async () => {
    const { event, reports } = await sendWithFault('updateCustomer', {
      garbage: 'SSH-2.0-of-another-port\r\n\r\n',
    });
    expect(event.calls[0]?.attempts[0]?.body).toContain('of-another-port');
    expect(JSON.stringify([event.reason, reports])).not.toContain('of-another-port');
  });

  it.each([
    ['Maintenance until 10:00', undefined],
    ['Wartung – gleich zurück!', '"Wartung – gleich zurück!"'],
    ['502 Bad Gateway', '"502 Bad Gateway"'],
    ['Call 01761234567', undefined],
    ['erika@example.com', undefined],
    ['?token=abc', undefined],
  ])('on an HTML page: its title, if that is plain text (A4): %s', async (title, shown) => {
    const { event } = await sendWithFault('updateCustomer', page(title));
    const plain = 'a page or a text came instead of a response of the API';
    expect(event.reason).toBe(shown === undefined ? plain : `${plain} (${shown})`);
  });

  it('on a call that is too large: its size (D7)', async () => {
    const { event } = await sendWithFault('updateCustomer', { status: 413 });
    expect(event.reason).toMatch(/\(HTTP 413; the call has [1-9][0-9]* bytes\)$/);
  });

  it('on a requested wait: its end (D10, E3)', async () => {
    const headers = { 'retry-after': '90' };
    for (const status of [429, 503]) {
      const { event } = await sendWithFault('updateCustomer', { status, headers });
      expect(event.reason).toMatch(new RegExp(`\\(HTTP ${status}, until 20.*Z\\)$`));
    }
  });

  it.each([
    ['a call that should never have left (B4)', { status: 400, body: 'nothing to update' }],
    [
      'a field that should have been refused before (B3)',
      { status: 400, body: '{"unsupportedKeys":["allergies"]}' },
    ],
  ])('in the log on %s', async (_what, fault) => {
    const { reports } = await sendWithFault('updateCustomer', fault);
    expect(reports[0]).toMatch(/; next: /);
  });

  it('in the log on a booking that was accepted in an unusual way (A9)', async () => {
    const { reports } = await sendWithFault('persistCustomerData', { status: 200, body: '{"result":"OK"}' });
    expect(reports).toEqual([
      expect.stringMatching(/^unusual answer: .*: accepted with a response that is not documented; next: /),
    ]);
  });
});

it('an update of nearly 1 MiB, which the response repeats, is delivered', async () => {
  const scene = await openScene();
  const { harness } = scene;
  const note = 'ä'.repeat(490_000);
  const id = await harness.send({ kind: 'update', customer: 1002, note });
  await harness.run();
  await harness.send({ kind: 'update', customer: 1002, note: `${note}.` });
  const second = await harness.send({ kind: 'update', customer: 1002, note });
  await harness.run();
  expect((await harness.event(id)).status).toBe('delivered');
  expect((await harness.event(second)).status).toBe('delivered');
});
