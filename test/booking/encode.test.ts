import { describe, expect, it } from 'vitest';
import { encode, encodeCatalogRead } from '../../src/booking/http/encode.ts';
import { bookingCall, data, literal, updateCall } from './calls.ts';

describe('an update', () => {
  it('is sent as JSON, with the fields as a list and the customer number in the query', () => {
    const request = encode({
      ...updateCall,
      additionalFields: [
        { key: 'lead.source', change: { set: literal('Website') } },
        { key: '__proto__', change: { set: data('3') }, header: 'Extra' },
        { key: 'allergies', change: { clear: true } },
      ],
    });
    expect(request).toEqual({
      method: 'POST',
      path: '/office/api/updateCustomer?id=1001',
      contentType: 'application/json',
      body: expect.any(String),
      token: 'query',
      freshConnection: false,
    });
    expect(JSON.parse(request.body ?? '')).toEqual({
      note: 'likes tea',
      additionalFields: [
        { key: 'lead.source', value: 'Website' },
        { key: '__proto__', value: '3', header: 'Extra' },
        { key: 'allergies', value: '' },
      ],
      customerStatus: 'Stammkunde',
    });
  });

  it('leaves out unchanged values, and clears a note with an empty text', () => {
    const { customerStatus: _none, ...rest } = updateCall;
    expect(encode({ ...rest, note: { clear: true }, additionalFields: [] }).body).toBe('{"note":""}');
  });

  it('cannot contain further parameters in the number', () => {
    expect(encode({ ...updateCall, id: data('1&token=x') }).path).toBe(
      '/office/api/updateCustomer?id=1%26token%3Dx',
    );
  });
});

describe('a booking', () => {
  it('is sent as a form on its own connection, with nothing in the URL', () => {
    const request = encode({ ...bookingCall, customerComment: data('a & b = ü\nc') });
    expect(request).toMatchObject({
      method: 'POST',
      path: '/office/api/persistCustomerData',
      contentType: 'application/x-www-form-urlencoded',
      token: 'form',
      freshConnection: true,
    });
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
      appointmentId: 'apt-1',
      appointmentParticipantId: 'par/2 ä',
      customerId: '1001',
      customerStatus: 'Stammkunde',
      privacy: 'true',
      terms: 'true',
      minAge: 'true',
      'appointmentParticipant.customerComment': 'a & b = ü\nc',
      'additionalFields.lead.source': 'Website',
    });
  });

  it('has the master data if no number is known', () => {
    const details = {
      genderType: data('FEMALE'),
      firstName: data('Erika'),
      name: data('Muster'),
      email: data('erika@example.com'),
      mobile: data('+491700000000'),
      phone: data('030 1'),
    };
    const form = new URLSearchParams(encode({ ...bookingCall, customer: { details } }).body);
    expect(form.get('customerId')).toBeNull();
    expect(Object.entries(details).map(([name, { text }]) => form.get(name) === text)).not.toContain(false);
  });
});

describe('the request for the catalog', () => {
  it('has the language of the destination', () => {
    expect(encodeCatalogRead('de')).toMatchObject({
      method: 'GET',
      path: '/office/api/additionalCustomerFields?locale=de',
      token: 'query',
    });
    expect(encodeCatalogRead(undefined).path).toBe('/office/api/additionalCustomerFields');
  });
});
