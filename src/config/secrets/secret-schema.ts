import { resolve } from 'node:path';
import * as z from 'zod';
import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { NotUtf8 } from '../../diagnostics/written-text.ts';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import { text } from '../schema/plain-values.ts';
import { Secret } from '../secret.ts';

/** Finds and reads secret files. */
export interface SecretFiles {
  /** The folder from which relative paths start. */
  readonly folder: string;
  /** Returns the text of a file; throws if it cannot be read, NotUtf8 if it is not UTF-8. */
  readonly readFile: (path: string) => string;
  /** Called with each file from which a secret was read. */
  readonly found?: (file: SecretFile) => void;
}

/** A file that contains a secret, a certificate or a key. */
export interface SecretFile {
  /** Its path in the config. */
  readonly file: string;
  /**
   * Returns the reason why no secret can be read from it now: `is empty`, `cannot be read (ENOENT)`. Undefined if it
   * can.
   */
  whyUnreadable(): string | undefined;
}

const secretWords = 'a text that is not empty, or {file: PATH}';

/** The files of the config that is being checked; a schema is built once, for all configs. */
let current: SecretFiles | undefined;

/** Runs a check, in which schemas read these files. It is synchronous, so no other one runs meanwhile. */
export function withSecretFiles<Result>(files: SecretFiles, check: () => Result): Result {
  const before = current;
  current = files;
  try {
    return check();
  } finally {
    current = before;
  }
}

/**
 * A schema for a secret: a text, or `{file: PATH}`. A file is read again at each use, so that a new secret takes effect
 * without a restart; while it is missing, empty or not UTF-8, its last secret is used. Line breaks at the end, and a
 * byte order mark (as editors of Windows write it) at the beginning, are removed.
 */
export function secret() {
  const inText = text().transform(value => new Secret(value));
  const inFile = z
    .strictObject({ file: text('the path of a file').describe('Path of a file that holds the secret') })
    .transform(({ file }, context) => {
      const opened = openSecretFile(file);
      if ('secret' in opened) return opened.secret;
      const { reason, hint } = opened;
      addFault(
        context,
        diagnostic('config/unreadable-secret', `the secret file "${file}" ${reason}`, { hint }),
      );
      return z.NEVER;
    });
  return z.union([inText, inFile], secretWords).meta({ allowed: secretWords });
}

/** A schema for one secret, or a list of secrets during a rotation. */
export function secrets() {
  const allowed = `${secretWords}, or a list of them`;
  return z
    .union([secret().transform(one => [one]), z.array(secret()).min(1, 'a list that is not empty')], allowed)
    .meta({ allowed });
}

/**
 * Reads a secret from a file of the config that is being checked, or returns the reason why it is not available.
 * `file` is its path in the config.
 */
export function openSecretFile(
  file: string,
): { readonly secret: Secret } | { readonly reason: string; readonly hint: string } {
  if (!current) throw new Error('a file of a secret is read only by a check of its config');
  const { folder, readFile, found } = current;
  const path = resolve(folder, file);
  const first = readSecret(path, readFile);
  if (first.text !== undefined) {
    found?.({ file, whyUnreadable: () => whyNot(readSecret(path, readFile)) });
    return { secret: fileSecret(path, readFile, first.text) };
  }
  const { reason, hint = 'the path is relative to the config file; the program needs the right to read it' } =
    first;
  return { reason, hint };
}

function fileSecret(path: string, readFile: SecretFiles['readFile'], first: string): Secret {
  let last = first;
  return new Secret(() => {
    last = readSecret(path, readFile).text ?? last;
    return last;
  });
}

type SecretRead =
  | { readonly text: string }
  | { readonly text?: undefined; readonly reason: string; readonly hint?: string };

function whyNot(read: SecretRead): string | undefined {
  return read.text === undefined ? read.reason : undefined;
}

function readSecret(path: string, readFile: SecretFiles['readFile']): SecretRead {
  try {
    const text = readFile(path).replace(/^\ufeff|(?<![\r\n])[\r\n]+$/g, '');
    return text === '' ? { reason: 'is empty', hint: 'write the secret into it' } : { text };
  } catch (error) {
    if (error instanceof NotUtf8) return { reason: error.fault.reason, hint: error.fault.hint };
    const { code } = error as NodeJS.ErrnoException;
    return { reason: `cannot be read${code === undefined ? '' : ` (${code})`}` };
  }
}
