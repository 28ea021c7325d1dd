import type { Verify } from '../../config/config.ts';
import { secretTexts } from '../schemes/secrets-of.ts';
import { createHider, type HiddenText, type Hider, secretPlaceholder } from './redactor.ts';

/** The last that was made for the schemes of a source, and the secrets that it hides. */
const bySource = new WeakMap<readonly Verify[], { readonly secrets: string; readonly hider: Hider }>();

/** Hides the secrets of a source, and what else stands in one webhook of it. */
export function hiderOf(verify: readonly Verify[], others: readonly HiddenText[] = []): Hider {
  const secrets = secretTexts(verify);
  if (others.length > 0) return createHider([...others, ...hiddenSecrets(secrets)]);
  // Each webhook asks for it, and a secret may change meanwhile.
  const key = JSON.stringify(secrets);
  const known = bySource.get(verify);
  if (known?.secrets === key) return known.hider;
  const hider = createHider(hiddenSecrets(secrets));
  bySource.set(verify, { secrets: key, hider });
  return hider;
}

/** These texts, for which `[secret]` stands. */
export function hiddenSecrets(texts: readonly string[]): readonly HiddenText[] {
  // Where they stand in the head of a request, that was decoded as latin1; they may be in UTF-8 there.
  const spellings = texts.flatMap(text => [text, Buffer.from(text, 'utf8').toString('latin1')]);
  return [...new Set(spellings)].map(text => ({ text, placeholder: secretPlaceholder }));
}
