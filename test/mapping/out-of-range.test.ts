import { describe, expect, it } from 'vitest';
import { evaluateYaml } from './evaluate-yaml.ts';

/** Returns the doubts about a number of an event, by the key of a field. */
async function doubtsOf(key: string, from: string, samples: readonly object[], payload: object) {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify(each)}, skips: true}\n`,
  );
  const head = 'source: website\ndestination: salon\noperation: updateCustomer\nset:\n';
  const rule = `    ${key}: {from: ${JSON.stringify(from)}, as: number}\n`;
  const text = `${head}  id: {value: "7", because: test}\n  additionalFields:\n${rule}tests:\n${tests.join('')}`;
  const evaluation = await evaluateYaml(text, { payload });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, severity, message }) =>
    code === 'mapping/ambiguous-value' ? [`${severity}: ${message}`] : [],
  );
}

const hours = '$number($substring(v, 6, 2)) - $number($substring(v, 0, 2))';
const span = '($toMillis(bis) - $toMillis(von)) / 3600000';
const day = { von: '2026-02-01T08:00:00Z', bis: '2026-02-01T16:00:00Z' };

describe('a number that is out of the range of the samples', () => {
  it.each<[string, string, string, object, object]>([
    ['warning: ', 'volumen', 'v', { v: 35 }, { v: -3 }],
    ['warning: ', 'f', 'entfernung', { entfernung: 35 }, { entfernung: -3 }],
    ['warning: ', 'care.hours', hours, { v: '08:00-16:00' }, { v: '20:00-08:00' }],
    ['warning: ', 'care.hours', hours, { v: '08:00-16:00' }, { v: '08:00-04:00 PM' }],
    ['info: ', 'f', hours, { v: '08:00-16:00' }, { v: '16:00-08:00' }],
    ['warning: ', 'f', span, day, { von: day.bis, bis: day.von }],
    ['warning: ', 'stay', '$toMillis(bis) - $toMillis(von)', day, { von: day.bis, bis: day.von }],
    ['warning: ', 'stay', 'ende - beginn', { beginn: 8, ende: 16 }, { beginn: 20, ende: 8 }],
    ['warning: ', 'duration', 'b - a', { a: 8, b: 16 }, { a: 20, b: 8 }],
    ['info: ', 'rest', 'b - a', { a: 8, b: 16 }, { a: 20, b: 8 }],
    ['warning: ', 'care.hours', '$number(v) / 60', { v: '480' }, { v: '-60' }],
    ['info: ', 'care.hours', '$number(v) / 60', { v: '480' }, { v: '28800' }],
    ['info: ', 'care.hours', '$number(v) / 60', { v: '480' }, { v: '8' }],
    ['info: ', 'x', '$number(v) / 3600', { v: '28800' }, { v: '480' }],
    ['warning: ', 'hours.per.day', 'v', { v: 8 }, { v: 480 }],
    ['warning: ', 'hours.per.day', 'v', { v: 8 }, { v: 25 }],
    ['warning: ', 'care.hours', 'stunden_pro_tag', { stunden_pro_tag: '8' }, { stunden_pro_tag: '480' }],
    ['warning: ', 'care.hours', 'stundenProTag', { stundenProTag: 8 }, { stundenProTag: 28800 }],
    ['warning: ', 'f', 'hoursPerWeek', { hoursPerWeek: 40 }, { hoursPerWeek: 2400 }],
    ['warning: ', 'f', 'tage_pro_woche', { tage_pro_woche: 3 }, { tage_pro_woche: 12 }],
    ['warning: ', 'f', 'days_per_month', { days_per_month: 12 }, { days_per_month: 144 }],
    ['warning: ', 'f', 'monate_pro_jahr', { monate_pro_jahr: 6 }, { monate_pro_jahr: 60 }],
    ['warning: ', 'f', 'minutes_per_day', { minutes_per_day: 480 }, { minutes_per_day: 28800 }],
    ['info: ', 'care.hours', 'v', { v: 8 }, { v: 480 }],
    ['warning: ', 'care.hours', 'v', { v: 8 }, { v: -8 }],
    ['warning: ', 'dog.weight', 'v', { v: 28.5 }, { v: -28.5 }],
    ['warning: ', 'food', 'menge', { menge: '250' }, { menge: '-250' }],
    ['warning: ', 'f', 'alter', { alter: 4 }, { alter: -1 }],
    ['warning: ', 'f', 'guests', { guests: 2 }, { guests: -2 }],
    ['warning: ', 'baby.weight', 'v', { v: 3450 }, { v: 3.2 }],
    ['warning: ', 'baby.weight', 'v', { v: '3,45' }, { v: '2980' }],
    ['warning: ', 'f', 'geburtsgewicht', { geburtsgewicht: 3450 }, { geburtsgewicht: '4,1' }],
    ['warning: ', 'height', 'v', { v: 172 }, { v: 1.65 }],
    ['warning: ', 'f', 'groesse', { groesse: '1,72' }, { groesse: '190' }],
  ])('is told: %s%s %s of %j: %j', async (severity, key, from, sample, payload) => {
    const found = await doubtsOf(key, from, [sample], payload);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(severity);
    expect(await doubtsOf(key, from, [sample, payload], payload)).toEqual([]);
  });

  it.each<[string, string, object, object]>([
    ['care.hours', hours, { v: '08:00-16:00' }, { v: '09:00-18:00' }],
    ['care.hours', hours, { v: '08:00-16:00' }, { v: '00:00-24:00' }],
    ['care.hours', hours, { v: '20:00-08:00' }, { v: '21:00-08:00' }],
    ['baby.weight', 'v', { v: 3450 }, { v: 640 }],
    ['weight', 'v', { v: 64 }, { v: 4 }],
    ['weight', 'v', { v: 64 }, { v: 640 }],
    ['height', 'v', { v: 172 }, { v: 48 }],
    ['price', 'v', { v: 3450 }, { v: 3.45 }],
    ['score', 'v', { v: 100 }, { v: 1 }],
    ['care.hours', '$number(v) / 60', { v: '480' }, { v: '600' }],
    ['care.hours', '$number(v) / 60', { v: '480' }, { v: '90' }],
    ['care.hours', '$number(v) / 60', { v: '480' }, { v: '0' }],
    ['care.hours', 'v', { v: 8 }, { v: 12.5 }],
    ['care.hours', 'v', { v: 40 }, { v: 60 }],
    ['hours.per.day', 'v', { v: 8 }, { v: 24 }],
    ['f', 'tage_pro_woche', { tage_pro_woche: 3 }, { tage_pro_woche: 7 }],
    ['f', 'tage', { tage: 3 }, { tage: 21 }],
    ['f', 'minuten', { minuten: 45 }, { minuten: 90 }],
    ['f', span, day, { ...day, bis: '2026-02-01T20:00:00Z' }],
    ['balance', 'v', { v: 10 }, { v: -10 }],
    ['temperature', 'v', { v: 10 }, { v: -10 }],
    ['balance', 'a - b', { a: 1, b: 2 }, { a: 2, b: 5 }],
    ['f', 'a / 100', { a: 5000 }, { a: 50 }],
    ['f', 'a * 60', { a: 8 }, { a: 600 }],
    ['points', 'a - b', { a: 9, b: 2 }, { a: 5, b: 5 }],
    ['f', 'phone', { phone: '01511112223' }, { phone: '4915111122233' }],
  ])('is not told: %s %s of %j: %j', async (key, from, sample, payload) => {
    expect(await doubtsOf(key, from, [sample], payload)).toEqual([]);
  });
});
