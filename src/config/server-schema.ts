import * as z from 'zod';
import { asText, text, wholeNumber } from './plain-values.ts';
import { size } from './size.ts';
import { webUrl } from './web-url.ts';

const publicUrlWords = 'a URL that begins with https:// or http://, without a query';

/** `server`: where webhooks are taken. `host` is the address to listen on where the config names none. */
export function serverSchema(host = '127.0.0.1') {
  return z.strictObject({
    host: text('a host name or an IP address')
      .prefault(host)
      .describe(
        'The address to listen on. 0.0.0.0 or "::" is every address of the machine. Left out, FIELDBRIDGE_HOST of the environment says it, as the image does',
      ),
    port: wholeNumber(0, 65535).prefault(8080).describe('The port to listen on; 0 takes any that is free'),
    publicUrl: asText(webUrl(publicUrlWords))
      .optional()
      .describe(
        'The URL of this server as senders see it. Needed where a sender signs the URL, as behind a proxy',
      ),
    bodyLimit: size('1KiB', '64MiB')
      .prefault('1MiB')
      .describe('The largest body that is taken; a larger one is answered 413'),
  });
}
