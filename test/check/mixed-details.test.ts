import { describe, expect, it } from 'vitest';
import { mixedDetails } from '../../src/check/people/mixed-details.ts';
import { bookingMapping, mappingOf } from '../mapping/evaluate-yaml.ts';

function told(...lines: readonly string[]): readonly string[] {
  const set = lines.map(each => `  ${each}\n`).join('');
  return mixedDetails(mappingOf(bookingMapping(set))).map(({ code, path }) => `${code} ${path}`);
}

describe('the name and the contact of a customer', () => {
  it.each([
    ['name', ['firstName: first', `name: 'name ? name : mother.name'`]],
    ['name', ['firstName: first', `name: '$exists(last) ? last : mother.lastName'`]],
    ['name', ['firstName: first', 'name: partner.lastName']],
    ['name', ['firstName: person.first', `name: 'person.last ?? emergency_contact.last'`]],
    ['name', [`name: 'name ? name : mother.name'`]],
    ['name', [`name: '$answers."Name" ? $answers."Name" : $answers."Name der Mutter"'`]],
    ['firstName', [`firstName: 'first ? first : partner.first'`, 'name: last']],
    ['name', ['firstName: {answer: Vorname}', 'name: {answer: Nachname der Begleitperson}']],
    ['email', ['firstName: first', 'name: last', `email: 'email ? email : partner.email'`]],
    ['email', ['firstName: first', 'name: last', 'email: partner.email']],
    ['mobile', ['firstName: first', 'name: last', `mobile: '$trim(mobile ? mobile : mother.mobile)'`]],
    ['phone', ['firstName: first', 'name: last', 'phone: assigned_to.phone']],
  ])('is reported if it may be that of somebody else: %s of %j', (path, lines) => {
    expect(told(...lines)).toEqual([`mapping/other-name ${path}`]);
    const confirmed = lines.map(each => {
      const [name = '', rule = ''] = each.split(/: (.*)/);
      return name !== path
        ? each
        : `${name}: {from: ${rule.startsWith('{') ? 'x' : rule}, because: it is right}`;
    });
    expect(told(...confirmed)).toEqual([]);
  });

  it.each([
    [['firstName: mother.firstName', 'name: mother.lastName', 'email: mother.email']],
    [['firstName: mother.firstName', 'name: mother.lastName', 'email: email']],
    [['firstName: child.first', 'name: parent.last', 'email: parent.email']],
    [['firstName: child.first', 'name: last', 'phone: parent.phone']],
    [['firstName: partner.first', 'name: last']],
    [['firstName: first', 'name: last', 'email: guardian.email']],
    [[`firstName: 'child.first ? child.first : first'`, `name: 'child.last ? child.last : last'`]],
    [[`name: 'child.name ? child.name : name'`]],
    [['firstName: owner.first', 'name: owner.last', 'email: owner.email', 'mobile: owner.mobile']],
    [['firstName: contact.first', 'name: contact.last', `email: 'contact.email ? contact.email : email'`]],
    [['firstName: first', `name: 'last ? last : name'`]],
    [['firstName: {answer: Vorname}', 'name: {answer: Nachname}', 'mobile: {answer: Handynummer}']],
    [['firstName: first', 'name: maternal_name']],
    [['email: partner.email']],
  ])('is not reported: %j', lines => {
    expect(told(...lines)).toEqual([]);
  });
});
