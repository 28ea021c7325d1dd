import { expect, it } from 'vitest';
import { openSandbox, post, startedBridge } from '../../../cli/command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
tests:
  - name: a note
    payload: {customer: "1001", note: Window seat, unit: kg, approved: true}
    expect: [{id: "1001", note: Window seat}]
`;

it('the page of an event lists its values that no rule reads and no test has', async () => {
  const bridge = await startedBridge(await openSandbox(), '', { 'mappings/notes.yaml': mapping });
  const unreadOf = async (payload: object) => {
    const { event } = await post(bridge.url, { customer: '1001', ...payload });
    const headers = { authorization: 'Bearer an-admin-token-of-some-length' };
    const response = await fetch(`${bridge.url}/api/events/${event.id}`, { headers });
    const { unread } = (await response.json()) as { unread?: unknown };
    return { id: event.id, unread };
  };
  const { id, unread } = await unreadOf({ note: 'x', unit: 'lb', approved: false, blockedBy: 'Petra' });
  expect(unread).toEqual([
    { mapping: 'notes', path: 'unit', change: 'word' },
    { mapping: 'notes', path: 'approved', change: 'no' },
    { mapping: 'notes', path: 'blockedBy', change: 'new' },
  ]);
  expect((await unreadOf({ note: 'y', unit: 'kg', approved: true })).unread).toBeUndefined();
  const { out } = await bridge.ask('events', 'show', id);
  expect(out).toContain(`
No rule reads, and no test has:
  unit: another word than in each test
  approved: no, and in each test yes
  blockedBy: new
`);
});
