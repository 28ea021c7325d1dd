import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { convertNumber } from '../../../expressions/convert/convert-number.ts';
import { type Fault, fieldTitle, quoted } from '../../fault.ts';
import { otherUnitOfValue } from '../../names/units.ts';

/**
 * Returns the doubt about a value that is in another unit than its field ("174 lb" for "Gewicht (kg)"), or outside of the scale
 * that the name of the field gives (90 for "Schmerz (0-10)").
 */
export function measureDoubt(field: FieldConfiguration, text: string): Fault | undefined {
  // Every value passes here.
  if (!/\d/.test(text)) return undefined;
  const units = otherUnitOfValue(text, [field.name]);
  if (units) {
    return {
      code: 'check/not-of-type',
      message: `${fieldTitle(field)}: ${quoted(text)} is in ${units.from}, and the field is in ${units.to} by its name; it is sent unchanged`,
      hint: `convert the number in the rule, or have the form ask in ${units.to}`,
    };
  }
  const { body, scale } = measured(field);
  const number = body || scale ? numberIn(text) : undefined;
  if (body && number !== undefined && (number < body.least || number > body.most)) {
    return {
      code: 'check/not-of-type',
      message: `${fieldTitle(field)}: ${quoted(text)} is outside of what people have (${body.least} to ${body.most}); it is sent unchanged`,
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

/** Returns the limits that the names of a field give. */
const measured = onceFor(
  ({
    keyName,
    name,
  }: FieldConfiguration): { readonly body?: Scale | undefined; readonly scale?: Scale | undefined } => {
    const isOfThing = ofThings.test(`${keyName} ${name}`);
    const body = ofPeople.find(({ words, unit }) => !isOfThing && words.test(name) && unit.test(name));
    return { body, scale: scaleIn(name) };
  },
);

/** Measures of people by the name of a field, with limits that nobody exceeds. The unit is in the name, too. */
const ofPeople: readonly (Scale & { readonly words: RegExp; readonly unit: RegExp })[] = [
  {
    words:
      /(?<!\p{L})(?:k(?:ö|oe)rper)?gr(?:ö|oe)(?:ß|ss)e(?!\p{L})|height|lengte|(?<!\p{L})taille|altezza|estatura/iu,
    unit: /(?<!\p{L})cm(?!\p{L})/iu,
    least: 30,
    most: 260,
  },
  {
    words: /(?<!\p{L})(?:ruhe)?puls|heart ?rate|hartslag|fr(?:é|e)quence cardiaque|frequenza cardiaca/iu,
    unit: /./u,
    least: 20,
    most: 250,
  },
  {
    words: /k(?:ö|oe)rpertemperatur|body temperature|temp(?:é|e)rature corporelle/iu,
    unit: /./u,
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
