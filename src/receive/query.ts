/** The query of a URL in expressions. A key that occurs several times has a list as its value. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** Reads the query of a URL such as `/hooks/crm?a=1&a=2`. Every key is an own property, whatever its name. */
export function parseQuery(url: string): Query {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const before = values.get(name);
    if (before === undefined) values.set(name, value);
    else if (typeof before === 'string') values.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(values);
}
