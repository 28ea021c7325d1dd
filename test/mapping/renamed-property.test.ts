import { describe, expect, it } from 'vitest';
import { renamedProperty } from '../../src/mapping/doubts/changed-form/renamed-property.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf } from './evaluate-yaml.ts';

const change = (propertyName: string, propertyValue: unknown) => ({
  subscriptionType: 'contact.propertyChange',
  objectId: 81203,
  propertyName,
  propertyValue,
});

/** Returns the mapping with a rule, or with a condition, and the samples that are given. */
function withRule(rule: string, samples: readonly unknown[], when = '') {
  const tests = samples.map((payload, at) => ({ name: `t${at}`, payload, expect: [] }));
  return mappingOf(
    `source: website\ndestination: salon\n${when}link: objectId\noperation: updateCustomer\nset:\n  id: $linked\n  additionalFields:\n    ${rule}\ntests: ${JSON.stringify(tests)}\n`,
  );
}

const inRule = `sms: 'propertyName = "sms_einwilligung" ? propertyValue'`;
const byName = 'sms: {answer: sms_einwilligung, as: boolean}';
const inWhen = 'when: propertyName = "sms_einwilligung"\n';
const ofList = 'when: propertyName in ["sms_einwilligung", "vip"]\n';
const yes = change('sms_einwilligung', 'true');

function found(mapping: ReturnType<typeof mappingOf>, payload: unknown) {
  return renamedProperty(mapping, { payload, answers: answersOf('hubspot', payload) });
}

describe('an event about a property with another name', () => {
  it.each([
    ['a rule', inRule, '', 'sms_opt_in', 'true'],
    ['a rule', inRule, '', 'sms_opt_in', 'false'],
    ['a rule', inRule, '', 'textnachrichten', 'Ja'],
    ['a rule', inRule, '', 'texts_allowed', 'no'],
    ['a rule', inRule, '', 'согласие', 'true'],
    ['a rule', `sms: 'propertyName = "sms_einwilligung" ? propertyValue = "true"'`, '', 'sms_ok', 'true'],
    ['a rule', `sms: 'propertyName = "sms_einwilligung" ? propertyValue : null'`, '', 'handy_ok', true],
    ['a question', byName, '', 'sms_opt_in', 'true'],
    ['a question', byName, '', 'sms_opt_in', 'false'],
    ['a question', byName, '', 'handy_erlaubt', 'false'],
    ['a question', `sms: '$answers.sms_einwilligung'`, '', 'handy_erlaubt', 'true'],
    ['a condition', 'sms: propertyValue', inWhen, 'sms_opt_in', 'true'],
    ['a condition', 'sms: {from: propertyValue, as: boolean}', inWhen, 'texts', 'false'],
    ['a list', 'sms: {from: propertyValue, as: boolean}', ofList, 'sms_opt_in', 'true'],
    ['a list', 'sms: {from: propertyValue, as: boolean}', ofList, 'news', 'true'],
  ])('is reported: %s, %s %s%s', (_name, rule, when, name, value) => {
    const event = change(name, value);
    const mapping = withRule(rule, [yes], when);
    expect(found(mapping, event)).toMatchObject({ code: 'mapping/renamed-question' });
    expect(found(mapping, event)?.hint).toContain(`write "${name}" in place of "sms_einwilligung"`);
    // The hint, the event as a test, and another mapping that knows the property.
    expect(
      found(
        withRule(rule.replace('sms_einwilligung', name), [event], when.replace('sms_einwilligung', name)),
        event,
      ),
    ).toBeUndefined();
    expect(found(withRule(rule, [yes, event], when), event)).toBeUndefined();
    const other = withRule(`x: 'propertyName = "${name}" ? propertyValue'`, [event]);
    expect(renamedProperty(mapping, { payload: event, answers: undefined }, [other])).toBeUndefined();
    expect(found(mapping, yes)).toBeUndefined();
  });

  it('is reported beside samples of a webhook with several events', () => {
    for (const rule of [inRule, byName])
      expect(
        found(withRule(rule, [[yes, change('vip', 'true')]]), change('sms_opt_in', 'true')),
      ).toBeDefined();
  });

  it.each([
    ['a word in common, without a value in the samples', inRule, 'sms_opt_in', 'true', 1],
    ['no word in common, without a value in the samples', inRule, 'texts_ok', 'true', 0],
  ])('counts by its words alone: %s', (_name, rule, name, value, count) => {
    const sample = change('lifecyclestage', 'customer');
    expect(found(withRule(rule, [sample]), change(name, value)) ? 1 : 0).toBe(count);
  });

  it.each([
    ['a phone number', inRule, '', change('mobilephone', '+491701234567')],
    ['a name', inRule, '', change('firstname', 'Anna')],
    ['a date', inRule, '', change('birthdate', '1990-03-01')],
    ['an e-mail address', inRule, '', change('email', 'a@example.com')],
    ['a number', inRule, '', change('visits', '12')],
    ['an empty value', inRule, '', change('vip', '')],
    ['an id', inRule, '', change('a1b2c3d4e5f60718', 'true')],
    ['a key of programs', inRule, '', change('hs_object_id', '1')],
    ['the same property', inRule, '', change('sms_einwilligung', 'false')],
    ['no property', inRule, '', { objectId: 1, subscriptionType: 'contact.creation' }],
    ['a value of another kind with the same word', inRule, '', change('sms_nummer', '+491701234567')],
    ['a text for a text', `a: 'propertyName = "allergies" ? propertyValue'`, '', change('hobby', 'Chess')],
    ['a phone for a question', byName, '', change('mobilephone', '+491701234567')],
    ['a text for a question', byName, '', change('firstname', 'Anna')],
    ['a condition and a name', 'sms: propertyValue', inWhen, change('firstname', 'Anna')],
    ['a condition and a phone number', 'sms: propertyValue', inWhen, change('mobilephone', '+491701234567')],
    [
      'a type of event',
      'sms: sms',
      'when: type = "sms_einwilligung"\n',
      { type: 'sms_opt_in', sms: 'true', objectId: 1 },
    ],
    ['a state', 'sms: sms', 'when: status = "paid"\n', { status: 'open', sms: 'true', objectId: 1 }],
    ['another mapping', 'sms: sms', '', { sms: 'true', objectId: 1 }],
    [
      'a property that is left out',
      'sms: propertyValue',
      'when: propertyName != "vip"\n',
      change('vip', 'true'),
    ],
    ['a property in a table', `sms: {from: propertyName, values: {vip: "x"}}`, '', change('vip', 'true')],
  ])('is not reported otherwise: %s', (_name, rule, when, event) => {
    const sample = rule.startsWith('a:') ? change('allergies', 'Nuts') : yes;
    expect(found(withRule(rule, [sample], when), event)?.message).toBeUndefined();
  });
});
