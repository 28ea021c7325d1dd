import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import { formPlaces } from '../changed-form/form-signs.ts';
import { readsForm } from '../changed-form/new-form.ts';
import { samplePayloads } from '../named-positions.ts';

/**
 * Returns a warning about an event whose form ends something by its name, "Abmeldung Newsletter", if no sample of the mapping is
 * of this form: its "Ja, gerne" is no consent. A mapping that reads the name or the id of the form knows its forms.
 */
export function endedForm(
  mapping: Mapping,
  input: MappingInput,
  { where = 'the event' }: { readonly where?: string } = {},
): Diagnostic | undefined {
  const signs = formPlaces(input.payload);
  const ended = signs.find(({ of, value }) => of === 'name of the form' && endings.test(value));
  if (!ended || readsForm(mapping, signs, input)) return undefined;
  const names = samplePayloads(mapping)
    .flatMap(formPlaces)
    .flatMap(({ at, value }) => (at === ended.at ? [value] : []));
  if (names.includes(ended.value)) return undefined;
  const message = `${where} is of the form ${visibleText(ended.value)}, which ends something by its name; no sample of the mapping is of this form`;
  const [own] = names;
  const condition = `${ended.at} ${own === undefined ? `!= ${ended.value}` : `= ${own}`}`;
  const cure = mapping.when
    ? `add and ${condition} to when`
    : `write when: '${condition.replaceAll("'", "''")}'`;
  const hint = `to leave out such events, ${cure}; if its values are right, keep the event as a test (fieldbridge capture)`;
  return diagnostic('mapping/ended-record', message, {
    hint,
    place: mapping.when?.place ?? mapping.places?.source,
    path: 'when',
  });
}

/** Words for the end of a subscription or a membership in the name of a form. */
const endings =
  /abmeld|abbestell|austragen|kündig|kuendig|(?<!\p{L})austritt|widerruf|unsubscri|opt[ -]?out|cancel|withdraw|terminat(?:e|ion)|afmeld|uitschrij|opzeg|désabonn|desabonn|désinscri|desinscri|résiliation|resiliation|rétractation|disiscri|disdetta|recesso|(?<!\p{L})baja(?!\p{L})|cancelaci|desuscri|cancelamento|rezygnacj|wypis|avanmäl|uppsägning|afmelding|avmelding|oppsigelse|opsigelse/iu;
