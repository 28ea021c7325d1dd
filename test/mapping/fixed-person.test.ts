import { describe, expect, it } from 'vitest';
import { bookingMapping, parse } from './evaluate-yaml.ts';

/** Returns the warnings about values that are the same for every person, for a booking with this line. */
function reported(line: string): readonly string[] {
  const [name] = line.split(':');
  const text = bookingMapping('')
    .split('\n')
    .filter(each => !each.startsWith(`  ${name}:`))
    .join('\n');
  return parse(`${text}  ${line}\n`).diagnostics.flatMap(({ code, message }) =>
    code === 'mapping/fixed-person' ? [message] : [],
  );
}

describe('a personal detail that is the same for several people', () => {
  it.each([
    'email: {from: mail, default: info@salon.example}',
    'mobile: {from: handy, as: phone, country: DE, default: "+4915123456789"}',
    'phone: {from: tel, default: "030 123456"}',
    'name: {from: nachname, default: Unbekannt}',
    'firstName: {answer: Vorname, default: "-"}',
    'email: {from: mail, values: {a@b.de: c@d.de}, otherwise: info@salon.example}',
    `email: 'mail ?: "info@salon.example"'`,
    `email: 'mail ?? "info@salon.example"'`,
    `email: '$exists(mail) ? mail : "info@salon.example"'`,
    `name: 'last ? last : "Unbekannt"'`,
    `phone: {from: 'tel ?: "030 123456"', as: phone, country: DE}`,
    `customerId: 'nr ?: 1001'`,
    `customerId: '$exists(nr) ? nr : "1001"'`,
  ])('is reported if it is a default: %s', line => {
    expect(reported(line)).toEqual([expect.stringMatching(/is the same for every event without a value/)]);
  });

  it.each([
    'email: {value: info@salon.example}',
    `email: '"info@salon.example"'`,
    'mobile: {value: "+4915123456789"}',
    'name: {template: Kunde}',
  ])('is reported if it is a literal: %s', line => {
    expect(reported(line)).toEqual([expect.stringMatching(/is the same for every event$/)]);
  });

  it.each([
    'email: mail',
    'email: {from: mail, default: ""}',
    'email: {from: mail, default: info@salon.example, because: "the salon calls these people"}',
    'name: {from: nachname, whenEmpty: fail}',
    'genderType: {value: UNKNOWN}',
    'customerStatus: {from: status, default: Neukunde}',
    'additionalFields: {email: {from: mail, default: none}}',
  ])('is not reported otherwise: %s', line => {
    expect(reported(line)).toEqual([]);
  });
});
