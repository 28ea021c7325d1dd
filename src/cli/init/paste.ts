import type { OwnVerification } from '../../check/starter/config-text.ts';
import type { FoundSecret } from './secret.ts';
import type { FoundSender } from './sender.ts';

/** A sender, and the settings that a person must enter there. */
export type SenderToEnter = Pick<FoundSender, 'sender' | 'source' | 'publicUrl'> & {
  readonly secret: Pick<FoundSecret, 'place' | 'secret' | 'isNew'>;
};

/**
 * Returns the settings for the sender, one on each line: the address, and the proof. A secret that was created here is
 * shown, because the person must enter it at the sender.
 */
export function pasteText(sender: SenderToEnter): string {
  return ['', 'Enter at the sender:', ...pasteLines(sender)].join('\n');
}

function pasteLines({ sender, source, secret, publicUrl }: SenderToEnter): readonly string[] {
  const url = `${publicUrl ?? 'https://YOUR-SERVER'}/hooks/${source}`;
  const text = secret.isNew ? (secret.secret?.reveal() ?? '') : 'THE SECRET';
  if ('preset' in sender) {
    return [
      `  address  ${url}`,
      ...(secret.place.kind === 'none' || secret.place.kind === 'later' ? [] : [`  secret   ${text}`]),
      `  where    \`fieldbridge sources ${sender.preset.name}\` lists the steps`,
    ];
  }
  const { verify } = sender;
  return [
    `  address  ${verify.type === 'query-token' ? `${url}?${verify.name}=${text}` : url}`,
    ...proofLines(verify, text),
    '  what     POST, best of all JSON (content type application/json)',
  ];
}

function proofLines(verify: OwnVerification, secret: string): string[] {
  switch (verify.type) {
    case 'header-token':
      return [`  header   ${verify.name}: ${verify.prefix ?? ''}${secret}`];
    case 'hmac':
      return [
        `  secret   ${secret}`,
        `  header   ${verify.name}: ${verify.prefix ?? ''}SIGNATURE`,
        '           (SIGNATURE: the HMAC-SHA256 of the body with the secret, in hex)',
      ];
    case 'basic':
      return [`  user     ${verify.username}`, `  password ${secret}`];
    case 'standard-webhooks':
      return [`  secret   ${secret}`];
    case 'query-token':
    case 'none':
      return [];
  }
}
