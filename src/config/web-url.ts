import * as z from 'zod';

/** A URL for HTTP; the slashes at its end are taken off. `allowed` says in words what it must be. */
export function webUrl(allowed: string) {
  return z
    .string(allowed)
    .refine(isWebUrl, allowed)
    .meta({ allowed })
    .transform(url => url.replace(/\/+$/, ''));
}

/** Whether a URL is safe without TLS, since what is sent to it does not leave the machine. */
export function isLoopback(text: string): boolean {
  const host = parse(text)?.hostname ?? '';
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}

/** Whether a text is a URL for HTTP that a path can be put after: no query, no fragment, no user name in it. */
export function isWebUrl(text: string): boolean {
  const url = parse(text);
  if (url === undefined || !/^https?:\/\//i.test(text)) return false;
  return url.username === '' && url.password === '' && !/[?#\s]/.test(text);
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
