import { describe, expect, it } from 'vitest';
import { payloadPaths } from '../../src/check/starter/payload-paths.ts';
import { suggestCustomer } from '../../src/check/starter/suggest-customer.ts';
import { proposeSource } from '../../src/setup/propose-source.ts';

function proposalOf(body: unknown) {
  const { answers, split } = proposeSource({ headers: {}, bytes: Buffer.alloc(0), body, kind: 'json' });
  return { ...(answers && { answers }), ...(split !== undefined && { split }) };
}

const pair = (id: string, texto: string, resposta: object) => ({ pergunta: { id, texto }, resposta });
const anna = { jmeno: 'Anna', email: 'anna@example.com' };
const petr = { jmeno: 'Petr', email: 'petr@example.com' };

describe('a list of questions in any language', () => {
  it.each<[string, object, object]>([
    [
      'Portuguese, with another key for several answers',
      {
        respostas: [
          pair('p1', 'Número de cliente', { tipo: 'texto', valor: '1007' }),
          pair('p2', 'Onde sente dor?', { tipo: 'lista', valores: ['Costas'] }),
          pair('p3', 'Tem alergias?', { tipo: 'texto', valor: 'Látex' }),
        ],
      },
      { each: 'respostas', key: 'pergunta.id', label: 'pergunta.texto', value: 'resposta.valor' },
    ],
    [
      'Swedish',
      {
        formulär: {
          svar: [
            { fråga: 'Har du allergier?', svar: 'Nötter' },
            { fråga: 'Ditt namn', svar: 'Ada' },
          ],
        },
      },
      { each: 'formulär.svar', label: 'fråga', value: 'svar' },
    ],
    [
      'Czech',
      {
        odpovedi: [
          { kod: 'a1', otazka: 'Máte alergie?', hodnota: 'ne' },
          { kod: 'a2', otazka: 'Číslo zákazníka', hodnota: '1007' },
        ],
      },
      { each: 'odpovedi', key: 'kod', label: 'otazka', value: 'hodnota' },
    ],
    [
      'Turkish',
      {
        cevaplar: [
          { soru: 'Adınız nedir?', cevap: 'Ada' },
          { soru: 'Alerjiniz var mı?', cevap: 'Hayır' },
        ],
      },
      { each: 'cevaplar', label: 'soru', value: 'cevap' },
    ],
    [
      'a language without known words',
      {
        απαντήσεις: [
          { ερώτηση: 'Έχετε αλλεργίες?', κείμενο: 'Όχι' },
          { ερώτηση: 'Το όνομά σας', κείμενο: 'Ada' },
        ],
      },
      { each: 'απαντήσεις', label: 'ερώτηση', value: 'κείμενο' },
    ],
  ])('is proposed: %s', (_, body, answers) => {
    expect(proposalOf(body)).toEqual({ answers });
  });

  it.each<[string, object]>([
    [
      'lines of an order',
      {
        rader: [
          { vara: 'Olja 100 ml', pris: 120 },
          { vara: 'Tvål', pris: 40 },
        ],
      },
    ],
    [
      'lines with prices as texts',
      {
        radky: [
          { nazev: 'Olej na vlasy', cena: '120' },
          { nazev: 'Mýdlo', cena: '40' },
        ],
      },
    ],
    [
      'courses with times',
      {
        cursos: [
          { nome: 'Yoga suave', hora: '10:00' },
          { nome: 'Pilates', hora: '11:00' },
        ],
      },
    ],
    ['one entry', { respostas: [pair('p1', 'Nome completo', { valor: 'Ada' })] }],
    [
      'the same text in each',
      {
        svar: [
          { fråga: 'Ditt namn', svar: 'Ada' },
          { fråga: 'Ditt namn', svar: 'Bo' },
        ],
      },
    ],
    ['texts alone', { svar: ['Ada Lovelace', 'Bo Ek'] }],
    [
      'places',
      {
        filialer: [
          { namn: 'Mitte Nord', ort: 'Berlin' },
          { namn: 'Väst', ort: 'Köln' },
        ],
      },
    ],
  ])('is not: %s', (_, body) => {
    expect(proposalOf(body)).toEqual({});
  });
});

describe('a list of people in any language', () => {
  it.each<[string, object, string]>([
    ['with e-mail addresses', { zmeny: [anna, petr] }, 'zmeny'],
    [
      'with customer numbers',
      {
        inscriptions: [
          { numero_client: '1002', nom: 'A' },
          { numero_client: '1004', nom: 'B' },
        ],
      },
      'inscriptions',
    ],
    [
      'with phone numbers',
      {
        poster: [
          { namn: 'A', mobil: '0171 3920002' },
          { namn: 'B', mobil: '0171 3920004' },
        ],
      },
      'poster',
    ],
    ['below another key', { udalost: { kontakty: [anna, petr] } }, 'udalost.kontakty'],
    [
      'beside facts of the webhook',
      { evenement: 'ajout', envoye_le: '2026-11-27', lignes: [anna, petr] },
      'lignes',
    ],
    [
      'without some keys',
      {
        zmeny: [
          { ...anna, mesto: 'Praha', psc: '1', ulice: 'a' },
          { ...petr, mesto: 'Brno', psc: '2' },
        ],
      },
      'zmeny',
    ],
  ])('is proposed as events: %s', (_, body, split) => {
    expect(proposalOf(body)).toEqual({ split });
  });

  it.each<[string, object]>([
    ['the people of an order of a customer', { email: 'ada@example.com', osoby: [anna, petr] }],
    ['the people of a customer in an object', { kund: { kundnummer: '7' }, gäster: [anna, petr] }],
    ['a list with the name of companions', { participants: [anna, petr] }],
    ['one person', { zmeny: [anna] }],
    [
      'one person twice',
      {
        adresser: [
          { typ: 'a', email: 'a@example.com' },
          { typ: 'b', email: 'a@example.com' },
        ],
      },
    ],
    [
      'things',
      {
        radky: [
          { nazev: 'Olej', cena: 1 },
          { nazev: 'Krém', cena: 2 },
        ],
      },
    ],
    ['different objects', { poster: [{ ...anna }, { mail: 'b@example.com', a: 1, b: 2, c: 3 }] }],
    ['people before a change', { previous: [anna, petr] }],
  ])('is not: %s', (_, body) => {
    expect(proposalOf(body)).toEqual({});
  });
});

describe('the customer number in further languages', () => {
  const email = 'ada@example.com';
  const found = (payload: object) => {
    const customer = suggestCustomer(payloadPaths([{ payload, answers: undefined }]));
    return customer.kind === 'none' ? 'none' : `${customer.kind} ${customer.path.expression}`;
  };

  it.each([
    'kundnummer',
    'kundnr',
    'kundenummer',
    'asiakasnumero',
    'číslo_zákazníka',
    'cislo_klienta',
    'numer_klienta',
    'musteri_no',
    'müşteri_numarası',
    'número_de_cliente',
    'numero_cliente',
    'codice_cliente',
    'broj_klijenta',
    'ügyfélszám',
  ])('%s', key => {
    expect(found({ k: { [key]: '1001', email } })).toMatch(/^number /);
  });

  it.each([
    'hundnummer',
    'telefonnummer',
    'ordernummer',
    'cislo_pojistky',
    'numero_pedido',
    'siparis_no',
    'leverantörsnummer',
    'medlemsnummer',
    'antal_kunder',
  ])('is not %s', key => {
    expect(found({ k: { [key]: '1001', email } })).toBe('link k.email');
  });
});
