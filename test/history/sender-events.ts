import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SourceConfig } from '../../src/config/config.ts';
import type { ArchivedEvent } from '../../src/inbox/event-archive.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { guessContentType } from '../../src/receive/bodies/guess-content-type.ts';
import { receiveAt } from '../receive/a-source.ts';
import { aDelivery, sentAt } from '../receive/senders/a-delivery.ts';
import { senderSource } from '../receive/senders/a-sender.ts';

/** An event from a sample of a sender, as in the archive, with the mapping of the package for the sender. */
export interface SenderEvent {
  /** The file of the sample, and the number of the event in it. */
  readonly title: string;
  readonly mapping: Mapping;
  /** The text of the mapping file. */
  readonly text: string;
  readonly source: SourceConfig;
  readonly archived: ArchivedEvent;
}

const folder = resolve(import.meta.dirname, '../../mappings/samples/senders');

/** Returns every event of every sample in the tests of the senders' mappings. */
export async function senderEvents(): Promise<readonly SenderEvent[]> {
  const all: SenderEvent[] = [];
  for (const name of readdirSync(folder).filter(each => each.endsWith('.yaml'))) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    const { mapping } = parseMapping(file, text, { readFile: path => readFileSync(path) });
    if (!mapping) throw new Error(`${name} is no mapping`);
    const source = senderSource(mapping.source, 'verify: {type: none}', '');
    for (const test of mapping.tests) {
      if (!('file' in test.payload) || !test.payload.file.bytes) continue;
      const { path, bytes } = test.payload.file;
      const headers = { 'content-type': guessContentType(bytes), ...test.headers };
      const received = await receiveAt(source, aDelivery(bytes, headers), sentAt);
      if (received.kind !== 'accepted') continue;
      const { items, ...request } = received.request;
      for (const [index, item] of items.entries()) {
        const event = { ...request, ...item, sequence: index + 1, planning: 'again' as const };
        const title = `${path.slice(folder.length + 1)} ${index + 1}`;
        all.push({ title, mapping, text, source, archived: { event, ownStatus: undefined, calls: [] } });
      }
    }
  }
  return all;
}
