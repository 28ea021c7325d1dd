import * as z from 'zod';
import { asText, text, wholeNumber } from './plain-values.ts';
import { size } from './size.ts';
import { webUrl } from './web-url.ts';

const publicUrlWords = 'a URL that begins with https:// or http://, without a query';

/** `server`: where webhooks are taken. */
export const serverSchema = z.strictObject({
  host: text('a host name or an IP address')
    .prefault('127.0.0.1')
    .describe('The address that the server listens on'),
  port: wholeNumber(0, 65535)
    .prefault(8080)
    .describe('The port that the server listens on; 0 takes any free one'),
  publicUrl: asText(webUrl(publicUrlWords))
    .optional()
    .describe('The URL of this server as senders see it; needed where a signature covers the URL'),
  bodyLimit: size('1KiB', '64MiB').prefault('1MiB').describe('The largest webhook that is taken'),
});
