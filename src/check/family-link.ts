import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { pathText } from '../expressions/path-text.ts';
import type { Mapping, ParameterRule } from '../mapping/mapping.ts';

/**
 * Reports a link that is only an e-mail address or a phone number by its name, if the mapping takes the customer number
 * only from it. The members of a family may have the same. A sender that also has the numbers keeps its people apart.
 */
export function familyLink(mapping: Mapping): readonly Diagnostic[] {
  const { link } = mapping;
  const path = link?.value.path;
  if (!path || !mapping.set.some(takesNumber)) return [];
  const kind = kindOf(path.at(-1) ?? '');
  if (kind === undefined) return [];
  const written = pathText(path);
  const message = `${written} is by its name ${kind}. The members of a family may share it, and would share one customer`;
  const hint = `write the sender's own id of the person; without one, add the first name, as in link: $join([${written}, PATH], " ") with its path`;
  return [diagnostic('mapping/family-link', message, { hint, place: link?.place, path: 'link' })];
}

function takesNumber({ name, rule: { base } }: ParameterRule): boolean {
  const isNumber = name === 'id' || name === 'customerId';
  return isNumber && base.kind === 'expression' && base.expression.source.trim() === '$linked';
}

function kindOf(step: string): string | undefined {
  const name = step.replace(/[^\p{L}]/gu, '');
  if (/(?:e?mail|mailadresse|mailaddress|emailaddress)$/i.test(name)) return 'an e-mail address';
  return /(?:phone|phonenumber|telefon|telefonnummer|mobil|mobile|mobilnummer|handy|handynummer)$/i.test(name)
    ? 'a phone number'
    : undefined;
}
