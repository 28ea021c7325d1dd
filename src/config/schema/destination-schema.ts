import * as z from 'zod';
import { defaultsSchema } from '../defaults.ts';
import { proxyUrl } from '../proxy.ts';
import { certificateFile } from '../secrets/pem-file.ts';
import { secret } from '../secrets/secret-schema.ts';
import { webUrl } from '../web-url.ts';
import { builtOnce } from './built-once.ts';
import { duration } from './duration.ts';
import { asText, flag, number, text, wholeNumber } from './plain-values.ts';

const baseUrlWords = 'a URL that begins with https://, without a query, such as https://calendar.example.com';
const localeWords = 'a language code, such as de or en';

/** An entry of `destinations`: one location of the calendar account. */
export const destinationSchema = builtOnce(() =>
  z.strictObject({
    baseUrl: asText(webUrl(baseUrlWords, 'the calendar knows who asks by `token`'))
      .describe('The address of the calendar. The paths of the API are appended to it')
      .meta({ written: ['https://calendar.example.com'] }),
    token: secret()
      .describe('The token of the location. The calendar recognises the location by it')
      .meta({ needed: true, written: [`\${SALON_TOKEN}`, { file: '/run/secrets/salon-token' }] }),
    proxy: asText(proxyUrl())
      .optional()
      .describe(
        'The proxy for connections to the calendar. It must support CONNECT. The URL may contain a user and a password. Default: the environment variable HTTPS_PROXY, unless NO_PROXY names the calendar',
      )
      .meta({ written: ['http://proxy.example.com:3128'] }),
    ca: certificateFile()
      .optional()
      .describe(
        'Further certificate authorities to trust, for the certificate of the calendar or of the proxy. The file is read again when it changes',
      )
      .meta({ written: [{ file: 'corporate-ca.pem' }] }),
    allowHttp: flag()
      .prefault(false)
      .describe('Accept an http: address that is not this machine. The token is then sent unencrypted'),
    locale: asText(z.string(localeWords).regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, localeWords))
      .optional()
      .describe('The language in which field names and choices are shown')
      .meta({ written: ['de', 'en'] }),
    defaults: defaultsSchema
      .optional()
      .describe(
        'Default keys for all rules of calls to this destination. A source, a mapping or a rule overrides them',
      ),
    statuses: z
      .array(text())
      .prefault([])
      .describe(
        'Customer statuses that exist, exactly as the account writes them. The list may be incomplete, because the API has no list of them',
      )
      .meta({ written: [['Neukunde', 'Stammkunde']] }),
    catalog: catalogSchema.prefault({}).describe('How the live configuration of the account is read'),
    limits: limitsSchema.prefault({}).describe('How fast calls are sent'),
    retry: retrySchema.prefault({}).describe('When a failed call is retried'),
    validators: z
      .enum(['fail', 'warn'])
      .prefault('fail')
      .describe('How to treat a value that the validatorRegexp of its field refuses')
      .meta({ enumDescriptions: ['Its event fails', 'It is sent, with a warning'] }),
    retryNotFound: flag()
      .prefault(false)
      .describe(
        'If a customer is not found, retry the update after 1, 5 and 15 minutes. For senders that report a customer before the calendar has them',
      ),
    assumeNotApplied: z
      .array(wholeNumber(500, 599))
      .prefault([])
      .describe(
        'HTTP statuses after which a booking is sent again instead of becoming uncertain. Use this only if the provider of the calendar confirms that nothing is booked in these cases',
      )
      .meta({ written: [[503]] }),
  }),
);

// The maximum of a timer in Node.js is 24 days.
const catalogSchema = z.strictObject({
  refresh: duration('100ms', '24d').prefault('5m').describe('How often it is read again'),
});

const limitsSchema = z.strictObject({
  concurrency: wholeNumber(1, 10_000)
    .prefault(4)
    .describe('The number of requests that may be in flight at a time'),
  perSecond: number(0.01, 1_000_000)
    .prefault(10)
    .describe('The number of requests that may start in a second'),
  timeout: duration('10ms', '1h')
    .prefault('30s')
    .describe('The time that one request may take, from its start to the last byte of the response'),
});

const retrySchema = z
  .strictObject({
    first: duration('1ms', '1d')
      .prefault('2s')
      .describe('The wait before the second attempt; each further wait is longer'),
    max: duration('1ms', '30d').prefault('6h').describe('The longest wait between two attempts'),
    giveUpAfter: duration('1s', '90d')
      .prefault('7d')
      .describe(
        'The time after which a call that never succeeded becomes failed. Time in which its destination or mapping is held does not count',
      ),
  })
  .check(context => {
    const { first, max } = context.value;
    if (first > max) {
      context.issues.push({
        code: 'custom',
        message: 'at least as long as `first`',
        path: ['max'],
        input: max,
      });
    }
  });
