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

/** A URL, or the part of one that people write: `www.example.com`, `/profile/7`, `@name` of a network. */
export function whyNoLink(text: string): NoPage | undefined {
  if (
    /^(?:[a-z][a-z0-9+.-]{1,20}:\S+|\/\S*|@\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?#]\S*)?)$/iu.test(
      text,
    )
  ) {
    return /^(?:javascript|data|vbscript):/i.test(text)
      ? { reason: 'it is a program and no address', hint: 'correct the data' }
      : undefined;
  }
  return {
    reason: 'it is no address',
    hint: 'send an address such as https://example.com/page, or set another field',
  };
}

/** Finds two faults of a rule that puts `https://` before a value: nothing follows it, or it occurs twice. */
export function whyNoWholeLink(text: string): NoPage | undefined {
  const hint = 'correct the rule: the value may be empty, or have its https:// already';
  if (/^[a-z]{2,10}:\/*$/i.test(text)) return { reason: 'nothing stands behind its https://', hint };
  if (/^https?:\/{0,2}(?:https?\b|ftp:)[:/]/i.test(text))
    return { reason: 'its https:// stands there twice', hint };
  const isMistyped =
    /^(?:https?:(?!\/\/)|https?\/\/|https?;|(?:h?t{1,3}ps?|ht{3,4}ps?|hhtt?ps?|hptts?|htps?|htt?s):)/i.test(
      text,
    );
  return isMistyped && !/^https?:\/\//i.test(text)
    ? { reason: 'its beginning is not https:// or http://', hint: 'correct the address' }
    : undefined;
}
