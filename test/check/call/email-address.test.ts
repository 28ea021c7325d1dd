import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailFault } from '../../../src/check/call/texts/email-address.ts';

describe('an invalid e-mail address', () => {
  it.each([
    ['zoe@example,de', 'zoe@example.de'],
    ['zoe,muster@example.de', undefined],
    ['zoe@@example.de', 'zoe@example.de'],
    ['zoe@muster@example.de', undefined],
    ['zoe muster@example.de', undefined],
    ['zoe@ example.de', 'zoe@example.de'],
    ['zoe @example.de', 'zoe@example.de'],
    ['zoe@exam ple.de', undefined],
    ['zoe@example. de', 'zoe@example.de'],
    ['zoe\u00a0@example.de', 'zoe@example.de'],
    ['zo\u200be@example.de', 'zoe@example.de'],
    ['zoe@exam\u00adple.de', 'zoe@example.de'],
    ['zoe.example.de', undefined],
    ['zoe', undefined],
    ['-', undefined],
    ['keine', undefined],
    ['n/a', undefined],
    ['@example.de', undefined],
    ['zoe@', undefined],
    ['zoe@example', undefined],
    ['zoe@localhost', undefined],
    ['zoe@example.de.', 'zoe@example.de'],
    ['zoe@.de', undefined],
    ['zoe@.example.de', undefined],
    ['zoe@example..de', 'zoe@example.de'],
    ['zoe..muster@example.de', 'zoe.muster@example.de'],
    ['.zoe@example.de', 'zoe@example.de'],
    ['zoe.@example.de', undefined],
    ['mailto:zoe@example.de', 'zoe@example.de'],
    ['MAILTO:zoe@example.de?subject=Hallo', 'zoe@example.de'],
    ['Zoe Muster <zoe@example.de>', 'zoe@example.de'],
    ['"Muster, Zoe" <zoe@example.de>', 'zoe@example.de'],
    ['<zoe@example.de>', 'zoe@example.de'],
    ['(zoe@example.de)', 'zoe@example.de'],
    ['"zoe@example.de"', 'zoe@example.de'],
    ['zoe@example.de, anna@example.de', undefined],
    ['zoe@example.de;anna@example.de', undefined],
    ['zoe@example.de;', 'zoe@example.de'],
    ['zoe@example.de>', 'zoe@example.de'],
    ['zoe@example.de/kontakt', undefined],
    ['zoe(at)example.de', 'zoe@example.de'],
    ['zoe [at] example.de', 'zoe@example.de'],
    ['zoe%40example.de', 'zoe@example.de'],
    ['zoe\uff20example.de', 'zoe@example.de'],
    ['https://zoe@example.de', undefined],
    ['zoe@-example.de', undefined],
    ['zoe@example-.de', undefined],
    ['zoe@example.d', undefined],
    ['zoe@example.123', undefined],
    ['zoe@10.0.0.1', undefined],
    ['zoe@exa_mple.d-e', undefined],
    ['zoe@exam#ple.de', undefined],
    [`${'z'.repeat(65)}@example.de`, undefined],
    [`zoe@${'e'.repeat(64)}.de`, undefined],
    [`zoe@${'example.'.repeat(40)}de`, undefined],
    ['zoe@example.de\nBcc: all@example.de', undefined],
  ])('is reported: %j', (text, meant) => {
    const fault = emailFault(text);
    expect(fault?.code).toBe('check/not-an-email');
    expect(fault?.hint).toBe(
      meant === undefined
        ? 'have it corrected where it was entered; onInvalid: drop books without an address'
        : `did you mean "${meant}"?`,
    );
  });

  it('is reported with the reason', () => {
    expect(emailFault('zoe@example,de')?.message).toBe(
      '"zoe@example,de" is not an e-mail address: a comma stands behind the @',
    );
    expect(emailFault('zoe@example')?.message).toBe(
      '"zoe@example" is not an e-mail address: "example" has no ending such as .de',
    );
  });
});

describe('an unusual but valid address', () => {
  it.each([
    'zoe@example.de',
    'Zoe.Muster@Example.DE',
    'zoe+news@example.de',
    'zoe+a.b-c_d@example.co.uk',
    'zoe@müller.de',
    'zoe@xn--mller-kva.de',
    'zoe@straße.example',
    'zoë@example.nl',
    'jürgen@müller.de',
    '用户@例子.中国',
    'почта@пример.рф',
    'zoe@example.한국',
    '"zoe muster"@example.de',
    '"zoe@home"@example.de',
    '"a\\"b"@example.de',
    'zoe@example.photography',
    'zoe@salon.hair',
    'zoe@friseur.berlin',
    'zoe@example.xn--p1ai',
    'a@b.de',
    'x@y.org',
    '1@2.com',
    'z@x.com',
    '_zoe@example.de',
    'zoe_@example.de',
    '-zoe-@example.de',
    "o'neill@example.ie",
    'zoe/salon=x@example.de',
    "!#$%&'*+-/=?^_`{|}~@example.de",
    'zoe@123.de',
    'zoe@4711.com',
    'zoe@mail.eu.example.de',
    'zoe@my_host.example.de',
    'zoe@[192.0.2.1]',
    'zoe@[IPv6:2001:db8::1]',
    'zoe..@docomo.ne.jp',
    '.zoe.@ezweb.ne.jp',
    'zoe@t.co',
    'zoe@i.ua',
    'zoe@example--x.de',
    'zoe@😀.ws',
    `${'z'.repeat(64)}@example.de`,
    `zoe@${'e'.repeat(63)}.de`,
    '0049301234567@example.de',
  ])('reports nothing: %s', text => {
    expect(emailFault(text)).toBeUndefined();
  });

  it('is accepted with any usual name and domain', () => {
    fc.assert(fc.property(fc.emailAddress(), text => emailFault(text) === undefined));
  });

  it('is the result of a repair, if there is one', () => {
    const pieces = fc.constantFrom(
      'zoe',
      '@',
      '.',
      ',',
      ' ',
      'example',
      'de',
      '<',
      '>',
      '"',
      'mailto:',
      '\u200b',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
        const { hint = '' } = emailFault(parts.join('')) ?? {};
        const [, meant] = /^did you mean "(.*)"\?$/.exec(hint) ?? [];
        expect(meant === undefined ? undefined : emailFault(JSON.parse(`"${meant}"`))).toBeUndefined();
      }),
    );
  });
});
