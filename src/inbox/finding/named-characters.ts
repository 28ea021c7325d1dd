/** The HTML names of the characters from U+00A0 to U+00FF, in order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

/** The characters with names in XML, and the characters of names and addresses with names in HTML, by name. */
export const namedCharacters: ReadonlyMap<string, number> = new Map([
  ...latin.split(' ').map((name, at) => [name, 0xa0 + at] as const),
  ...Object.entries({
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    amp: '&',
    commat: '@',
    period: '.',
    plus: '+',
    lowbar: '_',
    hyphen: '-',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Zcaron: 'Ž',
    zcaron: 'ž',
    Yuml: 'Ÿ',
    lsquo: '‘',
    rsquo: '’',
    ndash: '–',
    mdash: '—',
  }).map(([name, letter]) => [name, letter.charCodeAt(0)] as const),
]);
