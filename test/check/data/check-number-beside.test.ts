import { describe, expect, it } from 'vitest';
import { checkNumberBeside } from '../../../src/check/data/names/check-number-beside.ts';
import { trialScope } from '../../../src/check/data/trial.ts';
import { parseMapping } from '../../../src/mapping/parse/parse-mapping.ts';
import { storedOf } from '../trials.ts';

function reported(id: string, ...payloads: readonly unknown[]) {
  const text = `source: crm\ndestination: salon\noperation: updateCustomer\nset:\n  id: ${id}\n  note: note\n`;
  const { mapping, diagnostics } = parseMapping('mappings/notes.yaml', text, {
    readFile: () => {
      throw new Error('there is no file');
    },
  });
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  const events = storedOf(...payloads).map(trial => ({
    trial,
    scope: trialScope(trial, { needsBody: false }),
  }));
  return checkNumberBeside(mapping, events).map(({ code, hint = '' }) => `${code} ${hint.split(';')[0]}`);
}

describe('a record id in place of the customer number beside it', () => {
  it.each([
    ['id', { id: 90017, customer_number: 1001 }, 'customer_number'],
    ['id', { id: '90017', customerNo: '1001' }, 'customerNo'],
    ['id', { id: 90017, kundennummer: '001001' }, 'kundennummer'],
    ['id', { id: 90017, 'Kunden-Nr.': 1001 }, "'`Kunden-Nr.`'"],
    ['id', { id: 90017, KdNr: 1001 }, 'KdNr'],
    ['id', { id: 90017, client_no: 1001 }, 'client_no'],
    ['id', { id: 90017, cust_no: 1001 }, 'cust_no'],
    ['id', { id: 90017, klantnummer: 1001 }, 'klantnummer'],
    ['id', { id: 90017, patientennummer: 1001 }, 'patientennummer'],
    ['id', { id: 90017, kundennummer_kalender: 1001 }, 'kundennummer_kalender'],
    ['contact.id', { contact: { id: 90017, customer_number: 1001 } }, 'contact.customer_number'],
    ['contact.id', { contact: { id: 90017 }, customer_number: 1001 }, 'customer_number'],
    [
      'contact.id',
      { contact: { id: 90017, properties: { kundennummer: 1001 } } },
      'contact.properties.kundennummer',
    ],
    ['record.nr', { record: { nr: 90017, kundennummer: 1001 } }, 'record.kundennummer'],
    ['customer', { customer: 90017, customer_number: 1001 }, 'customer_number'],
    ['customer_id', { customer_id: 90017, customer_number: 1001 }, 'customer_number'],
    ['$string(id)', { id: 90017, customer_number: 1001 }, 'customer_number'],
    ['{from: id, required: true}', { id: 90017, customer_number: 1001 }, 'customer_number'],
  ])('is reported: %s of %j', (id, payload, number) => {
    expect(reported(id, payload)).toEqual([`mapping/sender-id write id: ${number}`]);
  });

  it.each([
    ['customer_number', { id: 90017, customer_number: 1001 }],
    ['id', { id: 1001 }],
    ['id', { id: 1001, customer_number: '1001' }],
    ['id', { id: 90017, customer_number: '' }],
    ['id', { id: 90017, customer_number: null }],
    ['id', { id: 90017, customer_number: 'K-1001' }],
    ['id', { id: 90017, nr: 3, number: 4 }],
    ['id', { id: 90017, invoice_number: 1001, phone_number: '491511', order_no: 7 }],
    ['id', { id: 90017, partner: { customer_number: 1001 } }],
    ['id', { id: 90017, company: { id: 4 }, customer_name: '1001' }],
    ['id', { customer_number: 1001 }],
    ['{from: id, because: "the CRM has the numbers"}', { id: 90017, customer_number: 1001 }],
    [
      '\'fields[key="customer_number"].value\'',
      { fields: [{ key: 'customer_number', value: 1001 }, { key: 'a' }] },
    ],
    ['fields[0].value', { fields: [{ key: 'customer_number', value: 1001 }] }],
    ['data', { data: { customer_number: 1001 } }],
    ["'customer_number ? customer_number : id'", { id: 90017, customer_number: 1001 }],
  ])('is not reported: %s of %j', (id, payload) => {
    expect(reported(id, payload)).toEqual([]);
  });

  it('is not reported if an event shows that both are the same', () => {
    const other = { id: 90017, customer_number: 1001 };
    expect(reported('id', other, { id: 7, customer_number: 7 })).toEqual([]);
    expect(reported('id', { id: 7 }, other)).toHaveLength(1);
  });
});

describe('two customer numbers of one event', () => {
  it.each([
    [
      'customer.customerNumber',
      { customer: { customerNumber: '1003', customFields: { salon_customer_number: '1006' } } },
      'customer.customFields.salon_customer_number',
    ],
    ['customerNumber', { customerNumber: '10042', kundennummer_kalender: '1006' }, 'kundennummer_kalender'],
    ['kundennummer', { kundennummer: 7, customer_number: 1001 }, 'customer_number'],
    ['kunde.nr', { kunde: { nr: 1001 }, kundennummer: 7 }, 'kundennummer'],
    ['KdNr', { KdNr: 7, 'Kundennummer Studio': '1001' }, "'`Kundennummer Studio`'"],
    ['customer_number', { customer_number: '40077', calendarCustomerNo: 1001 }, 'calendarCustomerNo'],
    ['customer_number', { customer_number: '40077', studio_kdnr: 1001 }, 'studio_kdnr'],
    ['numero_client', { numero_client: 40077, agenda_numero_client: 12 }, 'agenda_numero_client'],
    ['klantnummer', { klantnummer: 40077, klantnummer_salon: 12 }, 'klantnummer_salon'],
    [
      'customer_number',
      { customer_number: '40077', meta: { salon_customer_id: 12 } },
      'meta.salon_customer_id',
    ],
    [
      'salon_customer_number',
      { salon_customer_number: 7, kalender_kundennummer: 8 },
      'kalender_kundennummer',
    ],
  ])('are reported: %s of %j', (id, payload, other) => {
    expect(reported(id, payload)).toEqual([
      `mapping/sender-id write id: ${other}, if that is the number at the calendar`,
    ]);
  });

  it.each([
    ['salon_customer_number', { customerNumber: '1003', salon_customer_number: '1006' }],
    ['customFields.kundennummer_kalender', { kundennummer: 7, customFields: { kundennummer_kalender: 8 } }],
    ['customerNumber', { customerNumber: '1003', salon_customer_number: '1003' }],
    ['customerNumber', { customerNumber: '1003', salon_customer_number: '001003' }],
    ['customerNumber', { customerNumber: '1003', salon_customer_number: null }],
    ['customerNumber', { customerNumber: '1003', old_customer_number: '7' }],
    ['customerNumber', { customerNumber: '1003', customer_number_length: 5, customerNumberPrefix: '10' }],
    ['customerNumber', { customerNumber: '1003', supplier_customer_number: '7' }],
    ['customerNumber', { customerNumber: '1003', partner: { customerNumber: '7' } }],
    ['customerNumber', { customerNumber: '1003', salon_phone: '4930900111', salon_id: 4, studio_nr: 2 }],
    ['customerNumber', { customerNumber: '1003', orderNumber: '7', invoice_no: 8, order: { number: 9 } }],
    ['customerNumber', { customerNumber: '1003', 'Kundennummer des Werbers': 8 }],
    [
      '{from: customerNumber, because: "the shop has the numbers"}',
      { customerNumber: 3, salon_customer_number: 6 },
    ],
  ])('are not reported: %s of %j', (id, payload) => {
    expect(reported(id, payload)).toEqual([]);
  });
});
