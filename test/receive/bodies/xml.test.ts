import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { countCalls } from '../../count-calls.ts';
import { expectPlainData, open, readAs, reasonOf, statusOf } from './reading-bodies.ts';

const xml = (text: string) => readAs(text, 'text/xml');

/** An outbound message in the shape that Salesforce documents. */
function outboundMessage(...notifications: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <soapenv:Body>
  <notifications xmlns="http://soap.sforce.com/2005/09/outbound">
   <OrganizationId>00DR00000001234AAA</OrganizationId>
   <ActionId>04kR00000004CCXIA2</ActionId>
   <SessionId xsi:nil="true"/>
   <EnterpriseUrl>https://example.com/services/Soap/c/61.0/00DR00000001234</EnterpriseUrl>
   ${notifications.join('\n   ')}
  </notifications>
 </soapenv:Body>
</soapenv:Envelope>
`;
}

const notification = (id: string) => `<Notification>
    <Id>${id}</Id>
    <sObject xsi:type="sf:Contact" xmlns:sf="urn:sobject.enterprise.soap.sforce.com">
     <sf:Id>003R0000001AbCd</sf:Id>
     <sf:LastName>Berg &amp; S&#246;hne</sf:LastName>
     <sf:Title xsi:nil="true"/>
    </sObject>
   </Notification>`;

describe('XML', () => {
  it('from Salesforce has its notifications, one or several', () => {
    const read = (id: string) => ({
      Id: id,
      sObject: {
        '@type': 'sf:Contact',
        Id: '003R0000001AbCd',
        LastName: 'Berg & Söhne',
        Title: null,
      },
    });
    const head = {
      OrganizationId: '00DR00000001234AAA',
      ActionId: '04kR00000004CCXIA2',
      SessionId: null,
      EnterpriseUrl: 'https://example.com/services/Soap/c/61.0/00DR00000001234',
    };
    expect(xml(outboundMessage(notification('04l1')))).toEqual({
      Envelope: { Body: { notifications: { ...head, Notification: read('04l1') } } },
    });
    expect(xml(outboundMessage(notification('04l1'), notification('04l2')))).toEqual({
      Envelope: { Body: { notifications: { ...head, Notification: [read('04l1'), read('04l2')] } } },
    });
  });

  it.each([
    ['<a/>', { a: '' }],
    ['<a></a>', { a: '' }],
    ['<a> \n x </a>', { a: ' \n x ' }],
    ['<a>\r\nx\ry</a>', { a: '\nx\ny' }],
    ['<a b="1"/>', { a: { '@b': '1' } }],
    ['<a b="1"> </a>', { a: { '@b': '1' } }],
    ['<a b="1">x</a>', { a: { '@b': '1', '#text': 'x' } }],
    ['<a>Hello <b>Ada</b>!</a>', { a: { b: 'Ada', '#text': 'Hello !' } }],
    ['<a><b/>\n <b>1</b><c/><b x="2"/></a>', { a: { b: ['', '1', { '@x': '2' }], c: '' } }],
    ['<p:a xmlns:p="u" xmlns="v" p:b="1"><q:c xmlns:q="u"/></p:a>', { a: { '@b': '1', c: '' } }],
    ['<p:a><c q:b="1" r:b="2"/></p:a>', { a: { c: { '@b': ['1', '2'] } } }],
    ['<a><![CDATA[<b>&amp;]]>&amp;<![CDATA[ ]]></a>', { a: '<b>&amp;& ' }],
    ['<a>&lt;&gt;&amp;&quot;&apos;&#228;&#xE4;&#x1F600;</a>', { a: '<>&"\'ää😀' }],
    ['<a b="&lt;&#10;&quot;"/>', { a: { '@b': '<\n"' } }],
    ['<?xml version="1.0"?><!-- c --><?p i?><a><!-- <b> -->x<?p <b> ?>y</a><!-- c -->', { a: 'xy' }],
    ['<a i:nil="true" xmlns:i="u"/>', { a: null }],
    ['<a xsi:nil="1" xsi:type="t"/>', { a: null }],
    ['<a xsi:nil="false">x</a>', { a: 'x' }],
    ['<a xsi:nil="true">x</a>', { a: 'x' }],
    ['<a xsi:nil="true"><b>1</b></a>', { a: { b: '1' } }],
    ['<a nil="true"/>', { a: { '@nil': 'true' } }],
    ['<größe>38</größe>', { größe: '38' }],
  ])('%s is read as %j', (text, expected) => {
    expect(xml(text)).toEqual(expected);
  });

  it('is read like by another parser', () => {
    const reference = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      removeNSPrefix: true,
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
      htmlEntities: true,
    });
    const name = fc.constantFrom('a', 'b', 'Name', 'ns:a', 'sf:LastName', 'x-1', '_y', 'z.z');
    const letters = fc.string({
      unit: fc.constantFrom('x', 'ä', ' ', '<', '&', '"', "'", '>', '1', '✓'),
      maxLength: 9,
    });
    const text = letters.filter(each => each.trim() !== '');
    const escaped = (each: string, way: number) =>
      each.replace(/[<>&"'ä]/g, found =>
        way === 0
          ? `&#${found.charCodeAt(0)};`
          : (['&lt;', '&gt;', '&amp;', '&quot;', '&apos;', 'ä']['<>&"\'ä'.indexOf(found)] ?? found),
      );
    const written = fc.tuple(text, fc.nat(1)).map(([each, way]) => escaped(each, way));
    const attributes = fc
      .uniqueArray(fc.tuple(fc.constantFrom('id', 'q', 'kind'), written), { selector: ([key]) => key })
      .map(each => each.map(([key, value]) => ` ${key}="${value}"`).join(''));
    const { element } = fc.letrec<{ element: string; content: string }>(tie => ({
      element: fc
        .tuple(name, attributes, tie('content'))
        .map(([tag, more, content]) =>
          content === '' ? `<${tag}${more}/>` : `<${tag}${more}>${content}</${tag}>`,
        ),
      content: fc.oneof(
        { depthSize: 'small' },
        fc.constant(''),
        written,
        text.map(each => `<![CDATA[${each.replaceAll(']', '')}]]>`),
        fc.array(tie('element'), { minLength: 1, maxLength: 4 }).map(each => each.join('')),
        fc.tuple(tie('element'), written, tie('element')).map(each => each.join('')),
      ),
    }));
    fc.assert(
      fc.property(element, document => {
        expect(xml(`<root>${document}</root>`)).toEqual(reference.parse(`<root>${document}</root>`));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['', 'the body is empty'],
    [' ', 'well-formed'],
    ['x', 'well-formed'],
    ['{"a":1}', 'well-formed'],
    ['<a>', 'well-formed'],
    ['<a></b>', 'well-formed'],
    ['<a>\n<b>\n</a>', '(line 3)'],
    ['<a/><b/>', 'well-formed'],
    ['<a/>x', 'well-formed'],
    ['<a b="1" b="2"/>', 'well-formed'],
    ['<a b=1/>', 'well-formed'],
    ['<a>&nbsp;</a>', 'well-formed'],
    ['<a>&constructor;</a>', 'well-formed'],
    ['<a>&</a>', 'well-formed'],
    ['<a>&#0;</a>', 'well-formed'],
    ['<a>\u0000</a>', 'well-formed'],
    ['<a>]]></a>', 'well-formed'],
    ['\n<?xml version="1.0"?><a/>', 'well-formed'],
    ['<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>', 'DOCTYPE'],
    ['<?xml version="1.0"?><!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'DOCTYPE'],
  ])('%j is refused', (text, reason) => {
    expect(reasonOf(text, 'application/xml')).toContain(reason);
  });

  it('may have 64 levels and 10,000 elements and attributes; reading stops at once beyond that', () => {
    const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    expect(statusOf(nested(64), 'text/xml')).toBe(200);
    expect(reasonOf(nested(65), 'text/xml')).toContain('64 levels');
    const elements = (count: number) => `<r>${'<a/>'.repeat(count - 1)}</r>`;
    expect(statusOf(elements(10_000), 'text/xml')).toBe(200);
    expect(reasonOf(elements(10_001), 'text/xml')).toContain('10,000');
    const attributes = Array.from({ length: 10_000 }, (_, index) => ` a${index}=""`).join('');
    expect(reasonOf(`<a${attributes}/>`, 'text/xml')).toContain('10,000');
    // The text behind the limit is not read, otherwise the reason would be that it is not well-formed.
    expect(reasonOf(`${'<a>'.repeat(300_000)}&`, 'text/xml')).toContain('64 levels');
    expect(reasonOf(`${elements(10_001)}<`, 'text/xml')).toContain('10,000');
    expect(reasonOf('<!DOCTYPE a>&', 'text/xml')).toContain('DOCTYPE');
  });

  it.each(['&amp;', '&lt;', '&#65;', '&#x41;'])(
    'may have 30,000 references to %s, and no more',
    reference => {
      const text = (count: number) => `<a>${reference.repeat(count)}</a>`;
      const attribute = (count: number) => `<a b="${reference.repeat(count)}"/>`;
      expect(statusOf(text(30_000), 'text/xml')).toBe(200);
      expect(statusOf(attribute(30_000), 'text/xml')).toBe(200);
      for (const document of [text(30_001), attribute(30_001), text(200_000)]) {
        const calls = countCalls(() => {
          expect(reasonOf(document, 'text/xml')).toContain('more than 30,000 references');
        });
        expect(calls).toBeLessThan(200_000);
      }
      const apart = `<a>${'&amp;'.repeat(20_000)}<!-- <![CDATA[ -->${'&amp;'.repeat(20_000)}<?x <!-- ?></a>`;
      expect(reasonOf(apart, 'text/xml')).toContain('references');
    },
  );

  it('may have 100,000 closing brackets in CDATA sections, and no more', () => {
    const section = (count: number) => `<a><![CDATA[${']'.repeat(count)} ]]></a>`;
    expect(statusOf(section(90_000), 'text/xml')).toBe(200);
    expect(reasonOf(section(1_000_000), 'text/xml')).toContain('more than 100,000 closing brackets');
    expect(statusOf(`<a>${'] '.repeat(200_000)}</a>`, 'text/xml')).toBe(200);
  });

  it('may have any number of escaped ampersands', () => {
    const many = '&'.repeat(100_000);
    const document = `<a><!-- ${many} --><?x ${many} ?><![CDATA[${many}]]>&amp;</a>`;
    expect(xml(document)).toEqual({ a: `${many}&` });
  });

  it('keeps keys with a special meaning in JavaScript as plain keys, and omits __proto__', () => {
    const value = xml(
      '<a><__proto__><polluted/></__proto__><x:__proto__ polluted="1"/><constructor><prototype polluted="1"/></constructor><toString/></a>',
    );
    expect(value).toEqual({ a: { constructor: { prototype: { '@polluted': '1' } }, toString: '' } });
    expectPlainData(value);
    expect(xml('<__proto__><polluted/></__proto__>')).toEqual({});
  });
});

describe('the charset of XML', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');

  it('is that of the content type, else that of its declaration, else UTF-8', () => {
    const body = (encoding: string) => `<?xml version="1.0" encoding=${encoding}?><a>\xe4 \x80</a>`;
    expect(readAs(latin(body('"ISO-8859-1"')), 'text/xml')).toEqual({ a: 'ä €' });
    expect(readAs(latin(body("'windows-1252' standalone='yes'")), 'application/soap+xml')).toEqual({
      a: 'ä €',
    });
    expect(readAs(latin(body('"utf-8"')), 'text/xml; charset=iso-8859-1')).toEqual({ a: 'ä €' });
    expect(readAs(latin('<a>\xe4</a>'), 'text/xml; charset=latin1')).toEqual({ a: 'ä' });
    expect(readAs('<?xml version="1.0" encoding="utf-8"?><a>ä</a>', 'text/xml')).toEqual({ a: 'ä' });
    expect(readAs('<a>ä</a>', 'text/xml')).toEqual({ a: 'ä' });
    expect(reasonOf(latin('<a>\xe4</a>'), 'text/xml')).toMatch(
      /^the body is not utf-8, .*charset=windows-1252/,
    );
    expect(readAs(latin(body('"ISO-8859-1"')), 'application/json', { body: 'xml' })).toEqual({ a: 'ä €' });
  });

  it('is UTF-8 if it has a byte order mark, whatever else is named', () => {
    const marked = '\ufeff<?xml version="1.0" encoding="utf-8"?><a>ä</a>';
    expect(readAs(marked, 'text/xml')).toEqual({ a: 'ä' });
    expect(readAs('\ufeff<a>ä</a>', 'text/xml; charset=iso-8859-1')).toEqual({ a: 'ä' });
    expect(readAs('\ufeff<?xml version="1.0" encoding="iso-8859-1"?><a>ä</a>', 'text/xml')).toEqual({
      a: 'ä',
    });
    const wide = '<?xml version="1.0" encoding="utf-16"?><a/>';
    expect(reasonOf(Buffer.from(`\ufeff${wide}`, 'utf16le'), 'text/xml')).toMatch(
      /^the body is not utf-8, .*charset=windows-1252/,
    );
    for (const encoding of ['utf-16', 'shift_jis', 'utf-7', '', '__proto__']) {
      expect(reasonOf(wide.replace('utf-16', encoding), 'text/xml')).toContain('charset');
    }
    expect(statusOf('<a/>', 'text/xml; charset=utf-16')).toBe(415);
  });
});

describe('any XML', () => {
  it('is read as plain data or refused without an exception', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<__proto__ ',
      'constructor="1"',
      ' xsi:nil="true"',
      ' xmlns:a="b"',
      '/>',
      '<',
      '>',
      '&amp;',
      '&#x41;',
      '&#',
      ';',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?xml version="1.0"',
      ' encoding="latin1"',
      '?>',
      '<!DOCTYPE',
      ' [',
      ':',
      '"',
      'x',
      '\n',
      '\xe4',
      '\u0000',
    );
    const pieces = fc.array(piece, { maxLength: 30 }).map(each => each.join(''));
    const text = fc.oneof(
      pieces,
      pieces.map(each => `<a>${each}</a>`),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          text.map(each => Buffer.from(each, 'latin1')),
          text.map(each => Buffer.from(each)),
          fc.uint8Array({ maxLength: 100 }),
        ),
        fc.constantFrom('text/xml', 'text/xml; charset=latin1'),
        (bytes, type) => {
          const result = open(bytes, type);
          if (result.kind === 'unreadable') expect(result.status).toBe(400);
          else expectPlainData(readAs(bytes, type));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  // Time in built-in functions, such as a search in a text, shows only in the timeout.
  it('takes no longer with unusual content', { timeout: 60_000 }, () => {
    const odd = [
      `<a>${'&amp;'.repeat(200_000)}`,
      `<a b="${'&#65;'.repeat(200_000)}`,
      `<!DOCTYPE a [${'<!ENTITY a "&a;&a;">'.repeat(50_000)}]><a/>`,
      `<a${' '.repeat(1_000_000)}`,
      `<${'a'.repeat(1_000_000)}`,
      `<!--${'-'.repeat(1_000_000)}`,
      `<a><![CDATA[${']'.repeat(1_000_000)}`,
      `<?xml version="1.0" ${'encoding '.repeat(100_000)}`,
      '<a>x'.repeat(250_000),
    ];
    for (const each of odd) {
      const calls = countCalls(() => expect(statusOf(each, 'text/xml')).toBe(400));
      expect(calls).toBeLessThan(4 * each.length);
    }
  });
});
