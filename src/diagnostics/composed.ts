/**
 * Converts a text to Unicode NFC: "ü" may also be written as "u" and a mark, which looks the same. Texts that
 * people write are compared with those of senders and accounts in this form.
 */
export function composedText(text: string): string {
  return mayBeComposed.test(text) ? normalized(text, 'NFC') : text;
}

/** No character below these has another Unicode form. */
const mayBeComposed = /[\u0300-\uffff]/;

/**
 * Converts a text to a Unicode form, in linear time. `String.prototype.normalize` sorts the marks of a letter
 * one by one, so 300,000 consecutive marks take minutes. As in the Stream-Safe Text Format of Unicode (UAX
 * #15), a run has at most 30 marks, and the marks after it are normalized separately. No language has a
 * letter with more than ten.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  // Nearly every text is too short to contain such a run.
  if (text.length < rowLength) return text.normalize(form);
  let result = '';
  let from = 0;
  for (const { 0: marks, index } of text.matchAll(longRow)) {
    result += text.slice(from, index + marks.length).normalize(form);
    from = index + marks.length;
  }
  return from === 0 ? text.normalize(form) : result + text.slice(from).normalize(form);
}

const rowLength = 30;
/** Besides the marks, there are two half-width letters that NFKC and NFKD turn into marks. */
const longRow = /[\p{M}\uff9e\uff9f]{30}/gu;

/**
 * Composes all texts and keys of a JSON value, each once. A value that is already composed is returned
 * unchanged. If two keys differ only in their Unicode form, the composed one counts.
 */
export function composed(value: unknown): unknown {
  if (typeof value === 'string') return composedText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? composedList(value) : composedObject(value as Record<string, unknown>);
}

/** Nearly every value is already composed, so nothing is copied before the first change. */
function composedList(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [at, item] of list.entries()) {
    const other = composed(item);
    if (other === item) continue;
    copy ??= [...list];
    copy[at] = other;
  }
  return copy ?? list;
}

function composedObject(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const keys = Object.keys(value);
  let entries: [string, unknown][] | undefined;
  for (const [at, key] of keys.entries()) {
    const name = composedText(key);
    const own = name !== key && Object.hasOwn(value, name) ? key : name;
    const other = composed(value[key]);
    if (entries === undefined && own === key && other === value[key]) continue;
    entries ??= keys.slice(0, at).map(each => [each, value[each]]);
    entries.push([own, other]);
  }
  return entries ? Object.fromEntries(entries) : value;
}
