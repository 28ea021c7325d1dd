import type { WireRequest } from './reply.ts';
import { tokenForms } from './token-forms.ts';

const hidden = '[secret]';
/** The minimum length at which a token cannot occur by chance. */
const unmistakable = 16;

/**
 * Puts the token where the API expects it (API document 5.2): into the query, or as the first field of the form. This
 * is the only place that makes a URL with the token.
 */
export function addToken(request: WireRequest, token: string): WireRequest {
  const parameter = new URLSearchParams({ token }).toString();
  if (request.token === 'form') {
    return { ...request, body: request.body ? `${parameter}&${request.body}` : parameter };
  }
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${parameter}` };
}

/**
 * Returns a response without the token, so that no text made from it contains the token: some error pages repeat the
 * URL of the request. A short token is only recognised after `token=`.
 */
export function withoutToken(body: Uint8Array, token: string): Uint8Array {
  const { inUrls, forms } = tokenForms(token);
  // Latin-1 gives every byte a character, so that the rest of the body stays as it is.
  let changed = false;
  let text = Buffer.from(body).toString('latin1');
  for (const bytes of token.length >= unmistakable ? forms : inUrls) {
    if (!text.includes(bytes)) continue;
    changed = true;
    text =
      token.length >= unmistakable
        ? text.replaceAll(bytes, hidden)
        : text.replaceAll(`token=${bytes}`, `token=${hidden}`);
  }
  return changed ? Buffer.from(text, 'latin1') : body;
}
