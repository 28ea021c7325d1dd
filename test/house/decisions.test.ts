import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile, root } from './markdown.ts';

/** A record states one decision and its reasons. How the code works is described in comments and in the other documents. */
const mostWords = 300;

/** Counts words like `wc -w`. */
function wordsOf(file: string): number {
  return readProjectFile(`docs/decisions/${file}`).split(/\s+/).filter(Boolean).length;
}

const records = readdirSync(join(root, 'docs/decisions')).filter(name => /^\d{4}-.*\.md$/.test(name));

describe('the decision records', () => {
  it.each(records)('%s has at most 300 words', file => {
    expect(wordsOf(file)).toBeLessThanOrEqual(mostWords);
  });
});
