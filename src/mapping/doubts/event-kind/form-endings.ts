import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import type { Mapping } from '../../mapping.ts';

/** True for a text with a word for the end of something: "Abmeldung Newsletter", "Kündigung". */
export const endsSomething = onceForText((text: string): boolean => endings.test(text));

/** Words for the end of a subscription or a membership in the name of a form. */
const endings =
  /abmeld|abbestell|storno|stornier|(?<!\p{L})absage|abgesagt|austragen|kündig|kuendig|(?<!\p{L})austritt|widerruf|unsubscri|opt[ -]?out|cancel|withdraw|terminat(?:e|ion)|afmeld|uitschrij|opzeg|désabonn|desabonn|désinscri|desinscri|résiliation|resiliation|rétractation|disiscri|disdetta|recesso|(?<!\p{L})baja(?!\p{L})|cancelaci|desuscri|cancelamento|rezygnacj|wypis|avanmäl|uppsägning|odhláš|zruš|leiratkoz|iptal|afmelding|avmelding|oppsigelse|opsigelse/iu;

/** Returns the warning about an event that ends something, with the condition that leaves such events out. */
export function warnAboutEnd(mapping: Mapping, message: string, condition: string): Diagnostic {
  const cure = mapping.when
    ? `add and ${visibleText(condition)} to when`
    : `write when: '${visibleText(condition).replaceAll("'", "''")}'`;
  const hint = `to leave out such events, ${cure}; if its values are right, keep the event as a test (fieldbridge capture)`;
  return diagnostic('mapping/ended-record', message, {
    hint,
    place: mapping.when?.place ?? mapping.places?.source,
    path: 'when',
  });
}
