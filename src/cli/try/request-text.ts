import type { PreviewedRequest } from '../../deliver/bridge.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';

/**
 * An HTTP request for people: where it goes, with the token as `[token]`, and its body decoded: JSON indented, a form
 * one parameter a line.
 */
export function requestText({ method, contentType, wire }: PreviewedRequest): string {
  const type = contentType === undefined ? [] : [`Content-Type: ${contentType}`];
  const lines = [`${method} ${wire.url}`, ...type, '', ...decoded(wire.body ?? '', contentType)];
  return lines.map(escapeText).join('\n');
}

/** Returns an HTTP request in wire format, without the token and the headers that HTTP itself adds. */
export function rawRequestText({ method, wire }: PreviewedRequest): string {
  const headers = Object.entries(wire.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${wire.url}`, ...headers, '', wire.body ?? ''].map(escapeText).join('\n');
}

function decoded(body: string, contentType: string | undefined): readonly string[] {
  if (contentType?.startsWith('application/json'))
    return JSON.stringify(JSON.parse(body), null, 2).split('\n');
  const parameters = [...new URLSearchParams(body)];
  const width = Math.min(40, Math.max(0, ...parameters.map(([name]) => name.length)));
  return parameters.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd());
}
