import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { shownStore, storeNamed } from '../../src/config/schema/store-schema.ts';
import { maskSecretLines } from '../../src/config/secrets/mask-secrets.ts';

function urlOf(text: string): string {
  const store = storeNamed(text, '/');
  if (typeof store === 'string' || store.kind !== 'postgres')
    throw new Error(`no database: ${String(store)}`);
  return store.url.reveal();
}

const characters = [...'ab9!"#$&\'()*+,-./:;<=>?@[\\]^_`{|}~ äß\u{1F9D6}'];
const passwords = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 20 });

describe('the address of a database', () => {
  it('accepts a raw password, as a variable contains it', () => {
    fc.assert(
      fc.property(passwords, password => {
        const found = new pg.Client(
          urlOf(`postgres://bridge:${password}@db.internal:5433/fieldbridge?sslmode=require`),
        );
        expect(found).toMatchObject({
          user: 'bridge',
          password,
          host: 'db.internal',
          port: 5433,
          database: 'fieldbridge',
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts an encoded password too', () => {
    fc.assert(
      fc.property(passwords, password => {
        const url = urlOf(`postgresql://bridge:${encodeURIComponent(password)}@db/fieldbridge`);
        expect(new pg.Client(url)).toMatchObject({ password, host: 'db', database: 'fieldbridge' });
      }),
    );
    expect(new pg.Client(urlOf('postgres://bridge:100%sure@db/fieldbridge')).password).toBe('100%sure');
  });

  it('is shown without its password', () => {
    fc.assert(
      fc.property(passwords, password => {
        const store = storeNamed(
          `postgres://bridge:${password}@db:5432/events?schema=own&sslmode=disable`,
          '/',
        );
        expect(typeof store === 'object' && shownStore(store)).toBe('postgres://db:5432/events?schema=own');
      }),
    );
    const line = maskSecretLines('store: postgres://bridge:ca/nary#c@nary@db/events');
    expect(line).toMatch(/^store: postgres:\/\/bridge:\*+@db\/events$/);
  });

  it('shows no part of its password in messages', () => {
    for (const text of ['postgres://a:x9Kq?pw=1', 'postgres://db/events?x9Kq=1', 'postgres://a:x9Kq@:x/y'])
      expect(storeNamed(text, '/')).not.toMatch(/x9Kq/);
  });

  it('accepts the formats of hosting services', () => {
    const url = urlOf('postgres://a:b@db/events?sslmode=require&channel_binding=require');
    expect(new pg.Client(url)).toMatchObject({ host: 'db', database: 'events' });
  });

  it('verifies the certificate if the TLS mode allows either', () => {
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
      expect(urlOf(`postgres://a:b@db/events?sslmode=${mode}`)).toMatch(/sslmode=verify-full$/);
    expect(urlOf('postgres://a:b@db/events?sslmode=no-verify')).toMatch(/sslmode=no-verify$/);
  });

  it.each([
    ['postgres://a:b@db/events?sslmode=verify', /sslmode= is disable, no-verify or verify-full/],
    ['postgres://a:b@db/events?schema=', /schema= has 63 bytes/],
    ['postgres://a:b@db/events?schema=pg_own', /does not begin with pg_/],
    [`postgres://a:b@db/events?schema=${'ä'.repeat(32)}`, /63 bytes/],
    ['postgres://a:b@db', /URL with the name of a database behind the host, such as postgres:/],
    ['postgres:///events', /URL with a host/],
    ['postgres://:b@db/events', /URL with a user before the password/],
    ['postgres://a:b@db:70000/events', /URL with a port from 1 to 65535/],
    ['postgres://a:b@db:five/events', /URL with a port from 1 to 65535/],
    ['postgres://a:b@db/events?shcema=own', /without \?shcema=, by which \?schema= may be meant/],
    ['postgres://a:b@db/events?ssl_mode=disable', /without \?ssl_mode=, by which \?sslmode= may be meant/],
    ['postgres://a:b@db/events?x9Kq=1', /nothing but schema, sslmode, .*pgbouncer/],
    ['mysql://a:b@db/events', /sqlite: and the path/],
  ])('is refused: %s', (text, words) => {
    expect(storeNamed(text, '/')).toMatch(words);
  });
});
