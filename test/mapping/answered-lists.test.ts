import { describe, expect, it } from 'vitest';
import { offersOptions } from '../../src/mapping/offered-options.ts';
import { codesOf, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

const offers = (values: readonly object[], key = 'values') =>
  offersOptions({ name: 'Anmeldung', [key]: values }, key);

describe('a list below the name of a form or a question', () => {
  it.each<readonly [string, readonly object[]]>([
    ['a yes', [{ name: 'Newsletter', value: 'ja' }]],
    ['a no', [{ name: 'Newsletter', value: 'nein' }]],
    ['English', [{ name: 'Newsletter', value: 'yes' }]],
    ['a longer yes', [{ name: 'Newsletter', value: 'Ja, gerne' }]],
    ['true as a text', [{ name: 'Newsletter', value: 'true' }]],
    [
      'several',
      [
        { name: 'Instrument', value: 'Geige' },
        { name: 'Newsletter', value: 'ja' },
      ],
    ],
    ['ids', [{ id: 1, name: 'Newsletter', value: 'ja' }]],
    [
      'ids of Acuity',
      [
        { id: 11, fieldID: 21, name: 'Newsletter', value: 'yes' },
        { id: 12, fieldID: 22, name: 'Alter', value: '7' },
      ],
    ],
    [
      'a sentence',
      [
        { name: 'Für wen?', value: 'für mich' },
        { name: 'Instrument', value: 'Geige' },
      ],
    ],
    [
      'an address',
      [
        { name: 'E-Mail', value: 'mia@example.com' },
        { name: 'Instrument', value: 'Geige' },
      ],
    ],
    [
      'a day',
      [
        { name: 'Beginn', value: '28.12.2026' },
        { name: 'Instrument', value: 'Geige' },
      ],
    ],
    ['a time', [{ name: 'Uhrzeit', value: '15:30' }]],
    ['labels', [{ label: 'Fotos erlaubt', value: 'nein' }]],
    ['keys', [{ key: 'newsletter', label: 'Newsletter', value: 'ja' }]],
    ['Dutch', [{ name: 'Nieuwsbrief', value: 'nee' }]],
    ['French', [{ name: 'Infolettre', value: 'oui' }]],
  ])('has answers: %s', (_, values) => {
    expect(offers(values)).toBe(false);
    expect(offers(values, 'items')).toBe(false);
  });

  it.each<readonly [string, readonly object[]]>([
    [
      'ids and labels',
      [
        { id: 'o5', label: 'Yoga' },
        { id: 'o6', label: 'Pilates' },
      ],
    ],
    [
      'values as ids',
      [
        { value: 'o5', label: 'Yoga' },
        { value: 'o6', label: 'Pilates' },
      ],
    ],
    [
      'numbers as ids',
      [
        { value: '1', name: 'Yoga' },
        { value: '2', name: 'Pilates' },
      ],
    ],
    [
      'a yes and a no',
      [
        { value: 'yes', label: 'Ja' },
        { value: 'no', label: 'Nein' },
      ],
    ],
    [
      'a yes and a no with numbers',
      [
        { value: '1', label: 'Yes' },
        { value: '0', label: 'No' },
      ],
    ],
    [
      'words as ids',
      [
        { value: 'yoga', label: 'Yoga am Abend' },
        { value: 'pilates', label: 'Pilates' },
      ],
    ],
    [
      'labels as values',
      [
        { id: 1, label: 'Yoga am Abend', value: 'Yoga am Abend' },
        { id: 2, label: 'Pilates', value: 'Pilates' },
      ],
    ],
    [
      'UUIDs',
      [
        { value: '0b8b6cf6-4c2a-4b9e-8d6f-0f3c1c6f0a11', label: 'Yoga' },
        { value: '0b8b6cf6-4c2a-4b9e-8d6f-0f3c1c6f0a12', label: 'Pilates' },
      ],
    ],
    [
      'slugs',
      [
        { value: 'opt_1', label: 'Yoga' },
        { value: 'opt_2', label: 'Pilates' },
      ],
    ],
    [
      'colours',
      [
        { value: 'red', label: 'Rot' },
        { value: 'blue', label: 'Blau' },
      ],
    ],
  ])('has options: %s', (_, values) => {
    expect(offers(values)).toBe(true);
  });

  it('has options by its name, whatever is in it', () => {
    expect(offers([{ name: 'Newsletter', value: 'ja' }], 'options')).toBe(true);
    expect(offers([{ name: 'Newsletter', value: 'ja' }], 'choices')).toBe(true);
  });
});

it('reads the answer of a form of Acuity without a warning', async () => {
  const path = 'appointment.forms[name="Anmeldung"].values[name="Newsletter"].value';
  const text = fieldMapping(`{from: '${path}', as: boolean}`).replace('f:', 'newsletter:');
  const values = [
    { name: 'Instrument', value: 'Geige' },
    { name: 'Newsletter', value: 'ja' },
  ];
  const payload = { appointment: { forms: [{ name: 'Anmeldung', values }] } };
  expect(codesOf(await evaluateYaml(text, { payload }))).toEqual([]);
});
