import type { CodePage } from './code-pages.ts';

/** The fault of one line of a list, which each language describes in its own words. */
export type LineFault =
  /** `row`: the number that a spreadsheet program shows. */
  | {
      readonly line: number;
      readonly row: number;
      readonly fault: 'too few cells' | 'too many cells';
      readonly cells: number;
      readonly columns: number;
    }
  /** A cell whose formula failed: `#N/A`. */
  | {
      readonly line: number;
      readonly row: number;
      readonly fault: 'failed formula';
      readonly column: string;
      readonly text: string;
    }
  | { readonly line: number; readonly fault: 'unnamed column'; readonly column: number }
  | { readonly line: number; readonly fault: 'repeated columns'; readonly names: readonly string[] }
  /** A line such as `sep=;`, which a spreadsheet program does not show. */
  | { readonly line: number; readonly fault: 'note for Excel'; readonly text: string }
  /** A line with few cells (`text`) in place of the header; `next`: the following line, which has more. */
  | {
      readonly line: number;
      readonly fault: 'title';
      readonly text: string;
      readonly filled: number;
      readonly next: number;
      readonly cells: number;
    }
  | {
      readonly line: number;
      readonly fault: 'quote in a cell' | 'text behind a quote' | 'no CSV' | 'no JSON';
    }
  /** `line`: where the cell begins; `noticedAt`: where its quotation mark turns out to be unclosed. */
  | {
      readonly line: number;
      readonly noticedAt: number;
      readonly fault: 'quote not closed' | 'row too large';
    };

/** The reason why a list cannot be imported. No row of such a list is imported. */
export type ListFault =
  /** `spreadsheet`: a file of a spreadsheet program, whatever its name. */
  | { readonly fault: 'spreadsheet' }
  | { readonly fault: 'empty' | 'no rows' | 'long header' | 'not in this encoding' | 'changed' }
  /** `text`: the line, decoded in `encoding`; without a likely encoding as windows-1252. */
  | {
      readonly fault: 'not UTF-8';
      readonly line: number;
      readonly text: string;
      readonly encoding?: CodePage;
      /** The code page that a person stated, if it gives no sense. */
      readonly stated?: CodePage;
    }
  /** A person stated a code page for a file in UTF-8. `text`: a line with other letters than those of ASCII. */
  | {
      readonly fault: 'UTF-8 after all';
      readonly line: number;
      readonly text: string;
      readonly stated: CodePage;
    }
  | {
      readonly fault: 'several separators';
      readonly header: string;
      readonly found: readonly FoundSeparator[];
    }
  /** The first faults, and the number of all faults. */
  | { readonly fault: 'faulty lines'; readonly lines: readonly LineFault[]; readonly count: number };

/** A possible separator, and the number of its occurrences in the header. */
export interface FoundSeparator {
  readonly separator: string;
  readonly count: number;
}

/** The error of a list that cannot be imported. */
export class FaultyList extends Error {
  override readonly name = 'FaultyList';
  readonly fault: ListFault;

  constructor(fault: ListFault) {
    super(`the list cannot be brought in: ${fault.fault}`);
    this.fault = fault;
  }
}
