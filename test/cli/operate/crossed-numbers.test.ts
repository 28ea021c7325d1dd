import { expect, it } from 'vitest';
import { openSandbox, post, startedBridge } from '../command-line.ts';

const rules = `source: form
destination: salon
operation: updateCustomer
set: {id: customer, note: note, additionalFields: {allergies: allergies, lead.source: lead}}
`;

/** Two events whose customer numbers are crossed: the first is about customer 1001, the second about 1002. */
async function crossed() {
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
  const first = { customer: 1002, allergies: 'Latex', lead: 'Web' };
  const second = { customer: 1001, allergies: 'PPD', lead: 'Shop', note: 'of 1002' };
  const [a, b] = [await post(bridge.url, first), await post(bridge.url, second)];
  expect([a.event.status, b.event.status]).toEqual(['delivered', 'delivered']);
  const show = async (id: string) => JSON.parse((await bridge.ask('events', 'show', id, '--json')).out);
  const isPlanned = async (id: string, customer: string) =>
    expect
      .poll(async () => {
        const [call] = (await show(id)).calls;
        return [call.status, call.request.id];
      })
      .toEqual(['delivered', customer]);
  const amend = (id: string, customer: string, ...more: readonly string[]) =>
    bridge.ask(
      'events',
      'amend',
      id,
      '--set',
      `customer=${customer}`,
      '--reason',
      'crossed',
      '--yes',
      ...more,
    );
  const replay = (id: string, ...more: readonly string[]) =>
    bridge.ask('events', 'replay', id, '--again', ...more);
  const allergies = (customer: number) => sandbox.customer(customer)?.additionalFields.allergies;
  return { bridge, a: a.event.id, b: b.event.id, show, isPlanned, amend, replay, allergies };
}

it('two crossed customer numbers are put right, and each command names the next step', async () => {
  const { bridge, a, b, show, isPlanned, amend, replay, allergies } = await crossed();
  const corrected = await amend(a, '1001');
  expect(corrected.out).toMatch(/nothing of the call of notes to salon is sent: newer events .* have set/);
  expect(corrected.out).toContain(
    `if ${b} was meant for another person, correct it first, then run \`fieldbridge events replay ${a} --again`,
  );
  const codes = async () => (await show(a)).calls[0].diagnostics.map((each: { code: string }) => each.code);
  await expect.poll(codes).toEqual(['delivery/superseded', 'delivery/superseded']);
  await isPlanned(a, '1002');
  const shown = (await bridge.ask('events', 'show', a)).out;
  expect(shown).toContain('additionalFields.allergies, additionalFields.lead.source were left out');
  expect(shown.replaceAll(/\s+/g, ' ').split(`if ${b} was meant for another person`)).toHaveLength(2);
  const early = await replay(a, '--yes');
  expect(early.out).toContain('nothing is sent: newer events of this person have set all its values since');
  expect(early.out).toContain(`if ${b} was meant for another person`);

  const manyBefore = (await bridge.ask('events', 'replay', '--source', 'form', '--again')).err;
  expect(manyBefore).toContain(
    'The values of 1 event go to another customer than before, since the link or the',
  );
  expect(manyBefore).toContain('1 has values that a newer event of the same person has set since');

  const other = await amend(b, '1002');
  expect(other.out).toContain(
    'Customer 1001 at salon has got note, allergies, lead.source of this event already. Put note right in the calendar.',
  );
  expect(other.out).toContain(
    `${a} has values for customer 1001 at salon that were left out because of this event: allergies, lead.source. To send them afterwards, run \`fieldbridge events replay ${a} --again`,
  );
  await isPlanned(b, '1002');
  await expect.poll(() => [allergies(1001), allergies(1002)]).toEqual(['PPD', 'PPD']);

  const many = await bridge.ask('events', 'replay', '--source', 'form', '--again');
  expect(many.err).toContain('2 events match and would be replayed.\n  Add --yes');
  // The second event has replaced all values of the first one at customer 1002, so nothing is asked.
  const last = await replay(a);
  expect(last).toEqual({
    status: 0,
    err: '',
    out: expect.stringMatching(/^\S+ is planned again; `fieldbridge events show [^`]+` shows the result\n$/),
  });
  await isPlanned(a, '1001');
  await expect.poll(() => [allergies(1001), allergies(1002)]).toEqual(['Latex', 'PPD']);
  expect(await codes()).toEqual([]);
});

it('/api names the same events, by id', async () => {
  const { a, b, isPlanned, amend } = await crossed();
  const corrected = JSON.parse((await amend(a, '1001', '--json')).out);
  expect(corrected).toMatchObject({
    effects: [{ stays: 'superseded', superseded: ['allergies', 'lead.source'], newerEvents: [b] }],
    remains: [{ customerId: '1002', otherCustomer: true, names: ['allergies', 'lead.source'] }],
  });
  await isPlanned(a, '1002');
  const other = JSON.parse((await amend(b, '1002', '--json')).out);
  expect(other).toMatchObject({
    effects: [{ mapping: 'notes' }],
    remains: [
      {
        customerId: '1001',
        names: ['note', 'allergies', 'lead.source'],
        leftOut: [{ event: a, names: ['allergies', 'lead.source'] }],
      },
    ],
  });
  expect(other.effects[0]).not.toHaveProperty('stays');
});

it('a value that a third event has set since is neither left to be sent nor to be put right', async () => {
  const { bridge, a, b, isPlanned, amend } = await crossed();
  await amend(a, '1001');
  await isPlanned(a, '1002');
  const third = await post(bridge.url, { customer: 1001, allergies: 'Nuts' });
  const other = JSON.parse((await amend(b, '1002', '--json')).out);
  expect(other.remains).toMatchObject([
    { names: ['note', 'lead.source'], leftOut: [{ event: a, names: ['lead.source'] }] },
  ]);
  await isPlanned(b, '1002');
  const partly = await bridge.ask('events', 'replay', a, '--again');
  expect(partly.out).toContain(
    'allergies of notes is left out: a newer event of this person has set it since',
  );
  expect(partly.out).toContain(`if ${third.event.id} was meant for another person`);
});

it('the second event may be corrected first: nothing is left out, and nothing is left to be done', async () => {
  const { a, b, isPlanned, amend, allergies } = await crossed();
  await amend(b, '1002');
  await isPlanned(b, '1002');
  const corrected = JSON.parse((await amend(a, '1001', '--json')).out);
  expect(corrected.effects[0]).not.toHaveProperty('superseded');
  expect(corrected).not.toHaveProperty('remains');
  await isPlanned(a, '1001');
  expect([allergies(1001), allergies(1002)]).toEqual(['Latex', 'PPD']);
});
