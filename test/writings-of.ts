/** Returns every form of a secret: plain, in URLs, in JSON, in hex and, at any offset, in base64. */
export function writingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map(offset => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const base64url = base64.map(text => text.replaceAll('+', '-').replaceAll('/', '_'));
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  return [...base64, ...base64url, secret, encodeURIComponent(secret), form, bytes.toString('hex')];
}
