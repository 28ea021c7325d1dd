import { describe, expect, it } from 'vitest';
import { familyLink } from '../../src/check/people/family-link.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';

function reported(link: string, id = '$linked'): boolean {
  return found(link, id).length > 0;
}

function found(link: string, id: string, operation = 'updateCustomer') {
  const [number, others] =
    operation === 'updateCustomer'
      ? ['id', '  note: note']
      : ['customerId', '  appointmentId: appointment\n  privacy: a\n  terms: b\n  minAge: c'];
  const text = `source: website
destination: salon
operation: ${operation}
link: '${link}'
set:
  ${number}: '${id}'
${others}
`;
  const readFile = () => {
    throw new Error('there is no file');
  };
  const { mapping, diagnostics } = parseMapping('notes.yaml', text, { readFile });
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  return familyLink(mapping);
}

describe('a link that a family may share', () => {
  it.each([
    'email',
    'contact.email',
    'eMail',
    '`E-Mail`',
    'Email_Address',
    'customer.mail',
    'emailadresse',
    'phone',
    'mobile',
    'contact.phone_number',
    'Telefon',
    'telefonnummer',
    'handynummer',
    'work_email',
    '$answers.email',
    '$lowercase(email)',
    '$trim($lowercase(contact.email))',
    'contact.emails.value',
    'emails[0].value',
    'phone.number',
    'contact.email.address',
  ])('is reported by its name: %s', link => {
    expect(reported(link)).toBe(true);
  });

  it.each([
    'contact_id',
    'id',
    'objectId',
    'email_id',
    'contact.mail_hash',
    'email & " " & first_name',
    'phone & firstname',
    '$exists(contact_id) ? contact_id : email',
    'mailing_id',
    'phoneme',
    'user.uuid',
    'emails.id',
    'subscriber',
    '$join([email, first_name], " ")',
    '$lowercase(email) & vorname',
    'contact.id.value',
    'company.address',
  ])('is not reported if it is an id, or more than the address: %s', link => {
    expect(reported(link)).toBe(false);
  });

  it.each(['$linked', '$string($linked)', '$exists($linked) ? $linked'])(
    'is a warning for a booking, which would be for somebody else of the family: %s',
    id => {
      for (const link of ['email', 'invitee.email', '$lowercase(email)', 'telefon']) {
        const [first, ...others] = found(link, id, 'persistCustomerData');
        expect(first?.severity).toBe('warning');
        expect(first?.message).toContain('the calendar ignores the name of the child');
        expect(first?.hint).toContain('$join([');
        expect(others).toEqual([]);
      }
      const [update] = found('email', id);
      expect(update?.severity).toBe('info');
    },
  );

  it.each([
    ['contact_id', '$linked'],
    ['email & " " & first_name', '$linked'],
    ['email', 'customer_number'],
    ['email', '$exists(customer_number) ? customer_number : $linked'],
  ])('is not reported for a booking with an id, a name or a number: %s, %s', (link, id) => {
    expect(found(link, id, 'persistCustomerData')).toEqual([]);
  });

  it('is not reported if the mapping also reads the customer number from the event', () => {
    expect(reported('email', 'customer_number')).toBe(false);
    expect(reported('email', 'customer_number ? customer_number : $linked')).toBe(false);
  });
});
