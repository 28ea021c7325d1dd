import * as z from 'zod';
import { duration } from './duration.ts';
import { asText, flag, number, text, wholeNumber } from './plain-values.ts';
import { type SecretFiles, secret } from './secret-schema.ts';
import { webUrl } from './web-url.ts';

const baseUrlWords = 'a URL that begins with https://, without a query, such as https://calendar.example.com';
const localeWords = 'a language code, such as de or en';

/** An entry of `destinations`: one location of the calendar account. */
export function destinationSchema(files: SecretFiles) {
  return z.strictObject({
    baseUrl: asText(webUrl(baseUrlWords))
      .describe('The address of the calendar account')
      .meta({ written: ['https://calendar.example.com'] }),
    token: secret(files)
      .describe('The token of the location: a text or {file: PATH}')
      .meta({ written: [`\${SALON_TOKEN}`, { file: '/run/secrets/salon-token' }] }),
    allowHttp: flag()
      .prefault(false)
      .describe('Whether http: is accepted for an address that is not this machine'),
    locale: asText(z.string(localeWords).regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, localeWords))
      .optional()
      .describe('The language of field names and messages, such as de')
      .meta({ written: ['de', 'en'] }),
    statuses: z
      .array(text())
      .prefault([])
      .describe('Names of customer statuses known to exist, exactly as in the settings of the account')
      .meta({ written: [['Neukunde', 'Stammkunde']] }),
    catalog: catalogSchema.prefault({}).describe('How the live configuration is read'),
    limits: limitsSchema.prefault({}).describe('How much is asked of the destination'),
    retry: retrySchema.prefault({}).describe('How a call that did not succeed is tried again'),
    validators: z
      .enum(['fail', 'warn'])
      .prefault('fail')
      .describe('What a value does that the validatorRegexp of its field refuses')
      .meta({ enumDescriptions: ['Its event fails', 'It is sent, with a warning'] }),
    retryNotFound: flag()
      .prefault(false)
      .describe(
        'Whether the update of a customer who is not found is tried three times more, after 1, 5 and 15 minutes: for senders that announce a customer before he exists',
      ),
    assumeNotApplied: z
      .array(wholeNumber(500, 599))
      .prefault([])
      .describe(
        'Statuses of 5xx after which a booking is sent again instead of being uncertain; only where the provider of the calendar says that nothing is booked then',
      )
      .meta({ written: [[503]] }),
  });
}

// A timer of Node.js cannot be set further ahead than 24 days.
const catalogSchema = z.strictObject({
  refresh: duration('100ms', '24d').prefault('5m').describe('How often the live configuration is read again'),
});

const limitsSchema = z.strictObject({
  concurrency: wholeNumber(1, 10_000).prefault(4).describe('The most requests at the same time'),
  perSecond: number(0.01, 1_000_000).prefault(10).describe('The most requests in a second'),
  timeout: duration('10ms', '1h').prefault('30s').describe('How long one request may take'),
});

const retrySchema = z
  .strictObject({
    first: duration('1ms', '1d').prefault('2s').describe('How long to wait before the second attempt'),
    max: duration('1ms', '30d').prefault('6h').describe('The longest wait between two attempts'),
    giveUpAfter: duration('1s', '90d')
      .prefault('7d')
      .describe('When a call that never succeeded becomes failed'),
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
