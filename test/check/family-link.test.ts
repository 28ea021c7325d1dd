import { describe, expect, it } from 'vitest';
import { familyLink } from '../../src/check/family-link.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';

function reported(link: string, id = '$linked'): boolean {
  const text = `source: website
destination: salon
operation: updateCustomer
link: '${link}'
set:
  id: '${id}'
  note: note
`;
  const readFile = () => {
    throw new Error('there is no file');
  };
  const { mapping, diagnostics } = parseMapping('notes.yaml', text, { readFile });
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  return familyLink(mapping).length > 0;
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
  ])('is not reported if it is an id, or more than the address: %s', link => {
    expect(reported(link)).toBe(false);
  });

  it('is not reported if the mapping also reads the customer number from the event', () => {
    expect(reported('email', 'customer_number')).toBe(false);
    expect(reported('email', 'customer_number ? customer_number : $linked')).toBe(false);
  });
});
