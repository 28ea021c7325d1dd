import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { convertNumber } from '../../../expressions/convert/convert-number.ts';
import { type Fault, fieldTitle, quoted } from '../../fault.ts';
import { namesAnimal } from '../../names/other-subject.ts';
import { otherUnitOfValue, unitOf } from '../../names/units.ts';

/**
 * Returns the doubt about a value that is in another unit than its field ("174 lb" for "Gewicht (kg)"), or outside of the scale
 * that the name of the field gives (90 for "Schmerz (0-10)").
 */
export function measureDoubt(field: FieldConfiguration, text: string): Fault | undefined {
  // Every value passes here.
  if (!/\d/.test(text)) return undefined;
  const units = otherUnitOfValue(text, [field.name]);
  if (units) return inOtherUnit(field, text, units);
  const { body, unit, scale } = measured(field);
  // The unit stands in the description or the key.
  const ofUnit = unit === undefined ? undefined : otherUnitOfValue(text, [unit]);
  if (ofUnit) return inOtherUnit(field, text, ofUnit);
  const number = body || scale ? numberIn(text) : undefined;
  if (body && number !== undefined && (number < body.least || number > body.most)) {
    return {
      code: 'check/not-of-type',
      message: `${fieldTitle(field)}: ${quoted(text)} is outside of what people have (${body.least} to ${body.most}${unit === undefined ? '' : ` ${unit}`}); it is sent unchanged`,
      hint: 'see whether the form asks in another unit, and whether the rule reads the value that is meant; convert the number in the rule if so',
    };
  }
  if (!scale || number === undefined || (number >= scale.least && number <= scale.most)) return undefined;
  return {
    code: 'check/not-of-type',
    message: `${fieldTitle(field)}: ${quoted(text)} is not between ${scale.least} and ${scale.most}, as the name of the field says; it is sent unchanged`,
    hint: 'convert the number in the rule if the form has another scale, or correct the value',
  };
}

function inOtherUnit(
  field: FieldConfiguration,
  text: string,
  { from, to }: { readonly from: string; readonly to: string },
): Fault {
  return {
    code: 'check/not-of-type',
    message: `${fieldTitle(field)}: ${quoted(text)} is in ${from}, and the field is in ${to} by its name; it is sent unchanged`,
    hint: `convert the number in the rule, or have the form ask in ${to}`,
  };
}

interface Measured {
  readonly body?: Scale | undefined;
  /** The unit of the body's limits, in words. */
  readonly unit?: string | undefined;
  readonly scale?: Scale | undefined;
}

/** Returns the limits that the names of a field give. */
const measured = onceFor((field: FieldConfiguration): Measured => {
  const { keyName, name, type, description } = field;
  const scale = scaleIn(name);
  const key = spaced(keyName);
  const isOfThing = ofThings.test(`${keyName} ${name}`) || [key, name].some(namesAnimal);
  const found = ofPeople.find(({ words, isOfBirth }) => words.test(name) || (isOfBirth && words.test(key)));
  if (!found || isOfThing) return { scale };
  const { least, most, kind } = found;
  if (kind === undefined) return { body: { least, most }, scale };
  // The description of a selection has its choices.
  const told = type === 'text' || type === 'textArea' ? (description ?? '').slice(0, longestDescription) : '';
  const unit = unitOf([name, key, told], kind);
  if (!unit) return { scale };
  const limits = { least: inUnit(least, unit.size), most: inUnit(most, unit.size) };
  return { body: limits, unit: unit.called, scale };
});

/** Returns a limit in another unit, without the digits that nobody reads. */
function inUnit(limit: number, size: number): number {
  return Number((limit / size).toPrecision(3));
}

function spaced(keyName: string): string {
  return keyName.replace(/[._-]+/g, ' ');
}

const longestDescription = 200;

interface Body extends Scale {
  readonly words: RegExp;
  /** The limits are in millimetres or grams, and the field names its unit. Undefined if there is only one unit. */
  readonly kind?: 'length' | 'mass';
  /** True for words with no other meaning, which count in the key of a field too. */
  readonly isOfBirth?: true;
}

/** Measures of people by the name of a field, with limits that nobody exceeds. The first one counts. */
const ofPeople: readonly Body[] = [
  {
    words:
      /geburts[ -]?gewicht|birth[ -]?weight|geboorte[ -]?gewicht|poids (?:de|à la|a la) naissance|peso (?:al nacer|alla nascita)|gewicht (?:des|vom) (?:babys?|kindes|neugeborenen|s(?:ä|ae)uglings)|baby(?:'s)? (?:weight|gewicht)|babygewicht|weight of the (?:baby|newborn)/iu,
    kind: 'mass',
    isOfBirth: true,
    least: 200,
    most: 20_000,
  },
  {
    words:
      /geburts[ -]?(?:länge|laenge|gr(?:ö|oe)(?:ß|ss)e)|birth[ -]?(?:length|size)|geboorte[ -]?lengte|taille (?:de|à la|a la) naissance|kopfumfang|head circumference|hoofdomtrek/iu,
    kind: 'length',
    isOfBirth: true,
    least: 200,
    most: 800,
  },
  {
    words:
      /(?<!\p{L})(?:k(?:ö|oe)rper)?gr(?:ö|oe)(?:ß|ss)e(?!\p{L})|(?<!\p{L})height|lengte|(?<!\p{L})taille|altezza|estatura/iu,
    kind: 'length',
    least: 300,
    most: 2_600,
  },
  {
    words:
      /(?<!\p{L})(?:k(?:ö|oe)rper)?gewicht(?!\p{L})|(?<!\p{L})(?:body)?weight(?!\p{L})|(?<!\p{L})poids(?!\p{L})/iu,
    kind: 'mass',
    least: 0,
    most: 1_500_000,
  },
  {
    words: /(?<!\p{L})(?:ruhe)?puls|heart ?rate|hartslag|fr(?:é|e)quence cardiaque|frequenza cardiaca/iu,
    least: 20,
    most: 250,
  },
  {
    words: /k(?:ö|oe)rpertemperatur|body temperature|temp(?:é|e)rature corporelle/iu,
    least: 25,
    most: 45,
  },
];

/** A size of something else, such as a tattoo or a picture: "Größe in cm" under the key `size`. */
const ofThings =
  /(?<!\p{L})size(?!\p{L})|tattoo|motiv|bild|foto|photo|picture|format|druck|print|rahmen|narbe|scar|objekt|object|pixel|datei|file|raum|zimmer|room/iu;

interface Scale {
  readonly least: number;
  readonly most: number;
}

/** Returns the scale in brackets or at the end of a name: "Schmerz (0-10)", "Zufriedenheit 1 bis 5". */
function scaleIn(name: string): Scale | undefined {
  const [, least, most] = scale.exec(name) ?? [];
  if (least === undefined || most === undefined || Number(least) >= Number(most)) return undefined;
  return { least: Number(least), most: Number(most) };
}

const scale = /(?:\(|\s)(\d{1,3})\s?(?:-|–|—|bis|to|à|tot|a)\s?(\d{1,3})\)?\s*$/u;

/** Undefined for a text that is not only a number. */
function numberIn(text: string): number | undefined {
  if (!/^\s*[-+]?\d{1,6}(?:[.,]\d{1,3})?\s*$/.test(text)) return undefined;
  const converted = convertNumber(text);
  const number = 'value' in converted ? Number(converted.value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
