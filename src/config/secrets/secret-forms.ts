/** Returns the forms of a secret: plain, in URLs, forms, JSON, HTML, Base64 (also inside a text) and hex. */
export function secretForms(secret: string): readonly string[] {
  const hex = Buffer.from(secret).toString('hex');
  const encoded = [...base64Of(secret), hex, hex.toUpperCase()];
  // These characters are the same in all forms.
  if (/^[\w.-]+$/.test(secret)) return [...new Set([secret, ...encoded])];
  const percent = encodeURIComponent(secret);
  const forms = [
    secret,
    percent,
    percent.replace(/%../g, each => each.toLowerCase()),
    encodeURI(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    ...inHtml(secret),
    ...encoded,
  ];
  return [...new Set(forms)];
}

/** The forms in HTML error pages, which escape quotes in different ways. */
function inHtml(secret: string): readonly string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = text.replaceAll('"', '&quot;');
  return [
    text,
    quoted,
    quoted.replaceAll("'", '&#39;'),
    text.replaceAll('"', '&#34;').replaceAll("'", '&#39;'),
  ];
}

/** Returns the Base64 forms at each offset in a longer text, without characters shared with neighbours. */
function base64Of(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const texts = [0, 1, 2].map(offset => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [...texts, ...texts.map(text => text.replaceAll('+', '-').replaceAll('/', '_'))];
}
