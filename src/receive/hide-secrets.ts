import type { Verify } from '../config/config.ts';
import { createHider, secretPlaceholder } from './kept/hider.ts';
import { secretTexts } from './without-credentials.ts';

/**
 * A payload as it may be shown: where a text in it has one of the source's own secrets, `[secret]` stands for that.
 * Some senders put their token, or the whole URL that they post to, into the body. What was kept before that was taken
 * out of it may still have them.
 */
export function hideSecrets(verify: readonly Verify[], payload: unknown): unknown {
  const hidden = secretTexts(verify).map(text => ({ text, placeholder: secretPlaceholder }));
  return createHider(hidden).value(payload);
}
