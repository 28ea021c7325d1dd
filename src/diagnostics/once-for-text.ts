/**
 * Caches the results of a function of a short text, such as a key: senders use the same keys again and again. When the cache is
 * full, it is emptied.
 */
export function onceForText<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, { readonly value: Value }>();
  return text => {
    if (text.length > longest) return make(text);
    const found = made.get(text);
    if (found) return found.value;
    const value = make(text);
    if (made.size >= most) made.clear();
    made.set(text, { value });
    return value;
  };
}

const longest = 100;
const most = 5_000;
