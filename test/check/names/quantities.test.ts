import { describe, expect, it } from 'vitest';
import { fieldSubjects } from '../../../src/check/field-subjects.ts';
import { otherCurrency } from '../../../src/check/names/currencies.ts';
import { otherQuantity } from '../../../src/check/names/quantities.ts';
import { mappingOf } from '../../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from '../catalog.ts';

describe('a value and a field whose names show two kinds of numbers', () => {
  it.each([
    ['Kd-Nr', 'revenue / Umsatz (€)'],
    ['customerNumber', 'revenue / Umsatz'],
    ['order_id', 'amount / Betrag'],
    ['Bestellnummer', 'price / Preis'],
    ['numéro de client', 'montant / Montant'],
    ['orderCount', 'revenue / Umsatz (€)'],
    ['Anzahl Besuche', 'revenue / Umsatz'],
    ['visit_count', 'height / Größe (cm)'],
    ['Lifetime value', 'height / Größe (cm)'],
    ['totalSpent', 'weight / Gewicht (kg)'],
    ['Height cm', 'revenue / Umsatz (€)'],
    ['Größe', 'weight / Gewicht'],
    ['weight_kg', 'height / Größe (cm)'],
    ['Alter', 'height / Größe (cm)'],
    ['points', 'revenue / Umsatz (€)'],
    ['loyaltyPoints', 'height / Größe (cm)'],
    ['Bonuspunkte', 'revenue / Umsatz'],
    ['lifetimeValueCents', 'points / Bonuspunkte'],
    ['customerNumber', 'points / Treuepunkte'],
    ['total_cents', 'points / Points'],
    ['preis', 'visits / Anzahl Besuche'],
    ['order_count', 'order.no / Bestellnummer'],
  ])('%s for %s is reported', (value, names) => {
    expect(otherQuantity(value, names.split(' / '))).toBeDefined();
  });

  it.each([
    ['orderTotalAmount', 'revenue / Umsatz (€)'],
    ['Lifetime value', 'revenue / Umsatz'],
    ['total', 'revenue / Umsatz'],
    ['Umsatz', 'revenue / Umsatz (€)'],
    ['value', 'revenue / Umsatz'],
    ['priceChf', 'revenue / Umsatz (€)'],
    ['price_id', 'price / Preis'],
    ['order_count_amount', 'revenue / Umsatz'],
    ['Kd-Nr', 'number / Kundennummer'],
    ['Kd-Nr', 'member.no / Mitgliedsnummer'],
    ['Kd-Nr', 'legacy / Altes System'],
    ['orderCount', 'orders / Bestellungen'],
    ['visit_count', 'visits / Anzahl Besuche'],
    ['number of visits', 'visits / Anzahl Besuche'],
    ['Height cm', 'height / Größe (cm)'],
    ['size', 'height / Größe (cm)'],
    ['Körpergröße', 'height / Größe'],
    ['Schuhgröße', 'shoe / Schuhgröße'],
    ['lengte', 'height / Größe (cm)'],
    ['hair_length_cm', 'hair / Haarlänge (cm)'],
    ['discount', 'price / Preis'],
    ['Anzahlung', 'price / Preis'],
    ['Anzahl', 'payment / Anzahlung'],
    ['country', 'revenue / Umsatz'],
    ['age_group', 'height / Größe'],
    ['Alter Preis', 'price / Preis'],
    ['Kundenwunsch', 'price / Preis'],
    ['client', 'revenue / Umsatz'],
    ['points', 'points / Bonuspunkte'],
    ['balance', 'points / Bonuspunkte'],
    ['pointsBalance', 'points / Bonuspunkte'],
    ['loyalty_amount', 'points / Punkte'],
    ['count', 'points / Treuepunkte'],
    ['pointsValueEur', 'revenue / Umsatz'],
    ['pressure_points', 'note / Notiz'],
    ['appointments', 'revenue / Umsatz'],
  ])('%s for %s is not', (value, names) => {
    expect(otherQuantity(value, names.split(' / '))).toBeUndefined();
  });
});

describe('a value and a field whose names say two currencies', () => {
  it.each([
    ['priceChf', 'revenue / Umsatz (€)', 'CHF to EUR'],
    ['price_chf', 'revenue / Umsatz EUR', 'CHF to EUR'],
    ['chf.total', 'revenue / Umsatz in Euro', 'CHF to EUR'],
    ['Preis (Franken)', 'revenue / Umsatz (€)', 'CHF to EUR'],
    ['total_usd', 'revenue / Umsatz (€)', 'USD to EUR'],
    ['Total ($)', 'revenue / Umsatz (€)', 'USD to EUR'],
    ['Total £', 'revenue / Umsatz CHF', 'GBP to CHF'],
    ['amount_eur', 'revenue.chf / Umsatz', 'EUR to CHF'],
    ['betrag_rappen', 'revenue / Umsatz (EUR)', 'CHF to EUR'],
    ['Total SEK', 'revenue / Umsatz (€)', 'SEK to EUR'],
  ])('%s for %s is reported', (value, names, expected) => {
    const found = otherCurrency(value.split('.'), names.split(' / '));
    expect(`${found?.from} to ${found?.to}`).toBe(expected);
  });

  it.each([
    ['priceChf', 'revenue / Umsatz'],
    ['priceChf', 'revenue / Umsatz (CHF)'],
    ['priceChf', 'revenue / Umsatz (CHF oder €)'],
    ['price_eur_chf', 'revenue / Umsatz (€)'],
    ['price', 'revenue / Umsatz (€)'],
    ['amount_cents', 'revenue / Umsatz (€)'],
    ['amount_eur', 'revenue / Umsatz (€)'],
    ['europe', 'revenue / Umsatz CHF'],
    ['Dauer (Sek)', 'price / Preis (€)'],
    ['weight_pounds', 'price / Preis (€)'],
  ])('%s for %s is not', (value, names) => {
    expect(otherCurrency(value.split('.'), names.split(' / '))).toBeUndefined();
  });
});

describe('a rule for a number', () => {
  const catalog = catalogOf({ fields: [fieldOf({ keyName: 'revenue', name: 'Umsatz (€)' })] });
  it.each([
    ['{from: zeile."Kd-Nr", as: number}', 'a number that identifies'],
    ['orderCount', 'a count'],
    ['{from: number, as: number}', 'a number that identifies'],
    ['order.number', 'a number that identifies'],
    ['properties.Umsatz.number', undefined],
    ['\'answers[ref="umsatz"].number\'', undefined],
    ['number_value', undefined],
    ['customer.value', undefined],
    ['points', 'a number of points'],
    ['"`Height cm`"', 'a height'],
    ['{answer: Anzahl Besuche}', 'a count'],
    ['{from: data.member.membership.priceChf, as: number}', 'is in CHF, and the field is in EUR'],
    ['{from: totals.chf.sum, as: number}', 'is in CHF, and the field is in EUR'],
    ['{from: price_rappen, as: number}', 'is in CHF, and the field is in EUR'],
    ['{from: priceChf, because: the salon keeps francs there}', undefined],
    ['orderTotalAmount', undefined],
    ["'orderCount * 20'", undefined],
  ])('is compared with the names of its field: %s', (rule, message) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    revenue: ${rule}\n`;
    const found = fieldSubjects(mappingOf(text), catalog).map(each => each.message);
    expect(found).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
  });
});
