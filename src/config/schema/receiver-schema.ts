import * as z from 'zod';
import { proxyUrl } from '../proxy.ts';
import { certificateFile } from '../secrets/pem-file.ts';
import { secrets } from '../secrets/secret-schema.ts';
import { withoutUser } from '../web-url.ts';
import { builtOnce } from './built-once.ts';
import { duration } from './duration.ts';
import { asText, flag } from './plain-values.ts';

/** The outcomes that a source can report to its sender. Waiting events are reported by `alerts`, not to the sender. */
export const reportedOutcomes = ['delivered', 'skipped', 'failed', 'uncertain', 'discarded'] as const;

/** The schema of a receiver of signed webhooks: the keys of `alerts`. */
export function receiverSchema() {
  return z.strictObject({
    url: asText(receiverUrl())
      .describe('The address that messages are posted to')
      .meta({ written: ['https://ops.example.com/alerts'] }),
    secret: secrets()
      .describe(
        'The secret with which messages are signed (Standard Webhooks): Base64 after an optional whsec_, otherwise the plain text. If it is a list, each secret signs, so that the receiver can change its secret',
      )
      .meta({ needed: true, written: [`\${ALERT_SECRET}`, [`\${NEW_SECRET}`, `\${OLD_SECRET}`]] }),
    timeout: duration('100ms', '1m').prefault('15s').describe('The time in which the receiver must respond'),
    proxy: asText(proxyUrl())
      .optional()
      .describe(
        'The proxy for these connections, as for a destination. Default: the environment variable HTTPS_PROXY, unless NO_PROXY names the receiver',
      )
      .meta({ written: ['http://proxy.example.com:3128'] }),
    ca: certificateFile()
      .optional()
      .describe('Further certificate authorities to trust, for the certificate of the receiver')
      .meta({ written: [{ file: 'corporate-ca.pem' }] }),
    allowHttp: flag()
      .prefault(false)
      .describe('Accept an http: address of another machine. Messages are then sent unencrypted'),
  });
}

/** The schema of `notify` of a source. */
export function notifySchema() {
  return receiverSchema()
    .extend({
      on: z
        .array(z.enum(reportedOutcomes))
        .min(1, 'a list that is not empty')
        .prefault(['delivered', 'failed', 'uncertain'])
        .describe('The outcomes that are reported')
        .meta({ written: [['delivered', 'failed', 'uncertain']] }),
    })
    .describe('The receiver of the outcome of each event. Default: none');
}

/** The schema of `alerts`. */
export const alertsSchema = builtOnce(() =>
  receiverSchema().optional().describe('The receiver of alerts for operators. Default: none'),
);

const urlWords = 'a URL that begins with https://, such as https://crm.example.com/outcomes';

function receiverUrl() {
  return z
    .string(urlWords)
    .superRefine(withoutUser('the receiver knows who posts by the signature'))
    .refine(isReceiverUrl, urlWords)
    .meta({ allowed: urlWords })
    .transform(url => new URL(url).href);
}

function isReceiverUrl(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\/\S+$/i.test(text)) return false;
  return new URL(text).hash === '';
}
