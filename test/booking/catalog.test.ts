import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Catalog, createCatalog } from '../../src/booking/catalog/catalog.ts';
import { statusKnowledge } from '../../src/booking/catalog/status-knowledge.ts';
import { type Client, createClient } from '../../src/booking/http/client.ts';
import { Secret } from '../../src/config/secret.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';

const birthdate = { id: 1, keyName: 'birthdate', name: 'Geburtstag', type: 'birthday', listOrder: 1 };
const topics = {
  id: 2,
  keyName: 'lead.topics',
  name: 'Themen',
  type: 'checkbox_group',
  description: 'a\nb',
  selectItems: ['a', 'b'],
  valueRequired: true,
  validatorRegexp: '^[ab]',
  errorMessage: 'a oder b',
  appointmentSpecific: true,
  specificForLocationId: 7,
  hidden: true,
  privacyConfidential: true,
  listOrder: 2,
  tab: { id: 3, name: 'Profil' },
};

const minuteMs = 60_000;
let now = Date.parse('2026-03-02T10:00:00Z');
let answer: { status: number; body: string; headers?: Record<string, string> };
let requests: string[];
let saved: string[];
let server: Server;
let client: Client;

beforeEach(async () => {
  requests = [];
  saved = [];
  answer = { status: 200, body: JSON.stringify([birthdate]) };
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    token: new Secret('token'),
    timeoutMs: 5_000,
    connections: 4,
  });
});

afterEach(async () => {
  await client.close();
  server.close();
  await once(server, 'close');
});

function catalogWith(
  options: { statuses?: string[]; restored?: string; save?: () => Promise<void> } = {},
): Catalog {
  return createCatalog({
    destination: { locale: 'de', statuses: options.statuses ?? [] },
    client,
    clock: { now: () => now },
    restored: options.restored,
    save: options.save ?? (async snapshot => void saved.push(snapshot)),
  });
}

describe('a probe', () => {
  it('reads the fields once, in the destination’s language, and saves them', async () => {
    answer.body = JSON.stringify([birthdate, topics]);
    const catalog = catalogWith();
    expect(catalog.snapshot).toBeNull();
    expect(await catalog.probe()).toEqual({ good: true, changed: true });
    expect(requests).toEqual(['GET /office/api/additionalCustomerFields?locale=de&token=token']);
    expect(catalog.snapshot).toMatchObject({ fetchedAt: now, fields: [birthdate, topics] });
    expect(saved).toHaveLength(1);
  });

  it('reports whether something changed, and notifies its listeners', async () => {
    const catalog = catalogWith();
    const heard: string[] = [];
    const end = catalog.onChange(version => heard.push(version));
    await catalog.probe();
    expect(await catalog.probe()).toEqual({ good: true, changed: false });
    answer.body = JSON.stringify([birthdate, topics]);
    expect(await catalog.probe()).toEqual({ good: true, changed: true });
    expect(heard).toEqual([expect.any(String), catalog.snapshot?.version]);
    expect(heard[0]).not.toBe(heard[1]);
    end();
    answer.body = '[]';
    await catalog.probe();
    expect(heard).toHaveLength(2);
  });

  it('is a single read for several simultaneous requests', async () => {
    const catalog = catalogWith();
    await Promise.all([catalog.probe(), catalog.probe(), catalog.refresh()]);
    expect(requests).toHaveLength(1);
  });

  it('reads fields tolerantly', async () => {
    answer.body = JSON.stringify([
      { keyName: 'a', type: 'hologram', valueRequired: 'yes', selectItems: ['x', 3], tab: 5 },
      { keyName: '', name: 'no key' },
      'nonsense',
      null,
      { keyName: 7 },
      { keyName: '__proto__' },
    ]);
    const catalog = catalogWith();
    await catalog.probe();
    expect(catalog.snapshot?.fields).toMatchObject([
      { keyName: 'a', name: 'a', type: 'hologram', valueRequired: false, selectItems: ['x'], tab: null },
      { keyName: '__proto__', type: 'other', validatorRegexp: null },
    ]);
  });

  it.each<[string, number, string, object]>([
    ['a refused token', 200, 'Access denied', { row: 'A3', hold: true }],
    ['a page', 200, '<html>', { row: 'A4', hold: true }],
    ['no list', 200, '{"fields":[]}', { row: 'A5', hold: false }],
    ['a list without fields', 200, '[1,2]', { row: 'A5', hold: false }],
    ['a cut list', 200, '[{"keyName":"a"', { row: 'A5', hold: false }],
    ['a wrong address', 404, 'not found', { row: 'C3', hold: true }],
    ['a firewall', 403, '', { row: 'D2', hold: true }],
    ['wanted credentials', 401, '', { row: 'D1', hold: true }],
    ['an outage', 502, '', { row: 'E2', hold: false }],
  ])('is bad by %s, and leaves the catalog as it was', async (_what, status, body, probe) => {
    const catalog = catalogWith();
    await catalog.probe();
    const before = catalog.snapshot;
    answer = { status, body };
    expect(await catalog.probe()).toMatchObject({ good: false, reason: expect.any(String), ...probe });
    expect(catalog.snapshot).toBe(before);
  });

  it('reports the new address after a redirect, and how long to wait', async () => {
    const catalog = catalogWith();
    answer = { status: 301, body: '', headers: { location: 'https://new.example.com/x?token=token' } };
    expect(await catalog.probe()).toMatchObject({
      row: 'F1',
      hold: true,
      reason: expect.stringMatching(/now new\.example\.com\)$/),
    });
    answer = { status: 503, body: '', headers: { 'retry-after': '40' } };
    expect(await catalog.probe()).toMatchObject({ row: 'E3', hold: false, retryAfterMs: 40_000 });
  });
});

describe('names in other languages', () => {
  const named = (name: string) => ({ status: 200, body: JSON.stringify([{ ...birthdate, name }]) });

  it('are read once for each language of the API, and saved', async () => {
    const catalog = catalogWith();
    await catalog.probe();
    const { version } = catalog.snapshot ?? {};
    answer = named('Date of birth');
    await catalog.learnNames();
    expect(requests.slice(1).map(each => /locale=(\w+)/.exec(each)?.[1])).toEqual(['en', 'fr', 'nl']);
    expect(catalog.snapshot?.fields[0]).toMatchObject({
      name: 'Geburtstag',
      names: { de: 'Geburtstag', en: 'Date of birth', fr: 'Date of birth', nl: 'Date of birth' },
    });
    expect(catalog.snapshot).toMatchObject({ namesReadAt: now, version });
    const again = catalogWith({ restored: saved.at(-1) ?? '' });
    expect(again.snapshot).toEqual(catalog.snapshot);
  });

  it('survive a read of the fields, also if the main language has changed', async () => {
    const catalog = catalogWith();
    await catalog.probe();
    answer = named('Date of birth');
    await catalog.learnNames();
    answer = { status: 200, body: JSON.stringify([{ ...birthdate, name: 'Geburtsdatum' }, topics]) };
    await catalog.probe();
    expect(catalog.snapshot?.fields.map(field => field.names)).toEqual([
      { de: 'Geburtsdatum', en: 'Date of birth', fr: 'Date of birth', nl: 'Date of birth' },
      undefined,
    ]);
  });

  it('stay unchanged if the API does not return them', async () => {
    const catalog = catalogWith();
    await catalog.learnNames();
    await catalog.probe();
    const before = catalog.snapshot;
    answer = { status: 503, body: '' };
    await catalog.learnNames();
    expect(catalog.snapshot).toBe(before);
  });
});

describe('a refresh', () => {
  it('retries if the failure may be temporary', async () => {
    const catalog = catalogWith();
    answer = { status: 500, body: '' };
    const refreshed = catalog.refresh();
    await once(server, 'request');
    answer = { status: 200, body: '[]' };
    expect(await refreshed).toEqual({ good: true, changed: true });
    expect(requests.length).toBeGreaterThan(1);
  });

  it('gives up after three attempts, and at once if a retry is useless', async () => {
    const catalog = catalogWith();
    answer = { status: 500, body: '' };
    expect(await catalog.refresh()).toMatchObject({ good: false, row: 'E1' });
    expect(requests).toHaveLength(3);
    now += 10_000;
    answer = { status: 200, body: 'Access denied' };
    expect(await catalog.refresh()).toMatchObject({ good: false, row: 'A3' });
    expect(requests).toHaveLength(4);
  });

  it('reads at most every ten seconds, regardless of probes', async () => {
    const catalog = catalogWith();
    await catalog.probe();
    await catalog.refresh();
    expect(requests).toHaveLength(2);
    now += 9_999;
    await catalog.refresh();
    expect(requests).toHaveLength(2);
    now += 1;
    await catalog.refresh();
    expect(requests).toHaveLength(3);
  });
});

describe('status names', () => {
  it('are known if they are declared', async () => {
    const catalog = catalogWith({ statuses: ['Neukunde', 'Neukunde'] });
    await catalog.probe();
    expect(catalog.snapshot?.statuses).toEqual([{ name: 'Neukunde', origin: 'declared', at: now }]);
  });

  it('are confirmed by a delivery', async () => {
    const catalog = catalogWith();
    await catalog.probe();
    const { version } = catalog.snapshot ?? {};
    await catalog.confirmStatus('VIP');
    expect(catalog.snapshot?.statuses).toEqual([{ name: 'VIP', origin: 'confirmed', at: now }]);
    expect(catalog.snapshot?.version).not.toBe(version);
    await catalog.confirmStatus('VIP');
    expect(saved).toHaveLength(2);
  });

  it('are those that the API lists; others are refuted for ten minutes, and then the version changes', async () => {
    const catalog = catalogWith({ statuses: ['Declared'] });
    await catalog.probe();
    await catalog.confirmStatus('Gone');
    now += 1;
    await catalog.learnStatuses(['Neukunde', 'Stammkunde']);
    const listed = catalog.snapshot;
    if (listed === null) throw new Error('there is no snapshot');
    expect(listed.statusesListedAt).toBe(now);
    const knowledge = (name: string) => statusKnowledge(name, listed, now);
    expect(['Neukunde', 'Gone', 'Declared', 'Other'].map(knowledge)).toEqual([
      'known',
      'refuted',
      'refuted',
      'refuted',
    ]);
    now += 10 * minuteMs;
    expect(['Neukunde', 'Gone', 'Declared', 'Other'].map(knowledge)).toEqual([
      'known',
      'open',
      'known',
      'open',
    ]);
    await catalog.probe();
    expect(catalog.snapshot?.version).not.toBe(listed.version);
  });

  it('are known if they were refuted and accepted afterwards', async () => {
    const catalog = catalogWith({ statuses: ['Declared'] });
    await catalog.probe();
    await catalog.learnStatuses(['Neukunde']);
    now += 1;
    await catalog.confirmStatus('Declared');
    expect(catalog.snapshot && statusKnowledge('Declared', catalog.snapshot, now)).toBe('known');
  });

  it('are kept if they arrive before the first read', async () => {
    const catalog = catalogWith();
    await catalog.learnStatuses(['Neukunde']);
    expect(catalog.snapshot).toBeNull();
    await catalog.probe();
    expect(catalog.snapshot?.statuses).toMatchObject([{ name: 'Neukunde', origin: 'listed' }]);
  });
});

describe('a saved catalog', () => {
  it('is available after the start, with the same version', async () => {
    const catalog = catalogWith({ statuses: ['Declared'] });
    await catalog.probe();
    await catalog.learnStatuses(['Neukunde']);
    now += 1_000;
    const again = catalogWith({ statuses: ['Declared'], restored: saved.at(-1) ?? '' });
    expect(again.snapshot?.version).toBe(catalog.snapshot?.version);
    expect(again.snapshot).toMatchObject({ fields: [birthdate], statusesListedAt: now - 1_000 });
  });

  it('forgets names that the config no longer declares, and uses a new declaration', async () => {
    const catalog = catalogWith({ statuses: ['Old'] });
    await catalog.probe();
    await catalog.learnStatuses(['Neukunde']);
    now += 1_000;
    const again = catalogWith({ statuses: ['New'], restored: saved.at(-1) ?? '' });
    expect(again.snapshot?.statuses.map(status => status.name)).toEqual(['Neukunde', 'New']);
    expect(again.snapshot && statusKnowledge('New', again.snapshot, now)).toBe('known');
  });

  it.each(['', 'nonsense', '{', '[]', 'null', '{"fields":3,"fetchedAt":1}', '{"fields":[]}'])(
    'that reads %j counts as nothing',
    restored => {
      expect(catalogWith({ restored }).snapshot).toBeNull();
    },
  );

  it('is kept in memory while the store is unavailable, and saved with the next read', async () => {
    let full = true;
    const catalog = catalogWith({
      save: async () => {
        if (full) throw new StoreUnavailable('disk full');
        saved.push('saved');
      },
    });
    expect(await catalog.probe()).toMatchObject({ good: true });
    expect(catalog.snapshot).not.toBeNull();
    full = false;
    await catalog.probe();
    expect(saved).toEqual(['saved']);
  });

  it('reports any other reason why it cannot be saved', async () => {
    const catalog = catalogWith({ save: () => Promise.reject(new Error('a fault of this program')) });
    await expect(catalog.probe()).rejects.toThrow('a fault of this program');
  });
});
