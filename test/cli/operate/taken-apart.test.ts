import { expect, it } from 'vitest';
import type { EventView } from '../../../src/inbox/event.ts';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  openSandbox,
  plainConfig,
  plainFolder,
  post,
  writeFiles,
} from '../command-line.ts';

it('splits a webhook on replay, after `split` of its source was corrected', async () => {
  const sandbox = await openSandbox();
  const admin = 'admin: {token: an-admin-token-of-some-length}\n';
  const config = (split: string) => plainConfig(sandbox, `    split: ${split}\n    eventId: id\n${admin}`);
  const directory = plainFolder(sandbox, {
    'config.yaml': config('$map(events, function($each) { $number($each) })'),
  });
  const started = async () => {
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    const ask = async (...argv: string[]) => (await fieldbridge([...argv, '--url', url], { directory })).out;
    const show = async (id: string) => JSON.parse(await ask('events', 'show', id, '--json')) as EventView;
    return { bridge, url, ask, show };
  };
  const before = await started();
  const events = [
    { id: 'a', customer: 1001, note: 'first' },
    { id: 'b', customer: 1002, note: 'second' },
  ];
  const { event } = await post(before.url, { events });
  const [failed] = (event as unknown as { events: EventView[] }).events;
  const id = failed?.id ?? '';
  expect(failed).toMatchObject({ status: 'failed', diagnostics: [{ code: 'intake/split-failed' }] });
  await before.ask('events', 'replay', id);
  await expect.poll(async () => (await before.show(id)).status).toBe('failed');
  await before.bridge.stop();

  writeFiles(directory, { 'config.yaml': config('events') });
  const after = await started();
  expect(await after.ask('events', 'replay', id)).toContain(`${id} is planned again`);
  await expect
    .poll(async () => (await after.show(`${id}_2`).catch(() => undefined))?.status)
    .toBe('delivered');
  expect((await after.show(`${id}_1`)).status).toBe('delivered');
  expect(await after.show(id)).toMatchObject({
    status: 'skipped',
    diagnostics: [{ code: 'intake/taken-apart' }],
  });
  expect([sandbox.customer(1001)?.note, sandbox.customer(1002)?.note]).toEqual(['first', 'second']);
  expect(await after.ask('events', 'replay', id)).toMatch(
    /nothing was replayed: .* split into several events/,
  );
  const again = await post(after.url, { events });
  expect(again.event).toMatchObject({ status: 'delivered' });
  expect(sandbox.calls().filter(call => call.operation === 'updateCustomer')).toHaveLength(2);
});

it('plans an event of another kind, which has no JSON field, once and unchanged', async () => {
  const sandbox = await openSandbox();
  const keys = '    split: events\n    jsonField: events.reply.json\n';
  const directory = plainFolder(sandbox, { 'config.yaml': plainConfig(sandbox, keys) });
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  const { event } = await post(url, { events: [{ id: 'a', customer: 1001, note: 'first' }] });
  const { events } = event as unknown as { events: EventView[] };
  expect(events).toMatchObject([{ status: 'delivered' }]);
  expect(events[0]?.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
    ['intake/json-field-failed', 'info'],
  ]);
  expect(sandbox.customer(1001)?.note).toBe('first');
  await bridge.stop();
});
