import { resolve } from 'node:path';
import * as z from 'zod';
import { listenAddress } from './address.ts';
import { duration } from './duration.ts';
import { text } from './plain-values.ts';
import { type SecretFiles, secret } from './secret-schema.ts';

/** The keys of the file itself; each section is read by a schema of its own, so that one fault hides no other. */
export const configKeys = [
  'server',
  'store',
  'mappings',
  'destinations',
  'sources',
  'admin',
  'retention',
  'log',
] as const;

/** `mappings`: the folder of mapping files. A relative path starts from `folder`. */
export function mappingsSchema(folder: string) {
  return text('the path of a folder')
    .prefault('mappings')
    .transform(path => resolve(folder, path))
    .describe('The folder of mapping files; read again when a file in it changes');
}

/** `admin`: who may use /api and the console. */
export function adminSchema(files: SecretFiles) {
  return z
    .strictObject({
      token: secret(files)
        .describe('The token for /api and the console')
        .meta({ written: [`\${ADMIN_TOKEN}`] }),
      listen: listenAddress()
        .optional()
        .describe(
          'An address of their own for /api, /metrics, /readyz and the console, such as 127.0.0.1:9090',
        ),
    })
    .optional()
    .describe('Without it, /api and the console are off');
}

/** `retention`: how long events are kept. */
export const retentionSchema = z
  .strictObject({
    delivered: duration('1s', '3650d').prefault('30d').describe('How long events are kept that are done'),
    failed: duration('1s', '3650d')
      .prefault('180d')
      .describe('How long events are kept that a person must decide'),
  })
  .prefault({})
  .describe('How long events are kept');

/** `log`: what is logged. */
export const logSchema = z
  .strictObject({
    level: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .prefault('info')
      .describe('From which level on messages are logged'),
  })
  .prefault({})
  .describe('What is logged');
