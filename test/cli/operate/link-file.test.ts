import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLinkFile } from '../../../src/cli/operate/read-link-file.ts';
import { type LinkLine, writeLinkFile } from '../../../src/cli/operate/write-link-file.ts';
import { withoutBlankEnds } from '../../../src/diagnostics/blank-ends.ts';

const known = { people: ['contacts', 'crm'], destinations: ['salon'] };
const read = (text: string) => readLinkFile('l.csv', text, known);
const plain = (text: string) => read(text).links.map(({ line: _, place: __, ...link }) => link);
const header = 'people,link,destination,customerId\n';
const link: LinkLine = { people: 'contacts', link: 'c1', destination: 'salon', customerId: '1001' };

/** Returns the faults, each with its line and column. */
function faults(text: string): readonly string[] {
  return read(text).diagnostics.map(
    ({ place, message, hint }) => `${place?.line}:${place?.column}: ${message}${hint ? ` (${hint})` : ''}`,
  );
}

describe('a list of links', () => {
  it('is restored in composed letters, as CSV and as JSON lines', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map(each => each.normalize('NFC'))
      .map(withoutBlankEnds)
      .filter(each => each !== '')
      // This character replaces a lost letter: a list that contains it is refused.
      .filter(each => !each.includes('\uFFFD'));
    const digits = fc.bigInt(0n, 10n ** 18n - 1n).map(String);
    const links = fc.uniqueArray(
      fc.record({
        people: fc.constantFrom(...known.people),
        link: text,
        destination: fc.constant('salon'),
        customerId: digits,
      }),
      { selector: each => JSON.stringify([each.people, each.link]) },
    );
    fc.assert(
      fc.property(links, fc.constantFrom('csv', 'json-lines'), (given, format) => {
        expect(faults(writeLinkFile(given, format))).toEqual([]);
        expect(plain(writeLinkFile(given, format))).toEqual(given);
        const decomposed = given.map(each => ({ ...each, link: each.link.normalize('NFD') }));
        expect(plain(writeLinkFile(decomposed, format))).toEqual(given);
      }),
    );
  });

  it('accepts a phone number and a negative number as an id, with and without the apostrophe of an export', () => {
    const ids = ['+491512345', '-7', "'=x"];
    const list = ids.map(id => ({ ...link, link: id }));
    const written = writeLinkFile(list, 'csv');
    expect(written).toBe(
      `${header}contacts,'+491512345,salon,1001\ncontacts,'-7,salon,1001\ncontacts,'''=x,salon,1001\n`,
    );
    expect(plain(written)).toEqual(list);
    expect(plain(written.replaceAll(",'", ','))).toEqual(list);
  });

  it.each([
    ['a spreadsheet writes', '\uFEFFpeople;link;destination;customerId\r\ncontacts;c1;salon;1001\r\n'],
    [
      'with columns in another order, and further ones',
      'note,customerId,link,people,destination\nx,1001,c1,contacts,salon',
    ],
    ['with tabs', 'people\tlink\tdestination\tcustomerId\ncontacts\tc1\tsalon\t1001\n'],
    ['with empty lines and blanks', `${header}\n contacts , c1 , salon , 1001 \n\n`],
    [
      'with the empty rows of a spreadsheet',
      ';;;\npeople;link;destination;customerId\n;;;\ncontacts;c1;salon;1001\n"";;;\n;;;',
    ],
    ['with empty rows between commas', `${header}contacts,c1,salon,1001\n,,,\n , ,,\n`],
    ['with the same line twice', `${header}contacts,c1,salon,1001\ncontacts,c1,salon,1001\n`],
    ['of JSON lines', '{"people":"contacts","link":"c1","destination":"salon","customerId":1001}\n\n'],
    [
      'with blanks of other kinds, in quotation marks too',
      `${header}"contacts ","\u00a0c1\u200b"," salon",1001\u00a0\ncontacts,c1\ufeff,salon,1001\n`,
    ],
    [
      'with such blanks in JSON lines',
      '{"people":"contacts ","link":" c1\u200b","destination":"salon\u00a0","customerId":"1001 "}\n',
    ],
  ])('is read as %s', (_, text) => {
    expect(faults(text)).toEqual([]);
    expect(plain(text)).toEqual([link]);
  });

  it('counts lines if a value has several lines', () => {
    const text = `${header}contacts,"a\nb ""c""",salon,1\ncontacts,x,salom,2\n`;
    expect(plain(text)).toEqual([{ ...link, link: 'a\nb "c"', customerId: '1' }]);
    expect(faults(text)).toEqual(['4:12: there is no destination "salom" (did you mean "salon"?)']);
  });

  it.each([
    [
      'people,link,destination,customer_id\n',
      [
        '1:1: the first line must name the columns people,link,destination,customerId; customerId is missing (write "customer_id" as customerId)',
      ],
    ],
    [
      `${header}contcts,,salon,10a\n`,
      [
        '2:1: no source has the people "contcts" (did you mean "contacts"?)',
        '2:9: link is empty',
        '2:16: "10a" is no customer number (it has digits only, at most 18)',
      ],
    ],
    [
      `${header}contacts,c1,salon\n`,
      [
        '2:1: this line has 3 values, but there are 4 columns (put a value that contains a separator in quotation marks: "a,b")',
      ],
    ],
    [`${header}contacts,"c1,salon,1\n`, ['2:10: nothing closes this quotation mark']],
    [
      `${header}contacts,c1,salon,1\ncontacts,c1,salon,2\n`,
      ['3:19: line 2 has another customer number for this link: 1 (leave one of the two lines)'],
    ],
    [`${header}contacts,${'x'.repeat(501)},salon,1\n`, ['2:10: link is longer than 500 characters']],
  ])('reports the faults in %j, line by line', (text, expected) => {
    expect(faults(text)).toEqual(expected);
    expect(read(text).bad).toBe(1);
  });

  it('reports the faults of JSON lines, line by line', () => {
    const text =
      '{"people":"contacts", "customerId":1.5}\n[1]\n{"people":3,"link":"a","destination":"salon","customerId":"1"}\n{x\n';
    const shape =
      'this line is no JSON object (each line is an object of its own: {"people": ..., "link": ..., "destination": ..., "customerId": ...})';
    expect(faults(text)).toEqual([
      '1:1: link is missing',
      '1:1: destination is missing',
      '1:23: customerId must be a text',
      `2:1: ${shape}`,
      '3:2: no source has the people "3" (there is contacts, crm)',
      `4:1: ${shape}`,
    ]);
    expect(read(text)).toMatchObject({ bad: 4, links: [] });
  });

  it('may be empty', () => {
    expect([read(''), read('\uFEFF\n'), read(header)].map(each => each.diagnostics)).toEqual([[], [], []]);
  });
});
