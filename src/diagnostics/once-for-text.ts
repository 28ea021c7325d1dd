/**
 * Caches the results of a function of a short text, such as a key: senders use the same keys again and again. When the cache is
 * full, it is emptied. `longest`: the characters of a text that is kept; of longer ones, fewer are kept.
 */
export function onceForText<Value>(
  make: (text: string) => Value,
  { longest = longestKey }: { readonly longest?: number } = {},
): (text: string) => Value {
  const most = Math.ceil(mostCharacters / longest);
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

const longestKey = 100;
const mostCharacters = 500_000;
