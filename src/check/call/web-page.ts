/** The reason why a URL is not that of a page that others can open, with the next step. */
export interface NoPage {
  readonly reason: string;
  readonly hint: string;
}

/**
 * Returns the reason why a URL probably does not lead to a page: an invalid character, a file of one
 * computer, a name without an ending such as `.de`. Undefined for others, also without `https://`.
 */
export function whyNoPage(text: string): NoPage | undefined {
  const [sign] = /["<>\\^`{|}]/.exec(text) ?? [];
  if (sign !== undefined) return { reason: `it has ${sign} in it, which no address has`, hint: correct };
  if (/^file:/i.test(text)) return { reason: 'it is a file of one computer', hint: correct };
  const [, host = ''] = /^https?:\/\/(?:[^/?#]*@)?([^/?#:]*)/i.exec(text) ?? [];
  if (host === '' || host.startsWith('[')) return undefined;
  if (/^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/i.test(host))
    return { reason: `${host} is a machine that others do not reach`, hint: correct };
  // `www.example` lacks a name or an ending, too.
  return /[^.]\.[^.]/.test(host.replace(/^www\./i, ''))
    ? undefined
    : { reason: `${host} has no name with an ending such as example.com`, hint: correct };
}

const correct = 'correct the address, or have the sender write the address of a page';
