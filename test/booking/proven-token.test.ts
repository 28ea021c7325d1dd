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

it('gives calls the old token until a probe with the new one succeeds', () => {
  const { token, become } = changing('old');
  token.latest.reveal();
  token.prove();
  become('new');
  expect([token.proven.reveal(), token.latest.reveal(), token.isUnproven()]).toEqual(['old', 'new', true]);
  token.prove();
  expect([token.proven.reveal(), token.isUnproven()]).toEqual(['new', false]);
});

it('does not accept a token that arrived while a probe with another one was running', () => {
  const { token, become } = changing('old');
  token.latest.reveal();
  become('new');
  token.prove();
  expect([token.proven.reveal(), token.isUnproven()]).toEqual(['old', true]);
});

it('has no proven token before the first probe', () => {
  const { token } = changing('first');
  expect([token.proven.reveal(), token.isUnproven()]).toEqual(['first', true]);
});
