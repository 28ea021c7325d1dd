/** A stored link whose id is another spelling of an id, and the difference. */
export interface NearLink {
  readonly id: string;
  readonly customerId: string;
  readonly differs: 'case' | 'blanks' | 'zeros';
}

/** Another link with the same letters and digits, as the store finds it. */
export interface AlikeLink {
  readonly link_id: string;
  readonly customer_id: string;
}

/**
 * The letters and digits of an id in SQL, by which the store finds other spellings of it. The index `link_alike` has
 * the same expression.
 */
export function alikeSql(id: string): string {
  return `ltrim(replace(lower(${id}), ' ', ''), '0')`;
}

/**
 * Returns the link that is probably the same person in another spelling; undefined if the id itself is known. Ids of
 * mixed letters, such as those of Salesforce, differ in upper and lower case for different people.
 */
export function nearLink(id: string, alike: readonly AlikeLink[]): NearLink | undefined {
  if (alike.some(each => each.link_id === id)) return undefined;
  for (const { link_id: known, customer_id: customerId } of alike) {
    const differs = differenceOf(id, known);
    if (differs !== undefined) return { id: known, customerId, differs };
  }
  return undefined;
}

/** Returns the difference of two ids if both may be one person. */
export function differenceOf(one: string, other: string): NearLink['differs'] | undefined {
  const [first, second] = [withoutBlanks(one), withoutBlanks(other)];
  if (first === second) return one === other ? undefined : 'blanks';
  if (first.toLowerCase() === second.toLowerCase()) {
    const isSpelling = first.includes('@') || isOfOneCase(first) || isOfOneCase(second);
    return isSpelling ? 'case' : undefined;
  }
  const areNumbers = /^\d{1,18}$/.test(first) && /^\d{1,18}$/.test(second);
  return areNumbers && Number(first) !== 0 && BigInt(first) === BigInt(second) ? 'zeros' : undefined;
}

function withoutBlanks(id: string): string {
  return id.replaceAll(' ', '');
}

function isOfOneCase(id: string): boolean {
  return id === id.toUpperCase() || id === id.toLowerCase();
}

/** Describes the difference of two ids. */
export const spellingWords: Readonly<Record<NearLink['differs'], string>> = {
  case: 'only in upper and lower case',
  blanks: 'only in spaces',
  zeros: 'only in the zeros before it',
};
