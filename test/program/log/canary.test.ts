import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { secretForms } from '../../../src/config/secrets/secret-forms.ts';
import { filesWith } from '../../inbox/files-with.ts';
import { startReceiver } from '../notify/receiver.ts';
import { startReceiver as startCollector } from '../traces/receiver.ts';
import { befallThemAll } from './befall.ts';
import { sendAsKeys } from './keys.ts';
import { canary, type LogScene, openLogScene, sourceSecret } from './log-scene.ts';

const readToken = `${canary}-of-the-reader`;
const otlpToken = `${canary}-of-the-collector`;
const notifySecret = `${canary}-of-who-is-told`;
const secrets = [canary, sourceSecret, readToken, otlpToken, notifySecret];

/** The routes for a reader of `/api`, and those for everybody. */
const lists = [
  'api/events?limit=200',
  'api/refusals',
  'api/destinations',
  'api/destinations/salon/fields',
  'api/destinations/salon/statuses',
  'api/mappings',
  'api/sources',
  'api/links',
  'api/audit',
  'api/coverage',
  'api/diff',
  'api/openapi.json',
  'metrics',
  'readyz',
  'healthz',
];

/** Returns the contents of each route, by its URL. */
async function shown({ url }: LogScene, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const paths = [...lists, ...ids.flatMap(id => [`api/events/${id}`, `api/events/${id}/contents`])];
  const texts = await Promise.all(
    paths.map(async path => {
      const reply = await fetch(`${url}/${path}`, { headers: { authorization: `Bearer ${readToken}` } });
      // The names of the account's fields are not personal data.
      const text = (await reply.text()).replaceAll(`the account has no field \\"${canary}`, '');
      return [path, `${reply.status} ${JSON.stringify([...reply.headers])} ${text}`] as const;
    }),
  );
  return new Map(texts);
}

it('no secret and no value is readable anywhere, and none of an erased person is stored', async () => {
  const collector = await startCollector();
  const told = await startReceiver(new Webhook(notifySecret, { format: 'raw' }));
  onTestFinished(() => told.close());
  const target = `{url: ${told.url}, secret: ${notifySecret}`;
  const telemetry = `telemetry: {otlp: ${collector.url}, headers: {authorization: ${otlpToken}}}`;
  const scene = await openLogScene('trace', {}, text => {
    const notify = `notify: ${target}, on: [delivered, skipped, failed, uncertain, discarded]}`;
    const withReader = text.replace('admin: {', `admin: {readToken: ${readToken}, `);
    return `${withReader.replace('eventId: id', `eventId: id, ${notify}`)}alerts: ${target}}\n${telemetry}\n`;
  });
  const ids = [...Object.values(await befallThemAll(scene)), ...(await sendAsKeys(scene))];
  const places = await shown(scene, ids);
  const forms = [...secrets, scene.sandbox.tokens.mitte].flatMap(secretForms);
  for (const [path, text] of places) {
    expect({ path, shows: forms.filter(form => text.includes(form)) }).toEqual({ path, shows: [] });
  }
  for (const form of forms) expect(scene.text()).not.toContain(form);

  const types = () => new Set(told.received.map(({ body }) => body.type));
  const expected = ['event.delivered', 'event.failed', 'event.uncertain', 'alert.raised'];
  await expect.poll(() => expected.filter(type => !types().has(type))).toEqual([]);
  const messages = JSON.stringify(told.received);
  expect(forms.filter(form => messages.includes(form))).toEqual([]);
  expect(told.faults).toEqual([]);

  const store = join(scene.folder, 'data');
  expect(await filesWith(store, [canary])).not.toEqual([]);
  const asked = { q: canary, person: true, everyone: true, reason: 'asked for' };
  expect(await scene.api('POST', 'erase', asked)).toMatchObject({ events: expect.any(Number) });
  expect(await scene.end('SIGTERM')).toBe(0);
  expect(await filesWith(store, secrets)).toEqual([]);
  expect(collector.spans().map(({ name }) => name)).toContain('POST persistCustomerData');
  expect(forms.filter(form => collector.text().includes(form))).toEqual([]);
});
