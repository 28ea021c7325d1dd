import { expect, it } from 'vitest';
import { provenToken } from '../../src/booking/catalog/proven-token.ts';
import { Secret } from '../../src/config/secret.ts';

function changing(first: string) {
  let now = first;
  const token = provenToken(new Secret(() => now));
  return {
    token,
    become(next: string) {
      now = next;
    },
  };
}

it('gives calls the old token until a probe with the new one was answered well', () => {
  const { token, become } = changing('old');
  token.latest.reveal();
  token.prove();
  become('new');
  expect([token.proven.reveal(), token.latest.reveal(), token.isUnproven()]).toEqual(['old', 'new', true]);
  token.prove();
  expect([token.proven.reveal(), token.isUnproven()]).toEqual(['new', false]);
});

it('does not take a token for proven that came while a probe with another one was under way', () => {
  const { token, become } = changing('old');
  token.latest.reveal();
  become('new');
  token.prove();
  expect([token.proven.reveal(), token.isUnproven()]).toEqual(['old', true]);
});

it('has nothing proven before the first probe', () => {
  const { token } = changing('first');
  expect([token.proven.reveal(), token.isUnproven()]).toEqual(['first', true]);
});
