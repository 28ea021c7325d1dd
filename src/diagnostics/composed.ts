/**
 * A text with every letter in its composed form (Unicode NFC): "ü" may also be written as "u" and a mark, which looks the
 * same. What people write is compared with what senders and accounts have in this form.
 */
export function composedText(text: string): string {
  return mayBeComposed.test(text) ? normalized(text, 'NFC') : text;
}

/** Below these characters none has another form. */
const mayBeComposed = /[\u0300-\uffff]/;

/**
 * A text in a Unicode form, in a time that grows with its length alone. `String.prototype.normalize` sorts the marks of
 * a letter one by one, so 300,000 marks in a row take it minutes. As in the Stream-Safe Text Format of Unicode (UAX #15),
 * a row counts up to 30 marks: what is behind them is normalized by itself. No language has a letter with more than ten.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  let result = '';
  let from = 0;
  for (const { 0: marks, index } of text.matchAll(longRow)) {
    result += text.slice(from, index + marks.length).normalize(form);
    from = index + marks.length;
  }
  return from === 0 ? text.normalize(form) : result + text.slice(from).normalize(form);
}

/** Besides the marks, two letters of half width that the forms NFKC and NFKD make marks of. */
const longRow = /[\p{M}\uff9e\uff9f]{30}/gu;

/**
 * The same for all texts and keys of a JSON value. What is composed already is answered as it is. Of two keys that are the
 * same but for their form, the one that is composed counts.
 */
export function composed(value: unknown): unknown {
  if (isComposed(value)) return value;
  if (typeof value === 'string') return composedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(composed);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const name = composedText(key);
    const own = name !== key && Object.hasOwn(value, name) ? key : name;
    const other = composed(item);
    changed ||= own !== key || other !== item;
    return [own, other];
  });
  return changed ? Object.fromEntries(entries) : value;
}

/** Nearly everything is: that is found out without a copy of it. */
function isComposed(value: unknown): boolean {
  if (typeof value === 'string') return composedText(value) === value;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isComposed);
  return Object.keys(value).every(
    key => composedText(key) === key && isComposed((value as Record<string, unknown>)[key]),
  );
}
