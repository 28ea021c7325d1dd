import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../src/config/secret.ts';
import type { Verify } from '../../../../../src/config/sources/verify.ts';
import { aConfig, aSource } from '../../../a-config.ts';
import { type RunningServer, startServer } from '../../../running-server.ts';

const token = 'a-token-of-the-form';
const verify: Verify[] = [{ type: 'query-token', name: 'token', secret: [new Secret(token)] }];
const form = aSource('form', { verify });
const meta = aSource('meta', { handshakes: ['meta'], verify: [{ type: 'none' }] });

async function troubleOf(server: RunningServer, name = 'form'): Promise<unknown> {
  const { body } = await server.api('GET', '/setup');
  const { sources } = body as unknown as { sources: readonly { name: string; trouble: unknown }[] };
  return sources.find(each => each.name === name)?.trouble;
}

describe('the progress of a source', () => {
  it('shows a request with another method, until a webhook arrives', async () => {
    let now = Date.UTC(2026, 10, 27, 21);
    const server = await startServer(aConfig([form, meta]), {
      clock: {
        now() {
          now += 1;
          return now;
        },
      },
    });
    const send = async (method: string, path: string) =>
      (await fetch(`${server.url}${path}`, { method, ...(method === 'POST' && { body: '{"a":1}' }) })).status;
    expect(await troubleOf(server)).toBeNull();
    expect(await send('GET', `/hooks/form?token=${token}`)).toBe(405);
    expect(await troubleOf(server)).toMatchObject({ code: 'other-method', method: 'GET' });
    expect(await troubleOf(server, 'meta')).toBeNull();
    // The sender also uses GET for handshakes, but this request is none.
    expect(await send('GET', '/hooks/meta')).toBe(405);
    expect(await troubleOf(server, 'meta')).toMatchObject({ code: 'other-method', method: 'GET' });

    expect(await send('POST', '/hooks/form?token=wrong')).toBe(401);
    expect(await send('PUT', `/hooks/form?token=${token}`)).toBe(405);
    expect(await troubleOf(server)).toMatchObject({ code: 'wrong' });
    expect(await send('POST', `/hooks/form?token=${token}`)).toBe(200);
    expect(await troubleOf(server)).toBeNull();
  });
});
