import { resolve } from 'node:path';
import * as z from 'zod';
import { listenAddress } from '../address.ts';
import { secret } from '../secrets/secret-schema.ts';
import { builtOnce } from './built-once.ts';
import { duration } from './duration.ts';
import { flag, text } from './plain-values.ts';

/** The top-level keys; each section has its own schema, so that one fault does not hide others. */
export const configKeys = [
  'server',
  'store',
  'mappings',
  'reload',
  'tables',
  'destinations',
  'sources',
  'admin',
  'alerts',
  'retention',
  'log',
  'telemetry',
] as const;

/** `mappings`: the folder of mapping files. A relative path starts from `folder`. */
export function mappingsSchema(folder: string) {
  return text('the path of a folder')
    .prefault('mappings')
    .transform(path => resolve(folder, path))
    .describe(
      'The folder of mapping files. Its subfolders are read too. It is read again when a file in it changes. A relative path starts from the folder of the config',
    );
}

/** `reload`: the condition under which changed mappings go live while the bridge runs. */
export const reloadSchema = z
  .enum(['always', 'checked'])
  .prefault('always')
  .describe(
    'Which changed mappings a running bridge uses. `always`: each that can be read; `checked`: only those whose check has no error and whose tests pass. Until then the last good version is used',
  );

/** `admin`: access to /api and the console. */
export const adminSchema = builtOnce(() =>
  z
    .strictObject({
      token: secret()
        .describe('The token for /api with all rights')
        .meta({ needed: true, written: [`\${ADMIN_TOKEN}`] }),
      readToken: secret()
        .optional()
        .describe('A token that can only read /api. The values of customers are masked')
        .meta({ written: [`\${READ_TOKEN}`] }),
      listen: listenAddress()
        .optional()
        .describe(
          'A separate address for /api, /metrics and /readyz. The address for senders then serves only the webhooks and /healthz',
        ),
      edit: flag()
        .prefault(false)
        .describe(
          'Whether the console may write files: the config, mappings, and secrets in the folder secrets beside the config. Earlier versions of the config and of mappings are kept beside them, in a hidden folder',
        ),
    })
    .optional()
    .describe('Access to /api. Without it, /api is off'),
);

/** `retention`: the times for which events are kept. */
export const retentionSchema = z
  .strictObject({
    delivered: duration('1s', '3650d')
      .prefault('30d')
      .describe('How long an event is kept after it was delivered or skipped'),
    failed: duration('1s', '3650d')
      .prefault('180d')
      .describe('How long an event is kept after it failed or was discarded'),
  })
  .prefault({})
  .describe(
    'How long events are kept before they are deleted. Waiting and uncertain events are kept until they are finished',
  );

/** The schema of `log`. */
export const logSchema = z
  .strictObject({
    level: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .prefault('info')
      .describe('The lowest level that is written'),
    format: z
      .enum(['auto', 'json', 'text'])
      .prefault('auto')
      .describe(
        '`json`: a JSON object a line; `text`: a line for people; `auto`: for people on a terminal, else JSON',
      ),
  })
  .prefault({})
  .describe('The contents of the log');
