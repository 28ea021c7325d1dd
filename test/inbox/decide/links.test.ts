import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/inbox/call.ts';
import { linkEffect, otherCustomer } from '../../../src/inbox/decide/links.ts';
import { booking, text, update } from '../contract/samples.ts';

function bookedBy(names: Readonly<Record<string, string>>): Call {
  const details = Object.fromEntries(Object.entries(names).map(([name, value]) => [name, text(value)]));
  return { ...booking('A1'), customer: { details } };
}

function moves(id: string, call: Call, ...earlier: readonly Call[]): boolean {
  const linked = { link: { people: 'crm', id }, customerId: '2002' };
  return otherCustomer({ linked, known: { customerId: '1001', sharedSince: null }, call, earlier }).moves;
}

describe('a link of another customer', () => {
  it.each([
    '301',
    '4915123456789',
    'c-301',
    '9f2c1f6e-0c1a-4d6e-8d0f-2f1f0c5a7b11',
    '0012',
    'anna.berg',
    'id 7',
    '1990-05-03',
  ])('moves if it is the id of one person: %s', id => {
    expect(moves(id, update('2002'))).toBe(true);
  });

  it.each([
    'anna@example.com',
    'ANNA@EXAMPLE.COM',
    '+49 151 2345678',
    '0151/2345678',
    '(0)151' + '@',
    '0043 (1) 234-56-78',
  ])('is shared if a family may have it: %s', id => {
    expect(moves(id, update('2002'))).toBe(false);
  });

  const mail = 'anna@example.com';
  it('is decided by the first names of bookings, in any spelling, if both are known', () => {
    const anna = bookedBy({ firstName: 'Zo\u00eb', name: 'Berg' });
    expect(moves(mail, bookedBy({ firstName: ' ZOE\u0308 ', name: 'Meier' }), anna)).toBe(true);
    expect(moves(mail, bookedBy({ firstName: 'Mia', name: 'Berg' }), anna)).toBe(false);
    expect(moves('c-301', bookedBy({ firstName: 'Mia', name: 'Berg' }), anna)).toBe(false);
    expect(moves('c-301', bookedBy({ firstName: 'Mia' }), bookedBy({ name: 'Berg' }))).toBe(true);
    expect(moves(mail, bookedBy({ name: 'Berg' }), bookedBy({ name: 'Berg' }))).toBe(false);
    expect(moves('c-301', bookedBy({ name: 'Berg' }), bookedBy({ name: 'Arndt' }))).toBe(false);
    expect(moves('c-301', bookedBy({ firstName: 'Mia' }))).toBe(true);
  });

  it('is nothing new for a call that took its number from the link', () => {
    const link = { people: 'crm', id: 'c-301' };
    const known = { customerId: '1001', sharedSince: null };
    expect(linkEffect(undefined, { link, customerId: '7' })).toBe('write');
    expect(linkEffect(undefined, { link, customerId: '7', isKnown: true })).toBe('nothing');
    expect(linkEffect(known, { link, customerId: '1001', isKnown: true })).toBe('nothing');
    expect(linkEffect(known, { link, customerId: '7', isKnown: true })).toBe('outdated');
    expect(linkEffect(known, { link, customerId: '7' })).toBe('other');
    expect(linkEffect(known, { link, customerId: '01001' })).toBe('nothing');
    expect(linkEffect({ ...known, sharedSince: 'evt_1' }, { link, customerId: '7' })).toBe('nothing');
  });
});
