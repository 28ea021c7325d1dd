import * as z from 'zod';
import type { World } from '../world.ts';
import { checkBody, type Refused } from './check-body.ts';

const request = z.strictObject({
  action: z.enum(['expire', 'renew'], 'expire or renew'),
  name: z.string('the name of an API access'),
  value: z.string('a text').min(1, 'a text').exactOptional(),
});

/** Lets a token expire now, or renews it without an expiry date; `value` gives it a new secret. */
export function changeTokens({ account, clock }: World, body: unknown): Refused | object {
  const checked = checkBody(request, body);
  if ('error' in checked) return checked;
  const { action, name, value } = checked.value;
  const names = account.tokens.map(token => token.name);
  if (!names.includes(name)) return { error: `there is no API access "${name}"`, allowed: names };
  if (account.tokens.some(token => token.name !== name && token.value === value)) {
    return { error: 'another API access has this token' };
  }
  const expiresAt = action === 'expire' ? clock.now() : null;
  account.tokens = account.tokens.map(token =>
    token.name === name ? { ...token, expiresAt, value: value ?? token.value } : token,
  );
  return { name, action };
}
