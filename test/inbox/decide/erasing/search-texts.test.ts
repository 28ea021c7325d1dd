import { describe, expect, it } from 'vitest';
import { searchWith } from '../../../../src/inbox/decide/erasing/search-texts.ts';
import { stretchLength } from '../../../../src/inbox/finding/stretches.ts';
import { type Finder, textFinder } from '../../../../src/inbox/finding/text-finder.ts';
import { textsInXml } from '../../../../src/receive/bodies/texts-in-xml.ts';

/** A finder that records how much text it reads between two turns of the event loop. */
function watched(finder: Finder) {
  const atOnce = [0];
  const look = (stretch: string) => {
    atOnce.push((atOnce.pop() ?? 0) + stretch.length);
    return finder.look(stretch);
  };
  const turn = async () => {
    atOnce.push(0);
  };
  return { finder: { ...finder, look }, turn, atOnce };
}

describe('a search', () => {
  it.each(['\\', 'a%FC', '\\u00fc', '&#252;', '<!--', '%25', 'YWJj', 'a\u0327\u0301', 'mail '])(
    'yields to the event loop while it reads a body full of %j, and reads it once',
    async piece => {
      const body = piece.repeat((1024 * 1024) / piece.length);
      const { finder, turn, atOnce } = watched(textFinder('joerg@example.org'));
      expect(await searchWith(finder, { turn, readXml: undefined })({ texts: [body] })).not.toBe('found');
      expect(Math.max(...atOnce)).toBeLessThan(2 * stretchLength + 2);
      expect(atOnce.reduce((sum, each) => sum + each, 0)).toBeLessThan(1.1 * body.length);
    },
  );

  it('yields to the event loop after many small texts, too', async () => {
    const { finder, turn, atOnce } = watched(textFinder('joerg@example.org'));
    const search = searchWith(finder, { turn, readXml: undefined });
    for (let each = 0; each < 2_000; each += 1) await search({ texts: ['x'.repeat(100)] });
    expect(Math.max(...atOnce)).toBeLessThan(stretchLength + 200);
  });

  it('reads XML in steps', async () => {
    const { finder, turn, atOnce } = watched(textFinder('joerg@example.org'));
    const xml = `<a>${'&#252;'.repeat(50_000)}joerg<b/>@example.org</a>`;
    expect(await searchWith(finder, { turn, readXml: textsInXml })({ texts: [], xml })).toBe('found');
    expect(atOnce.length).toBeGreaterThan(xml.length / (8 * 1024));
  });
});
