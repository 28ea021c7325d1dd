import { expect, it } from 'vitest';
import { openSandbox, post, type Running, startedBridge } from '../../../cli/command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
link: person
set:
  id: $linked
  note: note
`;

async function ask({ url }: Pick<Running, 'url'>, path: string, body?: object) {
  const response = await fetch(`${url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: 'Bearer an-admin-token-of-some-length', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what a program reads of JSON
  return { status: response.status, body: (await response.json()) as any };
}

it('the customer number of an event is set and corrected at the event itself', async () => {
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': mapping });
  const becomes = (id: string, status: string) =>
    expect.poll(async () => (await ask(bridge, `events/${id}`)).body.status).toBe(status);
  const { event } = await post(bridge.url, { person: 'c-1', note: 'Likes tea' });
  const of = `events/${event.id}`;
  const needed = async () => (await ask(bridge, of)).body.needsNumber;
  expect(await needed()).toEqual([{ destination: 'salon', isWrong: false }]);
  const elsewhere = await ask(bridge, `${of}/customer`, { destination: 'spa', customerId: '1001' });
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'no-number-needed' } });
  // Nobody has this number, so the event fails, and the number is corrected at the same place.
  const wrong = await ask(bridge, `${of}/customer`, { destination: 'salon', customerId: '999999' });
  expect(wrong).toMatchObject({ status: 200, body: { linked: true } });
  await becomes(event.id, 'failed');
  expect(await needed()).toEqual([{ destination: 'salon', isWrong: true }]);
  await ask(bridge, `${of}/customer`, { destination: 'salon', customerId: '1002' });
  await becomes(event.id, 'delivered');
  expect(await needed()).toBeUndefined();
  expect((await ask(bridge, of)).body.calls).toMatchObject([{ request: { id: '1002' } }]);
  const { links } = (await ask(bridge, 'links')).body;
  expect(links).toMatchObject([{ people: 'contacts', link: 'c-1', customerId: '1002' }]);
  const again = await ask(bridge, `${of}/customer`, { destination: 'salon', customerId: '1003' });
  expect(again.status).toBe(409);
});
