import { describe, expect, it } from 'vitest';
import { checkOnePerson } from '../../../src/check/data/names/check-one-person.ts';
import { trialScope } from '../../../src/check/data/trial.ts';
import { bookingMapping, mappingOf } from '../../mapping/evaluate-yaml.ts';
import { storedOf } from '../trials.ts';

const mother = { vorname: 'Petra', nachname: 'Lux', geburtstag: '1986-01-20', email: 'p@example.com' };
const child = { vorname: 'Mia', geburtstag: '2015-04-17' };

async function told(name: string, rule: string, payload: unknown): Promise<readonly string[]> {
  const base = bookingMapping('')
    .split('\n')
    .filter(line => !/^ {2}(?:firstName|email):/.test(line))
    .join('\n');
  const mapping = mappingOf(`${base}  firstName: ${name}\n  ${rule}\n`);
  const [trial] = storedOf(payload);
  if (!trial) return [];
  const events = [{ trial, scope: trialScope(trial, { needsBody: false }) }];
  return (await checkOnePerson(mapping, events)).map(({ message }) => message.split(',')[0] ?? '');
}

const either = '"kind.vorname ? kind.vorname : kunde.vorname"';
const birthday = 'additionalFields: {birthdate: {from: kunde.geburtstag, as: date}}';

describe('the value of one person beside the name of another', () => {
  it.each([
    [either, birthday, { kunde: mother, kind: child }],
    ['kind.vorname', birthday, { kunde: mother, kind: child }],
    [
      'data.child.vorname',
      'additionalFields: {birthdate: data.parent.geburtstag}',
      { data: { parent: mother, child } },
    ],
    [either, 'email: kunde.email', { kunde: mother, kind: { ...child, email: 'm@example.com' } }],
    ['partner.vorname', 'email: kunde.email', { kunde: mother, partner: mother }],
  ])('is reported: %s, %s', async (name, rule, payload) => {
    expect(await told(name, rule, payload)).toHaveLength(1);
  });

  it.each([
    ['the name is that of the customer', either, birthday, { kunde: mother }],
    ['the child has no such value', either, 'email: kunde.email', { kunde: mother, kind: child }],
    ['it is empty', either, birthday, { kunde: mother, kind: { ...child, geburtstag: '' } }],
    [
      'both are read',
      either,
      'additionalFields: {birthdate: "kind.geburtstag ? kind.geburtstag : kunde.geburtstag"}',
      { kunde: mother, kind: child },
    ],
    [
      'another rule reads it',
      'kind.vorname',
      'additionalFields: {birthdate: kunde.geburtstag, child.birthday: kind.geburtstag}',
      { kunde: mother, kind: child },
    ],
    [
      'a reason is given',
      'kind.vorname',
      'additionalFields: {birthdate: {from: kunde.geburtstag, because: the mother pays}}',
      { kunde: mother, kind: child },
    ],
    [
      'both are the same person',
      'billing.vorname',
      'email: contact.email',
      { billing: mother, contact: mother },
    ],
    ['one person is read', 'kunde.vorname', birthday, { kunde: mother, kind: child }],
  ])('is not reported if %s', async (_, name, rule, payload) => {
    expect(await told(name, rule, payload)).toEqual([]);
  });
});
