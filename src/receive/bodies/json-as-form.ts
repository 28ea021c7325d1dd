import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Reading } from '../../inbox/event.ts';
import { guessContentType } from './guess-content-type.ts';

/**
 * Returns a warning if JSON was read as a form, as for a post by `curl -d` or a script. The whole body is
 * then the name of one field.
 */
export function jsonAsForm(bytes: Uint8Array, { kind }: Reading): Diagnostic | undefined {
  const isForm = kind === 'form' && (bytes[0] === 0x7b || bytes[0] === 0x5b);
  if (!isForm || guessContentType(bytes) !== 'application/json') return undefined;
  return diagnostic(
    'intake/json-as-form',
    'the body is JSON, but was read as a form, since its content type says that it is one',
    { hint: 'have the sender send it as application/json, or write `body: json` for the source' },
  );
}
