import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fencesOf, readProjectFile } from '../../house/markdown.ts';
import { type Receiver, type SeenSpan, startReceiver } from './receiver.ts';
import { canaries, eventually, type TraceScene, traceScene } from './scene.ts';

const sent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${sent.traceId}-${sent.spanId}-01`;

const named = (spans: readonly SeenSpan[], name: string) => spans.filter(each => each.name === name);
const calls = (spans: readonly SeenSpan[]) => named(spans, 'POST updateCustomer');
const webhooks = (spans: readonly SeenSpan[]) => named(spans, 'POST /hooks/:source');

async function open(more = ''): Promise<{ scene: TraceScene; receiver: Receiver }> {
  const receiver = await startReceiver();
  const scene = await traceScene(`telemetry: {otlp: "${receiver.url}"${more}}`);
  return { scene, receiver };
}

describe('traces', () => {
  it('continue from the sender to the call, nested, and their ids are in the log', async () => {
    const { scene, receiver } = await open();
    const headers = { traceparent, tracestate: 'vendor=opaque,other=1' };
    const reply = await scene.post({ id: 'a', customer: 1001, note: 'one' }, '/hooks/open', headers);
    const { id } = (await reply.json()) as { id: string };
    await eventually(() => calls(receiver.spans()).length === 1 && webhooks(receiver.spans()).length === 1);
    const spans = receiver.spans();
    expect(spans.map(({ name }) => name).sort()).toEqual([
      'POST /hooks/:source',
      'POST updateCustomer',
      'plan',
      'store',
    ]);
    expect(new Set(spans.map(each => each.traceId))).toEqual(new Set([sent.traceId]));
    expect(new Set(spans.map(each => each.traceState))).toEqual(new Set(['vendor=opaque,other=1']));
    const [webhook] = webhooks(spans);
    const [call] = calls(spans);
    const [store] = named(spans, 'store');
    const [plan] = named(spans, 'plan');
    expect(webhook).toMatchObject({ kind: 'server', parentSpanId: sent.spanId, failed: false });
    for (const each of [call, store, plan]) expect(each?.parentSpanId).toBe(webhook?.spanId);
    expect(webhook?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/hooks/:source',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'http.response.status_code': 200,
      'fieldbridge.source': 'open',
    });
    expect(store?.attributes).toMatchObject({ 'fieldbridge.events': 1, 'fieldbridge.event.ids': [id] });
    expect(plan?.attributes).toMatchObject({
      'fieldbridge.event.id': id,
      'fieldbridge.mappings': ['update'],
      'fieldbridge.statuses': ['queued'],
    });
    expect(call).toMatchObject({ kind: 'client', failed: false });
    expect(call?.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(scene.sandbox.url).port),
      'http.response.status_code': 200,
      'fieldbridge.event.id': id,
      'fieldbridge.source': 'open',
      'fieldbridge.mapping': 'update',
      'fieldbridge.destination': 'salon',
      'fieldbridge.operation': 'updateCustomer',
      'fieldbridge.attempt': 1,
      'fieldbridge.outcome': 'done',
      'fieldbridge.row': expect.any(String),
    });
    // An event may be planned, and is always sent, after the response to its webhook.
    for (const each of [store, plan, call])
      expect(each?.startMs).toBeGreaterThanOrEqual(webhook?.startMs ?? Number.NaN);
    expect(store?.endMs).toBeLessThanOrEqual(webhook?.endMs ?? Number.NaN);
    expect(Math.abs((webhook?.startMs ?? 0) - Date.now())).toBeLessThan(60_000);
    const ids = { event: id, trace_id: sent.traceId };
    expect(scene.lines('event accepted')).toMatchObject([{ ...ids, span_id: webhook?.spanId }]);
    expect(scene.lines('event delivered')).toMatchObject([{ ...ids, span_id: call?.spanId }]);
    expect(receiver.resource()).toMatchObject({ 'service.name': 'fieldbridge', 'service.version': '0.1.0' });
    expect(scene.sandbox.calls().length).toBeGreaterThan(0);
  });

  it('begin a new trace if the sender sends none, or an invalid one', async () => {
    const { scene, receiver } = await open();
    const garbage = [
      undefined,
      'garbage',
      `00-${'0'.repeat(32)}-${sent.spanId}-01`,
      `00-${sent.traceId}-${'0'.repeat(16)}-01`,
      `ff-${sent.traceId}-${sent.spanId}-01`,
      `00-${sent.traceId.toUpperCase()}-${sent.spanId}-01`,
      `${traceparent}-more`,
      `${traceparent}, ${traceparent}`,
    ];
    for (const [index, each] of garbage.entries())
      await scene.post(
        { id: `g${index}`, customer: 1001, note: 'n' },
        '/hooks/open',
        each ? { traceparent: each } : {},
      );
    await eventually(() => webhooks(receiver.spans()).length === garbage.length);
    const seen = webhooks(receiver.spans());
    expect(seen.filter(each => each.parentSpanId !== undefined)).toEqual([]);
    const ids = seen.map(each => each.traceId);
    expect(ids).not.toContain(sent.traceId);
    expect(new Set(ids).size).toBe(garbage.length);
  });

  it('have a span for each attempt with its outcome, and the same trace after a kill', async () => {
    const { scene, receiver } = await open();
    scene.sandbox.addFaults({ operation: 'updateCustomer', times: 2, status: 500, body: canaries.note });
    scene.sandbox.addFaults({ operation: 'updateCustomer', times: 1, stall: true, when: 'before' });
    await scene.post({ id: 'r', customer: 1001, note: 'again' }, '/hooks/open', { traceparent });
    await eventually(() => calls(receiver.spans()).length === 2);
    await eventually(() => scene.sandbox.calls().length >= 3);
    await scene.program().end('SIGKILL');
    await scene.start();
    await eventually(() => calls(receiver.spans()).length === 3);
    const made = calls(receiver.spans()).toSorted((one, other) => one.startMs - other.startMs);
    const [webhook] = webhooks(receiver.spans());
    expect(made.map(each => [each.traceId, each.parentSpanId])).toEqual(
      made.map(() => [sent.traceId, webhook?.spanId]),
    );
    expect(made.map(each => each.failed)).toEqual([true, true, false]);
    expect(made.map(each => each.attributes['http.response.status_code'])).toEqual([500, 500, 200]);
    expect(made.map(each => each.attributes['fieldbridge.attempt'])).toEqual([1, 2, 3]);
    expect(made.map(each => each.attributes['http.request.resend_count'])).toEqual([undefined, 1, 2]);
    const [first] = made;
    expect(first?.attributes['error.type']).toBe(first?.attributes['fieldbridge.row']);
    expect(receiver.text()).not.toContain('canary');
  });

  it('have a plan and a call for each event of a webhook, and one span for a duplicate', async () => {
    const { scene, receiver } = await open();
    const events = [1001, 1002, 1003].map(customer => ({ id: `l${customer}`, customer, note: 'n' }));
    await scene.post({ events }, '/hooks/list', { traceparent });
    await scene.post({ events }, '/hooks/list');
    await eventually(() => webhooks(receiver.spans()).length === 2 && calls(receiver.spans()).length === 3);
    const first = receiver.spans().filter(each => each.traceId === sent.traceId);
    const [webhook] = webhooks(first);
    expect(named(first, 'plan').map(each => each.parentSpanId)).toEqual(Array(3).fill(webhook?.spanId));
    expect(calls(first).map(each => each.parentSpanId)).toEqual(Array(3).fill(webhook?.spanId));
    const second = receiver.spans().filter(each => each.traceId !== sent.traceId);
    const stored = named(second, 'store').map(({ attributes }) => attributes['fieldbridge.duplicates']);
    expect(stored).toEqual([3]);
    expect(calls(second)).toEqual([]);
  });

  it('show a failed event in its log line, and a failed plan', async () => {
    const { scene, receiver } = await open();
    await scene.post({ id: 'f', customer: 999_999, note: 'n' }, '/hooks/open', { traceparent });
    await scene.post({ id: 's', type: 'x' }, '/hooks/open', { traceparent });
    await eventually(
      () =>
        scene.lines('event failed').length === 1 &&
        scene.lines('event skipped').length === 1 &&
        named(receiver.spans(), 'plan').length === 2,
    );
    expect(scene.lines('event failed')).toMatchObject([{ trace_id: sent.traceId }]);
    expect(scene.lines('event skipped')).toMatchObject([{ trace_id: sent.traceId }]);
    const outcomes = named(receiver.spans(), 'plan').map(each => each.attributes['fieldbridge.outcome']);
    expect(outcomes).toContain('skipped');
  });

  it('exist only for accepted webhooks', async () => {
    const { scene, receiver } = await open();
    const path = `/hooks/${canaries.path}`;
    expect((await scene.post({ id: 'x' }, path, { traceparent })).status).toBe(401);
    expect((await scene.post({ id: 'x' }, path, { traceparent, 'x-proof': 'wrong' })).status).toBe(401);
    const accepted = await scene.post({ id: 'x', customer: 1001, note: 'n' }, path, {
      'x-proof': canaries.proof,
    });
    expect(accepted.status).toBe(200);
    await eventually(() => calls(receiver.spans()).length === 1);
    expect(webhooks(receiver.spans()).map(each => each.attributes['http.response.status_code'])).toEqual([
      200,
    ]);
    expect(receiver.text()).not.toContain(sent.traceId);
  });

  it('are sampled: by the rate in the config, by a verified sender, but not by a stranger', async () => {
    const { scene, receiver } = await open(', sample: 0');
    const proof = { 'x-proof': canaries.proof };
    const path = `/hooks/${canaries.path}`;
    const body = (id: string) => ({ id, customer: 1001, note: 'n' });
    await scene.post(body('none'), path, proof);
    await scene.post(body('stranger'), '/hooks/open', { traceparent });
    await scene.post(body('not'), path, { ...proof, traceparent: traceparent.replace(/01$/, '00') });
    await scene.post(body('forced'), path, { ...proof, traceparent });
    await eventually(() => calls(receiver.spans()).length === 1 && webhooks(receiver.spans()).length === 1);
    await eventually(() => scene.lines('event delivered').length === 4);
    expect(scene.lines('event delivered').filter(line => 'trace_id' in line)).toHaveLength(1);
    const everything = new Set(
      receiver.spans().map(each => [each.traceId, each.attributes['fieldbridge.source']].join()),
    );
    expect(everything).toEqual(new Set([`${sent.traceId},proved`]));
  });

  it('have the headers of the config, and the service name of the environment', async () => {
    const receiver = await startReceiver();
    const scene = await traceScene(
      `telemetry: {otlp: "${receiver.url}/", headers: {Authorization: "Bearer \${COLLECTOR}"}}`,
      {
        COLLECTOR: canaries.collector,
        OTEL_SERVICE_NAME: 'bridge-of-the-salon',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      },
    );
    await scene.post({ id: 'h', customer: 1001, note: 'n' });
    await eventually(() => calls(receiver.spans()).length === 1);
    expect(receiver.headers[0]).toMatchObject({
      authorization: `Bearer ${canaries.collector}`,
      'content-type': 'application/x-protobuf',
    });
    expect(receiver.resource()).toMatchObject({
      'service.name': 'bridge-of-the-salon',
      'deployment.environment.name': 'test',
    });
    expect(scene.program().output()).not.toContain('canary-collector');
  });

  it.each([
    ['OTEL_SDK_DISABLED', 'true', true, /no traces are recorded/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', false, /telemetry\.otlp/],
    ['OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=hush,broken', true, /entry 2 /],
  ])(
    'and a variable %s=%s without the expected effect is reported in the log',
    async (variable, value, isOn, reason) => {
      const receiver = await startReceiver();
      const scene = await traceScene(isOn ? `telemetry: {otlp: "${receiver.url}"}` : '', {
        [variable]: value,
      });
      expect(scene.lines('OpenTelemetry variable not applied')).toMatchObject([
        { variable, reason: expect.stringMatching(reason) },
      ]);
      expect(scene.program().output()).not.toContain('hush');
      await scene.post({ id: 'a', customer: 1001, note: 'n' });
      await scene.program().end('SIGTERM');
      expect(receiver.spans().length > 0).toBe(variable === 'OTEL_RESOURCE_ATTRIBUTES');
    },
  );

  it('are shown with an event, also to a reader', async () => {
    const { scene } = await open();
    const reply = await scene.post({ id: 'a', customer: 1001, note: 'one' }, '/hooks/open', { traceparent });
    const { id } = (await reply.json()) as { id: string };
    const unrecorded = traceparent.replace(/01$/, '00');
    const other = await scene.post({ id: 'b', customer: 1001, note: 'two' }, '/hooks/open', {
      traceparent: unrecorded,
    });
    const { id: otherId } = (await other.json()) as { id: string };
    const url = String(scene.lines('ready for webhooks')[0]?.url);
    const shown = async (event: string, token: string) =>
      (await fetch(`${url}/api/events/${event}`, { headers: { authorization: `Bearer ${token}` } })).json();
    for (const token of [canaries.admin, canaries.reader]) {
      expect(await shown(id, token)).toMatchObject({ id, traceId: sent.traceId });
      expect(await shown(otherId, token)).not.toHaveProperty('traceId');
    }
    const words = ['dist/fieldbridge.js', 'events', 'show', id, '--config', scene.config];
    const page = spawnSync(process.execPath, words);
    expect(page.stdout.toString()).toMatch(new RegExp(`trace +${sent.traceId}`));
  });

  it('contain no secret, no URL and nothing of a webhook, in any form', async () => {
    const { scene, receiver } = await open();
    const { note, customer } = canaries;
    const headers = { 'x-tag': canaries.header, 'user-agent': canaries.agent };
    scene.sandbox.addFaults({ operation: 'updateCustomer', times: 1, status: 502, body: note });
    const proof = { ...headers, 'x-proof': canaries.proof };
    await scene.post(
      { id: 'p', customer: 1001, note },
      `/hooks/${canaries.path}?token=${canaries.query}`,
      proof,
    );
    await scene.post({ id: canaries.kind, customer, note }, `/hooks/open?q=${canaries.query}`, headers);
    await scene.post({ id: 'd', place: canaries.destination, customer, note }, '/hooks/open', headers);
    await scene.post({ id: 't', type: canaries.type }, '/hooks/open', headers);
    await scene.post(`{"${note}`, '/hooks/open', headers);
    await eventually(
      () => webhooks(receiver.spans()).length >= 4 && named(receiver.spans(), 'plan').length >= 4,
    );
    await eventually(() => calls(receiver.spans()).length >= 3);
    const text = receiver.text();
    const found = Object.values(canaries).flatMap(each => formsOf(each).filter(form => text.includes(form)));
    expect(found).toEqual([]);
    expect(text).not.toContain('/office/api');
    expect(text).not.toContain('?');
  });

  it('contain what the page about them lists', async () => {
    const { scene, receiver } = await open();
    scene.sandbox.addFaults({ operation: 'updateCustomer', times: 1, status: 500 });
    await scene.post({ id: 'a', customer: 1001, note: 'n' });
    await scene.post({ id: 's', type: 'x' });
    await eventually(() => calls(receiver.spans()).length === 2 && webhooks(receiver.spans()).length === 2);
    const page = readProjectFile('docs/telemetry.md');
    const listed = [...page.matchAll(/^\| `([a-z._]+)` \|/gm)].map(([, name]) => name);
    const said = new Set(receiver.spans().flatMap(each => Object.keys(each.attributes)));
    expect([...said].sort()).toEqual(listed.toSorted());
    // Empty lists are left out, because some receivers fail at them.
    const lists = receiver
      .spans()
      .flatMap(each => Object.values(each.attributes))
      .filter(Array.isArray);
    expect(lists.filter(each => each.length === 0)).toEqual([]);
    expect(fencesOf(page).length).toBeGreaterThan(0);
  });
});

/** Returns the forms in which a text may occur. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}
