import { createReadStream } from 'node:fs';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { CommandFailed, exit, UsageError } from '../surroundings.ts';

/** The encodings that `--encoding` takes. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
type Encoding = (typeof encodings)[number];

const marks: readonly { readonly bytes: readonly number[]; readonly encoding: Encoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/**
 * The encoding of a file: what is said, else what its byte order mark says, else UTF-8, strictly.
 * @throws CommandFailed where the file is none of these: it shows a line as windows-1252 reads it
 */
export async function findEncoding(path: string, name: string, said: unknown): Promise<Encoding> {
  if (said !== undefined) return encodingSaid(said);
  const first = await firstBytes(path);
  const mark = marks.find(({ bytes }) => bytes.every((byte, index) => first[index] === byte));
  if (mark) return mark.encoding;
  const line = await firstLineThatIsNoUtf8(path);
  if (!line) return 'utf-8';
  const shown = escapeText(new TextDecoder('windows-1252').decode(line.bytes)).slice(0, 200);
  throw new CommandFailed(
    `line ${line.number} of ${name} is not UTF-8, and the file has no byte order mark\n` +
      `As windows-1252 the line reads:\n\n  ${shown}\n\n` +
      'If that is right, add --encoding windows-1252. Else save the file as "CSV UTF-8", and bring in that one.',
    exit.wrong,
  );
}

function encodingSaid(said: unknown): Encoding {
  const known = encodings.find(each => each === String(said).toLowerCase());
  if (known) return known;
  throw new UsageError(`--encoding takes one of ${encodings.join(', ')}`);
}

/** The text of a file, piece by piece, without its byte order mark. @throws TypeError where it is not in that encoding */
export async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const bytes of createReadStream(path))
    yield decoder.decode(bytes as Uint8Array, { stream: true });
  yield decoder.decode();
}

async function firstBytes(path: string): Promise<Uint8Array> {
  for await (const bytes of createReadStream(path, { end: 2 })) return bytes as Uint8Array;
  return new Uint8Array();
}

/** A longer line is not shown whole. */
const mostShown = 4_096;
const lineFeed = 0x0a;

async function firstLineThatIsNoUtf8(
  path: string,
): Promise<{ readonly number: number; readonly bytes: Uint8Array } | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 1;
  let rest: Uint8Array = new Uint8Array();
  const isText = (bytes: Uint8Array, stream: boolean) => {
    try {
      decoder.decode(bytes, { stream });
      return true;
    } catch {
      return false;
    }
  };
  for await (const bytes of createReadStream(path)) {
    const chunk = Buffer.concat([rest, bytes as Uint8Array]);
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      const line = chunk.subarray(from, end);
      if (!isText(line, false)) return { number, bytes: line.subarray(0, mostShown) };
      from = end + 1;
      number += 1;
    }
    rest = chunk.subarray(from);
  }
  return isText(rest, false) ? undefined : { number, bytes: rest.subarray(0, mostShown) };
}
