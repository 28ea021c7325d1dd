import type { Verify } from '../../config/sources/verify.ts';
import { secretTexts } from '../schemes/secrets-of.ts';
import { createRedactor, type RedactedText, type Redactor, secretPlaceholder } from './redactor.ts';

/** The latest redactor for the schemes of a source, and the secrets that it hides. */
const bySource = new WeakMap<readonly Verify[], { readonly secrets: string; readonly redactor: Redactor }>();

/** Redacts the secrets of a source and the texts in `others`, which occur in one of its webhooks. */
export function redactorOf(verify: readonly Verify[], others: readonly RedactedText[] = []): Redactor {
  const secrets = secretTexts(verify);
  if (others.length > 0) return createRedactor([...others, ...redactedSecrets(secrets)]);
  // The redactor is cached because every webhook needs it, by the secrets because they may change.
  const key = JSON.stringify(secrets);
  const known = bySource.get(verify);
  if (known?.secrets === key) return known.redactor;
  const redactor = createRedactor(redactedSecrets(secrets));
  bySource.set(verify, { secrets: key, redactor });
  return redactor;
}

/** Returns these texts with the placeholder `[secret]`. */
export function redactedSecrets(texts: readonly string[]): readonly RedactedText[] {
  // Node decodes headers as latin1, and there the texts may be in UTF-8.
  const spellings = texts.flatMap(text => [text, Buffer.from(text, 'utf8').toString('latin1')]);
  return [...new Set(spellings)].map(text => ({ text, placeholder: secretPlaceholder }));
}
