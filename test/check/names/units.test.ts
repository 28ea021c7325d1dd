import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { fieldSubjects } from '../../../src/check/field-subjects.ts';
import { otherUnit } from '../../../src/check/names/units.ts';
import { mappingOf, fieldOf as sentField } from '../../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from '../catalog.ts';

describe('a value and a field whose names say two units', () => {
  it.each([
    ['amount_cents', 'revenue / Umsatz (EUR)', '/ 100'],
    ['amountCents', 'revenue / Umsatz', '/ 100'],
    ['amount_in_cents', 'amount / Betrag', '/ 100'],
    ['price_cents', 'price / Preis', '/ 100'],
    ['unit_amount', 'f17 / Preis in Euro', '/ 100'],
    ['amount_total', 'amount / Betrag', '/ 100'],
    ['amount_paid', 'revenue / Turnover', '/ 100'],
    ['betrag_rappen', 'betrag / Betrag CHF', '/ 100'],
    ['price_eur', 'cents / Cents', '* 100'],
    ['duration_minutes', 'duration / Dauer in Stunden', '/ 60'],
    ['durationMin', 'hours / Stunden', '/ 60'],
    ['dauer_sekunden', 'duration / Dauer (Minuten)', '/ 60'],
    ['duration_seconds', 'hours / Hours', '/ 3600'],
    ['duration_ms', 'seconds / Sekunden', '/ 1000'],
    ['hours', 'minutes / Minuten', '* 60'],
    ['height_cm', 'height / Größe in m', '/ 100'],
    ['height_m', 'height / Größe (cm)', '* 100'],
    ['length_mm', 'length / Haarlänge in cm', '/ 10'],
    ['heightInches', 'height / Größe (cm)', '* 2.54'],
    ['height_in', 'height / Größe (cm)', '* 2.54'],
    ['heightFt', 'height / Größe in cm', '* 30.48'],
    ['height_feet', 'height / Größe in m', '/ 3.28084'],
    ['height_cm', 'height / Height (inches)', '/ 2.54'],
    ['weightLbs', 'weight / Gewicht (kg)', '/ 2.20462'],
    ['weight_pounds', 'weight / Gewicht in kg', '/ 2.20462'],
    ['weight_kg', 'weight / Weight (lbs)', '* 2.20462'],
    ['weight_oz', 'weight / Gewicht (g)', '* 28.3495'],
    ['weight_stone', 'weight / Gewicht (kg)', '* 6.35029'],
    ['distanceMiles', 'distance / Entfernung (km)', '* 1.60934'],
    ['distance_m', 'distance / Entfernung (km)', '/ 1000'],
    ['weight_g', 'weight / Gewicht in kg', '/ 1000'],
    ['weight_kg', 'weight / Gewicht (g)', '* 1000'],
    ['discount_fraction', 'discount / Rabatt in %', '* 100'],
    ['fill_ratio', 'share / Anteil in Prozent', '* 100'],
    ['discount_percent', 'ratio / Ratio', '/ 100'],
  ])('%s for %s is reported', (value, names, cure) => {
    expect(otherUnit(value, names.split(' / '))?.cure).toBe(cure);
  });

  it.each([
    ['amount_cents', 'cents / Betrag in Cent'],
    ['price', 'price / Preis'],
    ['amount', 'revenue / Umsatz (EUR)'],
    ['total', 'price / Preis'],
    ['amount_eur', 'revenue / Umsatz'],
    ['duration_minutes', 'duration / Dauer'],
    ['duration_minutes', 'duration / Dauer in Minuten'],
    ['minutes', 'duration / Stunden und Minuten'],
    ['height_cm', 'height / Größe'],
    ['height_cm', 'height / Größe (cm)'],
    ['height', 'height / Größe in m'],
    ['height', 'height / Größe (cm)'],
    ['heightInches', 'height / Größe'],
    ['heightInches', 'height / Height (inches)'],
    ['opt_in', 'height / Größe (cm)'],
    ['signed_in', 'height / Größe (cm)'],
    ['built_in_size', 'height / Größe (cm)'],
    ['foot', 'height / Größe (cm)'],
    ['weightLbs', 'weight / Gewicht'],
    ['pounds', 'price / Preis (£)'],
    ['pounds', 'weight / Weight in pounds'],
    ['weightLbs', 'height / Größe (cm)'],
    ['height_kg', 'height / Größe (cm)'],
    ['distanceKm', 'distance / Entfernung (km)'],
    ['min_age', 'age / Alter'],
    ['percent', 'discount / Rabatt in %'],
    ['center', 'city / Ort'],
    ['centre_name', 'price / Preisgruppe'],
    ['accent', 'amount / Betrag'],
    ['consent', 'price / Preis'],
    ['messages', 'hours / Stunden'],
    ['kg', 'weight / Gewicht kg'],
    ['name', 'name / Name'],
  ])('%s for %s is not', (value, names) => {
    expect(otherUnit(value, names.split(' / '))).toBeUndefined();
  });

  const catalog = catalogOf({ fields: [fieldOf({ keyName: 'revenue', name: 'Umsatz (EUR)' })] });
  it.each([
    ['order.amount_cents', 1],
    ['{from: order.amount_cents, as: number}', 1],
    ["'order.amount_cents / 100'", 0],
    ['order.amount', 0],
    ['{from: order.amount_cents, because: the sender means euros}', 0],
  ])('are compared in a rule: %s', (rule, count) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    revenue: ${rule}\n`;
    const found = fieldSubjects(mappingOf(text), catalog);
    expect(found).toHaveLength(count);
    if (count > 0) expect(found[0]?.hint).toContain('$number(order.amount_cents) / 100');
  });

  it.each([
    ['order.cents', { order: { cents: 1250 } }, '12.5'],
    ['order.cents', { order: { cents: '1250' } }, '12.5'],
    ['order.cents', { order: { cents: 0 } }, '0'],
    ['order.cents', { order: { cents: null } }, undefined],
    ['order.cents', { order: { cents: '' } }, undefined],
    ['order.cents', {}, undefined],
    ['"`Betrag-cents`"', { 'Betrag-cents': '1250' }, '12.5'],
  ])('are converted by the hint, also from null and from a text: %s of %j', async (rule, payload, sent) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    revenue: ${rule}\n`;
    const [only] = fieldSubjects(mappingOf(text), catalog);
    const advised = /write from: ('.*'); if/.exec(only?.hint ?? '')?.[1] ?? '';
    const after = await sentField(`{from: ${JSON.stringify(parseYaml(advised))}}`, payload);
    expect(after).toEqual(
      sent === undefined
        ? ['mapping/nothing-to-send']
        : expect.objectContaining({ set: expect.objectContaining({ text: sent }) }),
    );
  });
});
