import * as z from 'zod';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import { asText } from '../schema/plain-values.ts';
import { isHeaderName } from './header-name.ts';

/** A part of a template in braces: its contents, and its position in characters, including the braces. */
export interface Placeholder {
  readonly inside: string;
  readonly offset: number;
  readonly length: number;
}

/** Returns every part in braces of a `signed` template. */
export function placeholdersOf(template: string): readonly Placeholder[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(({ 0: whole, 1: inside = '', index }) => ({
    inside,
    offset: index,
    length: whole.length,
  }));
}

/** A schema for the template of a text that an HMAC signs. The secret is the key, not a part of it. */
export const hmacTemplate = templateOf(['body', 'timestamp', 'id', 'method', 'url', 'path']);

/** The same for a plain hash, which must contain the secret, because otherwise anyone could calculate the hash. */
export const digestTemplate = templateOf(['secret', 'body', 'timestamp', 'id', 'method', 'url', 'path']);

function templateOf(names: readonly string[]) {
  const words = 'a text such as {timestamp}.{body}';
  return asText(
    z
      .string(words)
      .min(1, words)
      .superRefine((template, context) => {
        const placeholders = placeholdersOf(template);
        const unknown = placeholders.filter(({ inside }) => !names.includes(inside) && !isHeader(inside));
        for (const { inside, offset, length } of unknown) {
          addFault(context, notAllowed(inside, names), { offset, length });
        }
        const lacksSecret =
          names.includes('secret') && placeholders.every(({ inside }) => inside !== 'secret');
        if (lacksSecret && unknown.length === 0) addFault(context, withoutSecret());
      }),
  );
}

function isHeader(inside: string): boolean {
  return inside.startsWith('header:') && isHeaderName(inside.slice('header:'.length));
}

function notAllowed(inside: string, names: readonly string[]): Diagnostic {
  const allowed = [...names, 'header:NAME'].map(each => `{${each}}`).join(' ');
  const [meant] = nearest(inside, names);
  const hint =
    inside === 'secret'
      ? 'the secret is the key of an HMAC; a plain hash of a text with the secret in it is `type: digest`'
      : meant && `did you mean {${meant}}?`;
  return diagnostic('yaml/wrong-type', `"signed" cannot have {${inside}}; allowed: ${allowed}`, { hint });
}

function withoutSecret(): Diagnostic {
  const message = '"signed" of a digest needs {secret}: without it, anyone could make the signature';
  return diagnostic('yaml/wrong-type', message, {
    hint: 'put {secret} where the sender puts it, as in "{secret}{body}"',
  });
}
