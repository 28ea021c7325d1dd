import { describe, expect, it } from 'vitest';
import { ownEmergencyNumber } from '../../src/booking/answers/own-number.ts';
import { ownEmergencyNumbers, withEmergencyNumbers } from '../../src/check/people/own-emergency-number.ts';
import type { UpdateCustomer } from '../../src/inbox/call.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf } from './trials.ts';

const fields = [
  fieldOf({ keyName: 'notfall_tel', name: 'Notfall Telefon' }),
  fieldOf({ keyName: 'handy', name: 'Handy' }),
  fieldOf({ keyName: 'f7', name: 'Emergency contact' }),
  fieldOf({ keyName: 'partner.tel', name: 'Telefon Partner' }),
];
const own = '+49 171 3920001';

function callOf(values: Readonly<Record<string, string>>): UpdateCustomer {
  return {
    operation: 'updateCustomer',
    id: { text: '7', origin: 'data' },
    additionalFields: Object.entries(values).map(([key, text]) => ({
      key,
      change: { set: { text, origin: 'data' } },
    })),
  };
}

function reported(
  values: Readonly<Record<string, string>>,
  payload: object,
  { more = [], rule = 'notfall' }: { readonly more?: typeof fields; readonly rule?: string } = {},
): readonly string[] {
  const keys = Object.keys(values).map(key => `  ${key}: ${rule}`);
  const mapping = mappingOf(['additionalFields:', ...keys]);
  const catalog = catalogOf({ fields: [...fields, ...more] });
  return ownEmergencyNumbers(mapping, catalog, { payload, answers: undefined }, callOf(values)).map(
    ({ code, path }) => `${code} ${path}`,
  );
}

const told = (key: string) => [`check/own-emergency-number additionalFields.${key}`];

describe('a number for emergencies that is the customer’s own one', () => {
  it.each<[Readonly<Record<string, string>>, object]>([
    [{ notfall_tel: own }, { handy: own }],
    [{ notfall_tel: own }, { mobil: '0171 3920001' }],
    [{ notfall_tel: '0171/3920001' }, { phone: '+491713920001' }],
    [{ notfall_tel: '00491713920001' }, { Telefon: '0171-3920001' }],
    [{ notfall_tel: own }, { contact: { mobile: own } }],
    [{ notfall_tel: own }, { data: { customer: { phone: own } } }],
    [{ f7: own }, { handy: own }],
    [{ notfall_tel: own, handy: own }, {}],
    [{ notfall_tel: own, handy: '0171 392 00 01' }, { notfall: own }],
    [{ notfall_tel: own }, { properties: { mobilephone: { value: '0171 3920001' } } }],
    [{ notfall_tel: own }, { mobil: '171 3920001' }],
    [{ notfall_tel: '+1 212 555 0101' }, { whatsapp: '+12125550101' }],
  ])('is reported: %j in %j', (values, payload) => {
    const [key = ''] = Object.keys(values);
    expect(reported(values, payload)).toEqual(told(key));
  });

  it.each<[Readonly<Record<string, string>>, object]>([
    [{ notfall_tel: '+49 30 22001' }, { handy: own }],
    [{ notfall_tel: own }, { notfall_tel: own }],
    [{ notfall_tel: own }, { emergency: { phone: own } }],
    [{ notfall_tel: own }, { partner_telefon: own }],
    [{ notfall_tel: own }, { notphone: own }],
    [{ notfall_tel: own }, { nottel: own, not_handy: own }],
    [{ notfall_tel: own }, { tierarzt_telefon: own, vet_phone: own }],
    [{ notfall_tel: own, 'partner.tel': own }, {}],
    [{ notfall_tel: own }, { mutter_telefon: own, telefon: own }],
    [{ notfall_tel: own }, { kind_name: 'Emil', telefon: own }],
    [{ notfall_tel: 'Mara, 0171 3920001' }, { handy: own }],
    [{ notfall_tel: 'unbekannt' }, { handy: 'unbekannt' }],
    [{ handy: own }, { handy: own }],
    [{ notfall_tel: own }, { order: { phone: own } }],
    // A household shares its landline.
    [{ notfall_tel: '+49 30 220011' }, { telefon: '030 220011' }],
    [{ notfall_tel: '030 220011' }, { telefon: '+4930220011' }],
    [{ notfall_tel: '030 220011' }, { telefon: '030/220011' }],
    [{ notfall_tel: '069 2200110' }, { phone: '069 2200110' }],
    [{ notfall_tel: '+4930220011' }, { mobil: '+4930220011' }],
  ])('is not reported: %j in %j', (values, payload) => {
    expect(reported(values, payload)).toEqual([]);
  });

  it('is not reported in an account of children, and with a reason', () => {
    const child = [fieldOf({ keyName: 'parent', name: 'Name der Mutter' })];
    expect(reported({ notfall_tel: own }, { handy: own }, { more: child })).toEqual([]);
    expect(reported({ notfall_tel: own }, { handy: own }, { rule: '{from: n, because: as agreed}' })).toEqual(
      [],
    );
  });

  const reasoned = '{from: n, because: as agreed}';
  const other = '0171 3920002';

  it.each<[string, readonly object[], object, boolean]>([
    ['without a sample', [], { handy: own }, false],
    ['with a sample of it', [{ n: own, handy: own }], { handy: own }, false],
    ['with a sample of it in another spelling', [{ n: '0171 3920001', handy: own }], { handy: own }, false],
    [
      'with one sample of it among two',
      [
        { n: other, handy: own },
        { n: own, handy: own },
      ],
      { handy: own },
      false,
    ],
    [
      'with a sample of it inside',
      [{ n: own, contact: { mobile: own } }],
      { contact: { mobile: own } },
      false,
    ],
    ['with a sample of another one', [{ n: other, handy: own }], { handy: own }, true],
    [
      'with two samples of other ones',
      [
        { n: other, handy: own },
        { n: other, handy: own },
      ],
      { handy: own },
      true,
    ],
    ['with a sample of none', [{ handy: own }], { handy: own }, true],
    ['with a sample without the own one', [{ n: other }], { handy: own }, true],
    [
      'with a sample that has the own one inside',
      [{ n: other, contact: { mobile: own } }],
      { mobil: own },
      true,
    ],
    ['with a sample of empty ones', [{ n: '', handy: '' }], { handy: own }, true],
    [
      'with a sample of equal other texts',
      [{ n: other, handy: own, a: '12', b: '12' }],
      { handy: own },
      true,
    ],
  ])('with a reason and %s', (_, tests, payload, isTold) => {
    const mapping = mappingOf(['additionalFields:', `  notfall_tel: ${reasoned}`], { tests });
    const input = { payload: { n: own, ...payload }, answers: undefined };
    const found = ownEmergencyNumbers(mapping, catalogOf({ fields }), input, callOf({ notfall_tel: own }));
    expect(found.map(({ path }) => path)).toEqual(isTold ? ['additionalFields.notfall_tel'] : []);
  });

  it.each<[readonly object[], boolean]>([
    [[], false],
    [[{ n: own, handy: own }], false],
    [[{ n: other }], false],
    [[{ n: other, handy: own }], true],
  ])('with a reason and the samples %j, the response is compared: %s', (tests, isCompared) => {
    const mapping = mappingOf(['additionalFields:', `  notfall_tel: ${reasoned}`], { tests });
    const call = callOf({ notfall_tel: own });
    const marked = withEmergencyNumbers(mapping, catalogOf({ fields }), call, undefined) as UpdateCustomer;
    const found = ownEmergencyNumber(marked, { mobile: own }, new Set());
    expect(found?.code).toBe(isCompared ? 'call/own-emergency-number' : undefined);
  });

  it.each<[string, object, boolean]>([
    [own, { mobile: '+491713920001' }, true],
    ['0171 3920001', { mobile: '+491713920001', genderType: 'FEMALE' }, true],
    [own, { mobile: '+491713920001', genderType: 'KID' }, false],
    [own, { mobile: '+491713920002' }, false],
    ['+49 30 220011', { mobile: '+4930220011' }, false],
    [own, { mobile: '' }, false],
    [own, {}, false],
  ])('is compared with the customer in the response: %s and %j', (text, customer, isTold) => {
    const call = callOf({ notfall_tel: text, handy: own });
    const mapping = mappingOf(['additionalFields:', '  notfall_tel: n', '  handy: h']);
    const marked = withEmergencyNumbers(mapping, catalogOf({ fields }), call, undefined) as UpdateCustomer;
    const found = ownEmergencyNumber(marked, { ...customer }, new Set());
    expect(found?.code).toBe(isTold ? 'call/own-emergency-number' : undefined);
    expect(ownEmergencyNumber(call, { ...customer }, new Set())).toBeUndefined();
  });
});
