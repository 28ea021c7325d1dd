import { expect, it, onTestFinished, vi } from 'vitest';
import { startHarness } from './harness.ts';

const update = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

/** A bridge with a claimed call; `begins` resolves when the call is about to be sent, which never happens. */
async function scene() {
  const harness = await startHarness({ mappings: { update } });
  onTestFinished(() => harness.close());
  await harness.run();
  const { promise: begins, resolve: resolveBegins } = Promise.withResolvers<void>();
  vi.spyOn(harness.store, 'begin').mockImplementationOnce(() => {
    resolveBegins();
    return new Promise(() => {});
  });
  const id = await harness.send({ customer: 1001, note: 'given up' });
  void harness.run();
  await begins;
  return { harness, id };
}

const sent = ({ sandbox }: Awaited<ReturnType<typeof scene>>['harness']) =>
  sandbox.calls().filter(({ operation }) => operation === 'updateCustomer').length;

it('a call discarded in flight is not sent after a power cut', async () => {
  const { harness, id } = await scene();
  await harness.store.discard(id);
  expect(await harness.event(id)).toMatchObject({ status: 'queued', reason: 'it is being sent right now' });
  await harness.crash();
  await harness.run();
  await harness.later(60_000);
  expect((await harness.event(id)).status).toBe('discarded');
  expect(sent(harness)).toBe(0);
});

it('a call that was not discarded is sent', async () => {
  const { harness, id } = await scene();
  await harness.crash();
  await harness.run();
  await harness.later(60_000);
  expect((await harness.event(id)).status).toBe('delivered');
  expect(sent(harness)).toBe(1);
});
