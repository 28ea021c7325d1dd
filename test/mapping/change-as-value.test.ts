import { describe, expect, it } from 'vitest';
import { changesAsValues } from '../../src/mapping/doubts/other-value/change-as-value.ts';
import {
  bookingData,
  bookingMapping,
  codesOf,
  evaluateYaml,
  fieldMapping,
  mappingOf,
} from './evaluate-yaml.ts';

function reported(line: string): readonly string[] {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  ${line}\n`;
  return changesAsValues(mappingOf(text)).map(({ code }) => code);
}

const field = (rule: string, key = 'newsletter') =>
  `additionalFields: {${key}: '${rule.replaceAll("'", "''")}'}`;

describe('a rule that takes the name of a changed field for its value', () => {
  it.each([
    field('$exists(changes.newsletter)'),
    field('changes.newsletter != null'),
    field('$not($exists(changes.newsletter))'),
    field('$exists(data.previous_attributes.newsletter)'),
    field('"newsletter" in changed_fields'),
    field('"newsletter" in changedFields ? "Ja" : "Nein"'),
    field('"newsletter" in data.updated_fields ? "Ja"'),
    field('"newsletter" in changes.field'),
    field('$contains(changed_fields, "newsletter")'),
    field('$contains(changed_fields, "newsletter") ? "Ja" : "Nein"'),
    field('$exists(changes[field = "newsletter"])'),
    field('propertyName = "newsletter"'),
    field('propertyName = "newsletter" ? "Ja"'),
    field('changed_property = "hs_email_optin" ? true : false'),
    field('event.type = "contact.updated" and "newsletter" in changed_fields'),
    field('"newsletter" in geänderte_felder'),
    field('"newsletter" in $body.changed_fields'),
    field('"allergies" in changed_fields ? "Ja" : "Nein"', 'allergies'),
    field('$exists(changes.allergien) ? "ja"', 'allergien'),
    'additionalFields: {newsletter: {from: propertyName, values: {newsletter: true}, otherwise: null}}',
    'customerStatus: \'"status" in changed_fields ? "Stammkunde"\'',
    'additionalFields: {marketing.optin: "$exists(changes.email_consent)"}',
  ])('is reported: %s', line => {
    expect(reported(line)).toEqual(['mapping/change-as-value']);
  });

  it.each([
    field('propertyName = "newsletter" ? propertyValue'),
    field('"newsletter" in changed_fields ? newsletter'),
    field('"newsletter" in changed_fields and newsletter = true'),
    field('changes.newsletter.new'),
    field('changes.newsletter.new = "ja"'),
    field('changes.newsletter.to ? true : false'),
    field('changes.newsletter[1]'),
    field('changes.newsletter'),
    field('changes.newsletter = "subscribed"'),
    field('changes[field = "newsletter"].new_value = "true"'),
    field('changes.newsletter ? true : false'),
    field('$boolean(changes.newsletter)'),
    field('$exists(newsletter)'),
    field('optin = "ja"'),
    field('"newsletter" in topics'),
    field('$exists(answers[key = "newsletter"])'),
    field('propertyValue = "true"'),
    field('"address" in changed_fields', 'address_changed'),
    field('"adresse" in changed_fields ? "Adresse geändert"', 'info'),
    'note: \'"phone" in changed_fields ? "Phone changed"\'',
    'customerStatus: \'propertyName = "first_purchase" ? "Stammkunde"\'',
    'additionalFields: {newsletter: {from: \'"newsletter" in changed_fields\', because: only a yes changes it}}',
    'additionalFields: {newsletter: {value: "true", because: agreed}}',
    'additionalFields: {newsletter: {answer: newsletter, as: boolean}}',
  ])('is not reported: %s', line => {
    expect(reported(line)).toEqual([]);
  });

  it('is reported for an event only if a value is sent', async () => {
    const sent = await evaluateYaml(fieldMapping('propertyName = "f" ? "Ja"'), {
      payload: { propertyName: 'f' },
    });
    expect(codesOf(sent)).toEqual([]);
    const rule = 'propertyName = "allergies" ? "Ja"';
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: note\n  ${field(rule, 'allergies')}\n`;
    const of = (propertyName: string) => evaluateYaml(text, { payload: { nr: 7, note: 'x', propertyName } });
    expect(codesOf(await of('allergies'))).toEqual(['mapping/change-as-value']);
    expect(codesOf(await of('email'))).toEqual([]);
  });

  it.each([
    ['changes.newsletter ? true : false', { newsletter: { from: true, to: false } }],
    ['$boolean(changes.newsletter)', { newsletter: { old: true, new: false } }],
  ])('is reported for a field if the change is an object: %s', async (rule, changes) => {
    const evaluation = await evaluateYaml(fieldMapping(JSON.stringify(rule)).replace('f:', 'newsletter:'), {
      payload: { changes },
    });
    expect(evaluation.kind === 'call' && evaluation.call.additionalFields).toMatchObject([
      { change: { set: { doubts: [{ code: 'mapping/denied-consent' }] } } },
    ]);
  });

  it('is refused as a consent', async () => {
    const of = (rule: string, changed: object) =>
      evaluateYaml(bookingMapping(`  marketing: '${rule}'\n`), { payload: { ...bookingData, ...changed } });
    const refused = await of('"newsletter" in changed_fields', { changed_fields: ['newsletter'] });
    expect([refused.kind, codesOf(refused)]).toEqual(['failed', ['mapping/change-as-value']]);
    const denied = await of('$exists(changes.newsletter)', { changes: { newsletter: { to: false } } });
    expect([denied.kind, codesOf(denied)]).toEqual(['failed', ['mapping/change-as-value']]);
    const pair = await of('changes.newsletter ? true : false', {
      changes: { newsletter: { from: true, to: false } },
    });
    expect([pair.kind, codesOf(pair)]).toEqual(['failed', ['mapping/denied-consent']]);
    const right = await of('changes.newsletter.to', { changes: { newsletter: { to: true } } });
    expect([right.kind, codesOf(right)]).toEqual(['call', []]);
  });
});
