import type { MeantPreset } from '../../config/sources/meant-presets.ts';
import type { VerifyWords } from '../../config/sources/preset.ts';
import { inComment, inOneLine } from './yaml-words.ts';

/** Where a secret is to be found: never the secret itself. */
export type SecretPlace =
  | { readonly kind: 'environment'; readonly name: string; readonly otherwise?: string }
  | { readonly kind: 'file'; readonly path: string }
  /** The sender tells it when it is connected; then it will be in this environment variable. */
  | { readonly kind: 'later'; readonly name: string }
  | { readonly kind: 'none' };

/** How a sender that is not known by name proves whose its webhooks are. */
export type OwnVerification =
  | {
      readonly type: 'hmac' | 'header-token' | 'query-token';
      readonly name: string;
      readonly prefix?: string;
    }
  | { readonly type: 'basic'; readonly username: string }
  | { readonly type: 'standard-webhooks' | 'none' };

/** Who sends: a sender known by name, or another one. */
export type Sender = MeantPreset | { readonly verify: OwnVerification };

/** Everything that a first config says. */
export interface ConfigContents {
  readonly destination: string;
  readonly baseUrl: string;
  readonly isSandbox: boolean;
  readonly allowHttp: boolean;
  readonly token: SecretPlace;
  /** Of the bridge itself. */
  readonly adminToken: SecretPlace;
  readonly locale: string;
  readonly statuses: readonly string[];
  readonly source: string;
  readonly sender: Sender;
  readonly secret: SecretPlace;
  /** The environment variable of what a check of the URL must bring, where the sender checks it so. */
  readonly verifyToken: string | undefined;
  readonly publicUrl: string | undefined;
  readonly port: number;
}

/** How a first config begins, by which it is known again. */
export const configBeginning =
  '# Where webhooks come from, and where they go. No secret stands in this file:';

/** The text of a first config: short, each key with what it is for. */
export function configText(contents: ConfigContents): string {
  return [
    `${configBeginning} ${variable('NAME')} is filled in from the`,
    '# environment variable of that name, {file: PATH} from a file. After a change, run `fieldbridge check`.',
    '',
    'server:',
    `  port: ${contents.port} # where Fieldbridge listens on this machine`,
    ...publicUrlLines(contents),
    '# store: sqlite:data/fieldbridge.db # every webhook is kept in this file until it is done; another can be named',
    'mappings: mappings # the folder with the files that say what becomes of a webhook',
    'reload: checked # a changed mapping is used once its check and its tests are green',
    '',
    'destinations:',
    ...destinationLines(contents),
    '',
    'sources:',
    ...sourceLines(contents),
    '',
    '# What `fieldbridge events`, `links` and the like prove with that they may ask the running bridge.',
    'admin:',
    `  token: ${placeText(contents.adminToken)}`,
    '',
  ].join('\n');
}

/** Whether a sender signs the address that it posts to, so that the config must say it. */
export function signsUrl(sender: Sender): boolean {
  if (!('preset' in sender)) return false;
  return waysOf(sender).some(({ signed }) => typeof signed === 'string' && signed.includes('{url}'));
}

/** How a known sender proves whose its webhooks are. */
export function waysOf({ preset, version }: MeantPreset): readonly VerifyWords[] {
  return (version === undefined ? undefined : preset.versions?.[version]) ?? preset.verify;
}

function publicUrlLines({ publicUrl, source }: ConfigContents): string[] {
  if (publicUrl === undefined) {
    return ['  # publicUrl: https://hooks.example.com # how senders reach it, once it is on the internet'];
  }
  return [
    `  publicUrl: ${inOneLine(publicUrl)} # how senders reach it; webhooks are sent to this with /hooks/${source} behind it`,
  ];
}

function destinationLines(contents: ConfigContents): string[] {
  const { destination, baseUrl, isSandbox, allowHttp, token, locale, statuses } = contents;
  return [
    `  ${destination}: # a name of your own for one location of the calendar account; mappings use it`,
    `    baseUrl: ${inOneLine(baseUrl)} # ${isSandbox ? 'the simulated calendar: `fieldbridge sandbox` runs it' : 'the address of the calendar'}`,
    ...(allowHttp ? ['    allowHttp: true # the token is sent there without encryption'] : []),
    `    token: ${placeText(token)} # ${isSandbox ? "the simulated calendar's, which opens nothing else" : 'the API token, which decides the location'}`,
    `    locale: ${locale} # the language of field names in messages`,
    statuses.length > 0
      ? `    statuses: ${inOneLine(statuses)} # customer statuses, as in the settings of the calendar`
      : '    # statuses: [New, Regular] # customer statuses that you use, exactly as in the settings of the calendar',
  ];
}

function sourceLines({ source, sender, secret, verifyToken }: ConfigContents): string[] {
  return [
    `  ${source}: # a name of your own; its webhooks are posted to /hooks/${source}`,
    ...('preset' in sender
      ? [
          `    preset: ${sender.preset.name} # ${inComment(sender.preset.title)}: how it signs and what it sends is known`,
          ...wayLines(sender),
        ]
      : ['    verify: # how its webhooks prove whose they are', ...verifyLines(sender.verify)]),
    ...secretLines(secret),
    ...(verifyToken === undefined
      ? []
      : [
          `    verifyToken: ${variable(verifyToken)} # what the sender asks for once, when the URL is entered there`,
        ]),
  ];
}

function secretLines(secret: SecretPlace): string[] {
  if (secret.kind === 'none') return [];
  const line = `secret: ${placeText(secret)}`;
  if (secret.kind === 'later')
    return [`    # ${line} # the sender tells it when it is connected; take the # away then`];
  return [`    ${line} # the same text is entered at the sender`];
}

function wayLines({ preset: { versions, name }, version }: MeantPreset): string[] {
  const ways = Object.keys(versions ?? {});
  if (ways.length === 0) return [];
  if (version !== undefined) return [`    version: ${version} # how it signs; it has ${ways.join(', ')}`];
  return [
    `    # version: ${ways.join(' or ')} # it has several ways to sign: \`fieldbridge sources ${name}\` tells them`,
  ];
}

function verifyLines(verify: OwnVerification): string[] {
  switch (verify.type) {
    case 'hmac':
      return [
        '      type: hmac # a signature of the body, made with the secret (SHA-256)',
        `      signature: ${inOneLine({ name: verify.name, ...(verify.prefix && { prefix: verify.prefix }) })} # the header that it stands in`,
      ];
    case 'header-token':
      return [
        '      type: header-token # the secret stands in a header',
        `      name: ${inOneLine(verify.name)}`,
        ...(verify.prefix ? [`      prefix: ${inOneLine(verify.prefix)}`] : []),
      ];
    case 'query-token':
      return [
        '      type: query-token # the secret stands in the URL, as ?NAME=SECRET',
        `      name: ${inOneLine(verify.name)}`,
      ];
    case 'basic':
      return [
        '      type: basic # a user name and a password, which is the secret',
        `      username: ${inOneLine(verify.username)}`,
      ];
    case 'standard-webhooks':
      return ['      type: standard-webhooks # signed as standardwebhooks.com says'];
    case 'none':
      return ['      type: none # anyone who knows the address can post here!'];
  }
}

function placeText(place: SecretPlace): string {
  switch (place.kind) {
    case 'none':
      return '';
    case 'file':
      return inOneLine({ file: place.path });
    case 'later':
      return variable(place.name);
    case 'environment':
      return variable(place.otherwise === undefined ? place.name : `${place.name}:-${place.otherwise}`);
  }
}

/** What is filled in from the environment. */
function variable(name: string): string {
  return `\${${name}}`;
}
