import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { otherCurrencies } from '../../src/check/measures/other-currency.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { mappingOf, fieldOf as sentField } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'revenue', name: 'Umsatz (Euro)' }),
    fieldOf({ keyName: 'spent_eur', name: 'Ausgegeben' }),
    fieldOf({ keyName: 'sign', name: 'Umsatz €' }),
    fieldOf({ keyName: 'swiss', name: 'Umsatz CHF' }),
    fieldOf({ keyName: 'both', name: 'Umsatz (CHF oder €)' }),
    fieldOf({ keyName: 'yen', name: 'Revenue (JPY)' }),
    fieldOf({ keyName: 'dinar', name: 'Revenue (KWD)' }),
    fieldOf({ keyName: 'dollars', name: 'Total ($)' }),
    fieldOf({ keyName: 'described', name: 'Umsatz', description: 'in Euro, ohne Mehrwertsteuer' }),
    fieldOf({ keyName: 'plain', name: 'Umsatz' }),
    fieldOf({ keyName: 'money', name: 'Währung' }),
    fieldOf({ keyName: 'city', name: 'Wohnort' }),
  ],
});

const base = 'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n';

function found(rule: string, payload: object, more = '') {
  const text = `${base}${rule.startsWith('note') ? '  ' : '  additionalFields:\n    '}${rule}\n${more}`;
  const answers = namedAnswers(
    Object.entries(payload).map(([key, value]) => ({ keys: [`q_${key}`], labels: [key], value })),
  );
  return otherCurrencies(mappingOf(text), catalog, { payload, answers });
}

const saas = { data: { object: { cents: 184_950, currency: 'usd' } } };

describe('an amount in another currency than its field', () => {
  it.each([
    ['revenue: {from: data.object.cents / 100, as: number}', saas, 'USD'],
    ['revenue: {from: $number(data.object.cents) / 100, as: number}', saas, 'USD'],
    ['spent_eur: data.object.cents', saas, 'USD'],
    ['sign: total', { total: '12,90', currency_code: 'GBP' }, 'GBP'],
    [`revenue: {from: '$replace(budget, " CHF", "")', as: number}`, { budget: '450.000 CHF' }, 'CHF'],
    [`sign: '$substringBefore(budget, " USD")'`, { budget: '450 USD' }, 'USD'],
    [`sign: '$split(budget, " CHF")[0]'`, { budget: '450 CHF' }, 'CHF'],
    ['swiss: total', { total: '12.90', currency: 'EUR' }, 'EUR'],
    ['both: total', { total: 5, currencyCode: 'TRY' }, 'TRY'],
    ['described: total', { total: 5, currency: 'PLN' }, 'PLN'],
    ['revenue: toplam_tutar', { toplam_tutar: '41.250,00', para_birimi: 'TRY' }, 'TRY'],
    ['revenue: {answer: toplam_tutar}', { toplam_tutar: '41.250,00', para_birimi: 'TL' }, 'TRY'],
    ['revenue: summe', { summe: 12, währung: 'CHF' }, 'CHF'],
    ['revenue: summe', { summe: 12, Waehrung: 'Franken' }, 'CHF'],
    ['revenue: montant', { montant: 12, devise: 'CHF' }, 'CHF'],
    ['revenue: importe', { importe: 12, moneda: 'MXN' }, 'MXN'],
    ['revenue: preco', { preco: 12, moeda: 'BRL' }, 'BRL'],
    ['revenue: bedrag', { bedrag: 12, valuta: 'USD' }, 'USD'],
    ['revenue: cena', { cena: 1200, měna: 'CZK' }, 'CZK'],
    ['revenue: cena', { cena: 1200, mena_kod: 'Kč' }, 'CZK'],
    ['revenue: kwota', { kwota: 1200, waluta: 'zł' }, 'PLN'],
    ['revenue: osszeg', { osszeg: 12_000, pénznem: 'Ft' }, 'HUF'],
    ['revenue: amount', { amount: 12_000, currency: 'JPY' }, 'JPY'],
    ['revenue: amount', { amount: 12_000, currency: { code: 'KRW', name: 'Won' } }, 'KRW'],
    ['revenue: order.total', { currency: 'USD', order: { total: 12, nr: 5 } }, 'USD'],
    ['revenue: order.total', { order: { total: 12, order_currency: 'USD' } }, 'USD'],
    ['revenue: total_price', { total_price: '12.00', currency: 'USD', presentment_currency: 'EUR' }, 'USD'],
    [
      'revenue: $sum(items.price)',
      {
        items: [
          { price: 1, currency: 'EUR' },
          { price: 2, currency: 'USD' },
        ],
      },
      'USD',
    ],
    ['revenue: total', { total: '$ 120' }, 'USD'],
    ['revenue: total', { total: '1.249 TL' }, 'TRY'],
    ['revenue: total', { total: 'CHF 120.–' }, 'CHF'],
    ['revenue: total', { total: '£90' }, 'GBP'],
    ['revenue: total', { total: '450 kr.' }, 'SEK'],
    ['revenue: total', { total: '9 800 Ft' }, 'HUF'],
    ['note: {template: "Umsatz {total} €"}', { total: 12, currency: 'USD' }, 'USD'],
    ['note: {template: "Umsatz: EUR {total}, danke"}', { total: 12, currency: 'CHF' }, 'CHF'],
    ['note: \'$string(total) & " €"\'', { total: 12, currency: 'USD' }, 'USD'],
  ] as const)('is reported: %s of %j', (rule, payload, code) => {
    expect(found(rule, payload)).toMatchObject([
      { code: 'check/other-currency', message: expect.stringContaining(` in ${code} (`) },
    ]);
  });

  it.each([
    [
      'revenue: {from: data.object.cents / 100, as: number}',
      { data: { object: { cents: 1, currency: 'eur' } } },
    ],
    ['revenue: {from: data.object.cents / 100, as: number}', { data: { object: { cents: 1 } } }],
    [
      'revenue: {from: data.object.cents / 100, as: number}',
      { data: { object: { cents: null, currency: 'usd' } } },
    ],
    [
      'revenue: {from: data.object.cents / 100, as: number}',
      { data: { object: { cents: 0, currency: 'usd' } } },
    ],
    ['revenue: {from: data.object.cents / 100, because: converted}', saas],
    ['revenue: \'data.object.currency = "eur" ? data.object.cents / 100\'', saas],
    ['revenue: {from: data.object.cents * exchange_rate}', saas],
    ['revenue: {from: data.object.cents * data.rate}', saas],
    ['revenue: total', { total: '12,90 €', currency: 'EUR' }],
    ['revenue: total', { total: 'EUR 12,90' }],
    ['revenue: total', { total: 'Euro 12' }],
    ['revenue: total', { total: 12, currency: 'Euro' }],
    ['revenue: total', { total: 12, currency: '€' }],
    ['revenue: total', { total: 12, currency: '' }],
    ['revenue: total', { total: 12, currency: 'none' }],
    ['revenue: total', { total: 'viel', currency: 'USD' }],
    ['revenue: since', { since: '2026-11-28', currency: 'USD' }],
    ['revenue: total', { total: '12 Monate' }],
    ['revenue: total', { total: '3 all' }],
    ['revenue: total_eur', { total_eur: 12, currency: 'USD' }],
    ['revenue: base_total', { base_total: 12, currency: 'USD', base_currency: 'EUR' }],
    ['revenue: base_total', { base_total: 12, currency: 'USD' }],
    ['revenue: total', { total: 12, default_currency: 'USD' }],
    ['revenue: total', { total: 12, order_currency: 'USD', billing_currency: 'EUR' }],
    ['revenue: total', { total: 12, customer: { currency: 'USD' } }],
    ['revenue: order.total', { currency: 'USD', order: { total: 12, currency: 'EUR' } }],
    [
      "revenue: 'accounts[0].total'",
      {
        accounts: [
          { total: 1, currency: 'EUR' },
          { total: 2, currency: 'USD' },
        ],
      },
    ],
    ['revenue: \'accounts[currency="EUR"].total\'', { accounts: [{ total: 2, currency: 'USD' }] }],
    ['swiss: total', { total: 12, currency: 'CHF' }],
    ['swiss: total', { total: 'Fr. 12.–' }],
    ['both: total', { total: 12, currency: 'EUR' }],
    ['dollars: total', { total: 12, currency: 'CAD' }],
    ['dollars: total', { total: '$ 12' }],
    ['yen: total', { total: 12, currency: 'jpy' }],
    ['plain: total', { total: 12, currency: 'USD' }],
    ['city: total', { total: 12, currency: 'USD' }],
    ['money: currency', { total: 12, currency: 'USD' }],
    ['note: {template: "Umsatz {total}"}', { total: 12, currency: 'USD' }],
    ['note: {template: "Umsatz {total} {currency}"}', { total: 12, currency: 'USD' }],
    ['note: {template: "{name} war da"}', { name: 'Ann', currency: 'USD' }],
  ])('is not reported: %s of %j', (rule, payload) => {
    expect(found(rule, payload)).toEqual([]);
  });
});

describe('the hint for an amount in another currency', () => {
  it.each([
    ['data.object.cents / 100', saas, { data: { object: { cents: 500, currency: 'EUR' } } }, '5'],
    ['data.object.cents / 100', saas, { data: { object: { cents: null, currency: 'eur' } } }, undefined],
    ['data.object.cents / 100', saas, saas, undefined],
    ['total', { total: 5, currency: 'TL' }, { total: 5, currency: 'Euro' }, '5'],
    ['total', { total: 5, currency: '$' }, { total: 5, currency: '$' }, undefined],
    ['total', { total: '5 TL' }, { total: '5' }, '5'],
    ['total', { total: '5 TL' }, { total: 5 }, '5'],
    ['total', { total: '5 TL' }, { total: '5 TL' }, undefined],
    ['total', { total: '5 TL' }, { total: null }, undefined],
    ['vip ? total : total * 2', { total: 5, currency: 'USD' }, { total: 5, currency: 'EUR' }, '10'],
  ])('sends only those in the one of the field: %s of %j', async (source, payload, other, sent) => {
    const [only] = found(`revenue: ${JSON.stringify(source)}`, payload);
    const advised: unknown = parseYaml(/write from: ('.*'); if/.exec(only?.hint ?? '')?.[1] ?? '');
    const after = await sentField(`{from: ${JSON.stringify(advised)}}`, other);
    expect(after).toEqual(
      sent === undefined
        ? ['mapping/nothing-to-send']
        : expect.objectContaining({ set: expect.objectContaining({ text: sent }) }),
    );
  });
});

describe('a field that names no currency', () => {
  const sample = 'tests:\n  - {name: a, payload: {nr: 1, total: 12, currency: EUR}, expect: []}\n';
  it('has the one of the samples', () => {
    expect(found('plain: total', { total: 12, currency: 'EUR' }, sample)).toEqual([]);
    expect(found('plain: total', { total: 12, currency: 'USD' }, sample)).toMatchObject([
      { message: expect.stringContaining('and in the sample of the mapping it is in EUR') },
    ]);
  });

  it('may have any if another rule sends the currency', () => {
    const both = 'plain: total\n    money: currency';
    expect(found(both, { total: 12, currency: 'USD' }, sample)).toEqual([]);
  });
});

describe('an amount whose currency has no cents', () => {
  it.each([
    ['yen: amount / 100', 'jpy', '\'currency = "jpy" ? amount : amount / 100\''],
    ['yen: amount * 0.01', 'JPY', '\'currency = "JPY" ? amount : amount * 0.01\''],
    ['dinar: amount / 100', 'KWD', '\'currency = "KWD" ? amount / 1000 : amount / 100\''],
  ])('is reported if the rule divides by 100: %s', (rule, currency, cure) => {
    const [only, ...others] = found(rule, { amount: 12_000, currency });
    expect(others).toEqual([]);
    expect(only?.message).toContain('by 100, and amounts in');
    expect(only?.hint).toContain(cure);
  });

  it.each([
    ['revenue: amount / 100', 'eur'],
    ['yen: amount', 'jpy'],
    ['yen: amount / 1000', 'jpy'],
    ['dinar: amount / 1000', 'KWD'],
  ])('is not: %s in %s', (rule, currency) => {
    expect(found(rule, { amount: 12_000, currency })).toEqual([]);
  });
});
