import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { SourceConfig } from '../../config/config.ts';
import { newEventId } from '../../receive/events/event-id.ts';
import type { Query } from '../../receive/query.ts';
import { receive } from '../../receive/receive.ts';
import { showsCredential } from '../../receive/redaction/credentials.ts';
import { redactSample } from '../../receive/samples/redact-sample.ts';
import { type Awaiting, awaitWebhook } from '../../server/webhooks/await-webhook.ts';
import { neededHeaders } from '../../setup/needed-headers.ts';
import { packageFolder } from '../package-folder.ts';
import { listenForStop } from '../start/stop-signals.ts';
import { CommandFailed, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { type Dialogue, WrongAnswer } from '../terminal/dialogue.ts';
import { wrap } from '../terminal/wrap.ts';
import { readSampleFile } from '../try/read-sample-file.ts';
import { answerOf } from './asking.ts';
import type { InitFlags } from './flags.ts';

/** The webhook from which the first mapping is made. */
export interface FoundSample {
  readonly bytes: Uint8Array;
  /** The headers that are needed to read its body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly origin: 'package' | 'captured';
}

/** The inputs of the search for a sample. */
export interface SampleSearch {
  readonly source: SourceConfig;
  readonly publicUrl: string | undefined;
  readonly flags: InitFlags;
  /** Called when it listens: writes the files known by then, and shows the settings for the sender. */
  readonly listening: () => void;
  /** Shows a text to a person who waits. */
  readonly say: (text: string) => void;
}

/** Finds one webhook: in a file, in the package's example, or by waiting for a real one. */
export async function findSample(
  dialogue: Dialogue | undefined,
  search: SampleSearch,
  surroundings: Surroundings,
): Promise<FoundSample> {
  const { source, flags } = search;
  const example = source.preset === undefined ? undefined : packageSample(source.preset);
  const given = flags.payload ?? (flags.sample ? 'sample' : flags.wait ? 'wait' : undefined);
  const answer = await answerOf(dialogue, {
    flag: '--payload',
    given,
    asks: example ? 'A webhook: wait, sample, or a file' : 'A webhook: wait, or a file',
    explains: `The mapping is made from one webhook. "wait" waits until the sender posts one${example ? '; "sample" takes the example that comes with Fieldbridge, in which the names are not yours' : ''}; or enter the path of a file with one.`,
    otherwise: example ? 'sample' : 'wait',
    read: text => {
      if (text === 'sample' && !example) throw new WrongAnswer('There is no example of this sender.');
      if (!['sample', 'wait', '-'].includes(text)) checkFile(text, surroundings);
      return text;
    },
  });
  if (answer === 'sample' && example) return example;
  if (answer === 'wait') return awaitSample(dialogue, search, surroundings);
  const { bytes } = await readSampleFile(answer, surroundings);
  return { bytes: redactSample(source, bytes, {}), headers: {}, query: {}, origin: 'captured' };
}

/** Returns the package's example for a sender: the payload of the first test of its starter mapping. */
export function packageSample(preset: string): FoundSample | undefined {
  const folder = join(packageFolder(), 'mappings/samples/senders');
  const file = join(folder, `${preset}.yaml`);
  if (!existsSync(file)) return undefined;
  const { tests = [] } = parse(readFileSync(file, 'utf8')) as {
    tests?: { payload: unknown; headers?: Record<string, string> }[];
  };
  const test = tests.find(({ payload }) => typeof payload === 'string');
  if (!test) return undefined;
  const bytes = readFileSync(join(folder, String(test.payload)));
  return { bytes, headers: test.headers ?? {}, query: {}, origin: 'package' };
}

/** The message does not repeat the text, which may be a pasted payload. */
function checkFile(text: string, { directory }: Surroundings): void {
  if (/^\s*[[{<]|=[^=\n]*&/.test(text) || text.length > 200)
    throw new WrongAnswer(
      'This looks like the webhook itself. Save it in a file, and enter the path of that file.',
    );
  const found = statSync(resolve(directory, text), { throwIfNoEntry: false });
  if (found?.isDirectory())
    throw new WrongAnswer('That is a folder. Enter the path of a file with one webhook.');
  const named = /^[\w./~ -]+\.\w{1,9}$/.test(text) && !showsCredential(text) ? ` ${text}` : ' of that name';
  if (!found)
    throw new WrongAnswer(`There is no file${named}. Enter "wait", or the path of a file with one webhook.`);
}

async function awaitSample(
  dialogue: Dialogue | undefined,
  search: SampleSearch,
  surroundings: Surroundings,
): Promise<FoundSample> {
  const { source, say } = search;
  const awaiting = await listen(search, what =>
    say(`  ${wrap(`There was ${what}. Still waiting.`, 80, 2)}\n`),
  );
  const stop = listenForStop(surroundings.stop);
  try {
    search.listening();
    say(`\nWaiting for a webhook at ${awaiting.url} (Ctrl+C stops) ...\n`);
    const arrived = await Promise.race([
      awaiting.webhook,
      stop.requested,
      ...(dialogue ? [ended(dialogue)] : []),
    ]);
    if (typeof arrived === 'string') throw new CommandFailed(noWebhook, exit.failure);
    say(
      '  A webhook arrived: verified, read and answered. It becomes the sample,\n  and is not delivered.\n',
    );
    const { body, headers, query } = arrived;
    return {
      bytes: redactSample(source, body, headers),
      headers: neededHeaders(source, headers, body),
      query,
      origin: 'captured',
    };
  } finally {
    stop.end();
    await awaiting.close();
  }
}

const noWebhook =
  'no webhook arrived. The config and the secrets are written; the mapping is not, because it is made from a webhook. Run the same `fieldbridge init` command again to continue with the same secret';

/** A person may stop the wait at the terminal, after some files were written. */
function ended(dialogue: Dialogue): Promise<never> {
  return dialogue.ended.catch(() => {
    throw new CommandFailed(noWebhook, exit.usage);
  });
}

async function listen(
  { source, publicUrl, flags }: SampleSearch,
  told: (what: string) => void,
): Promise<Awaiting> {
  const newId = () => newEventId(Date.now(), randomBytes);
  try {
    return await awaitWebhook({
      source,
      host: '127.0.0.1',
      port: flags.port,
      bodyLimit: 1024 * 1024,
      receive: (each, request) => receive(each, request, { now: Date.now(), newId, publicUrl }),
      report: told,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot listen on port ${flags.port} (${code}); choose another --port`);
  }
}
