/** What is wrong with one line of a list, for which there are words in each language. */
export type LineFault =
  | {
      readonly line: number;
      readonly fault: 'too few cells' | 'too many cells';
      readonly cells: number;
      readonly columns: number;
    }
  | {
      readonly line: number;
      readonly fault:
        | 'quote not closed'
        | 'quote in a cell'
        | 'text behind a quote'
        | 'row too large'
        | 'no CSV'
        | 'no JSON';
    };

/** Why a list cannot be brought in as it is. Nothing of such a list is taken in. */
export type ListFault =
  | { readonly fault: 'empty' | 'no rows' | 'long header' | 'not in this encoding' | 'changed' }
  /** `text`: the line as windows-1252 reads it. */
  | { readonly fault: 'not UTF-8'; readonly line: number; readonly text: string }
  /** A line such as `sep=;`. */
  | { readonly fault: 'note for Excel'; readonly text: string }
  | {
      readonly fault: 'several separators';
      readonly header: string;
      readonly found: readonly FoundSeparator[];
    }
  | { readonly fault: 'unnamed column'; readonly column: number }
  | { readonly fault: 'repeated columns'; readonly names: readonly string[] }
  /** The first of them, and how many there are. */
  | { readonly fault: 'faulty lines'; readonly lines: readonly LineFault[]; readonly count: number };

/** A character that may stand between the cells, and how often it is in the header. */
export interface FoundSeparator {
  readonly separator: string;
  readonly count: number;
}

/** Ends the reading of a list that cannot be brought in. */
export class FaultyList extends Error {
  override readonly name = 'FaultyList';
  readonly fault: ListFault;

  constructor(fault: ListFault) {
    super(`the list cannot be brought in: ${fault.fault}`);
    this.fault = fault;
  }
}
