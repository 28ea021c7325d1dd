/** Whose data are to be erased. A number stands for a person at one destination, a link within one group of sources. */
export type ErasureWish =
  | { readonly by: 'event'; readonly id: string }
  | { readonly by: 'customerId'; readonly customerId: string; readonly destination?: string }
  | { readonly by: 'link'; readonly link: string; readonly people?: string }
  /** A text anywhere in what was received, sent or answered: an e-mail address, a name. */
  | { readonly by: 'q'; readonly q: string };

/** What was erased. */
export interface Erased {
  readonly kind: 'erased';
  readonly events: number;
  readonly links: number;
  readonly refusals: number;
  /** Events that are left because a call of theirs is being sent right now: ask again. */
  readonly underWay: number;
  /**
   * Events that are left although they hold the number or the link as a value of its own: no call of them is about
   * anybody, so a person must look whether it means this one.
   */
  readonly mentioned: number;
  /** Whether the log could be emptied, so that no file holds the values any more; else ask again. */
  readonly complete: boolean;
}

/** The number or the link stands for different people: say which `destination`, or which `people`, is meant. */
export interface WhichPerson {
  readonly kind: 'which';
  readonly among: readonly string[];
}

/** The texts that a wish names; a reason that quotes them must not keep them. */
export function namedTexts(wish: ErasureWish): readonly string[] {
  switch (wish.by) {
    case 'event':
      return [];
    case 'customerId':
      return [wish.customerId];
    case 'link':
      return [wish.link];
    case 'q':
      return [wish.q];
  }
}
