import { describe, expect, it } from 'vitest';
import { meantValue } from '../../src/diagnostics/meant-value.ts';

const tokens = ['HS256', 'HS384', 'HS512'];
const keys = ['ed25519', 'ecdsa-p256', 'rsa-sha256'];
const hashes = ['sha1', 'sha256', 'sha384', 'sha512'];

describe('a value of a fixed set', () => {
  it.each([
    ['hs256', tokens, 'HS256'],
    ['HS-384', tokens, 'HS384'],
    ['SHA-256', hashes, 'sha256'],
    ['sah256', hashes, 'sha256'],
    ['RSA_SHA256', keys, 'rsa-sha256'],
    ['ecdsa_p256', keys, 'ecdsa-p256'],
    ['ED25519', keys, 'ed25519'],
    ['ecdsa-sha256', keys, 'ecdsa-p256'],
    ['bas64', ['hex', 'base64', 'base64url'], 'base64'],
  ])('is meant by another spelling: %s', (found, allowed, meant) => {
    expect(meantValue(found, allowed)).toBe(meant);
  });

  it.each([
    ['RS256', tokens],
    ['ES256', tokens],
    ['PS512', tokens],
    ['eddsa-25519', keys],
    ['base32', ['hex', 'base64', 'base64url']],
    ['sha3', hashes],
    ['sha224', hashes],
  ])('is not meant by the name of another one: %s', (found, allowed) => {
    expect(meantValue(found, allowed)).toBeUndefined();
  });
});
