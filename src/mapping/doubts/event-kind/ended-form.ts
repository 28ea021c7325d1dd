import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import { formPlaces, type PlacedSign } from '../changed-form/form-signs.ts';
import { readsForm } from '../changed-form/new-form.ts';
import { samplePayloads } from '../named-positions.ts';
import { endedText } from './ended-text.ts';
import { endsSomething, warnAboutEnd } from './form-endings.ts';

/**
 * Returns a warning about an event whose form ends something by its name, "Abmeldung Newsletter", if no sample of the mapping is
 * of this form: its "Ja, gerne" is no consent. A mapping that reads the name or the id of the form knows its forms.
 */
export function endedForm(
  mapping: Mapping,
  input: MappingInput,
  { where = 'the event', isShown = true }: { readonly where?: string; readonly isShown?: boolean } = {},
): Diagnostic | undefined {
  const signs = formPlaces(input.payload);
  const ended = signs.find(({ of, value }) => of === 'name of the form' && endsSomething(value));
  if (!ended) return endedText(mapping, input, { where, isShown });
  const known = samplePayloads(mapping).flatMap(formPlaces);
  const isKnown = (sign: PlacedSign) =>
    known.some(({ at, value }) => at === sign.at && withoutQuotes(value) === withoutQuotes(sign.value));
  // A condition for the id of the form takes in a form that was renamed.
  const fresh = signs.filter(each => !isKnown(each));
  if (isKnown(ended) || readsForm(mapping, fresh, input)) return undefined;
  const names = known.flatMap(({ at, value }) => (at === ended.at ? [value] : []));
  const [own] = names;
  const condition = `${ended.at} ${own === undefined ? `!= ${ended.value}` : `= ${own}`}`;
  const message = `${where} is of the form ${visibleText(ended.value)}, which ends something by its name; no sample of the mapping is of this form`;
  return warnAboutEnd(mapping, message, condition);
}

function withoutQuotes(json: string): string {
  return json.replaceAll('"', '');
}
