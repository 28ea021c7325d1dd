import { describe, expect, it } from 'vitest';
import { doubtsOfCall } from '../../src/check/call/doubtful-values.ts';
import { refusalsIn } from '../../src/check/consents/event-refusals.ts';
import { refusedElsewhere } from '../../src/check/consents/refused-elsewhere.ts';
import { compile } from '../../src/expressions/compile.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const box = (keyName: string, name: string) => fieldOf({ keyName, name, type: 'checkbox' });
const catalog = catalogOf({
  fields: [box('newsletter', 'Newsletter'), box('photo.ok', 'Fotos erlaubt'), box('sms.ok', 'SMS erlaubt')],
});

interface Case {
  readonly rules: readonly string[];
  readonly payload: object;
  /** A payload of the mapping's own test. */
  readonly sample: object;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly operation?: 'updateCustomer' | 'persistCustomerData';
}

/** Returns the paths of the consents that are reported as refused. */
async function refusedAt({ rules, payload, sample, answers, operation }: Case): Promise<readonly string[]> {
  const isBooking = operation === 'persistCustomerData';
  const tests = JSON.stringify([{ name: 'usual', payload: sample, expect: [] }]);
  const set = isBooking
    ? ['appointmentId: {value: a1, because: one}', ...rules]
    : ['id: {value: "7", because: one}', 'additionalFields:', ...rules.map(each => `  ${each}`)];
  const text = `source: website\ndestination: salon\noperation: ${operation ?? 'updateCustomer'}\nset:\n${set.map(each => `  ${each}\n`).join('')}tests: ${tests}\n`;
  const mapping = mappingOf(text);
  const listed =
    answers && Object.entries(answers).map(([key, value]) => ({ keys: [key], labels: [], value }));
  const asked = listed && namedAnswers(listed);
  const event = { id: 'e1', source: 'website', receivedAt: '2026-11-30T12:00:00.000Z' };
  const input = { payload, answers: asked, headers: {}, query: {}, body: payload, event };
  const evaluation = await evaluate(mapping, input, { people: 'crm', findLink: async () => undefined });
  if (evaluation.kind !== 'call') throw new Error(JSON.stringify(evaluation));
  const all = [
    ...evaluation.diagnostics,
    ...doubtsOfCall(evaluation.call),
    ...refusedElsewhere(mapping, catalog, input, evaluation.call),
  ].filter(({ code }) => code === 'mapping/denied-consent' || code === 'mapping/unclear-consent');
  for (const { condition } of refusalsIn(payload, asked)) {
    const compiled = compile(condition);
    if (!('expression' in compiled)) throw new Error(`${condition}: ${JSON.stringify(compiled)}`);
    const scope = { input: payload, bindings: { answers: asked } };
    expect(await compiled.expression.evaluate(scope), condition).toBe(true);
  }
  return [...new Set(all.map(({ path = '' }) => path.replace('additionalFields.', '')))].toSorted();
}

const four = { privacy: true, terms: true, adult: true, marketing: true };
const ofBooking = {
  rules: [
    'privacy: consent.privacy',
    'terms: consent.terms',
    'minAge: consent.adult',
    'marketing: consent.marketing',
  ],
  operation: 'persistCustomerData',
  sample: { consent: four },
} as const;
const every = ['marketing', 'minAge', 'privacy', 'terms'];

describe('a booking whose event refuses a consent beside the yes', () => {
  it.each<readonly [object, readonly string[]]>([
    [{ privacyWithdrawn: true }, ['privacy']],
    [{ privacyRevokedAt: '2026-11-20' }, ['privacy']],
    [{ termsDeclined: true }, ['terms']],
    [{ adultDenied: true }, ['minAge']],
    [{ marketingWithdrawn: true }, ['marketing']],
    [{ marketingEmail: false }, ['marketing']],
    [{ noMarketing: true }, ['marketing']],
    [{ revoked: true }, every],
    [{ revokedAt: '2026-11-20' }, every],
    [{ status: 'withdrawn' }, every],
    [{ status: 'declined' }, every],
    [{ unsubscribed: true }, ['marketing']],
  ])('is reported for %j', async (more, expected) => {
    expect(await refusedAt({ ...ofBooking, payload: { consent: { ...four, ...more } } })).toEqual(expected);
  });

  it.each<readonly [object, readonly string[]]>([
    [{ consents: [{ type: 'marketing', granted: false }] }, ['marketing']],
    [{ unsubscribed: true }, ['marketing']],
    [{ volljaehrigBestaetigt: false }, ['minAge']],
    [{ optOut: 'ja' }, ['marketing']],
    [{ termsAccepted: false }, ['terms']],
  ])('is reported for %j elsewhere', async (more, expected) => {
    expect(await refusedAt({ ...ofBooking, payload: { consent: four, ...more } })).toEqual(expected);
  });

  it.each([
    { ip: '10.0.0.1' },
    { date: '2026-11-20' },
    { version: 3 },
    { source: 'website' },
    { sms: false },
    { whatsapp: 'no' },
    { privacyWithdrawn: false },
    { revoked: false },
    { revokedAt: null },
    { status: 'given' },
    { withdrawalUrl: 'https://example.org/withdraw' },
    { paymentDeclined: true },
    { noParking: true },
    { withoutCar: 'ja' },
    { noShow: true },
    { boxGesperrt: true },
  ])('is not reported for %j', async more => {
    expect(await refusedAt({ ...ofBooking, payload: { consent: { ...four, ...more } } })).toEqual([]);
  });
});

const ofForm = {
  rules: [
    'newsletter: {answer: Newsletter, as: boolean}',
    'photo.ok: {answer: Fotos erlaubt, as: boolean}',
    'sms.ok: {answer: SMS, as: boolean}',
  ],
  sample: { Newsletter: 'Ja', 'Fotos erlaubt': 'Ja', SMS: 'Ja' },
} as const;
const yes = { Newsletter: 'Ja', 'Fotos erlaubt': 'Ja', SMS: 'Ja' };

describe('a form with a further question that refuses a consent', () => {
  it.each<readonly [string, unknown, readonly string[]]>([
    ['Kein Newsletter', 'Ja', ['newsletter']],
    ['Keine Fotos', true, ['photo.ok']],
    ['Keine Fotos, bitte', 'x', ['photo.ok']],
    ['Ich möchte keine Werbung', 'Ja', ['newsletter', 'sms.ok']],
    ['Werbung', 'Nein', ['newsletter', 'sms.ok']],
    ['E-Mail-Werbung erlaubt?', 'nein', ['newsletter']],
    ['Fotos auf Instagram', 'Nein', ['photo.ok']],
    ['Dürfen wir Fotos im Internet zeigen?', 'Nein', ['photo.ok']],
    ['Einwilligung Foto (Vater)', 'Nein', ['photo.ok']],
    ['Zustimmung der Eltern', 'Nein', ['newsletter', 'photo.ok', 'sms.ok']],
    ['Kontaktsperre', true, ['newsletter', 'sms.ok']],
    ['Kein Kontakt', 'Ja', ['newsletter', 'sms.ok']],
    ['Bitte nicht kontaktieren', 'Ja', ['newsletter', 'sms.ok']],
    ['Werbesperre', 'Ja', ['newsletter', 'sms.ok']],
    ['Newsletter abbestellen', 'Ja', ['newsletter']],
    ['Widerruf Newsletter', 'Ja', ['newsletter']],
    ['Keine SMS', 'Ja', ['sms.ok']],
    ['SMS-Widerruf', '20.11.2026', ['sms.ok']],
    ['Fotoverbot', 'Ja', ['photo.ok']],
    ['Bemerkungen', 'Bitte keine Fotos von Mia', ['photo.ok']],
    ['Nachricht', 'Bitte keinen Newsletter', ['newsletter']],
    ['Sonstiges', 'Ich möchte keine SMS erhalten', ['sms.ok']],
  ])('is reported for %s: %j', async (label, value, expected) => {
    const payload = { ...yes, [label]: value };
    expect(await refusedAt({ ...ofForm, payload, answers: payload })).toEqual(expected);
  });

  it.each<readonly [string, unknown]>([
    ['Kein Newsletter', 'Nein'],
    ['Keine Fotos', false],
    ['Fotos auf Instagram', 'Ja'],
    ['Haben Sie Fotos dabei?', 'Nein'],
    ['WhatsApp', 'Nein'],
    ['Anruf erwünscht', 'nein'],
    ['Bemerkungen', 'Keine Allergien'],
    ['Nachricht', 'Bitte nicht vor 9 Uhr anrufen'],
    ['Widerrufsbelehrung gelesen', 'Ja'],
    ['Newsletter-Häufigkeit', 'monatlich'],
    ['Werbung', ''],
    ['Raucher', 'Nein'],
    ['Wie viele Fotos?', 0],
    ['Kein Getreide füttern', 'Ja'],
    ['Keine Allergien', 'Ja'],
    ['Nicht kastriert', 'Ja'],
    ['Ohne Halsband', 'Ja'],
    ['Kein Kontakt zu Rüden', 'Ja'],
    ['Keine Leckerli', true],
    ['Keine Verpackung', 'Ja'],
    ['Ohne Rechnung', 'Ja'],
    ['Verträgt kein Huhn', 'Ja'],
  ])('is not reported for %s: %j', async (label, value) => {
    const payload = { ...yes, [label]: value };
    expect(await refusedAt({ ...ofForm, payload, answers: payload })).toEqual([]);
  });

  it('is reported for a rule with a reason, which was given before', async () => {
    const rules = ['photo.ok: {answer: Fotos erlaubt, as: boolean, because: the form asks for it}'];
    const payload = { ...yes, 'Fotos auf Instagram': 'Nein' };
    expect(await refusedAt({ ...ofForm, rules, payload, answers: payload })).toEqual(['photo.ok']);
  });

  it('is not reported if a sample has the same answer, or a rule reads it', async () => {
    const payload = { ...yes, 'Fotos auf Instagram': 'Nein' };
    expect(await refusedAt({ ...ofForm, sample: payload, payload, answers: payload })).toEqual([]);
    const rules = [...ofForm.rules, 'vip: {answer: Fotos auf Instagram, as: boolean}'];
    expect(await refusedAt({ ...ofForm, rules, payload, answers: payload })).toEqual([]);
  });
});

const ofRecord = {
  rules: [
    'newsletter: {from: consents.newsletter, as: boolean}',
    'photo.ok: {from: consents.photos, as: boolean}',
  ],
  sample: { name: 'Mia', consents: { newsletter: true, photos: true } },
} as const;

describe('a record that refuses a consent in another place', () => {
  it.each<readonly [object, object, readonly string[]]>([
    [{ photosDenied: true }, {}, ['photo.ok']],
    [{ newsletterDeclined: true }, {}, ['newsletter']],
    [{ noPhotos: true }, {}, ['photo.ok']],
    [{ photosParent: 'no' }, {}, ['photo.ok']],
    [{ photosFather: 'nein' }, {}, ['photo.ok']],
    [{ valid: false }, {}, ['newsletter', 'photo.ok']],
    [{ photoRemark: 'Vater hat widersprochen' }, {}, ['photo.ok']],
    [{ photoRemark: 'nur ohne Gesicht' }, {}, ['photo.ok']],
    [{ photosScope: 'internal only' }, {}, ['photo.ok']],
    [{ expired: true }, {}, ['newsletter', 'photo.ok']],
    [{ fotosperre: 'ja' }, {}, ['photo.ok']],
    [{ fotosEntzogen: 'ja' }, {}, ['photo.ok']],
    [{}, { a: { b: { c: { d: { e: { f: { g: { keine_fotos: true } } } } } } } }, ['photo.ok']],
    [{}, { customer: { tags: 'kein Newsletter' } }, ['newsletter']],
    [{}, { customer: { tags: ['VIP', 'newsletter abgemeldet'] } }, ['newsletter']],
    [{}, { parent: { consents: { newsletter: 'denied', photos: 'no' } } }, ['newsletter', 'photo.ok']],
    [{}, { preferences: { newsletter: false } }, ['newsletter']],
    [{}, { preferences: { newsletter: 'off' } }, ['newsletter']],
    [{}, { optOut: ['newsletter'] }, ['newsletter']],
    [{}, { optouts: { newsletter: true } }, ['newsletter']],
    [{}, { suppressions: [{ reason: 'unsubscribed' }] }, ['newsletter']],
    [{}, { consentHistory: [{ consent: 'newsletter', action: 'revoked' }] }, ['newsletter']],
    [{}, { note_attributes: [{ name: 'Newsletter', value: 'nein' }] }, ['newsletter']],
    [{}, { note_attributes: [{ name: 'Kein Newsletter', value: 'ja' }] }, ['newsletter']],
    [{}, { note_attributes: [{ name: 'Newsletter abbestellen', value: 'ja' }] }, ['newsletter']],
    [{}, { customer: { accepts_marketing: false } }, ['newsletter']],
    [{}, { customer: { note: 'Newsletter abgemeldet' } }, ['newsletter']],
    [{}, { note: 'Bitte keine Werbung' }, ['newsletter']],
    [{}, { keineFotos: true }, ['photo.ok']],
    [{}, { photoConsentFather: 'nein' }, ['photo.ok']],
    [{}, { photoConsentWeb: { value: 'nein' } }, ['photo.ok']],
    [{}, { werbung_erhalten: 'nein' }, ['newsletter']],
    [{}, { newsletter_abonniert: 'nein' }, ['newsletter']],
    [{}, { newsletter_partnerin: 'nein' }, ['newsletter']],
  ])('is reported for %j and %j', async (consents, more, expected) => {
    const payload = { ...more, consents: { newsletter: true, photos: true, ...consents } };
    expect(await refusedAt({ ...ofRecord, payload })).toEqual(expected);
  });

  it.each<readonly [object, object]>([
    [{ photosScope: '' }, {}],
    [{ photosAt: '2026-11-20' }, {}],
    [{ photosSource: 'website' }, {}],
    [{ newsletterFrequency: 'monatlich' }, {}],
    [{ photosParent: 'yes' }, {}],
    [{ method: 'double opt-in' }, {}],
    [{ language: 'de' }, {}],
    [{}, { preferences: { newsletter: true, sms: false } }],
    [{}, { optOut: [] }],
    [{}, { optOut: ['sms'] }],
    [{}, { email: 'mia@example.org', photo: 'https://example.org/mia.jpg' }],
    [
      {},
      {
        consentHistory: [
          { consent: 'newsletter', action: 'revoked' },
          { consent: 'newsletter', action: 'granted' },
        ],
      },
    ],
    [{}, { note_attributes: [{ name: 'Newsletter', value: 'ja' }] }],
    [{}, { items: [{ name: 'Newsletter-Kurs', status: 'canceled' }] }],
    [{}, { status: 'active' }],
    [{}, { email: 'no-reply@example.org', contactPerson: 'Anna Keiner', contact: 'Nie & Co' }],
    [{}, { previous: { newsletter: false }, before: { photos: 'nein' } }],
    [{}, { previous_newsletter: false, old_photos: 'nein' }],
    [{}, { changes: { newsletter: { old: false, new: true } } }],
    [{}, { photos: 0, photoCount: 0 }],
    [{}, { newsletter_partner: 'nein' }],
    [{}, { newsletterPartners: false, third_party_marketing: false }],
    [{}, { 'Werbung von Partnern': 'nein', Partnerwerbung: 'nein', werbung_dritte: 'nein' }],
    [{}, { newsletter_opened: false, newsletter_received: 'no' }],
  ])('is not reported for %j and %j', async (consents, more) => {
    const payload = { ...more, consents: { newsletter: true, photos: true, ...consents } };
    expect(await refusedAt({ ...ofRecord, payload })).toEqual([]);
  });
});

const ofList = {
  rules: ['newsletter: {from: content.OPT_IN, as: boolean}'],
  sample: { content: [{ NAME: 'Mia', OPT_IN: true, EMAIL_BLACKLISTED: false }] },
} as const;

describe('a consent in the only entry of a list', () => {
  it.each([
    { EMAIL_BLACKLISTED: true },
    { UNSUBSCRIBED: true },
    { OPT_IN_STATUS: 'revoked' },
    { CONSENT_WITHDRAWN_AT: '2026-11-20' },
    { DOUBLE_OPT_IN: 'pending' },
    { NEWSLETTER: 'nein' },
  ])('is reported as refused for %j', async more => {
    const payload = { content: [{ NAME: 'Mia', OPT_IN: true, EMAIL_BLACKLISTED: false, ...more }] };
    expect(await refusedAt({ ...ofList, payload })).toEqual(['newsletter']);
  });
});
