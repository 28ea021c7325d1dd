import { describe, expect, it } from 'vitest';
import { accept, anHmac, aRequest, aSource, secretText } from '../a-source.ts';
import { readAs, reasonOf } from './reading-bodies.ts';

const type = 'multipart/form-data; boundary=x';
const part = (encoding: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="note"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n--x--`;

describe('a part in a mail encoding', () => {
  it.each([
    ['base64', Buffer.from('Nüsse, 100%').toString('base64'), 'Nüsse, 100%'],
    ['BASE64', 'TsO8\r\nc3Nl\r\n', 'Nüsse'],
    ['quoted-printable', 'N=C3=BCs=\r\nse =3D 1', 'Nüsse = 1'],
    ['8bit', 'N=C3=BC', 'N=C3=BC'],
    ['utf-8', 'Nuts', 'Nuts'],
  ])('is decoded: %s', (encoding, content, note) => {
    expect(readAs(part(encoding, content), type)).toEqual({ note });
  });

  it('is refused if it does not match its encoding', () => {
    expect(reasonOf(part('base64', 'Nuts!'), type)).toBe(
      'a part of the multipart body is said to be base64, and is not',
    );
  });

  it.each([
    ['base64', Buffer.from(secretText).toString('base64')],
    ['quoted-printable', secretText.replaceAll('e', '=65')],
  ])('contains no secret of its source: %s', async (encoding, content) => {
    const token = { type: 'query-token', name: 'key', secret: anHmac().secret } as const;
    const request = aRequest(part(encoding, content), [['content-type', type]], {
      url: `/hooks/website?key=${encodeURIComponent(secretText)}`,
    });
    const { body } = await accept(aSource({ verify: [token] }), request);
    expect(Buffer.from(body).toString()).not.toContain(content);
    expect(Buffer.from(body).toString()).not.toContain(secretText);
  });
});
