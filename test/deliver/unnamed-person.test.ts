import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { interpret } from '../../src/booking/answers/interpret.ts';
import { storedCall } from '../../src/inbox/stored/stored-call.ts';
import { namedPerson } from '../../src/mapping/evaluate/person/named-person.ts';
import { unnamedPerson } from '../../src/mapping/evaluate/unnamed/unnamed-person.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { answered, data } from '../booking/calls.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { startHarness } from './harness.ts';

interface Case {
  readonly payload: object;
  readonly answers?: Readonly<Record<string, string>>;
  /** Lines of the mapping after `set:`. */
  readonly rules?: string;
  readonly head?: string;
  readonly id?: string;
  /** The payload of a test of the mapping. */
  readonly sample?: object;
  /** The fields that the call sets. */
  readonly fields?: Readonly<Record<string, string>>;
}

const mara = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  email: 'mara.lindqvist@example.com',
  mobile: '+491713920001',
};

/** Returns the warning of an update for an event that was answered with a customer. */
function warningOf(given: Case, customer: object) {
  const { payload, answers, rules = '', head = '', id = 'no', sample, fields = {} } = given;
  const tests = sample ? `tests:\n  - name: a\n    payload: ${JSON.stringify(sample)}\n    expect: []\n` : '';
  const mapping = mappingOf(
    `source: crm\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: ${id}\n  note: note\n${rules}${tests}`,
  );
  const named =
    answers &&
    namedAnswers(
      Object.entries(answers).map(([label, value], at) => ({ keys: [`k${at}`], labels: [label], value })),
    );
  const input = {
    payload,
    answers: named,
    headers: {},
    query: {},
    body: payload,
    event: { id: 'e1', source: 'crm', receivedAt: '2026-03-01T12:00:00.000Z' },
  };
  expect(namedPerson(mapping, input)).toBeUndefined();
  const planned = {
    operation: 'updateCustomer' as const,
    id: data('1001'),
    note: { set: data('tea') },
    additionalFields: Object.entries(fields).map(([key, text]) => ({ key, change: { set: data(text) } })),
  };
  const unnamed = unnamedPerson(mapping, input, planned);
  const call = { ...planned, ...(unnamed && { unnamed }) };
  expect(storedCall.read(storedCall.write(call))).toEqual(call);
  const body = JSON.stringify({ id: 1001, changes: [], ...customer });
  const outcome = interpret(call, answered(200, body), { now: 0, earlierUnclear: false });
  expect(outcome).toMatchObject({ kind: 'done', row: 'A1' });
  return outcome.kind === 'done' ? outcome.completion.diagnostics?.[0] : undefined;
}

const born = (value: string, before: string) => ({
  additionalFields: [{ key: 'birthdate', value }],
  changes: [{ name: 'additionalFields.birthdate', originalValue: before, newValue: value }],
});

const greek = { Κλήση: 'Giorgos', Οικογένεια: 'Papadakis', Ηλεκτρονική: 'giorgos.p@example.gr' };

describe('an event without a known key for a name, whose number is that of somebody of the same last name', () => {
  const other = { no: 1, f1: 'Ana', f2: 'Lindqvist', f3: 'zvijezda@example.hr' };
  it.each<[string, object, object]>([
    ['two texts', other, mara],
    ['one text', { no: 1, f1: 'Ana Lindqvist', f3: 'zvijezda@example.hr' }, mara],
    ['the last name first', { no: 1, f1: 'Lindqvist', f2: 'Ana', f3: 'zvijezda@example.hr' }, mara],
    ['accents', { ...other, f2: 'Kovačić' }, { ...mara, lastName: 'Kovacic' }],
    ['a typing mistake', { ...other, f2: 'Lindqvsit' }, mara],
  ])('is reported: %s', (_, payload, customer) => {
    expect(warningOf({ payload }, customer)?.message).toMatch(
      /first name and e-mail address of the customer are not those in the event \(f1(?:, f2)?\), although/,
    );
  });

  it.each<[string, object, object]>([
    ['the same e-mail address', { ...other, f3: mara.email }, mara],
    ['the same person', { ...other, f1: 'Mara' }, mara],
    ['a short form', { ...other, f1: 'Uli' }, { ...mara, firstName: 'Ulrike' }],
    ['the customer in another text', { ...other, f4: 'za Maru i Mara' }, mara],
  ])('is not reported: %s', (_, payload, customer) => {
    expect(warningOf({ payload }, customer)).toBeUndefined();
  });
});

describe('an event without a known key for a name, whose number is that of somebody else', () => {
  it.each<[string, Case, string]>([
    ['Greek', { payload: { no: 1, ...greek } }, 'Ηλεκτρονική) and the name (Κλήση, Οικογένεια)'],
    [
      'Romanian',
      { payload: { no: 1, numele_dvs: 'Ioana Popescu', 'Adresa de email': 'ioana@example.ro' } },
      'and the name (numele_dvs)',
    ],
    [
      'Croatian',
      { payload: { broj: 1, osobno: 'Ana', obiteljsko: 'Horvat', mejl: 'sunce77@gmail.com' } },
      'the e-mail address (mejl) and the name (osobno, obiteljsko)',
    ],
    [
      'Lithuanian',
      { payload: { vardas: 'Rūta', pavardė: 'Kazlauskienė', el_paštas: 'rutak@example.lt' } },
      'the name (vardas, pavardė)',
    ],
    [
      'Estonian',
      {
        payload: {
          eesnimi_1: 'Kadri',
          perekonnanimi: 'Tamm',
          tel: '',
          'e-posti aadress': 'kadri@example.ee',
        },
      },
      'the name (',
    ],
    [
      'Indonesian',
      { payload: { 'nama depan': 'Dewi', 'nama belakang': 'Lestari', alamat_surel: 'bunga@example.id' } },
      'the name (`nama depan`, `nama belakang`)',
    ],
    [
      'Vietnamese',
      { payload: { 'Họ và tên': 'Nguyễn Thị Lan', 'Thư điện tử': 'lan.nguyen@example.vn' } },
      'the name (`Họ và tên`)',
    ],
    ['Latvian', { payload: { vards: 'Liga', uzvards: 'Ozola', epasts: 'lo@example.lv' } }, 'the name ('],
    ['Slovenian', { payload: { rodbinsko: 'Novak', osebno: 'Tjaša', posta: 'mn@example.si' } }, 'the name ('],
    ['Albanian', { payload: { emri: 'Arben', mbiemri: 'Hoxha', adresa: 'arben@example.al' } }, 'the name ('],
    ['letters as keys', { payload: { f1: 'Ana', f2: 'Horvat', f3: 'zvijezda@example.hr' } }, '(f1, f2)'],
    ['numbers as keys', { payload: { kol_1: 'Ana Horvat', kol_3: 'zv@example.hr' } }, 'the name (kol_1)'],
    [
      'a phone number between',
      { payload: { kol_1: 'Ana', kol_2: 'Horvat', kol_3: '+385 91 555 6677', kol_4: 'zv@example.hr' } },
      'the name (kol_1, kol_2) and the phone number (kol_3)',
    ],
    [
      'a name after the address that contains it',
      { payload: { x: 'ahorvat@example.hr', y: 'Zagreb', z: 'Horvat', w: 'Ana' } },
      'the name (y, z)',
    ],
    ['a name in small letters', { payload: { a: 'ana horvat', b: 'x', c: 'ana.horvat@example.hr' } }, '(a)'],
    [
      'beside the number in an object',
      { id: 'klijent.broj', payload: { klijent: { broj: 7, q: 'Ana', r: 'Horvat', s: 'a@example.hr' } } },
      'the name (klijent.q, klijent.r)',
    ],
    [
      'beside the link in an object',
      {
        id: '$linked',
        head: 'link: klijent.mejl\n',
        payload: { klijent: { q: 'Ana', r: 'Horvat', mejl: 'a@example.hr' } },
      },
      'the e-mail address (klijent.mejl) and the name (klijent.q, klijent.r)',
    ],
    [
      'answers of a form',
      { payload: {}, answers: { Osobno: 'Ana', Obiteljsko: 'Horvat', 'Adresa e-pošte': 'a@example.hr' } },
      'the name ($answers.Osobno, $answers.Obiteljsko)',
    ],
    [
      'a mobile number alone',
      { payload: { f2: 'zv@example.hr', f3: '0171 555 66 77' } },
      'the e-mail address (f2) and the phone number (f3) in the event',
    ],
    [
      'a foreign mobile number alone',
      { payload: { f2: 'zv@example.hr', f3: '+385 91 555 6677' } },
      'and the phone number (f3) in the event',
    ],
    [
      'two addresses and a mobile number',
      { payload: { f1: 'a@example.hr', f2: 'zv@example.hr', f3: '+385 91 555 6677' } },
      'the e-mail address (f1; f2) and the phone number (f3)',
    ],
    [
      'another sample',
      {
        payload: { f1: 'Ana', f2: 'Horvat', f3: 'a@gmail.com' },
        sample: { f1: 'Ivo', f2: 'Horvat', f3: 'ivo@gmail.com' },
      },
      'the name (f1, f2)',
    ],
    [
      'a file',
      { payload: { f1: 'Ana', f2: 'Horvat', f3: 'a@example.hr', f4: 'Qk1a'.repeat(9_000) } },
      '(f1, f2)',
    ],
    [
      'a note that names nobody',
      {
        payload: {
          f1: 'Ana',
          f2: 'Horvat',
          f3: 'a@example.hr',
          note: `Molim termin. ${'Hvala. '.repeat(30)}`,
        },
      },
      'the name (f1, f2)',
    ],
  ])('is reported: %s', (_, event, words) => {
    const found = warningOf(event, mara);
    expect(found).toMatchObject({ code: 'call/other-person', severity: 'warning', path: 'id' });
    expect(found?.message).toContain(words);
    expect(`${found?.message} ${found?.hint}`).not.toMatch(/@|horvat|mara|lindqvist|555|popescu|dewi/i);
  });

  it('is reported for another birthday before the update', () => {
    const event = { payload: { f3: 'zv@example.hr', f4: '03.05.1961' }, fields: { birthdate: '03.05.1961' } };
    expect(warningOf(event, { ...mara, ...born('03.05.1961', '14.03.1988') })?.message).toContain(
      'the e-mail address (f3) and the birthday (additionalFields.birthdate) in the event',
    );
  });

  const other = { f1: 'Ana', f2: 'Horvat', f3: 'a.horvat@example.hr' };
  it.each<[string, Case, object]>([
    ['a new address alone', { payload: { f3: 'new@example.org' } }, mara],
    ['no address', { payload: { f1: 'Ana', f2: 'Horvat', f3: '0171 555 66 77' } }, mara],
    ['the same person', { payload: { f1: 'Mara', f2: 'Lindqvist', f3: 'new@example.org' } }, mara],
    ['a married name', { payload: { f1: 'Mara', f2: 'Horvat', f3: 'new@example.org' } }, mara],
    ['a short form', { payload: { ...other, f1: 'Sepp' } }, { ...mara, firstName: 'Josef' }],
    ['the customer is a child', { payload: { ...other, f9: 'Mara' } }, mara],
    [
      'the customer is named in a note',
      { payload: { ...other, note: 'termin za Mara, hvala lijepo' } },
      mara,
    ],
    [
      'the customer is named in a long note',
      { payload: { ...other, note: `${'hvala '.repeat(30)} Mara ${'hvala '.repeat(30)}` } },
      mara,
    ],
    ['the customer is named in a list', { payload: { ...other, osobe: [{ x: 'Mara' }] } }, mara],
    ['the same address', { payload: { ...other, f4: mara.email.toUpperCase() } }, mara],
    ['the same address in a text', { payload: { ...other, f4: `Mejl: <${mara.email}>` } }, mara],
    ['a mistake in the address', { payload: { ...other, f3: 'mara.lindqvist@exmaple.com' } }, mara],
    [
      'an address with the last name',
      { payload: { f3: 'm-lindqvist77@example.org', f4: '0171 555 66 77' } },
      mara,
    ],
    [
      'an address with a part of the name',
      { payload: { f3: 'lindq77@example.org', f4: '0171 555 66 77' } },
      mara,
    ],
    [
      'an address with a short first name',
      { payload: { ...other, f3: 'eva77@x.hr' } },
      { ...mara, firstName: 'Eva' },
    ],
    [
      'the customer has the address of the person',
      { payload: other },
      { ...mara, email: 'horvat@example.com' },
    ],
    ['the same phone', { payload: { ...other, f4: '0171 / 392 00 01' } }, mara],
    ['the same phone as a number', { payload: { ...other, f4: 491713920001 } }, mara],
    ['a mistake in the phone', { payload: { ...other, f4: '0171 392 00 07' } }, mara],
    ['the phone of the practice', { payload: { f3: 'new@example.org', f4: '030 555 66 77' } }, mara],
    [
      'the mobile number of the practice',
      { payload: { f3: 'new@example.org', tel_praxis: '0171 555 66 77' } },
      mara,
    ],
    [
      'the mobile number of the sender, which the sample has too',
      {
        payload: { f3: 'new@example.org', f4: '+49 171 555 66 77' },
        sample: { f3: 'x@example.org', f4: '0171 5556677' },
      },
      mara,
    ],
    [
      'no mobile number of the customer',
      { payload: { f3: 'new@x.hr', f4: '0171 555 66 77' } },
      { ...mara, mobile: '' },
    ],
    [
      'the number for an emergency, which a rule reads',
      {
        payload: { f3: 'new@example.org', f4: '0171 555 66 77' },
        rules: '  additionalFields:\n    emergency: f4\n',
      },
      mara,
    ],
    ['a service', { payload: { usluga: 'Masaža leđa', f3: 'new@example.org' } }, mara],
    ['a service after the address', { payload: { f3: 'new@example.org', x: 'Masaža Leđa' } }, mara],
    [
      'a course under a known key',
      { payload: { service: 'Klassische Massage', f3: 'new@example.org' } },
      mara,
    ],
    [
      'a city and a country',
      { payload: { grad: 'Zagreb', drzava: 'Hrvatska', f3: 'new@example.org' } },
      mara,
    ],
    ['a street with its number', { payload: { x: 'Ilica 5', f3: 'new@example.org' } }, mara],
    ['a company', { payload: { x: 'Optika GmbH', f3: 'new@example.org' } }, mara],
    ['a campaign', { payload: { utm_source: 'Google Ads', f3: 'new@example.org' } }, mara],
    ['one word', { payload: { x: 'Novo', f3: 'new@example.org' } }, mara],
    [
      'a status that the condition reads',
      { payload: { x: 'Novo', y: 'Aktivno', f3: 'new@example.org' }, head: 'when: x = "Novo"\n' },
      mara,
    ],
    [
      'a city that a rule reads',
      {
        payload: { x: 'Novi Sad', f3: 'new@example.org' },
        rules: '  additionalFields:\n    city: x\n',
      },
      mara,
    ],
    [
      'a value that is sent',
      { payload: { x: 'Novi Sad', f3: 'n@x.org' }, fields: { city: 'Novi Sad' } },
      mara,
    ],
    [
      'a name that the sample has too',
      {
        payload: { x: 'Eva Klein', f3: 'new@example.org' },
        sample: { x: 'Eva Klein', f3: 'old@example.org' },
      },
      mara,
    ],
    ['an employee', { payload: { f3: 'new@example.org', staff: 'Eva Klein', z: 'x' } }, mara],
    [
      'an employee with an address',
      { payload: { f3: 'new@example.org', x: 'Eva Klein', y: 'eva.klein@salon.hr' } },
      mara,
    ],
    [
      'an employee in an object',
      { payload: { no: 7, djelatnik: { x: 'Eva Klein', mejl: 'eva.klein@salon.hr' } } },
      mara,
    ],
    ['an employee in a list', { payload: { no: 7, tim: [{ x: 'Eva Klein', mejl: 'eva@salon.hr' }] } }, mara],
    [
      'an employee by the domain of the salon',
      { payload: { x: 'Eva Klein', y: 'eva.klein@salon.hr', z: 'info@salon.hr' } },
      mara,
    ],
    [
      'an employee by the domain in the sample',
      {
        payload: { x: 'Eva Klein', y: 'eva.klein@salon.hr' },
        sample: { x: 'Ivo Babic', y: 'ivo.babic@salon.hr' },
      },
      mara,
    ],
    ['the address of the sender', { payload: { ...other, f3: 'support@forms.hr' } }, mara],
    ['an address for no replies', { payload: { ...other, f3: 'noreply@forms.hr' } }, mara],
    [
      'an address that the sample has too',
      { payload: { x: 'Novi Sad', f3: 'forms@alat.hr' }, sample: { f3: 'forms@alat.hr' } },
      mara,
    ],
    ['the address of a partner', { payload: { f1: 'Ana', f2: 'Horvat', partner_email: 'a@x.hr' } }, mara],
    [
      'the same name in other letters',
      { payload: { f1: 'Мара', f2: 'Линдквист', f3: 'a@x.hr', f4: '0171 555 66 77' } },
      mara,
    ],
    ['a customer without an address', { payload: other }, { ...mara, email: '' }],
    ['a customer with an address of a company', { payload: other }, { ...mara, email: 'info@example.com' }],
    ['a customer without a last name', { payload: other }, { ...mara, lastName: '' }],
    ['a customer that is a company', { payload: other }, { ...mara, lastName: 'Sonnen GmbH' }],
    [
      'the same birthday',
      { payload: other, fields: { birthdate: '14.03.1988' } },
      { ...mara, ...born('14.03.1988', '14.03.1988') },
    ],
    [
      'a corrected birthday',
      { payload: { f3: 'new@example.org' }, fields: { birthdate: '14.03.1989' } },
      { ...mara, ...born('14.03.1989', '14.03.1988') },
    ],
    ['a letter that is too long', { payload: { ...other, f9: 'hvala '.repeat(4_000) } }, mara],
    ['a reason', { payload: other, id: '{from: no, because: parents write}' }, mara],
    ['too many values', { payload: { ...other, many: Array.from({ length: 2_000 }, () => 1) } }, mara],
    [
      'too much text',
      { payload: { ...other, many: Array.from({ length: 180 }, (_, at) => `${at} ${'x'.repeat(60)}`) } },
      mara,
    ],
  ])('is not reported: %s', (_, event, customer) => {
    expect(warningOf(event, customer)).toBeUndefined();
  });
});

it('is delivered with the warning, which the texts of the event do not outlive', async () => {
  const mapping =
    'source: crm\ndestination: salon\noperation: updateCustomer\nset: {id: customer, note: note}\n';
  const harness = await startHarness({ mappings: { contact: mapping } });
  onTestFinished(() => harness.close());
  const wrong = await harness.send({
    customer: 1002,
    note: 'b',
    q1: 'Ana',
    q2: 'Horvat',
    q3: 'a@example.hr',
  });
  await harness.run();
  expect(await harness.event(wrong)).toMatchObject({
    status: 'delivered',
    diagnostics: [{ code: 'call/other-person', message: expect.stringContaining('(q1, q2)') }],
  });
  const database = new DatabaseSync(harness.storeFile, { readOnly: true });
  onTestFinished(() => database.close());
  expect(JSON.stringify(database.prepare('SELECT request FROM call').all())).not.toContain('Horvat');
  expect(harness.sandbox.customer(1002)?.updates).toEqual([
    expect.not.objectContaining({ unnamed: expect.anything() }),
  ]);
});
