import { describe, expect, it } from 'vitest';
import { measureDoubt } from '../../../src/check/call/texts/measure-doubt.ts';
import { fieldOf } from '../catalog.ts';

const doubt = (name: string, text: string) => measureDoubt(fieldOf({ keyName: 'f', name }), text);

describe('a value in another unit than its field', () => {
  it.each([
    ['Gewicht (kg)', '174 lb'],
    ['Gewicht (kg)', '174 Pfund'],
    ['Gewicht (kg)', '79000 g'],
    ['Gewicht (kg)', '1,82 m'],
    ['Gewicht in kg', '174 lbs'],
    ['Größe (cm)', '1,82 m'],
    ['Größe (cm)', '6 ft'],
    ['Größe (cm)', '72 Zoll'],
    ['Height in cm', '1.82m'],
    ['Unterrichtsdauer (Minuten)', '1 Stunde'],
    ['Unterrichtsdauer (Minuten)', '1,5 Stunden'],
    ['Unterrichtsdauer (Minuten)', '1 Std.'],
    ['Lesson length (minutes)', '1 hour'],
    ['Durée (minutes)', '2 heures'],
    ['Dauer in Stunden', '45 Min'],
    ['Entfernung (km)', '12 miles'],
    ['Rabatt (%)', '10 €'],
    ['Umsatz (EUR)', '1250 cents'],
    ['Dosis (g)', '5 kg'],
    ['Länge (mm)', '3 cm'],
    ['Pupillendistanz (mm)', '2.48 in'],
    ['Pupillendistanz (mm)', '2.48"'],
    ['Größe (cm)', '5 ft 11 in'],
    ['Größe (cm)', `5'11"`],
    ['Größe (cm)', '5′11″'],
    ['Gewicht (kg)', '11 st 4 lb'],
    ['Gewicht (kg)', '11 st'],
  ])('is told: %s: %s', (name, text) => {
    expect(doubt(name, text)).toMatchObject({
      code: 'check/not-of-type',
      message: expect.stringContaining(', and the field is in '),
    });
  });

  it.each([
    ['Gewicht (kg)', '79'],
    ['Gewicht (kg)', '79 kg'],
    ['Gewicht (kg)', '79,5kg'],
    ['Größe (cm)', '182 cm'],
    ['Unterrichtsdauer (Minuten)', '45 Min'],
    ['Umsatz (EUR)', '1.250,50 €'],
    ['Umsatz', '12 CHF'],
    ['Gewicht', '174 lb'],
    ['Notiz', '1 Stunde'],
    ['Gewicht (kg)', 'etwa 174 lb oder so'],
    ['Größe (Zoll)', '72 in'],
    ['Preis pro Stunde (EUR)', '50 EUR'],
  ])('is not told: %s: %s', (name, text) => {
    expect(doubt(name, text)).toBeUndefined();
  });
});

describe('a value outside of the scale in the name of its field', () => {
  it.each([
    ['Schmerz (0-10)', '90'],
    ['Schmerz (0-10)', '70'],
    ['Schmerz (0–10)', '18'],
    ['Stufe (1-10)', '0'],
    ['Stufe (1-10)', '-1'],
    ['Zufriedenheit 1 bis 5', '9'],
    ['Pain level (0 to 10)', '10.5'],
    ['Note (1 à 6)', '7'],
    ['Bewertung (1 - 5)', '5,5'],
  ])('is told: %s: %s', (name, text) => {
    expect(doubt(name, text)?.message).toMatch(/ is not between \d+ and \d+, as the name of the field says/);
  });

  it.each([
    ['Schmerz (0-10)', '0'],
    ['Schmerz (0-10)', '10'],
    ['Schmerz (0-10)', '7,5'],
    ['Schmerz (0-10)', 'stark'],
    ['Kinder (6-12 Jahre)', '2'],
    ['Erreichbar 9-17 Uhr', '3'],
    ['Schmerz', '90'],
    ['Kurs 10-2', '90'],
  ])('is not told: %s: %s', (name, text) => {
    expect(doubt(name, text)).toBeUndefined();
  });
});

describe('a measure that nobody has', () => {
  it.each([
    ['Größe (cm)', '1,72'],
    ['Größe (cm)', '1.68'],
    ['Körpergröße in cm', '1.84'],
    ['Groesse (cm)', '2'],
    ['Height (cm)', '1.70'],
    ['Height in cm', '6'],
    ['Lengte (cm)', '1,84'],
    ['Taille (cm)', '1,65'],
    ['Altezza (cm)', '1.75'],
    ['Größe (cm)', '1720'],
    ['Ruhepuls', '0'],
    ['Ruhepuls', '600'],
    ['Puls (Schläge/min)', '5'],
    ['Resting heart rate', '7.2'],
    ['Körpertemperatur', '98.6'],
    ['Body temperature', '0'],
  ])('is told: %s: %s', (name, text) => {
    expect(doubt(name, text)?.message).toContain('is outside of what people have');
  });

  it.each([
    ['Größe (cm)', '172'],
    ['Größe (cm)', '49'],
    ['Größe', '1,72'],
    ['Schuhgröße', '42'],
    ['Schuhgröße (cm)', '27'],
    ['Konfektionsgröße (cm)', '3'],
    ['Größe (m)', '1,72'],
    ['Gewicht (kg)', '0,3'],
    ['Ruhepuls', '62'],
    ['Puls', 'unbekannt'],
    ['Impuls', '5'],
  ])('is not told: %s: %s', (name, text) => {
    expect(doubt(name, text)).toBeUndefined();
  });
});

it.each(['size.cm', 'tattoo.size', 'motiv_groesse', 'photo.format'])(
  'has no limits of a person for the size of something else: %s',
  keyName => {
    expect(measureDoubt(fieldOf({ keyName, name: 'Größe in cm' }), '12.5')).toBeUndefined();
    expect(measureDoubt(fieldOf({ keyName: 'height', name: 'Größe in cm' }), '12.5')).toBeDefined();
  },
);

describe('a measure in another unit than its field, by its size', () => {
  const doubtOf = (field: Partial<Parameters<typeof fieldOf>[0]>, text: string) =>
    measureDoubt(fieldOf({ keyName: 'f', name: 'f', ...field }), text) !== undefined;

  it.each([
    [{ name: 'Geburtsgewicht (g)' }, '3.45'],
    [{ name: 'Geburtsgewicht (g)' }, '3,45'],
    [{ name: 'Geburtsgewicht in Gramm' }, '4'],
    [{ name: 'Geburtsgewicht', description: 'Bitte in Gramm angeben' }, '3,45'],
    [{ name: 'Geburtsgewicht', description: 'in g' }, '3,45 kg'],
    [{ name: 'Gewicht', keyName: 'birth_weight_g' }, '3.45'],
    [{ name: 'Geburtsgewicht (kg)' }, '3450'],
    [{ name: 'Birth weight (kg)' }, '3450'],
    [{ name: 'Gewicht des Babys (g)' }, '3.45'],
    [{ name: 'Gewicht (kg)' }, '3450'],
    [{ name: 'Gewicht', description: 'in Kilogramm' }, '64000'],
    [{ name: 'Größe in cm' }, '1.72'],
    [{ name: 'Größe in cm' }, '1,72'],
    [{ name: 'Größe', description: 'in cm' }, '1.72'],
    [{ name: 'Größe', keyName: 'height_cm' }, '1,72'],
    [{ name: 'Größe (m)' }, '172'],
    [{ name: 'Height (inches)' }, '172'],
    [{ name: 'Geburtslänge (cm)' }, '0,52'],
    [{ name: 'Kopfumfang (cm)' }, '350'],
  ])('is told: %j and %s', (field, text) => {
    expect(doubtOf(field, text)).toBe(true);
  });

  it.each([
    [{ name: 'Geburtsgewicht (g)' }, '3450'],
    [{ name: 'Geburtsgewicht (g)' }, '640'],
    [{ name: 'Geburtsgewicht (kg)' }, '3,45'],
    [{ name: 'Geburtsgewicht' }, '3,45'],
    [{ name: 'Geburtsgewicht', description: 'in g' }, '3450 g'],
    [{ name: 'Geburtsgewicht', description: 'in g oder kg' }, '3,45'],
    [{ name: 'Gewicht (g)' }, '3,45'],
    [{ name: 'Gewicht (kg)' }, '3,4'],
    [{ name: 'Gewicht (kg)' }, '620'],
    [{ name: 'Gewicht des Hundes (kg)' }, '0,4'],
    [{ name: 'Höhe (cm)', keyName: 'dog.height' }, '25'],
    [{ name: 'Größe (m)' }, '1,72'],
    [{ name: 'Größe (S, M, L)' }, '42'],
    [{ name: 'Größe M' }, '42'],
    [{ name: 'Größe in cm' }, '172'],
    [{ name: 'Height (inches)' }, '68'],
    [{ name: 'Geburtslänge (cm)' }, '52'],
    [{ name: 'Geburtstag' }, '3'],
  ])('is not told: %j and %s', (field, text) => {
    expect(doubtOf(field, text)).toBe(false);
  });
});
