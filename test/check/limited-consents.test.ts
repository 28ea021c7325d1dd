import { describe, expect, it } from 'vitest';
import { checkOne } from '../../src/check/check-one.ts';
import { limitedConsents } from '../../src/check/consents/limited-consents.ts';
import { reversedAnswers } from '../../src/check/consents/reversed-answers.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({
      keyName: 'fotos.ok',
      name: 'Fotos erlaubt',
      type: 'selection',
      selectItems: ['ja', 'nein', 'nur anonym'],
    }),
    fieldOf({
      keyName: 'sms.ok',
      name: 'SMS erlaubt',
      type: 'selection',
      selectItems: ['ja', 'nein', 'nur Termine'],
    }),
    fieldOf({ keyName: 'whatsapp.ok', name: 'WhatsApp erlaubt', type: 'checkbox' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'pregnant', name: 'Schwanger', type: 'checkbox' }),
  ],
});

function mappingWith(field: string, table: string, more = '') {
  return mappingOf(
    `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${field}: {answer: q, values: ${table}${more}}\n`,
  );
}

describe('the table of a consent', () => {
  it.each([
    ['fotos.ok', '{Ja: ja, "Ja, aber nur ohne Gesicht": ja}', 'write Ja, aber nur ohne Gesicht: nur anonym'],
    ['fotos.ok', '{Oui: ja, "Oui, mais anonyme": ja}', 'write Oui, mais anonyme: nur anonym'],
    ['fotos.ok', '{Sì: ja, "Sì, ma senza viso": ja}', 'write Sì, ma senza viso: nur anonym'],
    ['fotos.ok', '{"Ja, ohne Gesicht": ja}', 'write Ja, ohne Gesicht: nur anonym'],
    ['fotos.ok', '{"Ja, anonym": ja}', 'write Ja, anonym: nur anonym'],
    ['sms.ok', '{Termine: ja}', 'write Termine: nur Termine'],
    ['sms.ok', '{"Nur für Termine": ja}', 'write Nur für Termine: nur Termine'],
    ['sms.ok', '{"Seulement pour les rendez-vous": ja}', 'write Seulement pour les rendez-vous: nur Termine'],
    ['sms.ok', '{"Solo per gli appuntamenti": ja}', 'write Solo per gli appuntamenti: nur Termine'],
    [
      'whatsapp.ok',
      '{"Yes, but only for appointments": "true"}',
      'write Yes, but only for appointments: null',
    ],
    ['whatsapp.ok', '{"Ja, außer am Wochenende": true}', 'write Ja, außer am Wochenende: null'],
    ['newsletter', '{"Ja, aber nur per Post": true}', 'write Ja, aber nur per Post: null'],
  ])('is reported if it makes a whole yes of a limited one: %s %s', (field, table, hint) => {
    const [found] = limitedConsents(mappingWith(field, table), catalog);
    expect([found?.code, found?.hint?.replaceAll('"', '')]).toEqual([
      'mapping/unclear-consent',
      expect.stringContaining(hint.replace('write ', hint.endsWith(': null') ? 'write ' : 'or ')),
    ]);
    expect(limitedConsents(mappingWith(field, table, ', because: agreed'), catalog)).toEqual([]);
  });

  it.each([
    ['fotos.ok', '{Ja: ja, Nein: nein, "Ja, aber nur ohne Gesicht": nur anonym}'],
    ['fotos.ok', '{"Nein, nur für meine Akte": nein, "Nur für meine Akte": nein}'],
    ['fotos.ok', '{"Ja, aber nur ohne Gesicht": null}'],
    ['sms.ok', '{"Nur Termine": nur Termine, "Ja, gerne": ja}'],
    ['sms.ok', '{"Termine und Angebote": ja, "Ja": ja}'],
    ['newsletter', '{"nur Newsletter": true, "Newsletter und SMS": true}'],
    ['newsletter', '{"Ja, aber nur per Post": false}'],
    ['pregnant', '{"Ja, aber erst seit Kurzem": true}'],
  ])('is not reported: %s %s', (field, table) => {
    expect(limitedConsents(mappingWith(field, table), catalog)).toEqual([]);
  });

  it('does not turn an answer round if a person made a no of a limited yes', () => {
    const mapping = mappingWith('whatsapp.ok', '{"Ja, aber nur ohne Gesicht": "false", ja: "true"}');
    expect(reversedAnswers(mapping, catalog)).toEqual([]);
  });

  it('names entries for words that as: boolean does not read', () => {
    for (const no of ['"false"', '"true"']) {
      const [found] = reversedAnswers(mappingWith('pregnant', `{Sì: "false", No: ${no}}`), catalog);
      expect(found?.hint).toMatch(/write Sì: "true"(?:, No: "false")? in the table/);
      expect(found?.hint).not.toContain('as: boolean');
    }
  });
});

it('is reported by check', () => {
  const config = {
    sources: new Map(),
    destinations: new Map([['salon', { name: 'salon', validators: 'fail' }]]),
  };
  const known = new Map([['salon', { snapshot: catalog }]]);
  const found = checkOne(
    mappingWith('fotos.ok', '{"Ja, aber nur ohne Gesicht": ja}'),
    config as never,
    known,
  );
  expect(found.filter(({ code }) => code === 'mapping/unclear-consent')).toHaveLength(1);
});
