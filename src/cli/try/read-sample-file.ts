import { basename, resolve } from 'node:path';
import { FaultyList } from '../../lists/list-fault.ts';
import { readRows } from '../../lists/read-rows.ts';
import { scanList } from '../../lists/scan-list.ts';
import { listFaultText } from '../import/fault-words.ts';
import { bytesOfFile } from '../import/file-bytes.ts';
import { CommandFailed, exit, type Surroundings } from '../surroundings.ts';
import { type PayloadFile, readPayloadFile } from './read-payload-file.ts';

/**
 * Reads a payload for a mapping, as `readPayloadFile` does. For a list it returns the first row, as `import` sends it,
 * with a note.
 * @throws CommandFailed if the file cannot be read, or the list cannot be imported
 */
export async function readSampleFile(name: string, surroundings: Surroundings): Promise<PayloadFile> {
  const kind = isList(name) ? (/\.(?:ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv') : undefined;
  const whole = await readPayloadFile(name, surroundings);
  if (kind === undefined || whole.bytes.length === 0) return whole;
  try {
    const list = await scanList(bytesOfFile(resolve(surroundings.directory, name)), kind);
    for await (const row of readRows(list)) {
      if ('fault' in row) break;
      surroundings.err.write(`${basename(name)} is a list; its first row (row ${row.row}) is the payload\n`);
      return { bytes: Buffer.from(row.body), contentType: 'application/json' };
    }
    throw new FaultyList({ fault: 'no rows' });
  } catch (error) {
    if (!(error instanceof FaultyList)) throw error;
    throw new CommandFailed(listFaultText(error.fault, basename(name), 'none'), exit.wrong);
  }
}

/** True if the file name is that of a list, which contains many payloads. */
export function isList(name: string): boolean {
  return /\.(?:csv|tsv|ndjson|jsonl)$/i.test(name);
}
