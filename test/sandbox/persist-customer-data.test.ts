import { describe, expect, it } from 'vitest';
import { consents, persist, reserveOne, sandboxForEachTest, send } from './call-sandbox.ts';

const sandbox = sandboxForEachTest();
const newcomer = {
  genderType: 'FEMALE',
  firstName: 'Nora',
  name: 'Beispiel',
  email: 'nora.beispiel@example.com',
  mobile: '+491713920099',
  phone: '+4930230000099',
};
const mara = {
  firstName: 'Mara',
  name: 'Lindqvist',
  email: 'mara.lindqvist@example.com',
  mobile: '+491713920001',
};

describe('persistCustomerData with customerId (API document 4.1)', () => {
  it('completes the booking for that customer, with a url that names the appointment and participant', async () => {
    const slot = reserveOne(sandbox());
    const reply = await persist(sandbox(), { ...slot, ...consents, customerId: '1002' });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      result: 'OK',
      customerId: 1002,
      url: `${sandbox().url}/booking/${slot.appointmentId}/${slot.appointmentParticipantId}`,
    });
    expect(sandbox().reservation(slot.appointmentId)).toMatchObject({
      state: 'completed',
      customerId: 1002,
      consents,
      calls: { received: 1, applied: 1, answered: 1, repeated: 0 },
    });
    const { url } = reply.json as { url: string };
    expect(await send(url)).toMatchObject({ status: 200, text: expect.stringContaining('completed') });
  });

  it('ignores master data, and does not validate it', async () => {
    const slot = reserveOne(sandbox());
    const ignored = {
      firstName: 'Eva',
      name: '',
      email: 'nonsense',
      mobile: '1',
      phone: '2',
      genderType: 'X',
    };
    const reply = await persist(sandbox(), { ...slot, ...consents, customerId: '1002', ...ignored });
    expect(reply.json).toMatchObject({ result: 'OK', customerId: 1002 });
    expect(sandbox().customer(1002)).toMatchObject({
      firstName: 'Jonas',
      lastName: 'Ebersbach',
      email: 'jonas.ebersbach@example.com',
      mobile: '+491713920002',
      phone: '',
      genderType: 'MALE',
    });
  });

  it('skips duplicate matching: the named customer wins over the one who would match', async () => {
    const reply = await persist(sandbox(), {
      ...reserveOne(sandbox()),
      ...consents,
      ...mara,
      customerId: '1002',
    });
    expect(reply.json).toMatchObject({ customerId: 1002 });
  });

  it('sets the status only with success, and writes it to the history with category API', async () => {
    const slot = reserveOne(sandbox());
    const form = { ...slot, customerId: '1002', customerStatus: 'Stammkunde' };
    expect((await persist(sandbox(), form)).json).toMatchObject({ result: 'INVALID' });
    expect(sandbox().customer(1002)).toMatchObject({ customerStatus: 'Neukunde', history: [] });
    expect((await persist(sandbox(), { ...form, ...consents })).json).toMatchObject({ result: 'OK' });
    expect(sandbox().customer(1002)).toMatchObject({
      customerStatus: 'Stammkunde',
      history: [{ category: 'API', originalValue: 'Neukunde', newValue: 'Stammkunde' }],
    });
  });

  it('keeps the comment, and stores each additional field in its place', async () => {
    const slot = reserveOne(sandbox());
    await persist(sandbox(), {
      ...slot,
      ...consents,
      customerId: '1002',
      rightOfWithdrawal: 'true',
      marketing: 'false',
      hasMarketingBox: 'true',
      'appointmentParticipant.customerComment': 'Bitte nicht föhnen',
      'additionalFields.lead.source': 'Website',
      'additionalFields.appointment.wish': 'Fensterplatz',
      'additionalFields.contact.by': '',
      'additionalFields.portrait': 'x',
      'additionalFields.unknown': 'x',
    });
    expect(sandbox().customer(1002)?.additionalFields).toEqual({
      'contact.by': 'SMS',
      'lead.source': 'Website',
    });
    expect(sandbox().reservation(slot.appointmentId)).toMatchObject({
      customerComment: 'Bitte nicht föhnen',
      additionalFields: { 'appointment.wish': 'Fensterplatz' },
      consents: { rightOfWithdrawal: 'true', marketing: 'false', hasMarketingBox: 'true' },
    });
  });

  it('accepts a customer of the other location, who then belongs to both', async () => {
    const reply = await persist(sandbox(), { ...reserveOne(sandbox()), ...consents, customerId: '1010' });
    expect(reply.json).toMatchObject({ result: 'OK', customerId: 1010 });
    expect(sandbox().customer(1010)?.locationIds).toEqual([2, 1]);
  });
});

describe('persistCustomerData without customerId (API document 4.1 rule 1)', () => {
  it('creates the customer, with status and additional fields', async () => {
    const reply = await persist(sandbox(), {
      ...reserveOne(sandbox()),
      ...consents,
      ...newcomer,
      customerStatus: 'Neukunde',
      'additionalFields.newsletter': 'true',
    });
    expect(reply.json).toMatchObject({ result: 'OK', customerId: 1015 });
    const { name, ...kept } = newcomer;
    expect(sandbox().customer(1015)).toMatchObject({
      ...kept,
      lastName: name,
      customerStatus: 'Neukunde',
      additionalFields: { newsletter: 'true' },
      locationIds: [1],
    });
  });

  it('assigns the appointment to the customer whose name, e-mail and mobile number all match', async () => {
    const reply = await persist(sandbox(), {
      ...reserveOne(sandbox()),
      ...consents,
      ...mara,
      customerStatus: 'VIP',
    });
    expect(reply.json).toMatchObject({ result: 'OK', customerId: 1001 });
    expect(sandbox().customer(1001)).toMatchObject({ customerStatus: 'VIP' });
  });

  it.each([
    ['last name', { name: 'Lindquist' }],
    ['first name', { firstName: 'Maria' }],
    ['e-mail', { email: 'mara@example.com' }],
    ['mobile number', { mobile: '+491713920098' }],
    ['missing mobile number', { mobile: '' }],
  ])('another %s creates another customer', async (_, other) => {
    const reply = await persist(sandbox(), { ...reserveOne(sandbox()), ...consents, ...mara, ...other });
    expect(reply.json).toMatchObject({ customerId: 1015 });
  });

  it('no customer matches if e-mail and mobile number are missing on both sides', async () => {
    const greta = { firstName: 'Greta', name: 'Osterloh' };
    const reply = await persist(sandbox(), { ...reserveOne(sandbox()), ...consents, ...greta });
    expect(reply.json).toMatchObject({ customerId: 1015 });
  });

  it('matches a customer created by an earlier booking, but not a deleted one', async () => {
    for (const _ of [1, 2]) await persist(sandbox(), { ...reserveOne(sandbox()), ...consents, ...newcomer });
    expect(sandbox().state().customers).toHaveLength(15);
    sandbox().control('customers', { action: 'delete', id: 1015 });
    const reply = await persist(sandbox(), { ...reserveOne(sandbox()), ...consents, ...newcomer });
    expect(reply.json).toMatchObject({ customerId: 1016 });
  });
});

describe('persistCustomerData if the customer must act (API document 3)', () => {
  it('asks for payment with a url that names the appointment and participant', async () => {
    const slot = reserveOne(sandbox(), 'payment');
    const reply = await persist(sandbox(), {
      ...slot,
      ...consents,
      customerId: '1002',
      customerStatus: 'VIP',
    });
    expect(reply.json).toEqual({
      result: 'OK',
      action: 'requirePayment',
      url: `${sandbox().url}/payment/${slot.appointmentId}/${slot.appointmentParticipantId}`,
    });
    expect(sandbox().reservation(slot.appointmentId)).toMatchObject({
      state: 'awaiting-payment',
      customerId: null,
    });
    expect(sandbox().customer(1002)).toMatchObject({ customerStatus: 'Neukunde' });
  });

  it('asks for a TAN, and counts a repeat, which would send another one', async () => {
    const slot = reserveOne(sandbox(), 'tan');
    for (const _ of [1, 2]) {
      const reply = await persist(sandbox(), { ...slot, ...consents, customerId: '1002' });
      expect(reply.json).toEqual({ result: 'OK', action: 'requireTAN' });
    }
    expect(sandbox().reservation(slot.appointmentId)).toMatchObject({
      state: 'awaiting-tan',
      calls: { received: 2, applied: 2, repeated: 1 },
    });
  });
});

describe('persistCustomerData refuses (API document 7)', () => {
  it.each(['privacy', 'terms', 'minAge'])('INVALID without %s; the reservation stays open', async missing => {
    const slot = reserveOne(sandbox());
    for (const value of ['', 'false']) {
      const reply = await persist(sandbox(), { ...slot, ...consents, customerId: '1002', [missing]: value });
      expect(reply).toMatchObject({
        status: 200,
        json: { result: 'INVALID', errors: { [missing]: expect.any(String) } },
      });
    }
    expect(sandbox().reservation(slot.appointmentId)).toMatchObject({
      state: 'reserved',
      calls: { applied: 0 },
    });
    const reply = await persist(sandbox(), { ...slot, ...consents, customerId: '1002' });
    expect(reply.json).toMatchObject({ result: 'OK' });
  });

  it('INVALID lists all faults at once', async () => {
    const reply = await persist(sandbox(), { ...reserveOne(sandbox()), email: 'nonsense', genderType: 'X' });
    const { errors } = reply.json as { errors: object };
    expect(Object.keys(errors)).toEqual(['privacy', 'terms', 'minAge', 'name', 'email', 'genderType']);
  });

  it('400 without appointmentId', async () => {
    for (const form of [{}, { appointmentId: '' }]) {
      const reply = await persist(sandbox(), { ...consents, customerId: '1002', ...form });
      expect(reply).toMatchObject({ status: 400, json: { error: 'missing appointmentId' } });
    }
  });

  it('404 for an unknown appointment or customer', async () => {
    const unknown = await persist(sandbox(), { ...consents, appointmentId: 'apt-none', customerId: '1002' });
    expect(unknown).toMatchObject({ status: 404, json: { error: 'appointment not found' } });
    for (const customerId of ['9999', '1014', 'abc']) {
      const reply = await persist(sandbox(), { ...reserveOne(sandbox()), ...consents, customerId });
      expect(reply).toMatchObject({ status: 404, json: { error: 'customer not found' } });
    }
  });

  it('400 for an unknown status name, and nothing is saved', async () => {
    const slot = reserveOne(sandbox());
    const reply = await persist(sandbox(), { ...slot, ...consents, ...newcomer, customerStatus: 'Kundee' });
    expect(reply).toMatchObject({
      status: 400,
      json: { error: 'customer status not found', availableStatuses: expect.arrayContaining(['VIP']) },
    });
    expect(sandbox().reservation(slot.appointmentId)?.state).toBe('reserved');
    expect(sandbox().customer(1015)).toBeUndefined();
  });

  it('ERROR appointmentInvalid for one that cannot be completed, for a completed one, and for another’s participant', async () => {
    const invalid = { status: 200, json: { result: 'ERROR', reason: 'appointmentInvalid' } };
    const rest = { ...consents, customerId: '1002' };
    expect(await persist(sandbox(), { ...reserveOne(sandbox(), 'error'), ...rest })).toMatchObject(invalid);
    const slot = reserveOne(sandbox());
    const mixed = { ...slot, appointmentParticipantId: reserveOne(sandbox()).appointmentParticipantId };
    expect(await persist(sandbox(), { ...mixed, ...rest })).toMatchObject(invalid);
    await persist(sandbox(), { ...slot, ...rest });
    expect(await persist(sandbox(), { ...slot, ...rest, customerStatus: 'VIP' })).toMatchObject(invalid);
    expect(sandbox().customer(1002)?.customerStatus).toBe('Neukunde');
    expect(sandbox().reservation(slot.appointmentId)?.calls).toEqual({
      received: 3,
      applied: 1,
      answered: 3,
      repeated: 1,
    });
  });
});
