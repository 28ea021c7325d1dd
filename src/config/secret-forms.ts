/** How a secret looks as it is and in a URL, a form, JSON, HTML, Base64 (also inside a longer text) and hex. */
export function secretForms(secret: string): readonly string[] {
  const known = recent.get(secret);
  if (known) return known;
  const forms = formsOf(secret);
  const [oldest] = recent.keys();
  if (recent.size >= mostRecent && oldest !== undefined) recent.delete(oldest);
  recent.set(secret, forms);
  return forms;
}

/** Each webhook asks for the forms of the same few. */
const recent = new Map<string, readonly string[]>();
const mostRecent = 100;

function formsOf(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret);
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    percent,
    percent.replace(/%../g, each => each.toLowerCase()),
    encodeURI(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    ...inHtml(secret),
    ...base64Of(secret),
    hex,
    hex.toUpperCase(),
  ];
  return [...new Set(forms)];
}

/** As error pages write it, whose writers do not agree on quotes. */
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

/** As Base64 shows it wherever it begins in a longer text: without the letters that its neighbours share. */
function base64Of(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const texts = [0, 1, 2].map(offset => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [...texts, ...texts.map(text => text.replaceAll('+', '-').replaceAll('/', '_'))];
}
