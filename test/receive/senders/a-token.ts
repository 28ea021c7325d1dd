import type { SourceConfig } from '../../../src/config/config.ts';
import type { IncomingRequest } from '../../../src/receive/incoming-request.ts';
import { secretText } from '../a-source.ts';
import { refuses, sentAt, take } from './a-delivery.ts';

const other = 'another secret, as long as that';

/**
 * Expects that a webhook is taken with the token of its source in the header `Authorization`, and refused where that
 * is left out, empty, another one, without its prefix, or there twice.
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
 * Expects that a webhook is taken with the token of its source in the query as `token`, and refused where that is left
 * out, empty, another one, or there twice.
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
