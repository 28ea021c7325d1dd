import type { MeantPreset } from '../../config/sources/meant-presets.ts';
import type { VerifyWords } from '../../config/sources/preset.ts';
import { inComment, inOneLine } from './yaml-words.ts';

/** The place of a secret, never the secret itself. */
export type SecretPlace =
  | { readonly kind: 'environment'; readonly name: string; readonly otherwise?: string }
  | { readonly kind: 'file'; readonly path: string }
  /** The sender announces the secret when it is connected. It will then be in this environment variable. */
  | { readonly kind: 'later'; readonly name: string }
  | { readonly kind: 'none' };

/** The verification of an unknown sender. */
export type OwnVerification =
  | {
      readonly type: 'hmac' | 'header-token' | 'query-token';
      readonly name: string;
      readonly prefix?: string;
    }
  | { readonly type: 'basic'; readonly username: string }
  | { readonly type: 'standard-webhooks' | 'none' };

/** The sender: a known one, or another one. */
export type Sender = MeantPreset | { readonly verify: OwnVerification };

/** The contents of a first config. */
export interface ConfigContents {
  readonly destination: string;
  readonly baseUrl: string;
  readonly isSandbox: boolean;
  readonly allowHttp: boolean;
  readonly token: SecretPlace;
  /** The place of the bridge's admin token. */
  readonly adminToken: SecretPlace;
  readonly locale: string;
  readonly statuses: readonly string[];
  readonly source: string;
  readonly sender: Sender;
  readonly secret: SecretPlace;
  /** The environment variable with the token for the sender's check of the URL, if the sender makes one. */
  readonly verifyToken: string | undefined;
  readonly publicUrl: string | undefined;
  /** The keys with which webhooks of an unknown sender are read. */
  readonly reading: Readonly<Record<string, unknown>>;
  readonly port: number;
}

/** The start of a first config, by which it is recognised. */
export const configBeginning = '# Senders and destinations of webhooks. This file contains no secret:';

/** The text of a first config. It is short and explains each key. */
export function configText(contents: ConfigContents): string {
  return [
    `${configBeginning} ${variable('NAME')} is replaced by the`,
    '# environment variable, {file: PATH} by the contents of a file. After a change, run `fieldbridge check`.',
    '',
    'server:',
    `  port: ${contents.port} # the port of Fieldbridge on this machine`,
    ...publicUrlLines(contents),
    '# store: sqlite:data/fieldbridge.db # the file that stores the webhooks; this is the default',
    'mappings: mappings # the folder of the mapping files',
    'reload: checked # a changed mapping is used as soon as its check and its tests pass',
    '',
    'destinations:',
    ...destinationLines(contents),
    '',
    'sources:',
    ...sourceLines(contents),
    '',
    '# The token for /api and the console. Commands such as `fieldbridge events` use it too.',
    'admin:',
    `  token: ${placeText(contents.adminToken)}`,
    '',
  ].join('\n');
}

/** True if a sender signs the URL that it posts to, so that the config must contain it. */
export function signsUrl(sender: Sender): boolean {
  if (!('preset' in sender)) return false;
  return waysOf(sender).some(({ signed }) => typeof signed === 'string' && signed.includes('{url}'));
}

/** Returns the verification of a known sender. */
export function waysOf({ preset, version }: MeantPreset): readonly VerifyWords[] {
  return (version === undefined ? undefined : preset.versions?.[version]) ?? preset.verify;
}

function publicUrlLines({ publicUrl, source }: ConfigContents): string[] {
  if (publicUrl === undefined) {
    return ['  # publicUrl: https://hooks.example.com # its address on the internet'];
  }
  return [
    `  publicUrl: ${inOneLine(publicUrl)} # its address on the internet; webhooks are posted to this address plus /hooks/${source}`,
  ];
}

function destinationLines(contents: ConfigContents): string[] {
  const { destination, baseUrl, isSandbox, allowHttp, token, locale, statuses } = contents;
  return [
    `  ${destination}: # your name for one location of the calendar account; mappings use it`,
    `    baseUrl: ${inOneLine(baseUrl)} # ${isSandbox ? 'the simulated calendar: `fieldbridge sandbox` runs it' : 'the address of the calendar'}`,
    ...(allowHttp ? ['    allowHttp: true # the token is sent there without encryption'] : []),
    `    token: ${placeText(token)} # ${isSandbox ? 'a token for the simulated calendar only' : 'the API token, which decides the location'}`,
    `    locale: ${locale} # the language of field names in messages`,
    statuses.length > 0
      ? `    statuses: ${inOneLine(statuses)} # customer statuses, as in the settings of the calendar`
      : '    # statuses: [New, Regular] # customer statuses that you use, exactly as in the settings of the calendar',
  ];
}

function sourceLines({ source, sender, secret, verifyToken, reading }: ConfigContents): string[] {
  return [
    `  ${source}: # your name for the sender; its webhooks are posted to /hooks/${source}`,
    ...('preset' in sender
      ? [
          `    preset: ${sender.preset.name} # ${inComment(sender.preset.title)}: its signature and format are known`,
          ...wayLines(sender),
        ]
      : ['    verify: # how its webhooks are verified', ...verifyLines(sender.verify)]),
    ...secretLines(secret),
    ...(verifyToken === undefined
      ? []
      : [
          `    verifyToken: ${variable(verifyToken)} # the sender asks for it once, when you enter the URL there`,
        ]),
    ...Object.entries(reading).map(
      ([key, value]) =>
        `    ${key}: ${inOneLine(value)} # ${readingWords[key] ?? 'as its webhooks are made'}`,
    ),
  ];
}

const readingWords: Readonly<Record<string, string>> = {
  split: 'the list of events in one webhook',
  occurredAt: 'the time of the change, by which a change that arrives late is recognised as older',
  answers: 'the places of questions and answers; a mapping reads them as {answer: QUESTION}',
};

function secretLines(secret: SecretPlace): string[] {
  if (secret.kind === 'none') return [];
  const line = `secret: ${placeText(secret)}`;
  if (secret.kind === 'later')
    return [`    # ${line} # the sender shows it when you connect it; then remove the # before this line`];
  return [`    ${line} # the same text is entered at the sender`];
}

function wayLines({ preset: { versions, name }, version }: MeantPreset): string[] {
  const ways = Object.keys(versions ?? {});
  if (ways.length === 0) return [];
  if (version !== undefined)
    return [`    version: ${version} # the version of its signature: ${ways.join(', ')}`];
  return [
    `    # version: ${ways.join(' or ')} # it signs in several ways: \`fieldbridge sources ${name}\` lists them`,
  ];
}

function verifyLines(verify: OwnVerification): string[] {
  switch (verify.type) {
    case 'hmac':
      return [
        '      type: hmac # a signature of the body, made with the secret (SHA-256)',
        `      signature: ${inOneLine({ name: verify.name, ...(verify.prefix && { prefix: verify.prefix }) })} # the header with the signature`,
      ];
    case 'header-token':
      return [
        '      type: header-token # the secret is sent in a header',
        `      name: ${inOneLine(verify.name)}`,
        ...(verify.prefix ? [`      prefix: ${inOneLine(verify.prefix)}`] : []),
      ];
    case 'query-token':
      return [
        '      type: query-token # the secret is sent in the URL, as ?NAME=SECRET',
        `      name: ${inOneLine(verify.name)}`,
      ];
    case 'basic':
      return [
        '      type: basic # a user name and a password, which is the secret',
        `      username: ${inOneLine(verify.username)}`,
      ];
    case 'standard-webhooks':
      return ['      type: standard-webhooks # signed by the rules of standardwebhooks.com'];
    case 'none':
      return ['      type: none # anyone who knows the address can post here!'];
  }
}

function placeText(place: SecretPlace): string {
  const entry = secretEntry(place);
  return typeof entry === 'object' ? inOneLine(entry) : (entry ?? '');
}

/** Returns the entry of a config for a secret at this place; undefined if there is none. */
export function secretEntry(place: SecretPlace): string | { readonly file: string } | undefined {
  switch (place.kind) {
    case 'none':
      return undefined;
    case 'file':
      return { file: place.path };
    case 'later':
      return variable(place.name);
    case 'environment':
      return variable(place.otherwise === undefined ? place.name : `${place.name}:-${place.otherwise}`);
  }
}

/** Returns the entry of a config for the verification of an unknown sender. */
export function verifyEntry(verify: OwnVerification): Readonly<Record<string, unknown>> {
  if (verify.type !== 'hmac') return { ...verify };
  const { type, ...signature } = verify;
  return { type, signature };
}

/** Returns the text for a value from the environment. */
function variable(name: string): string {
  return `\${${name}}`;
}
