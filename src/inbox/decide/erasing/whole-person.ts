import { withoutZeros } from '../../call.ts';
import type { ErasureTarget, WhichPerson } from '../../erasure.ts';
import { numberKey, type Person, pair } from '../people.ts';
import type { PersonalData } from './personal-data.ts';

/** Returns the person of a target: the number with its links, or the link with its numbers. */
export function personOf(
  data: PersonalData,
  target: Extract<ErasureTarget, { by: 'customerId' | 'link' }>,
): Promise<Person | WhichPerson> {
  return target.by === 'customerId'
    ? byNumber(data, target.customerId, target.destination)
    : byLink(data, target.link, target.people);
}

async function byNumber(
  data: PersonalData,
  customerId: string,
  destination: string | undefined,
): Promise<Person | WhichPerson> {
  const known = await data.placesOfNumbers(spellings(customerId));
  const meant = known.filter(each => (destination ?? each) === each);
  if (meant.length > 1) return { kind: 'which', among: meant };
  const numbers = new Set(meant.map(each => numberKey(each, customerId)));
  const links = (await data.links())
    .filter(row => numbers.has(numberKey(row.destination, row.customer_id)))
    .map(row => pair(row.people, row.link_id));
  return { numbers, links: new Set(links) };
}

/** Returns a number in the spellings of senders, with leading zeros. */
function spellings(customerId: string): readonly string[] {
  if (!/^\d{1,20}$/.test(customerId)) return [customerId];
  const number = withoutZeros(customerId);
  return Array.from({ length: 21 - number.length }, (_, zeros) => '0'.repeat(zeros) + number);
}

async function byLink(
  data: PersonalData,
  link: string,
  people: string | undefined,
): Promise<Person | WhichPerson> {
  const known = await data.peopleOfLink(link);
  const meant = known.filter(each => (people ?? each) === each);
  if (meant.length > 1) return { kind: 'which', among: meant };
  const links = new Set(meant.map(each => pair(each, link)));
  const numbers = (await data.links())
    .filter(row => links.has(pair(row.people, row.link_id)))
    .map(row => numberKey(row.destination, row.customer_id));
  return { links, numbers: new Set(numbers) };
}
