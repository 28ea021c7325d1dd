import { describe, expect, it } from 'vitest';
import { textOfHtml } from '../../src/mapping/convert/text-of-html.ts';
import { evaluateYaml, fieldMapping, fieldOf, parse } from './evaluate-yaml.ts';

describe('the text of HTML', () => {
  it.each([
    ['<p>Schön &amp; gut</p>', 'Schön & gut'],
    ['<p>one</p>\n<p>two<br/>three</p>', 'one\ntwo\nthree'],
    ['<ul>\n  <li>Farbe</li>\n  <li></li><li>Pflege</li>\n</ul>', '- Farbe\n- Pflege'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['a <b class="x">bold</b>, <a href="https://example.com">link</a>', 'a bold, link'],
    ['<div>a  \n b</div>', 'a b'],
    ['<style>p {color: red}</style><script>if (1 < 2) x();</script>text', 'text'],
    ['<!-- <p>not this</p> -->this', 'this'],
    ['this<!-- and the rest <p>', 'this'],
    ['&lt;b&gt; stays', '<b> stays'],
    ['plain\nlines &uuml;ber&nbsp;all', 'plain\nlines über all'],
    ['Max <max@example.com>, 3 < 5 > 2, I <3 you', 'Max <max@example.com>, 3 < 5 > 2, I <3 you'],
    ['<P>SHOUT</P><BR>x', 'SHOUT\nx'],
    ['<p', '<p'],
    ['<p>&nbsp;</p>', ''],
    ['<o:p>Word</o:p>', 'Word'],
    ['&amp;amp;', '&amp;'],
  ])('of %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  it('is extracted from each element of a list, and from nothing that is not a text', () => {
    expect(textOfHtml(['<b>a</b>', 1, null, { b: '<b>' }])).toEqual(['a', 1, null, { b: '<b>' }]);
  });

  it('takes linear time', () => {
    for (const part of ['<', '<p', '<!--', '<p>', '<script>', '&', '&amp', '<p a="']) {
      const text = part.repeat(200_000);
      expect(typeof textOfHtml(text)).toBe('string');
    }
  });
});

describe('html: true', () => {
  const sent = (text: string) => ({ set: { text, origin: 'data' } });

  it('sends the text, also of answers, templates and tables', async () => {
    expect(await fieldOf('{from: a, html: true}', { a: '<p>x</p><p>y</p>' })).toEqual(sent('x\ny'));
    expect(await fieldOf('{template: "Note: {a}", html: true}', { a: '<b>x</b>' })).toEqual(sent('Note: x'));
    expect(await fieldOf('{from: a, html: true, values: {x: y}}', { a: '<b>x</b>' })).toEqual({
      set: { text: 'y', origin: 'mapping' },
    });
  });

  it('is empty if nothing is visible, so nothing is cleared', async () => {
    const text = fieldMapping('{from: a, html: true}');
    expect(await evaluateYaml(text, { payload: { a: '<p><br></p>' } })).toMatchObject({ kind: 'skipped' });
    expect(await fieldOf('{from: a, html: true, default: none}', { a: '<p></p>' })).toEqual({
      set: { text: 'none', origin: 'mapping' },
    });
  });

  it('is refused for a literal', () => {
    const { diagnostics } = parse(fieldMapping('{value: <b>, html: true}'));
    expect(diagnostics.map(({ code }) => code)).toEqual(['mapping/invalid-rule']);
  });
});
