/**
 * Makes a search for a text in the ways in which senders and APIs write it: as it is, in a URL or a form, in JSON or
 * XML with escapes. Capitals do not matter.
 */
export function textFinder(text: string): (haystack: string) => boolean {
  const plain = text.toLowerCase();
  const forms = new Set(
    [
      plain,
      encodeURIComponent(plain),
      strictlyEncoded(plain),
      strictlyEncoded(plain).replaceAll('%20', '+'),
      JSON.stringify(plain).slice(1, -1),
      escapedJson(plain),
      plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ].map(form => form.toLowerCase()),
  );
  return haystack => {
    const lower = haystack.toLowerCase();
    for (const form of forms) if (lower.includes(form)) return true;
    return false;
  };
}

/** As forms are encoded: also what `encodeURIComponent` leaves. */
function strictlyEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*~]/g, each => `%${each.charCodeAt(0).toString(16)}`);
}

/** JSON in ASCII alone, as PHP and Python write it. */
function escapedJson(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^\x20-\x7e]/g, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');
}
