import * as z from 'zod';
import { asText, text, wholeNumber } from './plain-values.ts';
import { size } from './size.ts';
import { webUrl } from './web-url.ts';

const publicUrlWords = 'a URL that begins with https:// or http://, without a query';

/** `server`: where webhooks are taken. */
export const serverSchema = z.strictObject({
  host: text('a host name or an IP address')
    .prefault('127.0.0.1')
    .describe('The address to listen on. 0.0.0.0 or "::" is every address of the machine'),
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
