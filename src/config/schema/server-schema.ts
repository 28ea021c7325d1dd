import * as z from 'zod';
import { networkList } from '../networks.ts';
import { certificateFile, keyFile } from '../secrets/pem-file.ts';
import type { SecretFiles } from '../secrets/secret-schema.ts';
import { webUrl } from '../web-url.ts';
import { asText, text, wholeNumber } from './plain-values.ts';
import { size } from './size.ts';

const publicUrlWords = 'a URL that begins with https:// or http://, without a query';
const basePathWords =
  'a path such as /bridge: letters, digits, and . _ ~ - between slashes, no slash at its end';

/** `server`: the address for webhooks. `host`: the default for listening. */
export function serverSchema(files: SecretFiles, host = '127.0.0.1') {
  return z.strictObject({
    host: text('a host name or an IP address')
      .prefault(host)
      .describe(
        'The address to listen on. 0.0.0.0 or "::" is every address of the machine. Left out, FIELDBRIDGE_HOST of the environment says it, as the image does',
      ),
    port: wholeNumber(0, 65535).prefault(8080).describe('The port to listen on; 0 takes any that is free'),
    publicUrl: asText(webUrl(publicUrlWords, 'senders prove who they are by `verify`'))
      .optional()
      .describe(
        'The URL of this server as senders see it. Needed where a sender signs the URL, as behind a proxy',
      ),
    bodyLimit: size('1KiB', '64MiB')
      .prefault('1MiB')
      .describe('The largest body that is taken, unpacked if it is compressed; a larger one is answered 413'),
    trustProxy: networkList()
      .prefault([])
      .describe(
        'The addresses of proxies whose X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host count. Those of anybody else are not believed',
      )
      .meta({ written: [['10.0.0.0/8', '127.0.0.1']] }),
    basePath: asText(z.string(basePathWords).regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/, basePathWords))
      .optional()
      .describe(
        'A prefix that a proxy leaves in the path. Everything is found with it, and without it as well',
      )
      .meta({ written: ['/bridge'] }),
    tls: z
      .strictObject({
        cert: certificateFile(files)
          .describe('The certificate, followed by those between it and the root')
          .meta({ needed: true, written: [{ file: 'tls.crt' }] }),
        key: keyFile(files)
          .describe('The key of the certificate')
          .meta({ needed: true, written: [{ file: 'tls.key' }] }),
      })
      .optional()
      .describe(
        'Takes webhooks over TLS. The files are read again when they change. The address of admin.listen stays without',
      ),
  });
}
