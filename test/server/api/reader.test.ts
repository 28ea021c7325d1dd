import { describe, expect, it } from 'vitest';
import { described } from '../../../scripts/api-page.ts';
import { formToken } from '../../cli/command-line.ts';
import { canaries, startScene, tokens } from './api-scene.ts';

const reader = { token: tokens.reader };
const paths = described().paths;

/** Returns every path that can be read, with existing ids. */
function pathsRead(id: string, imported: string): readonly string[] {
  return Object.entries(paths)
    .filter(([, methods]) => methods.get !== undefined)
    .map(([path]) =>
      path
        .replace('/api', '')
        .replace('/destinations/{id}', '/destinations/salon')
        .replace('/imports/{id}', `/imports/${imported}`)
        .replace('/sources/{id}', '/sources/form')
        .replace(/^\/bench\/\w+$/, '$&?mapping=notes')
        .replace('{id}', id),
    );
}

// biome-ignore lint/suspicious/noExplicitAny: what a program reads of JSON
type Body = any;

describe('with admin.readToken', () => {
  it('everything can be read, and no value of a customer is in any response', async () => {
    const { ask, done, failed, imported } = await startScene();
    const seen = { reader: '', admin: '' };
    // Requests that are compared must not be separated by a change.
    await expect.poll(async () => (await ask('/overview')).body.destinations[0].state).toBe('open');
    for (const path of [...pathsRead(done, imported), ...pathsRead(failed, imported)]) {
      const whole = await ask(path);
      const masked = await ask(path, reader);
      expect([path, masked.status, whole.status]).toEqual([path, 200, 200]);
      expect([path, shapeOf(masked.body)]).toEqual([path, shapeOf(whole.body)]);
      const names = new Set(keysOf(whole.body));
      expect(keysOf(masked.body).filter(key => !names.has(key) && !isMasked(key))).toEqual([]);
      seen.reader += masked.text;
      seen.admin += whole.text;
    }
    for (const canary of canaries) {
      expect(seen.admin).toContain(canary);
      expect(seen.reader).not.toContain(canary);
    }
  });

  it('names, statuses, codes and times are shown', async () => {
    const { ask, failed } = await startScene();
    const { body } = await ask(`/events/${failed}`, reader);
    const whole = (await ask(`/events/${failed}`)).body;
    expect(body).toMatchObject({
      id: failed,
      source: 'form',
      status: 'failed',
      receivedAt: whole.receivedAt,
      payload: { customer: '[masked]', note: '[masked]' },
      diagnostics: [
        { code: whole.diagnostics[0].code, severity: 'error', message: 'The customer does not exist' },
      ],
      calls: [
        {
          mapping: 'notes',
          destination: 'salon',
          status: 'failed',
          request: { operation: 'updateCustomer', id: '[masked]', note: '[masked]' },
          attempts: whole.calls[0].attempts.map((each: object) => ({ ...each, body: '[masked]' })),
        },
      ],
      audit: [{ who: 'anna', address: '[masked]', what: 'replay', why: '[masked]' }],
    });
  });

  it('unknown keys are masked at any depth, and in paths', async () => {
    const { url, ask } = await startScene();
    const send = async (body: string, type: string, more: Record<string, string> = {}) => {
      const reply = await fetch(`${url}/hooks/form?canary-query=1`, {
        method: 'POST',
        headers: { 'content-type': type, [formToken.name]: formToken.secret, ...more },
        body,
      });
      return ((await reply.json()) as { id: string }).id;
    };
    const form = 'application/x-www-form-urlencoded';
    const ids = [
      await send('{"customer":1001,"note":"canary-note"}', form, { 'x-canary-header': '1' }),
      await send(
        '{"customer":1001,"note":{"canary-key":{"canary-inside":1},"x":2},"email":"a"}',
        'application/json',
      ),
      await send(
        '<canary-root canary-attribute="1"><canary-element>1</canary-element></canary-root>',
        'text/xml',
      ),
    ];
    for (const id of ids) {
      for (const path of [`/events/${id}`, `/events/${id}/contents`]) {
        expect((await ask(path)).text).toContain('canary');
        expect((await ask(path, reader)).text).not.toContain('canary');
      }
    }
    const { body } = await ask(`/events/${ids[1]}`, reader);
    expect(body.payload).toEqual({
      customer: '[masked]',
      note: { '[masked]': { '[masked]': '[masked]' }, '[masked 2]': '[masked]' },
      email: '[masked]',
    });
    expect((await ask(`/events/${ids[0]}/contents`, reader)).body.headers).toHaveProperty('content-type');
  });

  it('names and times that may be null are shown', async () => {
    const { ask } = await startScene();
    for (const [path, read] of [
      ['/mappings', (body: Body) => body.mappings.map((each: Body) => [each.source, each.destination])],
      ['/sources', (body: Body) => body.sources.map((each: Body) => each.lastAcceptedAt)],
    ] as const) {
      const whole = read((await ask(path)).body);
      expect(JSON.stringify(whole)).not.toContain('masked');
      expect(read((await ask(path, reader)).body)).toEqual(whole);
    }
  });

  it('the address of a refused sender is masked', async () => {
    const { ask } = await startScene();
    const [whole, masked] = [await ask('/refusals'), await ask('/refusals', reader)];
    expect(whole.body.refusals[0].address).toBe('127.0.0.1');
    expect(masked.body.refusals[0].address).toBe('[masked]');
  });

  it('links are paged by a cursor that reveals nothing of them', async () => {
    const { ask } = await startScene();
    const first = await ask('/links?limit=1', reader);
    const second = await ask(`/links?limit=1&cursor=${first.body.next}`, reader);
    expect([first.body.links.length, second.body.links.length]).toEqual([1, 1]);
    const [one, other] = [await ask('/links?limit=1'), await ask(`/links?limit=1&after=${first.body.next}`)];
    expect([one.body.links[0].link, other.body.links[0].link]).toEqual(['canary-link', 'canary-link-2']);
    expect((await ask(`/links?limit=1&cursor=${second.body.next}`)).body).toEqual({ links: [] });
    expect((await ask('/links?cursor=%5B%22contacts%22%2C%22b%22%2C%22salon%22%5D', reader)).status).toBe(
      400,
    );
    expect((await ask('/links?after=nonsense')).status).toBe(400);
  });

  it.each(['/events?q=canary', '/events?person=1001', '/diff?values=true'])(
    '%s is refused, because it would reveal a value',
    async path => {
      const { ask } = await startScene();
      expect((await ask(path)).status).toBe(200);
      expect(await ask(path, reader)).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('readToken'), hint: expect.stringContaining('admin.token') },
      });
    },
  );

  it('nothing can be changed', async () => {
    const { ask, failed } = await startScene();
    const before = (await ask(`/events/${failed}`)).text;
    const audit = (await ask('/audit')).text;
    // Routes that only read have a body if their text is too long for a URL.
    const posts = Object.entries(paths).filter(
      ([path, methods]) => methods.post !== undefined && !path.startsWith('/api/language/'),
    );
    expect(posts.length).toBeGreaterThan(10);
    for (const [path] of posts) {
      const id = path.startsWith('/api/destinations') ? 'salon' : failed;
      const body = { event: failed, reason: 'x', outcome: 'give-up', status: 'failed', force: true };
      const answer = await ask(path.replace('/api', '').replace('{id}', id), { ...reader, body });
      expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'admin.readToken only reads']);
    }
    expect((await ask(`/events/${failed}`)).text).toBe(before);
    expect((await ask('/audit')).text).toBe(audit);
  });

  it('a wrong token is refused', async () => {
    const { ask } = await startScene();
    for (const token of [`${tokens.reader}x`, tokens.reader.slice(1), 'x'])
      expect((await ask('/events', { token })).status).toBe(401);
  });
});

/** Returns the structure of a value, without names, texts and numbers. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : 'value';
  return Object.values(value).map(shapeOf);
}

/** Returns every key in a response. */
function keysOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(keysOf);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}

function isMasked(key: string): boolean {
  return /^\[masked( \d+)?\]$/.test(key);
}
