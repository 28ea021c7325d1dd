import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import type { Config, SourceConfig } from '../../config/config.ts';
import type { Needs } from '../../config/placeholder.ts';
import { newEventId } from '../../receive/events/event-id.ts';
import { CannotSign } from '../../receive/signing/cannot-sign.ts';
import { sign } from '../../receive/signing/sign.ts';
import type { Arguments } from '../command.ts';
import { knownEntry } from '../known-name.ts';
import { trustingOwn } from '../operate/own-certificate.ts';
import { webhookAddress } from '../operate/server-address.ts';
import { shellWord } from '../started-as.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { readConfig } from '../workspace.ts';
import { headerOptions } from './header-options.ts';
import { readPayloadFile } from './read-payload-file.ts';
import { isList } from './read-sample-file.ts';

/**
 * `fieldbridge send`: posts a payload to a source of the running bridge, signed like a webhook of its sender.
 * Exit status 1 if the response is not a success.
 */
export async function send(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const [name = ''] = args.words;
  const needs: Needs = ([section, entry]) =>
    (section === 'server' && entry !== 'tls') || (section === 'sources' && entry === name);
  const { config } = readConfig(args, surroundings, needs);
  const source = knownEntry(name, config.sources, 'source');
  assertNoList(name, args.words[1] ?? '');
  const payload = await readPayloadFile(args.words[1] ?? '', surroundings);
  const headers = {
    'content-type': String(args.options['content-type'] ?? payload.contentType),
    ...headerOptions(args),
  };
  const signed = await signAs(source, payload.bytes, config, headers);
  const address = webhookAddress(config, args);
  const url = new URL(source.path, address);
  for (const [name, value] of Object.entries(signed.query)) url.searchParams.append(name, value);
  const body = signed.body ?? payload.bytes;
  // Given headers are sent unchanged, even if they do not verify.
  const reply = await post(url, {
    headers: { ...signed.headers, ...headers },
    body,
    ...trustingOwn(config, address),
  });
  if (args.options.json) surroundings.out.write(`${JSON.stringify(reply)}\n`);
  else surroundings.out.write(`${reply.status} ${reply.body}\n`);
  return reply.status < 300 ? exit.fine : exit.wrong;
}

/** Refuses a list: it has many events, and sending it as one webhook would create none of them. */
function assertNoList(source: string, file: string): void {
  if (!isList(file)) return;
  throw new CommandFailed(
    `${file} is a list, and send posts one webhook; import its rows:\n  fieldbridge import ${source} ${shellWord(file)}`,
    exit.usage,
  );
}

async function signAs(
  source: SourceConfig,
  bytes: Uint8Array,
  config: Config,
  headers: Record<string, string>,
) {
  try {
    const newId = () => newEventId(Date.now(), randomBytes);
    return await sign(source, bytes, {
      now: Date.now(),
      newId,
      publicUrl: config.server.publicUrl,
      url: source.path,
      headers,
    });
  } catch (error) {
    if (error instanceof CannotSign) throw new CommandFailed(error.message);
    throw error;
  }
}

async function post(url: URL, options: Parameters<typeof request>[1]) {
  try {
    const reply = await request(url, { method: 'POST', ...options });
    return { status: reply.statusCode, body: await reply.body.text() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailed(
      `no bridge answers at ${url.origin} (${code ?? (error as Error).name}); start it, or add --url`,
    );
  }
}
