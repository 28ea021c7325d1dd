/** The least characters of a text by which a person is erased: a shorter one is in the events of many people. */
export const leastErasedText = 3;

/**
 * The person whose data are erased. A number identifies a person at one destination, a link within one group of
 * sources.
 */
export type ErasureTarget =
  | { readonly by: 'event'; readonly id: string }
  | { readonly by: 'refusal'; readonly id: string }
  | { readonly by: 'customerId'; readonly customerId: string; readonly destination?: string }
  | { readonly by: 'link'; readonly link: string; readonly people?: string }
  /**
   * A text anywhere in what was received, sent or answered: an e-mail address, a name. `customerId`: of the people who
   * have it, the one that is meant; what is nobody's goes too. `apart`: the data that have each of its words, also in
   * several values, such as first and last name.
   */
  | {
      readonly by: 'q';
      readonly q: string;
      readonly apart?: true;
      readonly customerId?: string;
      readonly destination?: string;
    };

/** The words of a text that `apart` searches; empty if it has only one. */
export function wordsApart(text: string): readonly string[] {
  const words = text.trim().split(/\s+/);
  return words.length > 1 ? [...new Set(words)] : [];
}

/** The extent of an erasure. */
export interface ErasureExtent {
  /** Everything of the person to whom belongs what was found, also where the text or the event is not in it. */
  readonly person?: boolean;
  /** If the data belong to several people, all of them are erased. */
  readonly everyone?: boolean;
}

/** A person in the store: customer numbers at destinations, and their links. */
export interface PersonView {
  readonly customers: readonly { readonly destination: string; readonly customerId: string }[];
  readonly linked: readonly { readonly people: string; readonly link: string }[];
}

/** The amounts of data. */
export interface ErasureCounts {
  readonly events: number;
  readonly links: number;
  readonly refusals: number;
}

/** The erased data. */
export interface Erased extends ErasureCounts {
  readonly kind: 'erased';
  /** Further data of the same person, which stay. */
  readonly further?: Further;
  /** Events that are left because a call of theirs is being sent right now: ask again. */
  readonly underWay: number;
  /**
   * The number of events that stay although they contain a number or a link of the person as a value of its own: no
   * call of them names anybody, or the link belongs to others too, so a person must check them.
   */
  readonly mentioned: number;
  readonly unsearched?: Unsearched;
  /**
   * True if everything could be searched, and, with SQLite, whether the log could be emptied, so that no file holds
   * the values any more; with PostgreSQL, whether the tables could be vacuumed, and nothing still sees what was deleted.
   * Else look at what is unsearched, and ask again.
   */
  readonly complete: boolean;
}

/**
 * The data that may contain the text and stay, because they could not be searched: broken XML, an unsupported charset,
 * a file that is compressed inside, escapes in too many layers.
 */
export interface Unsearched {
  readonly events: number;
  readonly refusals: number;
  /** Their ids, events first; at most `mostUnsearchedNamed`. */
  readonly ids: readonly string[];
}

/** The number of unsearched data that are named. */
export const mostUnsearchedNamed = 100;

/**
 * Reads an XML document, in steps: all texts that are understood of it; undefined where it cannot be read.
 */
export type ReadXml = (text: string) => Generator<void, string | undefined>;

/** The rest of a person, and who that is. */
export type Further = ErasureCounts & PersonView;

/** The data that would be erased. */
export interface ErasurePreview extends ErasureCounts {
  readonly kind: 'preview';
  /** Everybody to whom it belongs. More than one: an erasure asks who is meant. */
  readonly people: readonly PersonView[];
  readonly further?: Further;
  readonly mentioned: number;
  readonly unsearched?: Unsearched;
}

/** The data with each word of a text that nothing has as one value. They stay until that is asked for by `apart`. */
export type FoundApart = ErasureCounts & Pick<ErasurePreview, 'people'>;

/** The number or the link belongs to different people: the request must name a `destination`, or `people`. */
export interface WhichPerson {
  readonly kind: 'which';
  readonly among: readonly string[];
}

/** The found data belong to several people: the request must name a number, or everyone. Nothing was erased. */
export interface SeveralPeople {
  readonly kind: 'several';
  readonly people: readonly PersonView[];
}

/** The texts that a target names; a reason that quotes them must not keep them. */
export function namedTexts(target: ErasureTarget): readonly string[] {
  switch (target.by) {
    case 'event':
    case 'refusal':
      return [];
    case 'customerId':
      return [target.customerId];
    case 'link':
      return [target.link];
    case 'q':
      return [target.q];
  }
}
