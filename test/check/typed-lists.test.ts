import { describe, expect, it } from 'vitest';
import { doubtOfParts } from '../../src/expressions/convert/pattern-doubts.ts';
import { missingParts } from '../../src/expressions/date-pattern.ts';
import { checkWith, mappingOf } from './trials.ts';

const payload = {
  customer: 1,
  phones: [
    { type: 'home', number: '+4930123456' },
    { type: 'mobile', number: '+4915123456789' },
  ],
  emails: [
    { value: 'a@example.com', primary: false },
    { value: 'b@example.com', primary: true },
  ],
  PHONE: [
    { ID: '1', VALUE_TYPE: 'WORK', VALUE: '+4930123456' },
    { ID: '2', VALUE_TYPE: 'MOBILE', VALUE: '+4915123456789' },
  ],
  tels: [
    { name: '+4930123456', atype: 'office' },
    { name: '+4915123456789', atype: 'mobile' },
  ],
  custom: [
    { name: 'ja', custom_fields_type_name: 'Newsletter' },
    { name: 'nein', custom_fields_type_name: 'Fotos' },
  ],
  kontakte: [
    { rolle: 'selbst', nummer: '+4930123456' },
    { rolle: 'Stellvertretung', nummer: '+4915123456789' },
  ],
  deputies: [
    { role: 'self', number: '+4930123456' },
    { role: 'deputy', number: '+4915123456789' },
  ],
  nummern: [
    { nr: '+4930123456', Telefonart: 'privat' },
    { nr: '+4915123456789', Telefonart: 'mobil' },
  ],
  mails: [
    { rel: 'work', address: 'a@example.com' },
    { rel: 'home', address: 'b@example.com' },
  ],
  categories: [
    { name: 'Analytics', optedIn: true },
    { name: 'Newsletter', optedIn: false },
  ],
  cf: [
    { name: 'Allergien', val: 'a' },
    { name: 'Fotos', val: 'b' },
  ],
  wishes: [
    { name: 'Fotos', state: 'ja' },
    { name: 'Newsletter', state: 'nein' },
  ],
  shifts: [
    { value: 'a', start: '08:00', chart: 'x', article: 'b' },
    { value: 'b', start: '09:00', chart: 'y', article: 'c' },
  ],
  plain: [{ value: 'a' }, { value: 'b' }],
  same: [
    { type: 'home', number: '1' },
    { type: 'home', number: '2' },
  ],
  one: [{ type: 'home', number: '1' }],
  people: [
    { id: 1, note: 'a' },
    { id: 2, note: 'b' },
  ],
  visits: [
    { id: 1, day: 'a' },
    { id: 1, day: 'b' },
  ],
  refs: [
    { system: 'books', ref: '40077' },
    { system: 'salon', ref: '1002' },
  ],
  others: [
    { provider: 'shop', id: '40077' },
    { provider: 'crm', id: '1002' },
  ],
  typed: [
    { type: 'MR', value: '1' },
    { type: 'PI', value: '2' },
  ],
  leads: [
    { source: 'a', id: '1', email: 'a@example.com' },
    { source: 'b', id: '2', email: 'b@example.com' },
  ],
  again: [
    { system: 'salon', ref: '1' },
    { system: 'salon', ref: '2' },
  ],
  pairs: [
    ['Kundennummer', '1001'],
    ['Name', 'Ada'],
  ],
  rows: [
    ['1', 'a'],
    ['2', 'b'],
  ],
};

async function hints(line: string, code: string): Promise<readonly (string | undefined)[]> {
  const found = await checkWith(mappingOf([line], { tests: [payload] }));
  return found.filter(each => each.code === code).map(({ hint }) => hint);
}

async function ofId(id: string): Promise<readonly (string | undefined)[]> {
  const mapping = mappingOf(['note: customer'], { tests: [payload], head: `link: ${JSON.stringify(id)}` });
  return (await checkWith(mapping))
    .filter(({ code }) => code === 'intake/several-events')
    .map(({ hint }) => hint);
}

describe('an entry of a list that is read by its position', () => {
  it.each([
    ['note: phones[0].number', `phones[type = "…"].number`],
    ['note: phones[1].number', `phones[type = "…"].number`],
    ['note: phones[-1].number', `phones[type = "…"].number`],
    ['note: $.phones[0].number', `$.phones[type = "…"].number`],
    ['note: emails[0].value', 'emails[primary = true].value'],
    ['note: {from: "emails[0].value"}', 'emails[primary = true].value'],
    ['note: PHONE[0].VALUE', 'PHONE[VALUE_TYPE = "…"].VALUE'],
    ['note: tels[1].name', 'tels[atype = "…"].name'],
    ['note: custom[0].name', 'custom[custom_fields_type_name = "…"].name'],
    ['note: "pairs[0][1]"', '(pairs[$[0] = "…"])[1]'],
    ['note: mails[0].address', 'mails[rel = "…"].address'],
    ['note: categories[0].optedIn', 'categories[name = "…"].optedIn'],
    ['note: cf[1].val', 'cf[name = "…"].val'],
    ['additionalFields: {newsletter: "wishes[1].state"}', 'wishes[name = "…"].state'],
    ['note: kontakte[1].nummer', 'kontakte[rolle = "…"].nummer'],
    ['note: deputies[1].number', 'deputies[role = "…"].number'],
    ['note: nummern[0].nr', 'nummern[Telefonart = "…"].nr'],
  ])('is reported if the entries have different types: %s', async (line, cure) => {
    const [hint] = await hints(line, 'check/answer-by-position');
    expect(hint).toContain(cure);
  });

  it.each([
    'note: phones[type = "mobile"].number',
    'note: plain[0].value',
    'note: shifts[0].value',
    'note: wishes[0].state',
    'note: people[0].note',
    'note: "rows[0][1]"',
    'note: tels[0].atype',
    'note: PHONE[VALUE_TYPE = "MOBILE"].VALUE',
    'note: same[0].number',
    'note: one[0].number',
    'note: missing[0].number',
    'note: {from: "phones[0].number", because: the first one is meant}',
  ])('is not reported otherwise: %s', async line => {
    const text = line.includes('"') && !line.includes('{') ? line.replace(/note: (.*)/, `note: '$1'`) : line;
    expect(await hints(text, 'check/answer-by-position')).toEqual([]);
  });

  it.each([
    ['refs[0].ref', `write 'refs[system = "salon"].ref'`],
    ['refs[1].ref', `write 'refs[system = "salon"].ref'`],
    ['others[0].id', `write 'others[provider = "shop"].id'`],
    ['others[-1].id', `write 'others[provider = "crm"].id'`],
    ['typed[1].value', `write 'typed[type = "PI"].value'`],
  ])('is the number of one person in one of several systems: %s', async (id, cure) => {
    expect(await ofId(id)).toEqual([]);
    const mapping = mappingOf(['note: customer'], { tests: [payload], head: `link: ${JSON.stringify(id)}` });
    const found = (await checkWith(mapping)).filter(({ code }) => code === 'check/answer-by-position');
    expect(found.map(({ hint }) => hint)).toEqual([expect.stringContaining(cure)]);
  });

  it.each([
    ['people[0].id', 'write split: people at the source in the config, and link: id here'],
    ['people[-1].id', 'write split: people'],
    ['leads[0].id', 'write split: leads'],
    ['again[0].ref', 'write split: again'],
    ['rows[0][0]', 'write split: rows at the source in the config, and link: $[0] here'],
  ])('is reported as one of several people: %s', async (id, words) => {
    expect((await ofId(id))[0]).toContain(words);
  });

  it('is reported as the value of a name, which no source splits', async () => {
    expect(await ofId('pairs[0][1]')).toEqual([]);
    const mapping = mappingOf(['note: customer'], { tests: [payload], head: "link: 'pairs[0][1]'" });
    const found = await checkWith(mapping);
    expect(found.filter(({ code }) => code === 'check/answer-by-position')).toHaveLength(1);
  });

  it.each(['visits[0].id', 'customer', 'one[0].number'])(
    'is not reported for a single person: %s',
    async id => {
      expect(await ofId(id)).toEqual([]);
    },
  );
});

describe('a date pattern that lacks a part of the date', () => {
  it.each([
    ['dd.MM.', 'year'],
    ['d. MMMM', 'year'],
    ['yyyy', 'month and no day'],
    ['MMMM', 'year and no day'],
    ['MM.yyyy', 'day'],
    ['MMMM yyyy', 'day'],
    ['dd.MM.yyyy', undefined],
    ['EEEE, d. MMMM yyyy', undefined],
    ['X', undefined],
    ['HH:mm', undefined],
    ["yyyy-MM-dd'T'HH:mm:ss", undefined],
    ['yyyy-DDD', undefined],
    ['spreadsheet', undefined],
  ])('%s lacks the %s', (pattern, missing) => {
    expect(missingParts(pattern)).toEqual(missing?.split(' and no ') ?? []);
    expect(doubtOfParts([pattern], undefined)?.message).toEqual(
      missing === undefined ? undefined : expect.stringContaining(`has no ${missing}, so`),
    );
  });

  it('is named for each pattern', () => {
    expect(doubtOfParts(['MM/yyyy', 'M/yyyy', 'MM.yy', 'yyyy', 'dd.MM.yyyy'], undefined)?.message).toBe(
      '"MM/yyyy", "M/yyyy" and "MM.yy" have no day, so the first day is sent; "yyyy" has no month and no day, so 1 January is sent',
    );
    expect(doubtOfParts(['MM/yyyy', 'yyyy'], 'MM.yyyy')?.message).toBe(
      '"yyyy" has no month, so the first month is sent',
    );
  });

  it('is valid if the format lacks the same part', () => {
    expect(doubtOfParts(['yyyy'], 'yyyy')).toBeUndefined();
    expect(doubtOfParts(['dd.MM.'], 'dd.MM.')).toBeUndefined();
    expect(doubtOfParts(['yyyy'], 'dd.MM.yyyy')?.message).toContain('has no month');
  });
});
