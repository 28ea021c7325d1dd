import { SaxesParser } from 'saxes';
import type { Reading } from '../../inbox/event.ts';
import { findInBody } from '../schemes/evidence.ts';
import type { BodyRead } from './body.ts';

/**
 * Returns a body in UTF-8 in which the text at a path, such as `meta.token`, is replaced or added. In XML the
 * element must exist. Everything else stays unchanged, except white space in JSON. Undefined if the text
 * would not be found at its path. `open` reads a body of this kind.
 */
export function putInBody(
  body: Uint8Array,
  path: string,
  text: string,
  { kind, open }: { readonly kind: Reading['kind']; readonly open: (bytes: Uint8Array) => BodyRead },
): Uint8Array | undefined {
  const put = writers[kind];
  const changed = put?.(
    Buffer.from(body)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
    path.split('.'),
    text,
  );
  const bytes = changed === undefined ? undefined : Buffer.from(changed, 'utf8');
  const found = bytes && findInBody({ body: () => open(bytes) }, path);
  return found?.proved && found.text === text ? bytes : undefined;
}

type Writer = (body: string, steps: readonly string[], text: string) => string | undefined;

/** `rawJSON` keeps the spelling of numbers that JavaScript cannot hold exactly. */
const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (spelling: string) => unknown };

const putInJson: Writer = (body, steps, text) => {
  const whole: unknown = JSON.parse(body, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? rawJSON(context.source) : value,
  );
  let inside = whole;
  for (const [index, step] of steps.entries()) {
    if (typeof inside !== 'object' || inside === null) return undefined;
    if (Array.isArray(inside) && !/^\d+$/.test(step)) return undefined;
    const isLast = index === steps.length - 1;
    const isNew = isLast || !Object.hasOwn(inside, step);
    if (isNew && !define(inside, step, isLast ? text : {})) return undefined;
    inside = (inside as Record<string, unknown>)[step];
  }
  return JSON.stringify(whole);
};

/** Sets an own property with any name; false if the object does not allow it. */
function define(object: object, name: string, value: unknown): boolean {
  return Reflect.defineProperty(object, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

const putInForm: Writer = (body, [name = '', ...inside], text) => {
  const key = [name, ...inside.map(step => `[${step}]`)].join('');
  const others = body.split('&').filter(pair => pair !== '' && !new URLSearchParams(pair).has(key));
  return [...others, new URLSearchParams([[key, text]])].join('&');
};

const putInXml: Writer = (body, steps, text) => {
  // An element with attributes has its text at `#text`.
  const wanted = (steps.at(-1) === '#text' ? steps.slice(0, -1) : steps).join('.');
  const parser = new SaxesParser();
  const open: string[] = [];
  let from: number | undefined;
  let place: { from: number; to: number; name: string; isSelfClosing: boolean } | undefined;
  parser.on('opentag', ({ name }) => {
    open.push(name.slice(name.indexOf(':') + 1));
    if (open.join('.') === wanted) from = parser.position;
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    const isWanted = open.join('.') === wanted;
    open.pop();
    if (!isWanted || from === undefined) return;
    const to = isSelfClosing ? from : body.lastIndexOf('</', parser.position - 1);
    place = { from, to, name, isSelfClosing };
  });
  parser.write(body).close();
  if (!place) return undefined;
  const { to, name, isSelfClosing } = place;
  const before = body.slice(0, place.from);
  const start = isSelfClosing ? `${before.slice(0, -'/>'.length).trimEnd()}>` : before;
  const end = isSelfClosing ? `</${name}>` : '';
  return start + escapeXml(text) + end + body.slice(to);
};

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const writers: Partial<Record<Reading['kind'], Writer>> = { json: putInJson, form: putInForm, xml: putInXml };
