import { type Sender, waysOf } from '../check/starter/config-text.ts';

/** The format of a secret. */
export type SecretKind = 'text' | 'hex' | 'base64' | 'whsec';

/** Generates a secret of 256 bits in the format that its sender accepts. */
export function newSecret(kind: SecretKind, random: (size: number) => Uint8Array): string {
  const bytes = Buffer.from(random(32));
  if (kind === 'whsec') return `whsec_${bytes.toString('base64')}`;
  return bytes.toString(kind === 'text' ? 'base64url' : kind);
}

/** Returns the format of a secret that this sender accepts. */
export function secretKind(sender: Sender): SecretKind {
  if ('verify' in sender) return sender.verify.type === 'standard-webhooks' ? 'whsec' : 'text';
  const [way] = waysOf(sender);
  if (way?.type === 'standard-webhooks') return 'whsec';
  return way?.secretEncoding === 'hex' || way?.secretEncoding === 'base64' ? way.secretEncoding : 'text';
}
