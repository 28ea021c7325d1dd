import type { ReadXml } from '../../erasure.ts';
import { stretchesOf, stretchLength } from '../../finding/stretches.ts';
import type { Finder, SearchResult } from '../../finding/text-finder.ts';
import type { Searchable } from './kept-text.ts';

/** Searches stored texts with a finder. */
export type Search = (kept: Searchable) => Promise<SearchResult>;

/** The dependencies of a search. */
export interface SearchParts {
  /** Lets other work run. */
  readonly turn: () => Promise<void>;
  /** Reads XML documents. If missing, only their bytes are searched. */
  readonly readXml: ReadXml | undefined;
}

/** Makes a search. Other work runs after each part of a text. */
export function searchWith(finder: Finder, { turn, readXml }: SearchParts): Search {
  let looked = 0;

  async function lookAt(text: string): Promise<SearchResult> {
    let sight: SearchResult = 'absent';
    for (const stretch of stretchesOf(text, finder.overlap)) {
      const seen = finder.look(stretch);
      looked += stretch.length;
      if (looked >= stretchLength) {
        looked = 0;
        await turn();
      }
      if (seen === 'found') return seen;
      if (seen === 'unclear') sight = seen;
    }
    return sight;
  }

  async function lookAtXml(xml: string): Promise<SearchResult> {
    const text = readXml && (await inTurns(readXml(xml), turn));
    if (text === undefined) return 'unclear';
    return lookAt(text);
  }

  return async ({ texts, xml, isUnreadable }) => {
    let sight: SearchResult = isUnreadable ? 'unclear' : 'absent';
    for (const text of texts) {
      const seen = await lookAt(text);
      if (seen === 'found') return seen;
      if (seen === 'unclear') sight = seen;
    }
    const seen = xml === undefined ? 'absent' : await lookAtXml(xml);
    return seen === 'absent' ? sight : seen;
  };
}

/** Makes a search for data in which every finder finds something, possibly in different texts. */
export function searchForAll(finders: readonly Finder[], parts: SearchParts): Search {
  const searches = finders.map(each => searchWith(each, parts));
  return async kept => {
    let sight: SearchResult = 'found';
    for (const search of searches) {
      const seen = await search(kept);
      if (seen === 'absent') return seen;
      if (seen === 'unclear') sight = seen;
    }
    return sight;
  };
}

async function inTurns<Result>(steps: Generator<void, Result>, turn: () => Promise<void>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turn();
  }
}
