import type { SourceConfig } from '../../../src/config/config.ts';
import type { IncomingRequest } from '../../../src/receive/incoming-request.ts';
import { secretText } from '../a-source.ts';
import { refuses, take } from './a-delivery.ts';

/**
 * Expects that a webhook is accepted with the user name `fieldbridge` and the secret of its source as password (HTTP
 * Basic). Expects a refusal if either is missing or wrong, if only a token is sent, or if the header is repeated.
 */
export async function expectBasic(source: SourceConfig, unsigned: IncomingRequest): Promise<void> {
  const withCredentials = (...values: readonly string[]): IncomingRequest => ({
    ...unsigned,
    headers: [...unsigned.headers, ...values.map(value => ['authorization', value] as const)],
  });
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  const right = basic(`fieldbridge:${secretText}`);
  await take(source, withCredentials(right));
  const wrong = [
    'fieldbridge:',
    `:${secretText}`,
    'fieldbridge',
    `admin:${secretText}`,
    'fieldbridge:another one',
  ];
  for (const pair of wrong) await refuses(source, withCredentials(basic(pair)));
  for (const values of [[], [''], [`Bearer ${secretText}`], [right, right]]) {
    await refuses(source, withCredentials(...values));
  }
}
