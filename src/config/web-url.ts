import * as z from 'zod';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import { addFault } from '../diagnostics/yaml/shape.ts';

/**
 * A schema for an HTTP URL; trailing slashes are removed. `allowed` describes the allowed values, `instead` the right
 * place for a user and a password.
 */
export function webUrl(allowed: string, instead: string) {
  return z
    .string(allowed)
    .superRefine(withoutUser(instead))
    .refine(isPlainUrl, allowed)
    .meta({ allowed })
    .transform(url => url.replace(/(?<!\/)\/+$/, ''));
}

/** Refuses a URL with a user or a password, with its own message; `instead`: the right place for them. */
export function withoutUser(instead: string) {
  return (text: string, context: z.core.$RefinementCtx) => {
    if (!hasUser(text)) return;
    const message = 'this address must be without a user and a password';
    addFault(context, diagnostic('yaml/wrong-type', message, { hint: `take them out of it; ${instead}` }));
  };
}

function hasUser(text: string): boolean {
  const url = parse(text);
  return url !== undefined && (url.username !== '' || url.password !== '');
}

/** True if a URL is safe without TLS, because its data do not leave the machine. */
export function isLoopback(text: string): boolean {
  const host = parse(text)?.hostname ?? '';
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}

/** True if a text is an HTTP URL to which a path can be appended: without a query, a fragment or a user. */
export function isWebUrl(text: string): boolean {
  return isPlainUrl(text) && !hasUser(text);
}

function isPlainUrl(text: string): boolean {
  return parse(text) !== undefined && /^https?:\/\//i.test(text) && !/[?#\s]/.test(text);
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
