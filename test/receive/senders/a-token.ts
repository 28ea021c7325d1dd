import type { SourceConfig } from '../../../src/config/config.ts';
import type { IncomingRequest } from '../../../src/receive/incoming-request.ts';
import { secretText } from '../a-source.ts';
import { refuses, sentAt, take } from './a-delivery.ts';

const other = 'another secret, as long as that';

/**
 * Expects that a webhook is accepted with the token of its source in the header `Authorization`. Expects a refusal if
 * the token is missing, empty, wrong, without its prefix, or repeated.
 */
export async function expectBearer(source: SourceConfig, unsigned: IncomingRequest): Promise<void> {
  const withTokens = (...values: readonly string[]): IncomingRequest => ({
    ...unsigned,
    headers: [...unsigned.headers, ...values.map(value => ['authorization', value] as const)],
  });
  const right = `Bearer ${secretText}`;
  await take(source, withTokens(right), sentAt);
  for (const values of [[], [''], ['Bearer '], [`Bearer ${other}`], [secretText], [right, right]]) {
    await refuses(source, withTokens(...values));
  }
  await refuses(source, { ...unsigned, url: `${unsigned.url}?token=${encodeURIComponent(secretText)}` });
}

/**
 * Expects that a webhook is accepted with the token of its source in the query as `token`. Expects a refusal if it is
 * missing, empty, wrong or repeated.
 */
export async function expectQueryToken(source: SourceConfig, unsigned: IncomingRequest): Promise<void> {
  const withTokens = (...values: readonly string[]): IncomingRequest => {
    const query = new URLSearchParams(values.map((value): [string, string] => ['token', value]));
    return { ...unsigned, url: `${unsigned.url}?${query}` };
  };
  await take(source, withTokens(secretText), sentAt);
  for (const values of [[], [''], [other], [secretText, secretText], [secretText, other]]) {
    await refuses(source, withTokens(...values));
  }
  const headers = [...unsigned.headers, ['authorization', `Bearer ${secretText}`] as const];
  await refuses(source, { ...unsigned, headers });
}
