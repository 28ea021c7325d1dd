import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const minute = 60_000;

const mappings = {
  pass: `
source: crm
destination: salon
when: kind = "pass"
operation: updateCustomer
link: contact
set: {id: $linked, note: note, additionalFields: {allergies: allergies}}
`,
  booking: `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  firstName: {value: Mara}
  name: {value: Lindqvist}
  email: {value: mara.lindqvist@example.com}
  mobile: {value: "+491713920001"}
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
  additionalFields: {allergies: allergies}
`,
};

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness({ mappings });
  await harness.run();
  await harness.store.putLink({ people: 'crm', id: 'mara' }, 'salon', '1001');
});

afterEach(() => harness.close());

const pass = (values: object) => harness.send({ kind: 'pass', contact: 'mara', ...values });

/** Delivers a booking of Mara, whose number only the response contains. */
async function book(allergies: string): Promise<string> {
  const [slot] = harness.sandbox.reserve(1);
  const id = await harness.send({
    ...{ kind: 'booking', allergies },
    appointment: slot?.appointmentId,
    participant: slot?.appointmentParticipantId,
  });
  await harness.run();
  expect(await harness.event(id)).toMatchObject({ status: 'delivered', calls: [{ customerId: '1001' }] });
  return id;
}

const allergies = () => harness.sandbox.customer(1001)?.additionalFields.allergies;
const note = () => harness.sandbox.customer(1001)?.note;
const replay = (id: string) => harness.store.replay({ id }, { force: false, again: true });

describe('the values of a booking whose customer the response names', () => {
  it('stay if an older update of that customer is sent again', async () => {
    const older = await pass({ note: 'called', allergies: 'Nuts' });
    await harness.run();
    await book('None');
    await replay(older);
    await harness.run();
    expect([note(), allergies()]).toEqual(['called', 'None']);
    expect(await harness.event(older)).toMatchObject({
      status: 'delivered',
      diagnostics: [{ code: 'delivery/superseded', path: 'additionalFields.allergies' }],
    });
  });

  it('leave nothing to send of an older update that sets only them', async () => {
    const older = await pass({ allergies: 'Nuts' });
    await harness.run();
    await book('None');
    await replay(older);
    await harness.run();
    expect(allergies()).toBe('None');
    expect(harness.sandbox.calls().filter(({ operation }) => operation === 'updateCustomer')).toHaveLength(1);
  });

  it('stay if all events of a source are sent again', async () => {
    const older = await pass({ note: 'called', allergies: 'Nuts' });
    await harness.run();
    await book('None');
    await harness.store.replay({ source: 'crm' }, { force: false, again: true });
    await harness.run();
    expect(allergies()).toBe('None');
    expect((await harness.event(older)).diagnostics.map(({ code }) => code)).toEqual(['delivery/superseded']);
  });

  it('stay if an older update of that customer was waiting for its next try', async () => {
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 503, times: 1 });
    const older = await pass({ note: 'called', allergies: 'Nuts' });
    await harness.run();
    await book('None');
    await harness.later(30 * minute);
    expect([note(), allergies()]).toEqual(['called', 'None']);
    expect((await harness.event(older)).diagnostics.map(({ code }) => code)).toEqual(['delivery/superseded']);
  });

  it('are replaced by a newer update, and by a replay with force', async () => {
    const older = await pass({ allergies: 'Nuts' });
    await harness.run();
    await book('None');
    await pass({ allergies: 'Milk' });
    await harness.run();
    expect(allergies()).toBe('Milk');
    await harness.store.replay({ id: older }, { force: true, again: true });
    await harness.run();
    expect(allergies()).toBe('Nuts');
  });
});
