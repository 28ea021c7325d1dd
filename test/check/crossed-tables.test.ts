import { describe, expect, it } from 'vitest';
import { crossedTables } from '../../src/check/crossed-tables.ts';
import { fittingChoice } from '../../src/check/names/fitting-choice.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf, listed, now } from './catalog.ts';

const catalog = catalogOf({
  ...listed(now, 'Interessent', 'Neukunde', 'Stammkunde', 'VIP', 'Gesperrt', 'Inaktiv'),
  fields: [
    fieldOf({
      keyName: 'hair',
      name: 'Haartyp',
      type: 'selection',
      selectItems: ['glatt', 'lockig', 'kraus'],
      description: 'straight\ncurly\nkinky',
    }),
    fieldOf({ keyName: 'text', name: 'Text' }),
    fieldOf({ keyName: 'stars', name: 'Sterne', type: 'rating' }),
  ],
});

function told(rule: string, name = 'customerStatus', known: typeof catalog | null = catalog) {
  const at = name === 'customerStatus' ? '  customerStatus' : `  additionalFields:\n    ${name}`;
  const yaml = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n${at}: ${rule}\n`;
  return crossedTables(mappingOf(yaml), known ?? undefined);
}

describe('a table whose keys fit other choices', () => {
  it.each([
    ['{Stamm: Neukunde, Neu: Stammkunde}', 'Stamm: Stammkunde, Neu: Neukunde'],
    ['{Stamm: Neukunde, anderes: Stammkunde}', 'Stamm: Stammkunde'],
    ['{VIP: Gesperrt}', 'VIP: VIP'],
    ['{vip: Gesperrt, gesperrt: VIP}', 'vip: VIP, gesperrt: Gesperrt'],
    ['{Stamm: Neukunde}', 'Stamm: Stammkunde'],
    ['{Stammkunden: VIP}', 'Stammkunden: Stammkunde'],
  ])('is reported for a status: %s', (table, better) => {
    const [found, ...others] = told(`{from: s, values: ${table}}`);
    expect([found?.code, others]).toEqual(['check/crossed-table', []]);
    expect(found?.hint).toContain(`write ${better};`);
  });

  it.each([
    ['{glatt: kraus, kraus: glatt}', 'glatt: glatt, kraus: kraus'],
    ['{Curly: kraus, Kinky: lockig}', 'Curly: lockig, Kinky: kraus'],
  ])('is reported for a field: %s', (table, better) => {
    expect(told(`{from: s, values: ${table}}`, 'hair')[0]?.hint).toContain(`write ${better};`);
  });

  it('is reported without a catalog if the table has the choice itself', () => {
    const of = (table: string, name?: string) => told(`{from: s, values: ${table}}`, name, null);
    expect(of('{Stamm: Neukunde, Neu: Stammkunde}')).toHaveLength(1);
    expect(of('{Sommer: Winter, Winter: Sommer}', 'text')).toHaveLength(1);
    expect(of('{VIP: Gesperrt}')).toEqual([]);
  });

  it.each([
    '{Stamm: Stammkunde, Neu: Neukunde}',
    '{high: Stammkunde, low: Neukunde}',
    '{lead: Interessent, customer: Neukunde, evangelist: VIP}',
    '{neu: Interessent, alt: Stammkunde}',
    '{aktiv: Stammkunde, inaktiv: Inaktiv}',
    '{Gold: VIP, Silber: Stammkunde, Bronze: Neukunde}',
    '{VIP: VIP, VIP-Kunde: VIP}',
    '{"Neukunde seit 2026": Neukunde, "ehemaliger Stammkunde": Inaktiv}',
    '{"nicht gesperrt": Stammkunde}',
    '{Neu: Stammkunde, Neukunde: Neukunde}',
    '{a: b, "1": VIP, "2": Gesperrt}',
  ])('is not reported for a status: %s', table => {
    expect(told(`{from: s, values: ${table}}`)).toEqual([]);
  });

  it.each([
    ['hair', '{"sehr lockig": kraus, lockig: lockig, glatt: glatt}'],
    ['hair', '{"lockig bis kraus": kraus, wellig: lockig}'],
    ['hair', '{straight: glatt, curly: lockig}'],
    ['stars', '{1: 5, 2: 4, 3: 3, 4: 2, 5: 1}'],
    ['stars', '{"1": "5", "5": "1"}'],
    ['text', '{ja: "nein", nein: "ja"}'],
    ['text', '{nl: Niederländisch, de: Deutsch}'],
  ])('is not reported for the field %s: %s', (name, table) => {
    expect(told(`{from: s, values: ${table}}`, name)).toEqual([]);
  });

  it('is not reported with a reason', () => {
    expect(told('{from: s, values: {VIP: Gesperrt}, because: the CRM calls debtors so}')).toEqual([]);
  });
});

describe('the choice that a word fits', () => {
  const names = ['Neukunde', 'Stammkunde', 'VIP', 'VIP plus', 'Inaktiv'];

  it.each([
    ['Stamm', 'Stammkunde'],
    ['neu', 'Neukunde'],
    ['vip', 'VIP'],
    ['Stamkunde', 'Stammkunde'],
    ['aktiv', undefined],
    ['kein VIP', undefined],
    ['N', undefined],
    ['Gold', undefined],
  ])('%s: %s', (word, name) => {
    expect(fittingChoice(word, names)).toBe(name);
  });
});
