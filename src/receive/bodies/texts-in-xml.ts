import { UnreadableBody } from './unreadable-body.ts';
import { readXml } from './xml.ts';

/** The number of characters of a document that are read at once, which takes some milliseconds. */
const charactersOfStep = 8 * 1024;

/** The separator between two texts, a character that XML cannot contain. */
const between = '\u0001';

/**
 * Returns all names and texts that are read from an XML document, as one text. It works in steps. Undefined
 * if the document is unreadable.
 */
export function* textsInXml(xml: string): Generator<void, string | undefined> {
  try {
    const texts: string[] = [];
    collect(yield* readXml(xml.replace(/^\s+(?=<\?xml)/, ''), charactersOfStep), texts);
    return texts.join(between);
  } catch (error) {
    if (error instanceof UnreadableBody) return undefined;
    throw error;
  }
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    texts.push(name);
    collect(member, texts);
  }
}
