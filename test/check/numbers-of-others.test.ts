import { describe, expect, it } from 'vitest';
import { senderId } from '../../src/check/people/sender-id.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';

function told(head: string): readonly string[] {
  const text = `source: shop\ndestination: salon\n${head}\n  note: note\n`;
  return senderId(mappingOf(text)).map(({ code, path }) => `${code} ${path}`);
}
const update = (id: string) => told(`operation: updateCustomer\nset:\n  id: ${id}`);

describe('the customer number', () => {
  it.each([
    'meta_data[key="empfehler_nr"].value',
    'empfohlen_von_nr',
    'referrer.customer_number',
    'referralCustomerNo',
    '{answer: Kundennummer der Freundin}',
    'friend.customer_no',
    'geworben_durch',
    '{answer: Nummer des Partners}',
    '{answer: Kundennummer der Begleitperson}',
    'spouse.customer_number',
    'parrain_numero',
    'recommendedBy',
    'aanbrenger_klantnummer',
  ])('is reported if it is that of somebody who recommended the customer: %s', id => {
    expect(update(id)).toEqual(['mapping/sender-id id']);
  });

  it.each([
    'customer_number',
    'meta_data[key="kunden_nr"].value',
    '{answer: Kundennummer}',
    '{from: empfehler_nr, because: the shop has the customer there}',
    'preferred_customer_no',
    'refNr',
  ])('is not reported: %s', id => {
    expect(update(id)).toEqual([]);
  });

  it('is reported in the link too', () => {
    const link = 'operation: updateCustomer\nset:\n  id: $linked';
    expect(told(`link: referrer_email\n${link}`)).toEqual(['mapping/sender-id link']);
    expect(told(`link: email\n${link}`)).toEqual([]);
  });
});
