import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import { customerNumber, type Link, withoutZeros } from '../../../inbox/call.ts';
import { type NearLink, spellingWords } from '../../../inbox/decide/near-link.ts';
import type { Mapping } from '../../mapping.ts';
import type { Evaluation, FindNearLink } from '../evaluation.ts';
import { mappingUses } from '../variables.ts';

/**
 * Returns a warning about an unknown link that is known in another spelling: anna@x.de for Anna@x.de. Without it, a
 * booking makes a second customer, and an update waits for a link that never comes.
 */
export async function warnAboutNearLink(
  mapping: Mapping,
  evaluation: Evaluation,
  linked: string | undefined,
  find: FindNearLink | undefined,
): Promise<Diagnostic | undefined> {
  if (evaluation.kind === 'not-wanted' || !evaluation.link || linked !== undefined || !find) return undefined;
  const isBooking = mapping.operation === 'persistCustomerData';
  if (evaluation.destination === '' || !(isBooking || mappingUses(mapping, 'linked'))) return undefined;
  const near = await find(evaluation.link, evaluation.destination);
  if (!near) return undefined;
  const number = evaluation.kind === 'call' ? customerNumber(evaluation.call) : undefined;
  if (number !== undefined && withoutZeros(number) === withoutZeros(near.customerId)) return undefined;
  return warning(mapping, evaluation.link, near, evaluation.destination);
}

/** The known id is not shown: the event may be kept when the data of that person is erased. */
function warning(mapping: Mapping, { id }: Link, { differs }: NearLink, destination: string): Diagnostic {
  const effect =
    mapping.operation === 'persistCustomerData'
      ? 'so a booking makes a second customer'
      : 'so the event does not find its customer';
  const message = `the link ${shown(id)} is not known at ${destination}, and a known link differs from it ${spellingWords[differs]}, ${effect}`;
  const hint = `if both are one person, import this link with the customer number of the other (fieldbridge links list shows both); ${cures[differs](mapping.link?.value.source ?? '')}`;
  return diagnostic('mapping/nearly-linked', message, { hint, place: mapping.link?.place, path: 'link' });
}

const cures: Readonly<Record<NearLink['differs'], (source: string) => string>> = {
  case: source =>
    `for all people, write link: $lowercase(${source}) and import the known links again in lower case`,
  blanks: source =>
    `for all people, write link: $replace(${source}, " ", "") and import the known links again without spaces`,
  zeros: () =>
    'for all people, have the sender send the id as a text with its zeros; in a spreadsheet, format the column as text',
};
