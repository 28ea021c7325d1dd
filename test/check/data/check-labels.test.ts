import { describe, expect, it } from 'vitest';
import { checkLabels } from '../../../src/check/data/names/check-labels.ts';
import { trialScope } from '../../../src/check/data/trial.ts';
import { namedAnswers } from '../../../src/receive/answers/answers.ts';
import { mappingOf as bookingOf } from '../../mapping/evaluate-yaml.ts';
import { mappingOf, storedOf } from '../trials.ts';

function eventsOf(payload: object) {
  return storedOf(payload).map(trial => ({ trial, scope: trialScope(trial, { needsBody: false }) }));
}

/** Returns the messages for a booking with this rule for a consent. */
function ofConsent(name: string, rule: string, payload: object): readonly string[] {
  const others = ['privacy', 'terms', 'minAge'].filter(each => each !== name);
  const lines = [...others.map(each => `${each}: ${each}_ok`), `${name}: ${rule}`];
  const text = `source: website\ndestination: salon\noperation: persistCustomerData\nset:\n  appointmentId: slot\n  firstName: a\n  name: b\n${lines.map(each => `  ${each}\n`).join('')}`;
  return checkLabels(bookingOf(text), eventsOf(payload)).map(({ message }) => message);
}

function ofField(rule: string, payload: object, when = ''): readonly string[] {
  const mapping = mappingOf(['additionalFields:', `  allergies: ${rule}`], { head: when });
  return checkLabels(mapping, eventsOf(payload)).map(({ code, hint }) => `${code} ${hint?.split(' ? ')[0]}`);
}

const newsletter = { label: 'Newsletter abonnieren', value: ['Ja'] };
const privacy = { label: 'Datenschutz gelesen', value: ['Ja'] };

describe('a consent whose value stands beside the label of another one', () => {
  it.each([
    ['privacy', `'customFields."3".value'`, { customFields: { 3: newsletter } }],
    ['privacy', "'cf[id=3].value'", { cf: [{ id: 3, ...newsletter }] }],
    ['marketing', "'a.b.answer'", { a: { b: { question: 'AGB akzeptiert?', answer: 'ja' } } }],
    ['terms', '{from: "entry.f3.value", as: boolean}', { entry: { f3: { name: 'Newsletter', value: 1 } } }],
  ])('is reported: %s: %s of %j', (name, rule, payload) => {
    expect(ofConsent(name, rule, payload)).toHaveLength(1);
  });

  it.each([
    ['privacy', `'customFields."3".value'`, { customFields: { 3: privacy } }],
    ['privacy', `'customFields."3".value'`, { customFields: { 3: { label: 'Ich stimme zu', value: 1 } } }],
    ['privacy', `'customFields."3".value'`, { customFields: { 3: { value: 1 } } }],
    ['privacy', `'f."3".value'`, { f: { 3: { label: 'AGB und Datenschutz', value: 1 } } }],
    ['privacy', `{from: 'f."3".value', because: one box for all}`, { f: { 3: newsletter } }],
    ['privacy', 'f.datenschutz', { f: { label: 'Newsletter', datenschutz: 1 } }],
  ])('is not reported for its own label, or none: %s: %s of %j', (name, rule, payload) => {
    expect(ofConsent(name, rule, payload)).toEqual([]);
  });
});

describe('a field whose value stands beside another label', () => {
  const told = (rule: string, label: string) => {
    const mapping = mappingOf(['additionalFields:', `  ${rule}`]);
    return checkLabels(mapping, eventsOf({ entry: { 3: { label, value: 'x' } } })).length;
  };

  it.each([
    ['birthdate', 'Geburtsdatum Kind'],
    ['photo.ok', 'Newsletter'],
    ['phone.home', 'E-Mail'],
    ['allergies', 'Allergien Ihres Partners'],
    ['dog.birthday', 'Geburtsdatum'],
    ['dog.chip', 'Größe des Kindes'],
    ['emergency.phone', 'Telefon'],
  ])('is reported: %s of "%s"', (key, label) => {
    expect(told(`${key}: 'entry."3".value'`, label)).toBe(1);
  });

  it.each([
    ['birthdate', 'Geburtsdatum'],
    ['birthday_child', 'Geburtsdatum Kind'],
    ['f17', 'Geburtsdatum Kind'],
    ['photo.ok', 'Fotos und Newsletter'],
    ['photos.ok', 'Dürfen wir Fotos Ihres Tieres zeigen?'],
    ['vaccination.consent', 'Dürfen wir Ihr Tier impfen?'],
    ['photo.ok', 'Ich stimme zu'],
    ['phone.home', 'Telefon oder E-Mail'],
    ['allergies', 'Lieblingsfarbe'],
    ['dog.chip', 'Chipnummer'],
    ['dog.vaccinated', 'Geimpft bis'],
    ['dog.groomer', 'Bei wem möchten Sie am liebsten?'],
    ['dog.birthday', 'Geburtstag des Hundes'],
  ])('is not reported: %s of "%s"', (key, label) => {
    expect(told(`${key}: 'entry."3".value'`, label)).toBe(0);
  });

  it('is confirmed by a reason', () => {
    expect(told(`birthdate: {from: 'entry."3".value', because: the child comes}`, 'Geburtsdatum Kind')).toBe(
      0,
    );
  });
});

describe('a value beside the name of the field that changed', () => {
  it.each([
    ['change.new_value', { change: { field: 'color', new_value: 'blau' } }, 'change.field'],
    ['data.value', { data: { column_title: 'Farbe', value: 'blau' } }, 'data.column_title'],
    [
      'action.data.customFieldItem.value.text',
      { action: { data: { customField: { name: 'Farbe' }, customFieldItem: { value: { text: 'blau' } } } } },
      'action.data.customField.name',
    ],
    ['event.value.label', { event: { columnTitle: 'Farbe', value: { label: 'blau' } } }, 'event.columnTitle'],
  ])('is reported: %s of %j', (rule, payload, key) => {
    expect(ofField(rule, payload)).toEqual([`check/any-property write allergies: '${key} = "…"`]);
  });

  it.each([
    [`'change.field = "Allergien" ? change.new_value'`, { change: { field: 'a', new_value: 'b' } }, ''],
    ['change.new_value', { change: { field: 'a', new_value: 'b' } }, 'when: change.field = "Allergien"'],
    ['change.new_value', { change: { new_value: 'b' } }, ''],
    [
      'event.value.text',
      { event: { columnId: 'c', columnTitle: 'Farbe', value: { text: 'b' } } },
      'when: event.columnId = "c"',
    ],
    ['change.new_value', { change: { field: 7, new_value: 'b' } }, ''],
    ['value.email', { field: 'leadgen', value: { email: 'a@example.com', city: 'x' } }, ''],
    ['data.allergies', { data: { field: 'a', allergies: 'b' } }, ''],
    ['allergies.value', { allergies: { value: 'b' }, form: 'Anmeldung' }, ''],
    [
      '{from: change.new_value, because: only this one is sent}',
      { change: { field: 'a', new_value: 'b' } },
      '',
    ],
  ])('is not reported: %s of %j, when "%s"', (rule, payload, when) => {
    expect(ofField(rule, payload, when)).toEqual([]);
  });
});

describe('a question that is named by its id', () => {
  const told = (rule: string, label: string, words?: 'with words') => {
    const mapping = mappingOf(['additionalFields:', `  ${rule}`]);
    const answers = namedAnswers([{ keys: ['q-1'], labels: [label], value: 'x' }]);
    const events = eventsOf({ id: 1 }).map(({ trial, scope }) => ({
      trial,
      scope: { ...scope, bindings: { ...scope.bindings, answers } },
    }));
    return checkLabels(mapping, events).map(({ code, message }) => (words ? message : code));
  };

  it('is reported as for emergencies alone in a consent', () => {
    const found = told('sms.ok: {answer: q-1}', 'Dürfen wir im Notfall eine SMS senden?', 'with words');
    expect(found).toEqual([expect.stringContaining('is by its words about emergencies alone')]);
  });

  it.each([
    ['mobile: {answer: q-1, as: phone}', 'Emergency contact phone'],
    ['mobile: {answer: q-1, as: phone}', 'Notfallkontakt Telefon'],
    [`mobile: '$answers."q-1"'`, 'Telefon des Partners'],
    ['birthdate: {answer: q-1}', 'Geburtsdatum Ihres Kindes'],
    ['photo.ok: {answer: q-1, as: boolean}', 'Newsletter abonnieren?'],
  ])('is reported: %s of "%s"', (rule, label) => {
    expect(told(rule, label)).toEqual(['mapping/other-name']);
  });

  it.each([
    ['mobile: {answer: q-1, as: phone}', 'Cell Phone'],
    ['mobile: {answer: q-1, as: phone}', 'Handynummer'],
    ['mobile: {answer: q-1, as: phone, because: "one phone for both"}', 'Emergency contact phone'],
    ['emergency: {answer: q-1, as: phone}', 'Emergency contact phone'],
    ['notfall.telefon: {answer: q-1, as: phone}', 'Emergency contact phone'],
    ['birthdate: {answer: q-1}', 'Geburtsdatum'],
    ['photo.ok: {answer: q-1, as: boolean}', 'I consent to before/after photos'],
    ['allergies: {answer: q-1}', 'Do you have any allergies? If yes, please list'],
    ['height: {answer: q-1}', 'Height'],
  ])('is not reported: %s of "%s"', (rule, label) => {
    expect(told(rule, label)).toEqual([]);
  });
});
