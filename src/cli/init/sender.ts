import { type OwnVerification, type Sender, signsUrl } from '../../check/starter/config-text.ts';
import { meantPresets } from '../../config/sources/meant-presets.ts';
import { presets } from '../../receive/senders/senders.ts';
import { secretKind } from '../../setup/new-secret.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Dialogue, WrongAnswer } from '../terminal/dialogue.ts';
import { answerOf, readName } from './asking.ts';
import type { InitFlags } from './flags.ts';
import { type FoundSecret, findSecret } from './secret.ts';

/** The sender, its name in the config, and its secret. */
export interface FoundSender {
  readonly sender: Sender;
  /** The name of the sender for people. */
  readonly title: string;
  readonly source: string;
  readonly secret: FoundSecret;
  readonly verifyToken: string | undefined;
  readonly publicUrl: string | undefined;
}

/** Asks for the sender and for the verification of its webhooks. */
export async function findSender(
  dialogue: Dialogue | undefined,
  flags: InitFlags,
  folder: string,
  surroundings: Surroundings,
): Promise<FoundSender> {
  const known = await askPreset(dialogue, flags);
  const preset = known?.preset;
  const source = await answerOf(dialogue, {
    flag: '--source',
    given: flags.source,
    asks: 'A name for it, for your files and its address',
    otherwise: preset?.name ?? 'website',
    read: readName,
  });
  const sender: Sender = known ?? { verify: await askVerify(dialogue, flags) };
  const variable = source.toUpperCase().replaceAll('-', '_');
  const secret = await askSecret(dialogue, { flags, sender, source, folder, variable }, surroundings);
  const publicUrl = await askPublicUrl(dialogue, flags, sender);
  return {
    sender,
    title: preset?.title ?? source,
    source,
    secret,
    publicUrl,
    verifyToken: preset?.handshakes?.includes('meta') ? `${variable}_VERIFY_TOKEN` : undefined,
  };
}

/** Asks for the known sender; undefined for any other. */
export function askPreset(dialogue: Dialogue | undefined, { sender }: InitFlags) {
  return answerOf(dialogue, {
    flag: '--sender',
    given: sender,
    asks: 'Sender (a name, "list" or "other")',
    explains: `Which tool sends the webhooks? ${presets.size} are known by name, such as typeform, hubspot, jotform or shopify; "list" lists them. For any other, enter "other".`,
    read: readPreset,
  });
}

function readPreset(answer: string) {
  if (answer === 'other') return undefined;
  if (answer === 'list' || answer === '?')
    throw new WrongAnswer(`These are known: ${[...presets.keys()].join(', ')}.`);
  const { known, near } = meantPresets(answer, presets);
  if (known) return known;
  if (near.length === 0)
    throw new WrongAnswer(
      'That sender is not known by name: "list" lists those that are, and "other" is for any other.',
    );
  const [only, other] = near;
  const titled = near.map(({ name, title }) => `"${name}" (${title})`).join(' or ');
  const meant = only && !other ? `"${only.name}"` : titled;
  throw new WrongAnswer(
    `No sender is known by just that name. Did you mean ${meant}? Else enter "list" or "other".`,
  );
}

const verifyTypes = ['header-token', 'hmac', 'query-token', 'basic', 'standard-webhooks', 'none'] as const;

/** The types that need more than a name, so that only a person can write them. */
const written: ReadonlySet<string> = new Set(['digest', 'public-key', 'body-token', 'jwt']);

/** Asks for the verification of an unknown sender's webhooks. */
export async function askVerify(dialogue: Dialogue | undefined, flags: InitFlags): Promise<OwnVerification> {
  const type = await answerOf(dialogue, {
    flag: '--verify',
    given: flags.verify,
    asks: `Verification of its webhooks`,
    explains:
      'header-token: a secret in a header. hmac: a signature in a header. query-token: a secret in the address. basic: a user name and a password. standard-webhooks: as described at standardwebhooks.com. none: no verification, so anyone can post.',
    otherwise: 'header-token',
    read: answer => {
      const known = verifyTypes.find(each => each === answer);
      if (known) return known;
      if (written.has(answer))
        throw new WrongAnswer(
          `init does not write ${answer}. Choose header-token, then replace it by \`verify: {type: ${answer}, …}\` at the source in config.yaml.`,
        );
      throw new WrongAnswer(
        `It is one of ${verifyTypes.join(', ')}. To use ${[...written].join(', ')}, choose header-token and replace it in config.yaml.`,
      );
    },
  });
  if (type === 'none' || type === 'standard-webhooks') return { type };
  const names = {
    'header-token': 'X-Token',
    hmac: 'X-Signature',
    'query-token': 'token',
    basic: 'fieldbridge',
  };
  const name = await answerOf(dialogue, {
    flag: '--verify-name',
    given: flags.verifyName,
    asks:
      type === 'basic'
        ? 'The user name'
        : `The name of the ${type === 'query-token' ? 'key in the address' : 'header'}`,
    otherwise: names[type],
    read: answer => {
      if (/^[\w.-]+$/.test(answer)) return answer;
      throw new WrongAnswer('A name has letters, digits, hyphens and underscores.');
    },
  });
  if (type === 'basic') return { type, username: name };
  return { type, name, ...(flags.verifyPrefix !== undefined && { prefix: flags.verifyPrefix }) };
}

function askSecret(
  dialogue: Dialogue | undefined,
  about: {
    readonly flags: InitFlags;
    readonly sender: Sender;
    readonly source: string;
    readonly folder: string;
    readonly variable: string;
  },
  surroundings: Surroundings,
): Promise<FoundSecret> {
  const { flags, sender, source, folder, variable } = about;
  const name = `${variable}_SECRET`;
  if ('verify' in sender && sender.verify.type === 'none') {
    return Promise.resolve({ place: { kind: 'none' }, secret: undefined });
  }
  const isGiven = flags.secretEnv !== undefined || flags.secretFile !== undefined;
  if ('preset' in sender && sender.preset.secretComesLater && !isGiven) {
    return Promise.resolve({ place: { kind: 'later', name }, secret: undefined });
  }
  const question = {
    what: 'the secret of the sender',
    explains: `It proves that a webhook comes from the sender. ${'preset' in sender ? `\`fieldbridge sources ${sender.preset.name}\` shows where to find or enter it.` : 'The sender needs it too.'}`,
    variable: name,
    fileName: `${source}-secret`,
    flags: { environment: flags.secretEnv, file: flags.secretFile, name: 'secret' },
    folder,
    needed: flags.wait ? 'now' : 'later',
    origin: 'ours',
    kind: secretKind(sender),
  } as const;
  return findSecret(dialogue, question, surroundings);
}

async function askPublicUrl(
  dialogue: Dialogue | undefined,
  flags: InitFlags,
  sender: Sender,
): Promise<string | undefined> {
  if (!signsUrl(sender) && flags.publicUrl === undefined) return undefined;
  return answerOf(dialogue, {
    flag: '--public-url',
    given: flags.publicUrl,
    asks: 'Address of Fieldbridge, as the sender sees it',
    explains: 'This sender signs the address to which it posts, so enter that address.',
    otherwise: 'https://hooks.example.com',
    read: answer => {
      const url = URL.canParse(answer) ? new URL(answer) : undefined;
      if (url && /^https?:$/.test(url.protocol)) return answer.replace(/(?<!\/)\/+$/, '');
      throw new WrongAnswer('That is not an address such as https://hooks.example.com.');
    },
  });
}
