import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { guessContentType } from '../../receive/bodies/guess-content-type.ts';
import { CommandFailed, exit, type Surroundings } from '../surroundings.ts';

/** A payload from the command line, with its detected content type. */
export interface PayloadFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/**
 * Reads a payload that the command line names: a file, or `-` for standard input. Its kind is detected from its
 * contents, not from the file's name.
 * @throws CommandFailed if the file cannot be read
 */
export async function readPayloadFile(name: string, surroundings: Surroundings): Promise<PayloadFile> {
  const bytes =
    name === '-' ? await buffer(surroundings.input) : readBytes(resolve(surroundings.directory, name), name);
  return { bytes, contentType: guessContentType(bytes) };
}

function readBytes(path: string, name: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CommandFailed(
      `${name} cannot be read (${(error as NodeJS.ErrnoException).code}); name a file with a payload, or - for standard input`,
      exit.usage,
    );
  }
}
