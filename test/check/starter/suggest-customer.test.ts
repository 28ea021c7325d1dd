import { describe, expect, it } from 'vitest';
import { payloadPaths } from '../../../src/check/starter/payload-paths.ts';
import { suggestCustomer } from '../../../src/check/starter/suggest-customer.ts';

/** Returns the expression that finds the person, and its certainty: `likely contact.id`. */
function personOf(payload: unknown, answers?: Record<string, unknown>): string {
  const found = suggestCustomer(payloadPaths([{ payload, answers }]));
  if (found.kind === 'none') return 'none';
  return `${found.kind === 'link' ? found.sureness : 'number'} ${found.path.expression}`;
}

describe('the id of a single form submission', () => {
  it.each([
    [{ submission_id: 's1', name: 'Ada' }],
    [{ submissionId: 's1', name: 'Ada' }],
    [{ submissionID: '5678', name: 'Ada' }],
    [{ response_id: 's1', name: 'Ada' }],
    [{ responseId: 's1', formId: 'f1' }],
    [{ entry_id: '12', form_id: '3' }],
    [{ id: '12', form_id: '3', '1.3': 'Ada' }],
    [{ id: 'sub_1', submitted_at: '2026-03-02', name: 'Ada' }],
    [{ id: 'sub_1', form: { id: 'f1' }, name: 'Ada' }],
    [{ data: { id: 'sub_1', formName: 'Vorher', name: 'Ada' } }],
    [{ data: { id: 'sub_1', answers: [{ key: 'a', value: 'x' }] } }],
    [{ payload: { id: 'sub1', formId: 'f1', data: { Name: 'Ada' } } }],
    [{ form_response: { token: 't1', form_id: 'f1' } }],
    [{ lead_id: 'lead-1', form_id: 40000000000, campaign_id: 1 }],
    [{ event_id: 'e1', webhook_id: 'w1', name: 'Ada' }],
    [{ eventId: 'e1', workspaceId: 'w1', account_id: 'a1' }],
    [{ delivery_id: 'd1', request_id: 'r1', trackingId: 'x' }],
    [{ order_id: 'o1', invoice_id: 'i1', transaction_id: 't1' }],
    [{ campaign_id: 'c1', adgroup_id: 'a1', creative_id: 'c2', gcl_id: 'g' }],
    [{ session_id: 's', visit_id: 'v', page_id: 'p', message_id: 'm' }],
    [{ owner_id: 1, author_id: 2, assigneeId: 3, employee_id: 4 }],
    [{ event: 'ONCRMCONTACTUPDATE', auth: { member_id: 'a', user_id: 'b', domain: 'c.example' } }],
    [{ object: 'whatsapp_business_account', entry: { id: '102', changes: [] } }],
    [{ source: { shopId: 's1', eventId: 'e1' }, timestamp: 1763630000 }],
    [{ contacts: [{ profile: { name: 'A' } }], messages: [{ id: 'wamid.1', type: 'text' }] }],
    [{ metadata: { phone_number_id: '106' } }],
    [{ order: { id: 'o1', orderNumber: '10001' } }],
    [{ booking: { id: 'b1' }, event: { id: 'e1' } }],
    [{ ref_id: '31234', formid: '5123' }],
    [{ account: { id: 31, subdomain: 'salon' }, store: { record_id: 7 } }],
    [{ data: { FIELDS: { HAS_EMAIL: 'Y', HAS_PHONE: 'N' } } }],
    [{ email: 'ja' }],
    [{ sid: '482913', gid: '12', qid: '7' }],
    [{ model: { id: '5f', name: 'Kunden' }, action: { type: 'updateCard' } }],
    [{ action: 'scheduled', id: '54321', calendarID: '77', appointmentTypeID: '88' }],
  ])('identifies nobody: %j', payload => {
    expect(personOf(payload)).toBe('none');
  });

  it.each([
    [{ submission_id: 's1', email: 'ada@example.com' }, 'unsure email'],
    [{ id: 'e1', kontakt: { id: 'C-2001', vorname: 'Ada', email: 'a@example.com' } }, 'likely kontakt.id'],
    [{ kundin: { id: 'C-2001', email: 'a@example.com' } }, 'likely kundin.id'],
    [{ data: { mitglied: { id: 7, email: 'a@example.com' } } }, 'likely data.mitglied.id'],
    [{ patientin: { id: 'P7', email: 'a@example.com' }, formular: { id: 'f1' } }, 'likely patientin.id'],
    [{ termin: { id: 'T7' }, email: 'a@example.com' }, 'unsure email'],
    [{ id: '12', form_id: '3', '2': 'ada@example.com' }, 'unsure `2`'],
    [{ data: { id: 's1', form_id: 'f1', contact: { id: 'c1' } } }, 'likely data.contact.id'],
    [{ UserId: 'u1', InitiatingUserId: 'u2', PrimaryEntityId: 'p1' }, 'likely PrimaryEntityId'],
    [{ data: { FIELDS: { ID: '7', HAS_EMAIL: 'Y' } } }, 'unsure data.FIELDS.ID'],
    [{ id: 'evt', form_id: 'f1', contact_id: 'c1' }, 'likely contact_id'],
    [{ lead_id: 'l1', form_id: 1, email: 'a@example.com' }, 'unsure email'],
    [
      { form_response: { token: 't', form_id: 'f', hidden: { contact_id: 'c' } } },
      'likely form_response.hidden.contact_id',
    ],
  ])('is used only if there is no id of the person: %j', (payload, expected) => {
    expect(personOf(payload)).toBe(expected);
  });
});

describe('an address of somebody or something else', () => {
  it.each([
    [{ 'E-Mail Filiale': 'mitte@salon.example.com' }],
    [{ salon: { email: 'mitte@salon.example.com' } }],
    [{ salon: { name: 'Mitte', email: 'mitte@salon.example.com' }, vorname: 'Ada' }],
    [{ owner: { email: 'anna@salon.example.com' } }],
    [{ 'E-Mail Partner': 'bob@example.com' }],
    [{ emergency_contact: { email: 'bob@example.com' } }],
    [{ 'E-mail vestiging': 'mitte@salon.example.com' }],
    [{ old_email: 'ada@old.example.com' }],
  ])('does not identify the customer: %j', payload => {
    expect(personOf(payload)).toBe('none');
  });

  it.each([
    [{ 'E-Mail Filiale': 'mitte@salon.example.com', 'E-Mail': 'ada@example.com' }, 'unsure `E-Mail`'],
    [{ store: { customer: { email: 'ada@example.com' } } }, 'unsure store.customer.email'],
    [{ old_email: 'ada@old.example.com', email: 'ada@example.com' }, 'unsure email'],
  ])('stands behind that of the customer: %j', (payload, expected) => {
    expect(personOf(payload)).toBe(expected);
  });
});

describe('the id of a person', () => {
  it.each([
    [{ contact_id: 'c1' }, 'likely contact_id'],
    [{ contact: { id: 51 }, id: 'evt_1' }, 'likely contact.id'],
    [{ lead_id: 'l1', email: 'a@example.com' }, 'likely lead_id'],
    [{ event: { lead_id: 'l1', object_type: 'lead' } }, 'likely event.lead_id'],
    [{ objectId: 51, subscriptionId: 1, portalId: 2 }, 'likely objectId'],
    [{ record: { id: 'p1' }, webhookId: 'w1' }, 'likely record.id'],
    [{ patient: { id: '1234567890123456789', email: 'a@example.com' } }, 'likely patient.id'],
    [{ object: { id: 'cust-1', emails: { address: 'a@example.com' } } }, 'likely object.id'],
    [{ user: { gid: 'u' }, resource: { gid: 'r' } }, 'likely resource.gid'],
    [{ subject: { type: 'contact', id: 'c1' } }, 'likely subject.id'],
    [{ id: 7, name: 'Ada' }, 'unsure id'],
    [{ user: { id: 'u1' } }, 'likely user.id'],
    [{ patient_id: '9', form_id: '3' }, 'likely patient_id'],
    [{ kunden_id: '9' }, 'likely kunden_id'],
    [{ member_id: '9', team_id: '1' }, 'likely member_id'],
    [{ auth: { member_id: 'a' }, data: { contact: { id: 'c1' } } }, 'likely data.contact.id'],
    [{ store: { customer: { id: 'c1' } } }, 'likely store.customer.id'],
    [{ entry: { contact_id: 'c1', id: 'e1' } }, 'likely entry.contact_id'],
  ])('is found: %j', (payload, expected) => {
    expect(personOf(payload)).toBe(expected);
  });

  it('is the customer number if there is one', () => {
    expect(personOf({ contact_id: 'c1', Kundennummer: '1001' })).toBe('number Kundennummer');
    for (const around of [
      'Kundennummer (falls bekannt)',
      'Ihre Kundennummer',
      'Deine Kundennummer (wenn vorhanden)',
      'Kundennummer, falls bekannt',
      'Your customer number (optional)',
      'Customer number (if known)',
    ])
      expect(personOf({ contact_id: 'c1', [around]: '1001' })).toBe(`number \`${around}\``);
    for (const other of ['Kundennummer (Lieferant)', 'Kundennummer Mutter', 'Ihre Nr. (falls bekannt)'])
      expect(personOf({ contact_id: 'c1', [other]: '1001' })).not.toContain('number');
    expect(personOf({ x_studio_customer_number: 1001, email: 'a@example.com' })).toBe(
      'number x_studio_customer_number',
    );
    expect(personOf({}, { 'Customer number': '1001', customer_number: '1001' })).toBe(
      'number $answers.customer_number',
    );
    expect(personOf({}, { '1. Kundennummer': '1001' })).toMatch(/^number /);
    expect(personOf({}, { q_1: '1001', Kundennummer: '1001' })).toBe('number $answers.Kundennummer');
  });

  it('is the one that occurs in more of the events', () => {
    const events = [
      { payload: {}, answers: { 'Customer number': '1001', customer_number: '1001' } },
      { payload: {}, answers: { customer_number: '1002' } },
    ];
    expect(suggestCustomer(payloadPaths(events))).toMatchObject({
      path: { expression: '$answers.customer_number', events: 2 },
    });
    const contacts = [{ contact_id: 'a', contactId: 'a' }, { contact_id: 'b' }].map(payload => ({
      payload,
      answers: undefined,
    }));
    expect(suggestCustomer(payloadPaths(contacts))).toMatchObject({ path: { expression: 'contact_id' } });
  });
});

describe('a customer number in a form', () => {
  const numberOf = (payload: unknown) =>
    suggestCustomer(payloadPaths([{ payload, answers: { kundennummer: '1001' } }]));

  it('is one that a person types', () => {
    const payload = { form_response: { answers: [{ text: '1001', field: { ref: 'kundennummer' } }] } };
    expect(numberOf(payload)).toMatchObject({ kind: 'number', typedIn: true, isHidden: false });
  });

  it('is one from the link to the form, if it is a hidden field', () => {
    const payload = { form_response: { hidden: { kundennummer: '1001' } } };
    expect(numberOf(payload)).toMatchObject({ kind: 'number', typedIn: true, isHidden: true });
  });
});

describe('a column with a number', () => {
  it.each(['Nr.', 'Nr', 'Nummer', 'Lfd. Nummer', 'lfd nr', 'No', 'no.', 'Number', '#', 'Zeilennummer'])(
    'is that of a row, not of a person: %s',
    name => {
      expect(personOf({ [name]: '4' })).toBe('none');
    },
  );

  it.each([
    'Kundennr.',
    'Kundennr',
    'KdNr',
    'Kd.-Nr.',
    'Kunden-Nr.',
    'Debitorennr.',
    'customerNo',
    'Client no.',
  ])('is that of a customer: %s', name => {
    expect(personOf({ 'Nr.': '4', [name]: '1001' })).toMatch(/^number/);
  });
});

describe('a customer number beside another one', () => {
  const numbersOf = (payload: unknown) => {
    const found = suggestCustomer(payloadPaths([{ payload, answers: undefined }]));
    return found.kind === 'number' ? [found.path.expression, found.other?.expression] : [found.kind];
  };

  it.each([
    [
      { customer: { customerNumber: '10042', customFields: { salon_customer_number: '1006' } } },
      ['customer.customFields.salon_customer_number', 'customer.customerNumber'],
    ],
    [{ kundennummer: 7, kundennummer_kalender: 8 }, ['kundennummer_kalender', 'kundennummer']],
    [{ customer_number: 7, kunden_nr: 8 }, ['kunden_nr', 'customer_number']],
    [{ customer_number: 7, kunden_nr: '007' }, ['kunden_nr', undefined]],
    [{ customer_number: 7, old_customer_number: 8 }, ['customer_number', undefined]],
    [{ customer_number: 7, salon: { phone: 8 } }, ['customer_number', undefined]],
    [{ salon_customer_number: 8 }, ['salon_customer_number', undefined]],
  ])('is the one of the calendar by its name, and unsure: %j', (payload, expected) => {
    expect(numbersOf(payload)).toEqual(expected);
  });
});

describe('the owner of a pet or a car', () => {
  const dog = { id: 'd1', name: 'Rex', breed: 'Pudel' };

  it.each([
    [
      { id: 'crm-ev-1', owner: { id: 'K-2001', customer_no: '1017', email: 'a@example.com' }, dog },
      'number owner.customer_no',
    ],
    [
      { id: 'crm-ev-1', owner: { id: 'K-2001', first_name: 'Ada', email: 'a@example.com' }, dog: [dog] },
      'likely owner.id',
    ],
    [
      { id: 'e1', data: { besitzer: { kundennummer: 1017, telefon: '0171 1234567' } } },
      'number data.besitzer.kundennummer',
    ],
  ])('is the customer if nobody else is named: %j', (payload, expected) => {
    expect(personOf(payload)).toBe(expected);
  });

  it.each([
    [
      { contact: { id: 'C1', email: 'a@example.com' }, owner: { id: 'u1', email: 'b@example.com' } },
      'likely contact.id',
    ],
    [
      { id: 'C1', email: 'a@example.com', owner: { id: 'u1', customer_no: '7', email: 'b@example.com' } },
      'unsure email',
    ],
    [{ deal: { id: 'x1' }, owner: { id: 'u1' } }, 'none'],
  ])('is somebody else beside a customer, or without contact details: %j', (payload, expected) => {
    expect(personOf(payload)).toBe(expected);
  });
});
