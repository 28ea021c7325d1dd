import { afterEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const contact = (head = '') => `
source: crm
destination: salon
${head}operation: updateCustomer
set: {id: customer, note: note, additionalFields: {allergies: allergies}}
`;

/** A time on the first of March 2026, for example `10:05`. */
const at = (time: string) => `2026-03-01T${time}:00.000Z`;

let harness: Harness;

afterEach(() => harness.close());

async function start(head = ''): Promise<void> {
  harness = await startHarness({ mappings: { contact: contact(head) } });
}

/** Sends and delivers events one after the other; returns the codes of the last one. */
async function codesOfLast(...events: readonly object[]): Promise<string[]> {
  let last = '';
  for (const event of events) {
    last = await harness.send({ customer: 1002, ...event });
    await harness.run();
  }
  return (await harness.event(last)).diagnostics.map(({ code }) => code);
}

describe('an older event that arrives later, without ignoreOlder', () => {
  it('is sent with a warning that names the times and the replaced values', async () => {
    await start();
    const newer = { happened: at('10:05'), note: 'new', allergies: 'Nuts' };
    const older = { happened: at('10:00'), note: 'old', allergies: 'Nuts' };
    expect(await codesOfLast(newer, older)).toEqual(['call/older-values']);
    const notes = harness.sandbox.customer(1002)?.updates.map(({ note }) => note);
    expect(notes).toEqual(['new', 'old']);
  });

  it.each([
    ['it sets other values', { note: 'new' }, { allergies: 'Nuts' }],
    ['it sets the same values', { note: 'same' }, { note: 'same' }],
    ['it has no time', { note: 'new' }, { note: 'old', happened: undefined }],
    ['it is of the same time', { note: 'new' }, { note: 'old', happened: at('10:05') }],
    ['it is of another person', { note: 'new' }, { note: 'old', customer: 1003 }],
  ])('is sent without a warning if %s', async (_, newer, older) => {
    await start();
    const codes = await codesOfLast({ happened: at('10:05'), ...newer }, { happened: at('10:00'), ...older });
    expect(codes).toEqual([]);
  });

  it('is compared with every later event', async () => {
    await start();
    const events = [
      { happened: at('10:05'), note: 'new' },
      { happened: at('10:10'), allergies: 'Nuts' },
      { happened: at('10:00'), note: 'old' },
    ];
    expect(await codesOfLast(...events)).toEqual(['call/older-values']);
  });

  it('is no surprise if a person sends it with force', async () => {
    await start();
    const older = { happened: at('10:00'), note: 'old' };
    await codesOfLast({ happened: at('10:05'), note: 'new' });
    const id = await harness.send({ customer: 1002, ...older });
    await harness.run();
    await harness.store.replay({ id }, { force: true, again: true });
    await harness.run();
    expect(harness.sandbox.customer(1002)?.updates.map(({ note }) => note)).toEqual(['new', 'old', 'old']);
    expect((await harness.event(id)).diagnostics).toEqual([]);
  });

  it('gets the newer values back by ignoreOlder and a replay of the newer event', async () => {
    await start();
    const newer = await harness.send({ customer: 1002, happened: at('10:05'), note: 'new' });
    await harness.run();
    await codesOfLast({ happened: at('10:00'), note: 'old' });
    await harness.use({ contact: contact('ignoreOlder: true\n') });
    await harness.store.replay({ id: newer }, { force: false, again: true });
    await harness.run();
    expect(harness.sandbox.customer(1002)?.updates.map(({ note }) => note)).toEqual(['new', 'old', 'new']);
  });
});
