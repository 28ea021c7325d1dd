import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf } from '../trials.ts';

const contact = {
  vorname: 'Ada',
  telefon: '0351 4400112',
  mobil: '0160 99887766',
  hausarzt: 'Dr. Weiß',
  kasse: 'TK',
  krankenkasse: 'TK',
  geburtsdatum: '1984-07-09',
  plz: '01067',
  ort: 'Dresden',
  strasse: 'Hauptstr. 1',
  quelle: 'Empfehlung',
  sprache: 'de',
  angelegt: '2020-01-01',
  extra: 'x',
};

async function reported(lines: readonly string[], payload: unknown): Promise<readonly string[]> {
  const mapping = mappingOf(
    ['note: "$string($now())"', 'additionalFields:', ...lines.map(line => `  ${line}`)],
    {
      tests: [payload],
    },
  );
  return (await checkWith(mapping))
    .filter(({ code }) => code === 'mapping/other-name')
    .map(({ message }) => message);
}

describe('a value beside, which has the name of the field', () => {
  it.each([
    ['phone.mobile: kontakt.telefon', 'kontakt.mobil'],
    ['handy: kontakt.telefon', 'kontakt.mobil'],
    ['doctor: kontakt.kasse', 'kontakt.hausarzt'],
    ['doctor: {from: kontakt.vorname}', 'kontakt.hausarzt'],
    ['insurance: {from: kontakt.hausarzt, as: choice}', 'kontakt.krankenkasse'],
    ['birthdate: {from: kontakt.angelegt, as: date}', 'kontakt.geburtsdatum'],
    ['zip: kontakt.ort', 'kontakt.plz'],
    ['city: kontakt.extra', 'kontakt.ort'],
    ['street: kontakt.ort', 'kontakt.strasse'],
    ['lead.source: kontakt.extra', 'kontakt.quelle'],
    ['language: kontakt.extra', 'kontakt.sprache'],
  ])('is named: %s', async (line, better) => {
    expect(await reported([line], { kontakt: contact })).toEqual([
      expect.stringContaining(`while ${better} has the name`),
    ]);
  });

  it.each([
    ['another rule reads it', ['phone.mobile: kontakt.telefon', 'phone.private: kontakt.mobil']],
    [
      'a reason is given',
      ['phone.mobile: {from: kontakt.telefon, because: "the CRM keeps mobile numbers there"}'],
    ],
    ['the value fits too', ['phone.private: kontakt.telefon', 'email.private: kontakt.email']],
    ['the value is computed of two', ['phone.mobile: kontakt.telefon & kontakt.plz']],
    ['the name of the field says nothing', ['f_12: kontakt.telefon']],
    ['its own value is read', ['zip: kontakt.plz', 'city: kontakt.ort', 'doctor: kontakt.hausarzt']],
  ])('is not reported if %s', async (_, lines) => {
    expect(await reported(lines, { kontakt: contact })).toEqual([]);
  });

  it.each([
    ['it is empty', { kontakt: { ...contact, mobil: '' } }],
    [
      'it is in another object',
      { kontakt: { telefon: '0351 4400112' }, partner: { mobil: '0160 99887766' } },
    ],
    ['it is an object', { kontakt: { ...contact, mobil: { prefix: '0160' } } }],
    ['the value that is read is missing', { kontakt: { mobil: '0160 99887766' } }],
  ])('is not reported if %s', async (_, payload) => {
    expect(await reported(['phone.mobile: kontakt.telefon'], payload)).toEqual([]);
  });
});

describe('a part of an address in another object of the person', () => {
  const patient = {
    id: 'P1',
    versicherung: { art: 'privat', nummer: 'Q123456789' },
    kontakt: { email: 'ada@example.org' },
    anschrift: { strasse: 'Hauptstr. 1', plz: '01067', ort: 'Dresden' },
    arbeitgeber: { ort: 'Leipzig' },
  };

  it.each([
    ['zip: patient.versicherung.nummer', 'patient.anschrift.plz'],
    ['city: patient.versicherung.art', 'patient.anschrift.ort'],
    ['street: patient.kontakt.email', 'patient.anschrift.strasse'],
    ['zip: patient.id', 'patient.anschrift.plz'],
  ])('is named: %s', async (line, better) => {
    expect(await reported([line], { patient })).toContainEqual(
      expect.stringContaining(`while ${better} has the name of the field, and no rule reads it`),
    );
  });

  it.each([
    ['its own value is read', ['zip: patient.anschrift.plz'], { patient }],
    ['another rule reads it', ['zip: patient.id', 'note.zip: patient.anschrift.plz'], { patient }],
    ['a reason is given', ['zip: {from: patient.id, because: "the sender keeps it there"}'], { patient }],
    ['the field is no part of an address', ['insurance: patient.kontakt.email'], { patient }],
    ['it is of a company', ['zip: patient.nr'], { patient: { nr: '01067', firma: { plz: '04105' } } }],
    ['it is of the salon', ['zip: patient.nr'], { patient: { nr: '01067', filiale: { plz: '04105' } } }],
    ['it is of another person', ['zip: patient.nr'], { patient: { nr: '01067', partner: { plz: '04105' } } }],
    [
      'it is outside of the person',
      ['zip: patient.nr'],
      { patient: { nr: '01067' }, absender: { plz: '04105' } },
    ],
    [
      'there are several',
      ['zip: patient.nr'],
      { patient: { nr: '01067', rechnung: { plz: '04105' }, lieferung: { plz: '04109' } } },
    ],
    ['it is empty', ['zip: patient.nr'], { patient: { nr: '01067', anschrift: { plz: '' } } }],
    ['the value that is read is missing', ['zip: patient.nr'], { patient: { anschrift: { plz: '04105' } } }],
  ])('is not reported if %s', async (_, lines, payload) => {
    expect(await reported(lines, payload)).toEqual([]);
  });
});

describe('the answer about a newsletter beside the state of a record', () => {
  const rule = 'newsletter: {from: member.katastasi, values: {energos: true, anenergos: false}}';

  it.each([
    'ενημερωτικό',
    'Ενημερωτικό δελτίο',
    'enimerotiko',
    'hírlevél',
    'bülten',
    'e-bülten',
    'nyhedsbrev',
    'nyhetsbrev',
    'uutiskirje',
    'uudiskiri',
    'naujienlaiškis',
    'boletín',
    'boletín informativo',
    'biuletyn',
    'zpravodaj',
    'бюлетин',
    'рассылка',
    'infolettre',
    'marketing_opt_in',
  ])('is named in any language: %s', async name => {
    const payload = { member: { katastasi: 'energos', [name]: 'ναι' } };
    expect(await reported([rule], payload)).toEqual([expect.stringContaining('has the name of the field')]);
  });

  it.each([
    [['newsletter: member.ενημερωτικό']],
    [[rule, 'letter.text: member.ενημερωτικό']],
    [[rule.replace('}}', '}, because: "the list has members who get letters"}')]],
  ])('is not named otherwise: %j', async lines => {
    expect(await reported(lines, { member: { katastasi: 'energos', ενημερωτικό: 'ναι' } })).toEqual([]);
  });
});

describe('the answer about a newsletter beside the state of a subscription', () => {
  const active = { status: 'active' };
  it.each<readonly [string, object]>([
    ['newsletter: subscription.status', { subscription: active, newsletter: 'nein' }],
    ['newsletter: {from: subscription.status, as: boolean}', { subscription: active, hírlevél: 'igen' }],
    ['newsletter: data.subscription.status', { data: { subscription: active, ενημερωτικό: 'όχι' } }],
    ['newsletter: subscription_status', { subscription_status: 'active', newsletter: 'nein' }],
    ['newsletter: abo_status', { abo_status: 'aktiv', 'Newsletter?': 'nein' }],
  ])('is named: %s of %j', async (rule, payload) => {
    expect(await reported([rule], payload)).toEqual([expect.stringContaining('has the name of the field')]);
  });

  it.each<readonly [readonly string[], object]>([
    [['newsletter: subscription.status'], { subscription: active }],
    [['newsletter: subscription.status'], { subscription: active, marketing: 'ja', opt_in: 'ja' }],
    [['newsletter: subscription.status'], { subscription: active, newsletter: '' }],
    [['newsletter: subscription.newsletter'], { subscription: { newsletter: 'ja' }, newsletter: 'nein' }],
    [['newsletter: newsletter.subscribed'], { newsletter: { subscribed: 'ja' }, nieuwsbrief: 'nee' }],
    [['newsletter: subscription.status', 'letters: newsletter'], { subscription: active, newsletter: 'ja' }],
    [['plan: subscription.status'], { subscription: active, newsletter: 'ja' }],
    [
      ['newsletter: {from: subscription.status, because: the list is the subscription}'],
      { subscription: active, newsletter: 'ja' },
    ],
  ])('is not named otherwise: %j of %j', async (rules, payload) => {
    expect(await reported(rules, payload)).toEqual([]);
  });
});
