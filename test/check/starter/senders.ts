import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { SourceConfig } from '../../../src/config/config.ts';
import { readSample, type SampleEvent } from '../../../src/receive/samples/read-sample.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { senderSource } from '../../receive/senders/a-sender.ts';

const folder = fileURLToPath(new URL('../../../mappings/samples/senders/', import.meta.url));

/** Secrets in other formats than plain text. */
const secrets: Readonly<Record<string, string>> = {
  airtable: 'YSBzZWNyZXQgb2YgdGhlIHNob3A=',
  close: '7f'.repeat(32),
  'standard-webhooks': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

/** A sender with the events of its sample, and the mapping of the package for it. */
export interface Sender {
  readonly name: string;
  readonly source: SourceConfig;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly events: readonly SampleEvent[];
  readonly id: string;
  readonly link: string | undefined;
  /** The expression for each keyName, without literals. */
  readonly fields: Readonly<Record<string, string>>;
}

type RawRule = string | { from?: string; template?: string; value?: unknown };
interface RawMapping {
  link?: string;
  set: { id: string; additionalFields?: Record<string, RawRule> };
  tests: { payload: unknown; headers?: Record<string, string> }[];
}

/** Returns every sender of which the package has a sample. */
export async function senders(): Promise<readonly Sender[]> {
  const names = [...presets.keys()].filter(name => existsSync(`${folder}${name}.yaml`));
  return Promise.all(names.map(readSender));
}

async function readSender(name: string): Promise<Sender> {
  const mapping = parse(readFileSync(`${folder}${name}.yaml`, 'utf8')) as RawMapping;
  const test = mapping.tests.find(each => typeof each.payload === 'string');
  if (!test) throw new Error(`${name} has no sample`);
  const bytes = readFileSync(folder + String(test.payload));
  const source = senderSource(name, '', secrets[name]);
  const read = await readSample(source, bytes, { headers: test.headers ?? {}, query: {} });
  if (read.kind === 'unreadable') throw new Error(`${name}: ${read.reason}`);
  const fields = Object.entries(mapping.set.additionalFields ?? {}).flatMap(([key, rule]) => {
    const expression = typeof rule === 'string' ? rule : (rule.from ?? rule.template);
    return expression === undefined ? [] : [[key, expression]];
  });
  const headers = test.headers ?? {};
  return {
    name,
    source,
    bytes,
    headers,
    events: read.events,
    id: mapping.set.id,
    link: mapping.link,
    fields: Object.fromEntries(fields),
  };
}
