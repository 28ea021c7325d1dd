import { describe, expect, it } from 'vitest';
import { meansTheSame } from '../../src/check/names/same-meaning.ts';

const choices = [
  ...['Neukunde', 'Stammkunde', 'VIP', 'Serum Vitamin C', 'Serum Hyaluron', 'Tagescreme', 'Nachtcreme'],
  ...['Herr Novak', 'Frau Novak', 'Frau Brandt', 'Deutsch', 'Italienisch', 'keiner', 'wöchentlich'],
];
const names = [
  ...choices.map(choice => ({ name: choice, choice })),
  { name: 'day cream', choice: 'Tagescreme' },
];

describe('an answer and the choice that a table gives for it', () => {
  it.each([
    ['neukunde', 'Neukunde'],
    ['NEU-KUNDE', 'Neukunde'],
    ['Stamm', 'Stammkunde'],
    ['Brandt', 'Frau Brandt'],
    ['Frau Brandt (Mitte)', 'Frau Brandt'],
    ['Sérum vitamine C', 'Serum Vitamin C'],
    ['Day cream', 'Tagescreme'],
    ['Italiano', 'Italienisch'],
    ['de', 'Deutsch'],
    ['ja', 'true'],
    ['Nein, danke', 'false'],
    ['Sì', 'true'],
    ['0', 'false'],
    ['nein', 'keiner'],
    ['Frau', 'FEMALE'],
    ['12', '12'],
    ['★', '★'],
  ])('mean the same by their words: %s, %s', (key, result) => {
    expect(meansTheSame(key, result, names)).toBe(true);
  });

  it.each([
    ['trial', 'Neukunde'],
    ['Crème de jour', 'Nachtcreme'],
    ['Siero vitamina C', 'Serum Hyaluron'],
    ['Novak', 'Herr Novak'],
    ['Serum', 'Serum Hyaluron'],
    ['Kein Stammkunde', 'Stammkunde'],
    ['Night cream', 'Tagescreme'],
    ['Italiano', 'Deutsch'],
    ['ja', 'false'],
    ['nein', 'true'],
    ['nein', 'wöchentlich'],
    ['Sadece randevular', 'true'],
    ['Herr', 'FEMALE'],
    ['1', 'VIP'],
    ['12', '21'],
    ['★', '★★'],
    ['', 'VIP'],
  ])('need a person to compare them: %s, %s', (key, result) => {
    expect(meansTheSame(key, result, names)).toBe(false);
  });
});

describe('usual words in other languages', () => {
  const all = [
    ...['weiblich', 'männlich', 'vormittags', 'nachmittags', 'abends', 'Telefon', 'SMS', 'E-Mail', 'Brief'],
    ...[
      'nie',
      'manchmal',
      'täglich',
      'Hund',
      'Katze',
      'Schulter',
      'Knie',
      'Hüfte',
      'Rücken',
      'Klavier',
      'Geige',
    ],
    ...['privat', 'gesetzlich', 'braun', 'schwarz', 'Montag', 'Dienstag', 'trocken', 'fettig', 'Anfänger'],
    ...['Fortgeschrittene', 'Mutter', 'Vater', 'verheiratet', 'ledig', 'klein', 'groß'],
  ];
  const own = all.map(choice => ({ name: choice, choice }));

  it.each([
    ['female', 'weiblich'],
    ['Uomo', 'männlich'],
    ['mornings', 'vormittags'],
    ['pomeriggio', 'nachmittags'],
    ['soir', 'abends'],
    ['Anruf', 'Telefon'],
    ['email', 'E-Mail'],
    ['Courrier', 'Brief'],
    ['jamais', 'nie'],
    ['daily', 'täglich'],
    ['hond', 'Hund'],
    ['gatto', 'Katze'],
    ['shoulder', 'Schulter'],
    ['anca', 'Hüfte'],
    ['back', 'Rücken'],
    ['violin', 'Geige'],
    ['public', 'gesetzlich'],
    ['noir', 'schwarz'],
    ['mardi', 'Dienstag'],
    ['oily', 'fettig'],
    ['advanced', 'Fortgeschrittene'],
    ['madre', 'Mutter'],
    ['married', 'verheiratet'],
    ['large', 'groß'],
  ])('show that a line is right: %s, %s', (key, result) => {
    expect(meansTheSame(key, result, own)).toBe(true);
  });

  it.each([
    ['female', 'männlich'],
    ['hip', 'Knie'],
    ['Hüfte und Knie', 'Knie'],
    ['not daily', 'täglich'],
    ['Dog', 'Katze'],
    ['text', 'SMS'],
  ])('do not show it: %s, %s', (key, result) => {
    expect(meansTheSame(key, result, own)).toBe(false);
  });

  it('do not show it if two choices mean the same', () => {
    const two = [...own, { name: 'früh', choice: 'früh' }];
    expect(meansTheSame('morning', 'vormittags', two)).toBe(false);
  });
});
