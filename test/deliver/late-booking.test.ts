import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const set = `
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
`;

const mappings = {
  pass: `
source: crm
destination: salon
when: kind = "pass"
operation: updateCustomer
set: {id: customer, additionalFields: {allergies: allergies}}
`,
  booking: `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
maxAge: 15m
set:${set}`,
  linked: `
source: crm
destination: salon
when: kind = "linked"
operation: persistCustomerData
link: contact
set:${set}`,
};

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness({ mappings });
  await harness.run();
});

afterEach(() => harness.close());

const pass = (allergies: string, customer = 1001) => harness.send({ kind: 'pass', customer, allergies });
const allergies = () => harness.sandbox.customer(1001)?.additionalFields.allergies;
const replay = (id: string, force = false) => harness.store.replay({ id }, { force });

/** Sends a booking of Mara that fails: the appointment is refused once. */
async function failedBooking(kind: 'booking' | 'linked', value: string): Promise<string> {
  harness.sandbox.addFaults({ operation: 'persistCustomerData', status: 400, times: 1 });
  const [slot] = harness.sandbox.reserve(1);
  const id = await harness.send({
    ...{ kind, contact: 'mara', allergies: value },
    appointment: slot?.appointmentId,
    participant: slot?.appointmentParticipantId,
  });
  await harness.run();
  expect((await harness.event(id)).status).toBe('failed');
  return id;
}

describe('a booking that is replayed after newer events', () => {
  it('leaves out what they have set, if its link stands for the customer by now', async () => {
    const id = await failedBooking('linked', 'Nuts');
    await harness.store.putLink({ people: 'crm', id: 'mara' }, 'salon', '1001');
    await pass('None');
    await harness.run();
    await replay(id);
    await harness.run();
    expect(allergies()).toBe('None');
    expect(await harness.event(id)).toMatchObject({
      status: 'delivered',
      diagnostics: [{ code: 'delivery/superseded', path: 'additionalFields.allergies' }],
    });
  });

  it('reports the newer values that it replaced, if only the response names the customer', async () => {
    const id = await failedBooking('booking', 'Nuts');
    await pass('None');
    await harness.run();
    await replay(id);
    await harness.run();
    expect(allergies()).toBe('Nuts');
    const { status, diagnostics } = await harness.event(id);
    expect([status, diagnostics.map(({ code }) => code)]).toEqual(['delivered', ['call/older-values']]);
    expect(diagnostics[0]?.message).toContain('additionalFields.allergies');
    expect(JSON.stringify(diagnostics)).not.toContain('Nuts');
  });

  it('is sent without a warning if they have set nothing else, or the same values', async () => {
    const id = await failedBooking('booking', 'Nuts');
    await pass('Nuts');
    await pass('None', 1002);
    await harness.run();
    await replay(id);
    await harness.run();
    expect(await harness.event(id)).toMatchObject({ status: 'delivered', diagnostics: [] });
  });

  it('is sent without a warning by a replay with force', async () => {
    const id = await failedBooking('booking', 'Nuts');
    await pass('None');
    await harness.run();
    await replay(id, true);
    await harness.run();
    expect(await harness.event(id)).toMatchObject({ status: 'delivered', diagnostics: [] });
  });
});
