import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import { isPlaceholder } from '../placeholder.ts';
import { text } from '../schema/plain-values.ts';
import type { Secret } from '../secret.ts';
import { openSecretFile } from './secret-schema.ts';

const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];

/** A schema for `{file: PATH}` of certificates in PEM. The file is read again at each use, like a secret. */
export function certificateFile() {
  return pemFile('certificates', pem => {
    for (const block of certificatesIn(pem)) new X509Certificate(block);
  });
}

/** A schema for `{file: PATH}` of a private key in PEM, without a passphrase, read again at each use. */
export function keyFile() {
  return pemFile('a private key without a passphrase', createPrivateKey);
}

/**
 * Returns the certificates of a PEM text, each separately, the first one first.
 * @throws if there is none
 */
export function certificatesIn(pem: string): readonly string[] {
  const found = pem
    .split(begin)
    .slice(1)
    .flatMap(block => {
      const [inside = '', ...behind] = block.split(end, 2);
      return behind.length === 0 ? [] : [begin + inside + end];
    });
  if (found.length === 0) throw new Error('no certificate');
  return found;
}

/** True if a key belongs to the first certificate. Also true for placeholders of files that are not needed. */
export function keyFits(cert: string, key: string): boolean {
  if (isPlaceholder(cert) || isPlaceholder(key)) return true;
  const [first = ''] = certificatesIn(cert);
  return new X509Certificate(first).checkPrivateKey(createPrivateKey(key));
}

function pemFile(what: string, read: (pem: string) => unknown) {
  const allowed = '{file: PATH}';
  return z
    .strictObject(
      { file: text('the path of a file').describe(`Path of a file that holds ${what}, in PEM`) },
      allowed,
    )
    .transform(({ file }, context): Secret => {
      const opened = openSecretFile(file);
      if ('secret' in opened) {
        const pem = opened.secret.reveal();
        if (isPlaceholder(pem) || isReadable(read, pem)) return opened.secret;
      }
      const found =
        'secret' in opened
          ? fault(`does not hold ${what} in PEM`, 'PEM is the text that begins with -----BEGIN')
          : fault(opened.reason, opened.hint);
      addFault(context, { ...found, message: `the file "${file}" ${found.message}` });
      return z.NEVER;
    });
}

function fault(message: string, hint: string): Diagnostic {
  return diagnostic('config/bad-certificate', message, { hint });
}

function isReadable(read: (pem: string) => unknown, pem: string): boolean {
  try {
    read(pem);
    return true;
  } catch {
    return false;
  }
}
