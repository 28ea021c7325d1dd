import { proxyOf } from '../../config/proxy.ts';
import { Secret } from '../../config/secret.ts';
import { isLoopback, isWebUrl } from '../../config/web-url.ts';
import { seedTokens } from '../../sandbox/salon/salon.ts';
import { type ReadAccount, readAccount } from '../../setup/read-account.ts';
import { CommandFailed, exit, type Surroundings } from '../surroundings.ts';
import { type Dialogue, WrongAnswer } from '../terminal/dialogue.ts';
import { accountWords, simulated, withSandbox } from './account.ts';
import { answerOf, readName, readNames } from './asking.ts';
import type { InitFlags } from './flags.ts';
import { type FoundSecret, findSecret } from './secret.ts';

/** The calendar of a new config, and the configuration of its account. */
export interface FoundCalendar {
  readonly destination: string;
  readonly baseUrl: string;
  readonly isSandbox: boolean;
  readonly locale: string;
  readonly statuses: readonly string[];
  readonly token: FoundSecret;
  readonly account: ReadAccount;
}

/**
 * Asks for the calendar's address and token, and reads its live fields. After a failure it shows the reason and
 * asks again, if there is a terminal.
 * @throws CommandFailed if the fields cannot be read
 */
export async function findCalendar(
  dialogue: Dialogue | undefined,
  flags: InitFlags,
  folder: string,
  surroundings: Surroundings,
): Promise<FoundCalendar> {
  let before: string | undefined;
  for (;;) {
    const baseUrl = flags.sandbox ? undefined : await askUrl(dialogue, flags, before);
    before = baseUrl;
    const token =
      baseUrl === undefined ? simulatedToken : await askToken(dialogue, flags, folder, surroundings);
    const locale = await askLocale(dialogue, flags);
    dialogue?.say(`\nReading the fields of ${baseUrl ?? 'the simulated calendar'} ...`);
    const account = await read(baseUrl, token.secret ?? new Secret(''), locale, surroundings.env);
    if ('trouble' in account) {
      const words = `The fields cannot be read: ${account.trouble}.`;
      if (!dialogue || flags.url !== undefined) throw new CommandFailed(words, exit.failure);
      dialogue.say(`${words}\nCheck the address and the token, and enter them again.`);
      continue;
    }
    dialogue?.say(accountWords(account));
    const statuses =
      baseUrl === undefined && flags.statuses === undefined
        ? simulated.statuses
        : await askStatuses(dialogue, flags);
    const destination = await answerOf(dialogue, {
      flag: '--destination',
      given: flags.destination,
      asks: 'A name for this location, for your files',
      otherwise: 'salon',
      read: readName,
    });
    const known = statuses.map(name => ({
      name,
      origin: 'declared' as const,
      at: account.catalog.fetchedAt,
    }));
    const { catalog, fields } = account;
    return {
      destination,
      baseUrl: baseUrl ?? simulated.baseUrl,
      isSandbox: baseUrl === undefined,
      locale,
      statuses,
      token,
      account: { fields, catalog: { ...catalog, statuses: known } },
    };
  }
}

/** The token of the simulated calendar; it is valid only there, so a file may contain it. */
const simulatedToken: FoundSecret = {
  place: { kind: 'environment', name: 'SANDBOX_TOKEN', otherwise: seedTokens[0]?.value ?? '' },
  secret: undefined,
};

function read(baseUrl: string | undefined, token: Secret, locale: string, env: Surroundings['env']) {
  const now = Date.now();
  if (baseUrl !== undefined) {
    const proxy = proxyOf(baseUrl, env);
    return readAccount({ baseUrl, token, proxy, locale, statuses: [] }, now);
  }
  return withSandbox(sandbox =>
    readAccount({ baseUrl: sandbox.url, token: new Secret(sandbox.token), locale, statuses: [] }, now),
  );
}

function askUrl(
  dialogue: Dialogue | undefined,
  flags: InitFlags,
  before: string | undefined,
): Promise<string | undefined> {
  return answerOf(dialogue, {
    flag: '--url',
    given: flags.url,
    asks: 'Address of the calendar',
    explains:
      'The address of the calendar begins with https://. "simulated" is a calendar that comes with Fieldbridge, to try it without an account.',
    otherwise: before ?? 'simulated',
    read: answer => (answer === 'simulated' || answer === 'sandbox' ? undefined : readUrl(answer, flags)),
  });
}

function readUrl(answer: string, { allowHttp }: InitFlags): string {
  const written = /^https?:\/\//i.test(answer) ? answer : `https://${answer}`;
  if (!isWebUrl(written))
    throw new WrongAnswer('That is not an address such as https://calendar.example.com.');
  if (/^http:/i.test(written) && !isLoopback(written) && !allowHttp) {
    throw new WrongAnswer(
      'With http://, the token is sent unencrypted. Use https://, or start again with --allow-http to allow it.',
    );
  }
  return written.replace(/(?<!\/)\/+$/, '').replace(/\/office\/api$/, '');
}

function askToken(
  dialogue: Dialogue | undefined,
  flags: InitFlags,
  folder: string,
  surroundings: Surroundings,
): Promise<FoundSecret> {
  const question = {
    what: 'the API token',
    explains: 'The token belongs to an API access in the global settings of the calendar.',
    variable: 'CALENDAR_TOKEN',
    fileName: 'calendar-token',
    flags: { environment: flags.tokenEnv, file: flags.tokenFile, name: 'token' },
    folder,
    needed: 'now',
    origin: 'given',
    kind: 'text',
  } as const;
  return findSecret(dialogue, question, surroundings);
}

function askLocale(dialogue: Dialogue | undefined, flags: InitFlags): Promise<string> {
  return answerOf(dialogue, {
    flag: '--locale',
    given: flags.locale,
    asks: 'Language of the field names (de, en, fr, nl)',
    otherwise: 'de',
    read: answer => {
      if (isLanguageCode(answer)) return answer;
      throw new WrongAnswer('That is not a language code. Enter one such as de, en, fr or nl.');
    },
  });
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** True for an existing language, with an existing country if there is one: `de`, `de_AT`. */
function isLanguageCode(text: string): boolean {
  const [, language = '', region] = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?$/i.exec(text) ?? [];
  if (language === '' || languages.of(language) === undefined) return false;
  return region === undefined || regions.of(region.toUpperCase()) !== undefined;
}

function askStatuses(dialogue: Dialogue | undefined, flags: InitFlags): Promise<readonly string[]> {
  return answerOf(dialogue, {
    flag: '--statuses',
    given: flags.statuses ?? (dialogue ? undefined : ''),
    asks: 'Customer statuses that you use, separated by commas',
    explains:
      'The calendar does not list its customer statuses. Write those that you use exactly as in its settings.',
    otherwise: 'none',
    read: answer => (answer === 'none' ? [] : readNames(answer)),
  });
}
