import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { generateSource } from 'oazapfts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { described } from '../../../scripts/api-page.ts';
import type { JsonSchema } from '../../../src/server/api/openapi/json-schema.ts';
import { startScene, tokens } from './api-scene.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('GET /api/openapi.json', () => {
  it('is a valid description in OpenAPI 3.1, for every token', async () => {
    const { ask, url } = await startScene();
    for (const token of Object.values(tokens)) {
      const { status, body } = await ask('/openapi.json', { token });
      expect(status).toBe(200);
      expect(body).toEqual(described());
      expect(await new Validator().validate(body)).toEqual({ valid: true });
    }
    expect((await fetch(`${url}/api/openapi.json`)).status).toBe(401);
  });

  it('describes every key of every response', async () => {
    const scene = await startScene();
    const { paths } = described();
    const post = { '/events/{id}/replay': { preview: true }, '/erase': { customerId: 1001, preview: true } };
    for (const id of [scene.done, scene.failed]) {
      for (const [path, { get }] of Object.entries(paths)) {
        if (!get) continue;
        const filled = path
          .replace('/api', '')
          .replace('/destinations/{id}', '/destinations/salon')
          .replace('/setup/sources/{id}', '/setup/sources/form')
          .replace('/imports/{id}', `/imports/${scene.imported}`)
          .replace(/^\/bench\/\w+$/, '$&?mapping=notes');
        const { body } = await scene.ask(filled.replace('{id}', id));
        expect([path, faultsIn(body, get.responses[200])]).toEqual([path, []]);
      }
      for (const [path, body] of Object.entries(post)) {
        const answer = await scene.ask(path.replace('{id}', id), { body });
        expect([path, answer.status]).toEqual([path, 200]);
        const operation = paths[`/api${path}`]?.post;
        expect([path, faultsIn(answer.body, operation?.responses[200])]).toEqual([path, []]);
      }
      const preview = await scene.ask('/preview', { body: { eventId: id, why: true } });
      expect(faultsIn(preview.body, paths['/api/preview']?.post?.responses[200])).toEqual([]);
    }
    const refused = await scene.ask('/events?limit=0');
    expect(faultsIn(refused.body, described().components.responses.Status400)).toEqual([]);
  });

  it('describes the accepted requests as they are checked', async () => {
    const { ask } = await startScene();
    const parameters = described().paths['/api/events']?.get?.parameters ?? [];
    expect(parameters.map(({ name }) => name)).toContain('person');
    for (const { name, schema } of parameters) {
      const allowed = schema.enum ?? [name === 'since' || name === 'until' ? '2026-02-28T08:00:00Z' : '1'];
      for (const value of allowed as readonly string[])
        expect([name, (await ask(`/events?${name}=${value}`)).status]).toEqual([name, 200]);
    }
    const { status, body } = await ask('/events?nobody=1');
    expect([status, body.hint]).toEqual([
      400,
      `It may have ${parameters.map(({ name }) => name).join(', ')}.`,
    ]);
  });
});

describe('a client that is generated from the description', () => {
  it('compiles, and finds, replays and pages the data of the server', async () => {
    const { ask, url, failed, done } = await startScene();
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-client-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    // Node takes no types out of files in a folder with this name.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const file = join(folder, 'description.json');
    writeFileSync(file, (await ask('/openapi.json')).text);
    writeFileSync(join(folder, 'client.ts'), await generateSource(file));
    writeFileSync(join(folder, 'use.ts'), use);
    await compile(join(folder, 'use.ts'));
    const { run } = await import(join(folder, 'use.ts'));
    expect(await run(url, tokens.admin)).toEqual({
      failed: [failed],
      all: 4,
      payload: { customer: 1001, note: 'canary-note' },
      replayed: 1,
      refused: 400,
    });
    expect((await ask(`/events/${done}`)).status).toBe(200);
  });
});

/** Code that uses the client; its types are checked. */
const use = `
import { defaults, listEvents, replayEvent, showEvent, type Event, type EventSummary } from './client.ts';

export async function run(url: string, token: string) {
  defaults.baseUrl = url;
  defaults.headers = { authorization: 'Bearer ' + token };
  const answer = await listEvents({ status: 'failed', code: 'delivery/unknown-customer', since: '2026-01-01T00:00:00Z' });
  if (answer.status !== 200) throw new Error(answer.data.error);
  const failed: EventSummary[] = answer.data.events;
  let all = 0;
  let payload: unknown;
  for (let cursor: string | undefined; ; ) {
    const page = await listEvents({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    if (page.status !== 200) throw new Error(page.data.error);
    for (const { id, status } of page.data.events) {
      all += 1;
      const one = await showEvent(id);
      if (one.status !== 200) throw new Error(one.data.error);
      const event: Event = one.data;
      if (status === 'delivered') {
        const { customer, note } = event.payload as { customer: number; note: string };
        payload = { customer, note };
      }
    }
    cursor = page.data.next;
    if (cursor === undefined) break;
  }
  const [first] = failed;
  const replay = await replayEvent(first?.id ?? '', { who: 'a client', reason: 'a test' });
  const replayed = replay.status === 200 && 'replayed' in replay.data ? replay.data.replayed : 0;
  const refused = await listEvents({ limit: 0 });
  return { failed: failed.map(({ id }) => id), all, payload, replayed, refused: refused.status };
}
`;

async function compile(file: string): Promise<void> {
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
  ];
  const modules = [
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom,dom.iterable',
    '--types',
    '',
  ];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, ...options, ...modules, file]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
}

/** Returns the faults of a response. An undescribed key counts as a fault here, although clients must allow it. */
function faultsIn(answer: unknown, response: unknown): readonly string[] {
  const { content } = response as { content: { 'application/json': { schema: JsonSchema } } };
  const { schema } = content['application/json'];
  const validate = validators.get(schema) ?? validatorOf(schema);
  validators.set(schema, validate);
  validate(answer);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Compiling one takes much longer than using it. */
const validators = new Map<JsonSchema, ValidateFunction>();

function validatorOf(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  return ajv.compile(closed({ ...schema, components: described().components }) as object);
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const each = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  return 'properties' in each && !('additionalProperties' in each)
    ? { ...each, additionalProperties: false }
    : each;
}
