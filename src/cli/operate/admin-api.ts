import { request } from 'undici';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { readConfigForAsking } from '../workspace.ts';
import { trustingOwn } from './own-certificate.ts';
import { apiAddress } from './server-address.ts';

/** The `/api` of the running bridge, used with the admin token. Requests and responses are JSON. */
export interface AdminApi {
  /** The address of the bridge. */
  readonly address: string;
  /** @throws CommandFailed with the reason if there is no response, or an error */
  get<Answer>(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<Answer>;
  /** @throws CommandFailed with the reason if there is no response, or an error */
  post<Answer>(path: string, input?: unknown): Promise<Answer>;
}

/**
 * Opens the API of the running bridge with the address and the admin token of the config; other parts of the config
 * need not be set here.
 * @throws CommandFailed if the config cannot be used or has no admin token
 */
export function openAdminApi(args: Arguments, surroundings: Surroundings): AdminApi {
  const config = readConfigForAsking(args, surroundings);
  if (!config.admin) throw new CommandFailed(noToken, exit.usage);
  const address = apiAddress(config, args);
  const token = config.admin.token.reveal();
  const trusting = trustingOwn(config, address);
  const ask = (method: 'GET' | 'POST', path: string, more: object) => {
    const url = new URL(`/api/${path}`, address);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return answerOf(url, { method, headers, ...trusting, ...more });
  };
  return {
    address,
    get: (path, query = {}) => ask('GET', path, { query: withoutAbsent(query) }) as Promise<never>,
    post: (path, input = {}) => ask('POST', path, { body: JSON.stringify(input) }) as Promise<never>,
  };
}

const noToken =
  'the config has no admin token, so the API of the bridge is off\n' +
  `  add it to the config, and restart the bridge:\n\n  admin:\n    token: \${ADMIN_TOKEN}`;

type RequestOptions = NonNullable<Parameters<typeof request>[1]>;

async function answerOf(url: URL, options: RequestOptions): Promise<unknown> {
  const { status, text } = await exchange(url, options);
  const answer = parsed(text);
  if (typeof answer !== 'object' || answer === null) throw new CommandFailed(stranger(url, status));
  if (status < 300) return answer;
  const { error, hint } = answer as { error?: unknown; hint?: unknown };
  if (typeof error !== 'string') throw new CommandFailed(stranger(url, status));
  if (status === 401) throw new CommandFailed(wrongToken(url), exit.usage);
  const advice = typeof hint === 'string' ? `\n  ${hint}` : '';
  throw new CommandFailed(`${error}${advice}`, exitOf(status));
}

async function exchange(url: URL, options: RequestOptions): Promise<{ status: number; text: string }> {
  try {
    const reply = await request(url, options);
    return { status: reply.statusCode, text: await reply.body.text() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailed(
      `no bridge answers at ${url.origin} (${code ?? (error as Error).name}); start it, or add --url`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function stranger(url: URL, status: number): string {
  return `the program that responds at ${url.origin} is not Fieldbridge (HTTP ${status}); give its address with --url`;
}

function wrongToken(url: URL): string {
  return (
    `the bridge at ${url.origin} refuses the admin token of this config\n` +
    'It was started with another admin.token, or another bridge is there: name its config with --config.'
  );
}

/** A missing object or a wrong request is wrong usage; a conflict is a problem that was found. */
function exitOf(status: number): ExitStatus {
  if (status === 409) return exit.wrong;
  return status < 500 && status !== 429 ? exit.usage : exit.failure;
}
