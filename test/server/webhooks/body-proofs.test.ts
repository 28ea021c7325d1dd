import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceConfig } from '../../../src/config/config.ts';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { mappingInput } from '../../../src/deliver/planning/mapping-input.ts';
import { systemClock } from '../../../src/inbox/clock.ts';
import { sign } from '../../../src/receive/signing/sign.ts';
import { fastFolder } from '../../inbox/fast-folder.ts';
import { filesWith } from '../../inbox/files-with.ts';
import { openPrepared } from '../../inbox/open-prepared.ts';
import { anExpression, anHmac, aSource as receiving } from '../../receive/a-source.ts';
import { aConfig } from '../a-config.ts';
import { startServer } from '../running-server.ts';

const token = 'tok"en/7Qz-of&the shop';
const old = 'the-token-before-it-was-rotated';
const bodyToken = (path: string, ...secrets: readonly string[]): Verify => ({
  type: 'body-token',
  path,
  secret: secrets.map(each => new Secret(each)),
});

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const escaped = (text: string) =>
  [...text].map(each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const inJson = JSON.stringify(token).slice(1, -1);
const spellings = [
  token,
  inJson,
  JSON.stringify(inJson).slice(1, -1),
  escaped(token),
  xml(token),
  encodeURIComponent(token),
];
const parts = (...fields: readonly (readonly [string, string])[]) =>
  `${fields.map(([name, text]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`).join('')}--b--\r\n`;

/** Bodies with the token at `meta.token` and elsewhere. */
const bodies = [
  { kind: 'JSON', type: json, body: JSON.stringify({ meta: { token }, again: `t=${token}`, name: 'Ada' }) },
  {
    kind: 'JSON with escapes',
    type: json,
    body: `{"meta":{"token":"${escaped(token)}"},"a":"x${escaped(token)}","name":"Ada"}`,
  },
  {
    kind: 'JSON in JSON',
    type: json,
    body: JSON.stringify({ meta: { token }, raw: JSON.stringify({ token }), name: 'Ada' }),
  },
  {
    kind: 'JSON with the URL',
    type: json,
    body: JSON.stringify({
      meta: { token },
      url: `https://x.example/?t=${encodeURIComponent(token)}`,
      name: 'Ada',
    }),
  },
  {
    kind: 'JSON in Latin-1',
    type: `${json}; charset=iso-8859-1`,
    body: JSON.stringify({ meta: { token }, name: 'Ada' }),
  },
  {
    kind: 'JSON in a field of JSON',
    type: json,
    path: 'data.meta.token',
    jsonField: { name: 'data', whole: false },
    body: JSON.stringify({ data: JSON.stringify({ meta: { token }, name: 'Ada' }), again: token }),
  },
  {
    kind: 'JSON that was encoded twice',
    type: json,
    body: JSON.stringify(JSON.stringify({ meta: { token }, again: token, name: 'Ada' })),
  },
  {
    kind: 'a form',
    type: form,
    body: new URLSearchParams([
      ['meta[token]', token],
      ['again', `${token}!`],
      ['name', 'Ada'],
    ]).toString(),
  },
  {
    kind: 'a form with needless escapes',
    type: form,
    body: `meta[token]=${[...Buffer.from(token)].map(byte => `%${byte.toString(16)}`).join('')}&name=Ada`,
  },
  {
    kind: 'multipart',
    type: 'multipart/form-data; boundary=b',
    body: parts(['meta[token]', token], ['again', token], ['name', 'Ada']),
  },
  {
    kind: 'XML',
    type: 'text/xml',
    path: 'r.meta.token',
    body: `<r><!-- ${token} --><meta><token>${xml(token)}</token></meta><a k="${xml(token)}"><![CDATA[${token}]]></a><name>Ada</name></r>`,
  },
  {
    kind: 'XML with numbers for letters',
    type: 'text/xml',
    path: 'r.meta.token',
    body: `<r><meta><token>${[...token].map(each => `&#${each.charCodeAt(0)};`).join('')}</token></meta><name>Ada</name></r>`,
  },
];

async function serve(source: Partial<SourceConfig>) {
  const folder = await mkdtemp(join(fastFolder(), 'fieldbridge-proofs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await openPrepared(join(folder, 'store.db'), { clock: systemClock });
  const made = receiving({ name: 'crm', path: '/hooks/crm', ...source });
  const server = await startServer(aConfig([made]), { store });
  return { server, folder, store, source: made };
}

type Serving = Awaited<ReturnType<typeof serve>>;

/** Returns everything that the program shows of an event, and the data that a mapping can read. */
async function shownOf({ server, store, source }: Serving, id: string): Promise<string> {
  const answers = await Promise.all(
    [`/events/${id}`, `/events/${id}/contents`, '/refusals'].map(path => server.api('GET', path)),
  );
  const event = await store.contents(id);
  const input = event && mappingInput(event, source);
  return JSON.stringify([answers, input?.payload, input?.body, input?.headers]);
}

describe('a token in the body', () => {
  it.each(bodies)(
    'is stored in no file and shown nowhere: $kind',
    async ({ type, body, path = 'meta.token', jsonField }) => {
      for (const secrets of [[token], ['the-next-token', token]]) {
        const serving = await serve({ verify: [bodyToken(path, ...secrets)], jsonField });
        const { server, folder, store, source } = serving;
        const reply = await server.post('/hooks/crm', body, { 'content-type': type });
        expect(reply.status).toBe(200);
        const { id } = (await reply.json()) as { id: string };
        expect(await filesWith(folder, spellings)).toEqual([]);
        const shown = await shownOf(serving, id);
        expect(shown).toContain('[secret]');
        expect(shown).toContain('Ada');
        for (const each of spellings) expect(shown).not.toContain(each);
        // The shown data can be sent again, signed as its sender would.
        const event = await store.contents(id);
        if (!event || event.reading.kind === 'multipart' || event.reading.charset !== 'utf-8') continue;
        const headers = { 'content-type': event.reading.kind === 'json' ? json : type };
        const surroundings = { now: 0, newId: () => 'msg', publicUrl: undefined, url: '/hooks/crm', headers };
        const signed = await sign(source, event.body, surroundings);
        expect((await server.post('/hooks/crm', signed.body, headers)).status).toBe(200);
      }
    },
  );

  it('is removed from each item after a split, and items are distinguished as before', async () => {
    const serving = await serve({
      verify: [bodyToken('token', token)],
      split: anExpression('items.{"n": n, "auth": $$.token, "all": $$}'),
      eventId: [anExpression('n'), anExpression('auth')],
    });
    const { server, folder } = serving;
    const body = JSON.stringify({ token, items: [{ n: 1 }, { n: 2 }] });
    const first = (await (await server.post('/hooks/crm', body)).json()) as { ids: string[] };
    expect(new Set(first.ids).size).toBe(2);
    const again = await (await server.post('/hooks/crm', body)).json();
    expect(again).toEqual({ ids: first.ids, status: 'duplicate' });
    expect(await filesWith(folder, spellings)).toEqual([]);
    const shown = await shownOf(serving, first.ids[0] ?? '');
    expect(shown).toContain('"auth":"[secret]"');
  });

  it('is removed from the shared part of split items', async () => {
    const serving = await serve({
      verify: [bodyToken('meta.token', token)],
      split: anExpression('items.{"n": n, "meta": $$.meta}'),
    });
    const { server, folder } = serving;
    const meta = { token, about: 'x'.repeat(300) };
    const body = JSON.stringify({ meta, items: [{ n: 1 }, { n: 2, again: token }] });
    const { ids } = (await (await server.post('/hooks/crm', body)).json()) as { ids: string[] };
    expect(await filesWith(folder, spellings)).toEqual([]);
    for (const id of ids) expect(await shownOf(serving, id)).toContain('"meta":{"token":"[secret]"');
  });

  it('is removed if it is short or a number, and equal values elsewhere stay', async () => {
    for (const [text, body] of [
      ['abc', '{"token":"abc","name":"abc def","n":706405506930370084}'],
      ['12345', '{"token":12345,"name":"12345","n":706405506930370084}'],
    ] as const) {
      const { server } = await serve({ verify: [bodyToken('token', text)] });
      const { id } = (await (await server.post('/hooks/crm', body)).json()) as { id: string };
      const contents = await server.api('GET', `/events/${id}/contents`);
      const { name } = JSON.parse(body) as { name: string };
      expect(contents.body).toMatchObject({
        payload: { token: '[secret]', name, n: '706405506930370084' },
      });
    }
  });

  it('gives the same event id as in a store of an earlier version', async () => {
    const { server, store } = await serve({
      verify: [bodyToken('token', token)],
      eventId: [anExpression('token'), anExpression('n')],
    });
    const [before] = await store.add({
      source: 'crm',
      receivedAt: Date.now(),
      headers: {},
      query: {},
      body: Buffer.from('{}'),
      reading: { kind: 'json', charset: 'utf-8' },
      items: [
        { id: 'evt_before', senderEventId: JSON.stringify([token, '7']), contentHash: 'x', diagnostics: [] },
      ],
    });
    const reply = await server.post('/hooks/crm', JSON.stringify({ token, n: 7 }));
    expect(await reply.json()).toEqual({ id: before?.id, status: 'duplicate' });
  });
});

describe('data that were stored when the source was verified in another way', () => {
  const body = { token: 'a-token-of-another-day', ids: ['7'], n: 7 };
  const keptRaw = async (source: Partial<SourceConfig>, item: object) => {
    const serving = await serve(source);
    const [added] = await serving.store.add({
      source: 'crm',
      receivedAt: Date.now(),
      headers: { 'x-key': 'a-key-of-another-day', 'x-other': 'kept' },
      query: { key: 'a-key-of-another-day', page: '2' },
      body: Buffer.from(JSON.stringify(body)),
      reading: { kind: 'json', charset: 'utf-8' },
      items: [{ id: 'evt_before', contentHash: 'x', diagnostics: [], ...item }],
    });
    return { shown: await shownOf(serving, added?.id ?? ''), serving };
  };

  it('are shown without the token at the present place', async () => {
    for (const item of [{}, { payload: JSON.stringify({ n: 7, auth: body.token, token: body.token }) }]) {
      const serving = await keptRaw({ verify: [bodyToken('token', token)] }, item);
      const [event, contents] = await Promise.all(
        ['/events/evt_before', '/events/evt_before/contents'].map(path =>
          serving.serving.server.api('GET', path),
        ),
      );
      const shown = JSON.stringify([event?.body, contents?.body]);
      expect(shown).toContain('[secret]');
      expect(shown).not.toContain(body.token);
    }
  });

  it('are shown without the headers and the query keys of the present verification', async () => {
    const secret = [new Secret(old)];
    for (const verify of [
      { type: 'header-token', name: 'X-Key', prefix: '', secret } as const,
      { type: 'query-token', name: 'key', secret } as const,
    ]) {
      const { serving } = await keptRaw({ verify: [verify] }, {});
      const { body: shown } = await serving.server.api('GET', '/events/evt_before/contents');
      const isHeader = verify.type === 'header-token';
      expect(shown).toMatchObject({
        headers: isHeader ? { 'x-other': 'kept' } : { 'x-key': expect.any(String), 'x-other': 'kept' },
        query: isHeader ? { key: expect.any(String), page: '2' } : { page: '2' },
      });
      expect(Object.keys(Object(shown).headers)).toHaveLength(isHeader ? 1 : 2);
      expect(Object.keys(Object(shown).query)).toHaveLength(isHeader ? 2 : 1);
    }
  });

  it('are stored without the token that the sender always writes, even if the source does not verify it', async () => {
    const serving = await serve({
      verify: [{ type: 'none' }],
      preset: 'zoho-crm',
      split: anExpression('ids'),
    });
    const reply = await serving.server.post('/hooks/crm', JSON.stringify(body));
    const { ids } = (await reply.json()) as { ids: string[] };
    expect(await filesWith(serving.folder, [body.token])).toEqual([]);
    const shown = await shownOf(serving, ids[0] ?? '');
    expect(shown).toContain('"token":"[secret]"');
    expect(shown).not.toContain(body.token);
  });
});

describe('other proofs of a webhook', () => {
  it('are removed from a body that repeats them: tokens of headers, passwords, signed tokens', async () => {
    const password = 'the password of the shop';
    const secret = [new Secret(old), new Secret(password)];
    const basic = Buffer.from(`crm:${password}`).toString('base64');
    const cases: readonly (readonly [Verify, Record<string, string>, string])[] = [
      [
        { type: 'query-token', name: 'key', secret },
        {},
        `https://x.example/hooks/crm?key=${encodeURIComponent(password)}`,
      ],
      [{ type: 'header-token', name: 'X-Key', prefix: '', secret }, { 'x-key': password }, password],
      [
        { type: 'basic', username: 'crm', password: secret },
        { authorization: `Basic ${basic}` },
        `Basic ${basic}`,
      ],
    ];
    for (const [verify, headers, repeated] of cases) {
      const serving = await serve({ verify: [verify] });
      const body = JSON.stringify({ name: 'Ada', sent: repeated, before: old });
      const url = `/hooks/crm${verify.type === 'query-token' ? `?key=${encodeURIComponent(password)}` : ''}`;
      const reply = await serving.server.post(url, body, headers);
      const { id } = (await reply.json()) as { id: string };
      expect(await filesWith(serving.folder, [password, old, basic, encodeURIComponent(password)])).toEqual(
        [],
      );
      expect(await shownOf(serving, id)).toContain('"name":"Ada"');
    }
  });

  it('are also removed as a signature in the body, which still distinguishes events', async () => {
    const verify = [
      anHmac({
        signed: '{timestamp}',
        signature: { in: 'body', name: 'mac' },
        timestamp: { in: 'body', name: undefined, path: 'at', toleranceMs: 0 },
      }),
    ];
    const serving = await serve({ verify, eventId: [anExpression('mac')] });
    const { server, source, folder } = serving;
    const ids = new Set<string>();
    for (const now of [1_000_000, 2_000_000]) {
      const surroundings = { now, newId: () => 'msg', publicUrl: undefined, url: '/hooks/crm' };
      const { body = new Uint8Array() } = await sign(source, Buffer.from('{"name":"Ada"}'), surroundings);
      const { mac } = JSON.parse(Buffer.from(body).toString()) as { mac: string };
      for (const status of ['queued', 'duplicate']) {
        const reply = (await (await server.post('/hooks/crm', body)).json()) as {
          id: string;
          status: string;
        };
        expect(reply.status).toBe(status);
        ids.add(reply.id);
      }
      expect(await filesWith(folder, [mac])).toEqual([]);
    }
    expect(ids.size).toBe(2);
    const shown = await Promise.all([...ids].map(id => server.api('GET', `/events/${id}/contents`)));
    const kept = shown.map(({ body }) => JSON.stringify(body).match(/\[signature [0-9a-f]{32}\]/)?.[0]);
    expect(new Set(kept).size).toBe(2);
    expect(kept).not.toContain(undefined);
  });

  it('are removed from the stored body of a refusal, which can still be accepted', async () => {
    const verify: Verify = { type: 'header-token', name: 'X-Key', prefix: '', secret: [new Secret(old)] };
    const serving = await serve({ verify: [verify] });
    const { server, folder } = serving;
    const reply = await server.post('/hooks/crm', `name=Ada&key=${old}`, {
      'content-type': 'application/octet-stream',
      'x-key': old,
    });
    expect(reply.status).toBe(415);
    expect(await filesWith(folder, [old])).toEqual([]);
    const { refusals } = (await server.api('GET', '/refusals')).body;
    expect(refusals).toMatchObject([{ body: 'name=Ada&key=[secret]', acceptable: true }]);
  });
});
