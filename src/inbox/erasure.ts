/** The minimum length of a text by which a person is erased, because many people's events contain a shorter one. */
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
   * A text anywhere in stored data, such as an e-mail address or a name. `customerId`: the selected person among
   * those with the text; data of nobody are erased too. `apart`: also finds data that have the words of the text in
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
  /** True to erase everything of the person whose data were found, also data without the text. */
  readonly person?: boolean;
  /** True to erase all people if the data belong to several. */
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
  /** Further data of the same person, which are not erased. */
  readonly further?: Further;
  /** The number of events that stay because a call of theirs is in flight: repeat the request. */
  readonly underWay: number;
  /**
   * The number of events that stay although they contain a number or a link of the person as a separate value. A
   * person must check them, because their calls name nobody, or the link belongs to others too.
   */
  readonly mentioned: number;
  readonly unsearched?: Unsearched;
  /**
   * True if everything could be searched and no stored file contains the values any more. With SQLite, the log must
   * have been emptied; with PostgreSQL, the tables vacuumed, and no transaction may still see the deleted data. If
   * false, check the unsearched data and repeat the request.
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
  /** The ids of these data, events first; at most `mostUnsearchedNamed`. */
  readonly ids: readonly string[];
}

/** The maximum number of unsearched data that are listed. */
export const mostUnsearchedNamed = 100;

/** Reads an XML document, in steps: all texts that it contains; undefined if it cannot be read. */
export type ReadXml = (text: string) => Generator<void, string | undefined>;

/** The further data of a person, and that person. */
export type Further = ErasureCounts & PersonView;

/** The data that would be erased. */
export interface ErasurePreview extends ErasureCounts {
  readonly kind: 'preview';
  /** The people to whom the data belong. If there are several, an erasure must name one. */
  readonly people: readonly PersonView[];
  readonly further?: Further;
  readonly mentioned: number;
  readonly unsearched?: Unsearched;
}

/** The data that contain all words of a text, but in several values. They stay unless the request has `apart`. */
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

/** Returns the texts that a target names. A reason that quotes them must not be stored. */
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
