import * as z from 'zod';
import { networkList } from '../networks.ts';
import { certificateFile, keyFile } from '../secrets/pem-file.ts';
import { webUrl } from '../web-url.ts';
import { builtOnce } from './built-once.ts';
import { asText, text, wholeNumber } from './plain-values.ts';
import { size } from './size.ts';

const publicUrlWords = 'a URL that begins with https:// or http://, without a query';
const basePathWords =
  'a path such as /bridge: letters, digits, and . _ ~ - between slashes, no slash at its end';

/** `server`: the address for webhooks. */
export const serverSchema = builtOnce(() =>
  z.strictObject({
    host: hostSchema('127.0.0.1'),
    port: wholeNumber(0, 65535).prefault(8080).describe('The port to listen on. 0 means any free port'),
    publicUrl: asText(webUrl(publicUrlWords, 'senders prove who they are by `verify`'))
      .optional()
      .describe(
        'The URL of this server as senders see it. Needed where a sender signs the URL, as behind a proxy',
      ),
    bodyLimit: size('1KiB', '64MiB')
      .prefault('1MiB')
      .describe(
        'The largest accepted body, measured after unpacking if it is compressed. A larger body gets 413',
      ),
    trustProxy: networkList()
      .prefault([])
      .describe(
        'The addresses of your own proxies. Their headers X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host are used; those of others are ignored',
      )
      .meta({ written: [['10.0.0.0/8', '127.0.0.1']] }),
    basePath: asText(z.string(basePathWords).regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/, basePathWords))
      .optional()
      .describe('A prefix that a proxy leaves in the path. Every path works with and without it')
      .meta({ written: ['/bridge'] }),
    tls: z
      .strictObject({
        cert: certificateFile()
          .describe('The certificate of the server, followed by the intermediate certificates')
          .meta({ needed: true, written: [{ file: 'tls.crt' }] }),
        key: keyFile()
          .describe('The key of the certificate')
          .meta({ needed: true, written: [{ file: 'tls.key' }] }),
      })
      .optional()
      .describe(
        'Accepts webhooks over TLS. The files are read again when they change. The address of admin.listen has no TLS',
      ),
  }),
);

const usual = builtOnce(() => serverSchema().prefault({}));

/** The schema of `server`, whose default for listening is `host`. */
export function serverSchemaOf(host: string | undefined) {
  return host === undefined
    ? usual()
    : serverSchema()
        .extend({ host: hostSchema(host) })
        .prefault({});
}

function hostSchema(host: string) {
  return text('a host name or an IP address')
    .prefault(host)
    .describe(
      'The address to listen on. 0.0.0.0 or "::" means every address of the machine. If it is left out, the environment variable FIELDBRIDGE_HOST counts, which the image sets',
    );
}
