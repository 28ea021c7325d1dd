import { describe, expect, it } from 'vitest';
import { escapedCharacter } from '../../src/mapping/convert/escaped-html.ts';

describe('a character that is escaped as in HTML', () => {
  it.each([
    ['M&#252;ller', '&#252;', 'ü'],
    ['M&#xFC;ller', '&#xFC;', 'ü'],
    ['M&#Xfc;ller', '&#Xfc;', 'ü'],
    ['A &amp; B', '&amp;', '&'],
    ['S&ouml;hne', '&ouml;', 'ö'],
    ['B&#39;n', '&#39;', "'"],
    ['B&#039;n', '&#039;', "'"],
    ['&quot;ja&quot;', '&quot;', '"'],
    ['it&apos;s', '&apos;', "'"],
    ['&lt;b&gt;', '&lt;', '<'],
    ['a&nbsp;b', '&nbsp;', '\u00a0'],
    ['Stra&szlig;e', '&szlig;', 'ß'],
    ['5 &euro;', '&euro;', '€'],
    ['&bdquo;gut&ldquo;', '&bdquo;', '„'],
    ['caf&eacute;', '&eacute;', 'é'],
    ['Beauty&reg;', '&reg;', '®'],
    ['wait&hellip;', '&hellip;', '…'],
    ['&#128512;', '&#128512;', '😀'],
    ['a&#10;b', '&#10;', '\n'],
    ['AT&T and H&amp;M', '&amp;', '&'],
    ['x &ndash; y', '&ndash;', '–'],
    ['https://example.com/?a=1&amp;b=2', '&amp;', '&'],
  ])('is found in %s', (text, written, character) => {
    expect(escapedCharacter(text)).toEqual({ written, character });
  });

  it.each([
    'AT&T',
    'AT&T; Berlin',
    'Salon & Spa',
    'Salon &Spa; Bonn',
    'Müller & Söhne',
    'R&D;',
    'H&M',
    '&',
    '&;',
    '& amp;',
    'a && b',
    'Q&A; mehr',
    'Tom &amp Jerry',
    '&#;',
    '&#x;',
    '&#99999999;',
    '&#xD800;',
    '&#0;',
    'https://example.com/?a=1&copy=2&lt=3',
    '&unknownname;',
    '&Uuml',
    'rock&roll;',
    '§ & %; #',
    'x&y;z',
    '&C;',
    'P&L; Q3',
  ])('is not found in %s', text => {
    expect(escapedCharacter(text)).toBeUndefined();
  });
});
