import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  openSandbox,
  plainMapping,
  post,
  type Running,
  startedBridge,
  writeFiles,
} from '../../../cli/command-line.ts';

/** A response of the API; a test that reads a missing key fails. */
interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what a program reads of JSON
  readonly body: any;
}

async function ask(
  { url }: Pick<Running, 'url'>,
  path: string,
  init: { method?: string; body?: unknown } = {},
): Promise<Answered> {
  const { method = 'GET', body } = init;
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: 'Bearer an-admin-token-of-some-length', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  return { status, retryAfter: headers.get('retry-after'), body: await response.json() };
}

const payloads = [
  { customer: 1001, note: 'Window seat', allergies: 'Hazelnuts', email: 'mara@salon.example' },
  { customer: 1002, note: 'Likes tea', source: { campaign: 'spring', page: 3 } },
];

/** Starts a bridge with events of two people in its store. */
async function withEvents() {
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox);
  const ids: string[] = [];
  for (const payload of payloads) ids.push((await post(bridge.url, payload)).event.id);
  return { ...bridge, sandbox, ids };
}

/** Repeats a request until its response matches, at most until the test times out. */
async function until(
  asking: () => Promise<Answered>,
  matches: (answer: Answered) => boolean,
): Promise<Answered> {
  for (;;) {
    const answer = await asking();
    if (matches(answer)) return answer;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

describe('GET /api/diff', () => {
  it('shows the changes of calls by the present mappings, with the shapes of values', async () => {
    const bridge = await withEvents();
    const same = await ask(bridge, '/diff');
    expect(same).toMatchObject({
      status: 200,
      body: { events: 2, changed: 0, left: 0, waiting: 0, groups: [], faulty: [] },
    });
    const changed = plainMapping.replace('note: note', 'note: $uppercase(note)').replace(/tests:.*/s, '');
    writeFiles(bridge.directory, { 'mappings/notes.yaml': changed });
    const { body } = await until(
      () => ask(bridge, '/diff?mapping=notes&source=form'),
      answer => answer.body.changed > 0,
    );
    expect(body).toMatchObject({ events: 2, changed: 2 });
    expect(body.groups).toHaveLength(1);
    expect(body.groups[0]).toMatchObject({ mapping: 'notes', kind: 'changed', path: 'note', events: 2 });
    expect(JSON.stringify(body)).not.toMatch(/window/i);
    expect(body.groups[0].examples[0]).toEqual({ was: 'Aaaaaa aaaa', now: 'AAAAAA AAAA', events: 1 });
    const { body: one } = await ask(bridge, '/diff?last=1&values=true');
    expect(one).toMatchObject({ events: 1, changed: 1, groups: [{ first: [bridge.ids[1]] }] });
    expect(one.groups[0].examples[0].now).toBe('"LIKES TEA"');
    const shell = await fieldbridge(['diff', '--json', '--last', '1', '--values'], bridge);
    expect(JSON.parse(shell.out)).toEqual(one);
  });

  it('uses the last good version of a file that cannot be read, and reports its fault', async () => {
    const bridge = await withEvents();
    writeFiles(bridge.directory, {
      'mappings/notes.yaml': 'source: form\nset: 3\n',
      'mappings/other.yaml': 'source: form\nset: 4\n',
    });
    const { body } = await until(
      () => ask(bridge, '/diff'),
      answer => answer.body.faulty.length > 0,
    );
    expect(body).toMatchObject({ events: 2, changed: 0 });
    expect(body.faulty.map(({ name }: { name: string }) => name)).toEqual(['notes', 'other']);
    expect(body.faulty[0].diagnostics[0].severity).toBe('error');
    expect((await ask(bridge, '/diff?mapping=other')).status).toBe(200);
  });

  it('reports a fault of the request', async () => {
    const bridge = await withEvents();
    for (const [query, words] of [
      ['last=10001', 'last'],
      ['last=0', 'last'],
      ['values=yes', 'values'],
      ['newest=3', 'newest'],
      ['mapping=note', 'The mappings are: notes.'],
      ['source=from', 'The sources are: form.'],
    ]) {
      const { status, body } = await ask(bridge, `/diff?${query}`);
      expect([query, status]).toEqual([query, 400]);
      expect(JSON.stringify(body)).toContain(words);
    }
  });

  it('accepts webhooks meanwhile, and handles one request at a time', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(
      sandbox,
      '  bulk: {verify: {type: none}, split: items, eventId: id, respond: accepted}\n',
      {
        'mappings/bulk.yaml':
          'source: bulk\ndestination: salon\noperation: updateCustomer\nwhen: $uppercase(id) = "A"\nset: {id: customer, note: note}\n',
      },
    );
    const items = Array.from({ length: 900 }, (_, index) => ({ id: `e${index}` }));
    const sent = await fetch(`${bridge.url}/hooks/bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    });
    expect(sent.status).toBe(200);
    await until(
      () => ask(bridge, '/diff?source=bulk'),
      answer => answer.body.left === 0,
    );
    const order: string[] = [];
    const diffs = [1, 2].map(async () => {
      const answer = await ask(bridge, '/diff?source=bulk');
      if (answer.status === 200) order.push('diff');
      return answer;
    });
    const busy = await Promise.race(diffs);
    const webhook = post(bridge.url, payloads[0]).then(({ code }) => {
      order.push('webhook');
      return code;
    });
    const answers = await Promise.all(diffs);
    expect(await webhook).toBe(200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(Number(busy.retryAfter)).toBeGreaterThan(0);
    expect(busy.body.error).toContain('another request');
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ events: 900, changed: 0 });
    expect(order).toEqual(['webhook', 'diff']);
    expect((await ask(bridge, '/diff?last=1')).status).toBe(200);
  });
});

describe('GET /api/coverage', () => {
  it('shows unmapped paths and fields without values, like the command', async () => {
    const bridge = await withEvents();
    const { status, body } = await ask(bridge, '/coverage');
    expect(status).toBe(200);
    expect(body.sources[0]).toMatchObject({ source: 'form', from: 'events', events: 2 });
    expect(JSON.stringify(body.sources)).toContain('source.campaign');
    expect(JSON.stringify(body)).not.toMatch(/spring|mara@/);
    const [salon] = body.destinations;
    const fields = salon.fields.map(({ keyName }: { keyName: string }) => keyName);
    expect(salon).not.toHaveProperty('trouble');
    expect(fields).toContain('lead.source');
    expect(fields).not.toContain('allergies');
    const shell = await fieldbridge(['coverage', '--json'], bridge);
    expect(JSON.parse(shell.out)).toEqual(body);
    const { body: last } = await ask(bridge, '/coverage?source=form&last=1&newest=1');
    expect(last.sources[0].events).toBe(1);
  });

  it('reports why the fields are not live, and a fault of the request', async () => {
    const bridge = await withEvents();
    await ask(bridge, '/destinations/salon/pause', { method: 'POST' });
    const { body } = await ask(bridge, '/coverage');
    expect(body.destinations[0].trouble).toBe('paused by a person');
    expect(body.destinations[0].fields.length).toBeGreaterThan(0);
    for (const [query, words] of [
      ['source=from', 'The sources are: form.'],
      ['last=10001', 'last'],
      ['newest=0', 'newest'],
    ]) {
      const wrong = await ask(bridge, `/coverage?${query}`);
      expect([query, wrong.status]).toEqual([query, 400]);
      expect(JSON.stringify(wrong.body)).toContain(words);
    }
  });
});

describe('POST /api/mappings/<name>/test', () => {
  it('runs the tests of a mapping like the command, with the known account', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(sandbox, '', {
      'mappings/notes.yaml': `${plainMapping}  - name: another note
    payload: {customer: 1002, note: Likes tea}
    expect: [{id: "1002", note: Likes coffee}]
  - name: a value that the account refuses
    payload: {customer: 1003, allergies: {no: text}}
    expect: []
`,
      'mappings/second.yaml': plainMapping,
    });
    await until(
      () => ask(bridge, '/destinations/salon/fields'),
      answer => answer.status === 200,
    );
    const before = sandbox.calls().length;
    const { status, body } = await ask(bridge, '/mappings/notes/test', { method: 'POST' });
    expect(status).toBe(200);
    expect(body.tests.map(({ name, passed }: { name: string; passed: boolean }) => [name, passed])).toEqual([
      ['a note', true],
      ['another note', false],
      ['a value that the account refuses', false],
    ]);
    expect(body.tests[1].differences).toMatchObject([{ call: 1, name: 'note' }]);
    expect(sandbox.calls()).toHaveLength(before);
    const shell = JSON.parse((await fieldbridge(['test', 'notes', '--json'], bridge)).out);
    expect({ ...body, updated: [] }).toEqual(shell);
  });

  it('checks the calls of tests against the fields of the account', async () => {
    const bridge = await startedBridge(await openSandbox(), '', {
      'mappings/form/notes.yaml': plainMapping.replace('allergies: allergies', 'allergie: note'),
    });
    await until(
      () => ask(bridge, '/destinations/salon/fields'),
      answer => answer.status === 200,
    );
    const { body } = await ask(bridge, '/mappings/form%2Fnotes/test', { method: 'POST', body: {} });
    expect(body.tests[0]).toMatchObject({ passed: false, faults: [{ code: 'check/unknown-field' }] });
  });

  it('shows the fault of a file that cannot be read, and lists the existing mappings', async () => {
    const bridge = await startedBridge(await openSandbox(), '', { 'mappings/broken.yaml': 'source: form\n' });
    const { status, body } = await ask(bridge, '/mappings/broken/test', { method: 'POST' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ tests: [], faulty: [{ name: 'broken' }] });
    const none = await ask(bridge, '/mappings/note/test', { method: 'POST' });
    expect(none).toMatchObject({ status: 404, body: { hint: 'The mappings are: broken, notes.' } });
    const wrong = await ask(bridge, '/mappings/notes/test', { method: 'POST', body: { update: true } });
    expect(wrong.status).toBe(400);
  });
});

describe('POST /api/destinations/<name>/statuses/probe', () => {
  const probePath = '/destinations/salon/statuses/probe';

  it('learns the statuses of the account, and checks every mapping again', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(sandbox, '', {
      'mappings/notes.yaml': plainMapping.replace('note: note', 'customerStatus: {value: Premium}'),
    });
    const mappingIs = (matches: (diagnostics: string) => boolean) =>
      until(
        () => ask(bridge, '/mappings'),
        ({ body }) => matches(JSON.stringify(body.mappings[0].diagnostics)),
      );
    await until(
      () => ask(bridge, '/destinations/salon/fields'),
      answer => answer.status === 200,
    );
    const before = JSON.stringify((await ask(bridge, '/mappings')).body.mappings[0]);
    expect(before).not.toContain('"severity":"error"');
    const { calls: _, ...customer } = sandbox.customer(1001) ?? {};
    const { status, body } = await ask(bridge, probePath, {
      method: 'POST',
      body: { who: 'Mara', customer: 1001 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ destination: 'salon', probe: { learned: true } });
    const names = body.statuses.map(({ name }: { name: string }) => name);
    expect(names).toContain('Interessent');
    expect(names.length).toBe(6);
    expect(Date.parse(body.listedAt)).toBeGreaterThan(0);
    expect(customer).toMatchObject({ customerStatus: 'Stammkunde', history: [] });
    expect(sandbox.customer(1001)).toMatchObject(customer);
    const known = await ask(bridge, '/destinations/salon/statuses');
    expect(known.body.statuses.map(({ name }: { name: string }) => name)).toEqual(names);
    await mappingIs(text => text.includes('check/unknown-status') && text.includes('"severity":"error"'));
    const audit = await ask(bridge, '/audit');
    expect(audit.body.audit[0]).toMatchObject({ who: 'Mara', what: 'probe-statuses', about: 'salon' });
  });

  it('sends nothing to a paused destination, and reports a fault of the request', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(sandbox);
    await until(
      () => ask(bridge, '/destinations/salon/fields'),
      answer => answer.status === 200,
    );
    const wrong = await ask(bridge, probePath, { method: 'POST', body: { customer: 'Ada' } });
    expect(wrong).toMatchObject({ status: 400 });
    const none = await ask(bridge, '/destinations/saloon/statuses/probe', { method: 'POST' });
    expect(none).toMatchObject({ status: 404, body: { hint: 'The destinations are: salon.' } });
    await ask(bridge, '/destinations/salon/pause', { method: 'POST' });
    const calls = sandbox.calls().length;
    const paused = await ask(bridge, probePath, { method: 'POST' });
    expect(paused).toMatchObject({ status: 409, body: { hint: 'paused by a person' } });
    expect(sandbox.calls()).toHaveLength(calls);
  });

  it('reports that the API returned no statuses', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(sandbox);
    await until(
      () => ask(bridge, '/destinations/salon/fields'),
      answer => answer.status === 200,
    );
    sandbox.addFaults({ operation: 'updateCustomer', status: 500, body: 'down' });
    const { status, body } = await ask(bridge, probePath, { method: 'POST' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ probe: { learned: false }, listedAt: null });
    expect(body.probe.tried[0].words).toMatch(/^HTTP 500: /);
  });
});
