import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../booking/made-certificate.ts';
import { freePort } from '../program.ts';
import { startCollector, startReceiver } from './receiver.ts';
import { eventually, type TraceScene, traceScene } from './scene.ts';

const lost = (reason: string) => `fieldbridge_spans_lost_total{reason="${reason}"}`;
const delivered = 'fieldbridge_event_outcomes_total{source="list",status="delivered"}';

/** Posts webhooks of ten events, waits for their delivery, and returns the longest response time. */
async function flood(scene: TraceScene, webhooks: number): Promise<number> {
  let slowestMs = 0;
  const before = (await scene.metric(delivered)) ?? 0;
  for (let webhook = 0; webhook < webhooks; webhook += 1) {
    const events = Array.from({ length: 10 }, (_, index) => ({
      id: `${before}-${webhook}-${index}`,
      customer: 1001 + (index % 3),
      note: `n${before} ${webhook}`,
    }));
    const startedAt = performance.now();
    expect((await scene.post({ events }, '/hooks/list')).status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  const all = before + webhooks * 10;
  for (;;) {
    if ((await scene.metric(delivered)) === all) return slowestMs;
    await new Promise(done => setTimeout(done, 100));
  }
}

/** A response that waited for the collector would take its time limit of ten seconds at least. */
const answersWithinMs = 9_000;
/** The time limit of a request to the collector. */
const exportLimitMs = 10_000;
/** The maximum number of kept spans, some 2 MiB. */
const mostHeld = 2_048;
/** Returns the number of spans of webhooks with several events: two for each webhook and event. */
const recorded = (webhooks: number, events: number) => webhooks * (2 + 2 * events);
/** The reason of the first span that is lost because too many are kept. */
const tooMany = 'more spans arrive than it accepts';

describe('a collector of traces', () => {
  it('that is down costs only spans, which are counted and reported once; it gets later ones', async () => {
    const port = await freePort();
    const scene = await traceScene(`telemetry: {otlp: "http://127.0.0.1:${port}"}`);
    await scene.post({ id: 'first', customer: 1001, note: 'n' });
    await eventually(async () => ((await scene.metric(lost('unsent'))) ?? 0) > 0);
    expect(await flood(scene, 5)).toBeLessThan(answersWithinMs);
    expect(scene.lines('cannot send traces')).toMatchObject([{ reason: 'ECONNREFUSED' }]);
    const receiver = await startReceiver(port);
    await eventually(() => scene.lines('traces sent again').length === 1);
    const [again] = scene.lines('traces sent again');
    expect(again?.lost).toBe(await scene.metric(lost('unsent')));
    expect(await scene.metric('fieldbridge_spans_sent_total')).toBeGreaterThan(0);
    expect(receiver.spans().length).toBeGreaterThan(0);
    expect(scene.lines('cannot send traces')).toHaveLength(1);
  });

  it('that never responds limits the number of kept spans, delays nothing, and a stop only briefly', async () => {
    const url = await startCollector(request => void request.resume());
    const scene = await traceScene(`telemetry: {otlp: "${url}"}`);
    await scene.post({ id: 'first', customer: 1001, note: 'n' });
    const floodedAt = performance.now();
    expect(await flood(scene, 150)).toBeLessThan(answersWithinMs);
    const isSlow = performance.now() - floodedAt > exportLimitMs;
    const lostFor = async (reason: string) => (await scene.metric(lost(reason))) ?? 0;
    // On a slow machine, each time limit makes room before there are too many.
    await eventually(
      async () => (await lostFor('overflow')) > 0 || (isSlow && (await lostFor('unsent')) > 0),
    );
    const held = async () =>
      recorded(1, 1) + recorded(150, 10) - (await lostFor('overflow')) - (await lostFor('unsent'));
    await eventually(async () => (await held()) <= mostHeld);
    const reasons = scene.lines('cannot send traces').map(({ reason }) => reason);
    // On a slow machine the time limit may be reached first.
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons.filter(each => each !== tooMany && each !== 'no response in time')).toEqual([]);
    const startedAt = performance.now();
    expect(await scene.program().end('SIGTERM')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(40_000);
  });

  it.each([500, 400, 401])('that responds with %i does not get the same spans again', async status => {
    let requests = 0;
    const url = await startCollector((request, response) => {
      request.resume();
      requests += 1;
      response.writeHead(status).end();
    });
    const scene = await traceScene(`telemetry: {otlp: "${url}"}`);
    await scene.post({ id: 'a', customer: 1001, note: 'n' });
    await eventually(() => scene.lines('cannot send traces').length === 1);
    expect(scene.lines('cannot send traces')).toMatchObject([{ reason: `HTTP ${status}` }]);
    await eventually(async () => (await scene.metric(lost('unsent'))) === 4);
    expect(requests).toBeLessThan(4);
  });

  it('that fails for another reason gets another report, and each end of a failure reports all losses', async () => {
    let status = 500;
    const url = await startCollector((request, response) => {
      request.resume();
      response.writeHead(status).end();
    });
    const scene = await traceScene(`telemetry: {otlp: "${url}"}`);
    const reasons = () => scene.lines('cannot send traces').map(({ reason }) => reason);
    const ends = () => scene.lines('traces sent again').map(({ lost: spans }) => spans);
    const next = async (answered: number, isReported: () => boolean) => {
      status = answered;
      await scene.post({ id: `e${answered}${Math.random()}`, customer: 1001, note: `n ${Math.random()}` });
      await eventually(isReported);
    };
    await next(500, () => reasons().length === 1);
    await next(401, () => reasons().length === 2);
    await next(200, () => ends().length === 1);
    await next(401, () => reasons().length === 3);
    await next(200, () => ends().length === 2);
    expect(reasons()).toEqual(['HTTP 500', 'HTTP 401', 'HTTP 401']);
    expect(ends().reduce<number>((all, each) => all + Number(each), 0)).toBe(
      await scene.metric(lost('unsent')),
    );
    expect(scene.lines('log lines left out')).toEqual([]);
  });

  it('that alternates between success and failure fills no log', async () => {
    let requests = 0;
    const url = await startCollector((request, response) => {
      request.resume();
      requests += 1;
      response.writeHead(requests % 2 === 1 ? 400 + (requests % 29) : 200).end();
    });
    const scene = await traceScene(`telemetry: {otlp: "${url}"}`);
    for (let batch = 0; batch < 14; batch += 1) {
      const before = requests;
      await scene.post({ id: `b${batch}`, customer: 1001, note: `n${batch}` });
      await eventually(() => requests > before);
    }
    expect(scene.lines('cannot send traces').length).toBeLessThanOrEqual(5);
    expect(scene.lines('traces sent again').length).toBeLessThanOrEqual(5);
    expect(scene.lines('log lines left out')).toEqual([]);
  });

  it('with a token file that becomes invalid as a header is reported', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fieldbridge-token-')), 'token');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, 'Bearer first');
    const receiver = await startReceiver();
    const scene = await traceScene(
      `telemetry: {otlp: "${receiver.url}", headers: {x-token: {file: "${file}"}}}`,
    );
    writeFileSync(file, 'Bearer\nhush');
    await scene.post({ id: 'a', customer: 1001, note: 'n' });
    await eventually(() => scene.lines('cannot send traces').length === 1);
    expect(scene.lines('cannot send traces')).toMatchObject([
      { reason: 'no header can hold the value of x-token' },
    ]);
    expect(scene.program().output()).not.toContain('hush');
  });

  it('that is a web server with a page for every path has received nothing', async () => {
    const url = await startCollector((request, response) => {
      request.resume();
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>hello</title>');
    });
    const scene = await traceScene(`telemetry: {otlp: "${url}"}`);
    await scene.post({ id: 'a', customer: 1001, note: 'n' });
    await eventually(async () => (await scene.metric(lost('unsent'))) === 4);
    expect(await scene.metric('fieldbridge_spans_sent_total')).toBe(0);
    expect(scene.lines('cannot send traces')).toMatchObject([
      { reason: 'a web page answers there, and no collector' },
    ]);
  });

  it('with a self-signed certificate is trusted if NODE_EXTRA_CA_CERTS names that', async () => {
    const { cert, key } = makeCertificate({ name: 'localhost' });
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-ca-'));
    writeFileSync(join(folder, 'ca.pem'), cert);
    const server = createServer({ cert, key }, (request, response) => {
      request.resume();
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    });
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const scene = await traceScene(`telemetry: {otlp: "${url}"}`, {
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    });
    await scene.post({ id: 'a', customer: 1001, note: 'n' });
    await eventually(async () => (await scene.metric('fieldbridge_spans_sent_total')) === 4);
  });

  it('that returns 503 for a moment gets the same spans once more, and nothing is lost', async () => {
    let requests = 0;
    const url = await startCollector((request, response) => {
      request.resume();
      requests += 1;
      response.writeHead(requests === 1 ? 503 : 200).end();
    });
    const scene = await traceScene(`telemetry: {otlp: "${url}"}`);
    await scene.post({ id: 'a', customer: 1001, note: 'n' });
    await eventually(async () => (await scene.metric('fieldbridge_spans_sent_total')) === 4);
    expect(await scene.metric(lost('unsent'))).toBe(0);
    expect(scene.lines('cannot send traces')).toEqual([]);
  });

  it('that accepts a part of the spans has the others counted', async () => {
    // partial_success {rejected_spans: 1}
    const answer = Buffer.from([0x0a, 0x02, 0x08, 0x01]);
    const url = await startCollector((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/x-protobuf');
      response.end(answer);
    });
    const scene = await traceScene(`telemetry: {otlp: "${url}"}`);
    await scene.post({ id: 'a', customer: 1001, note: 'n' });
    await eventually(async () => ((await scene.metric(lost('rejected'))) ?? 0) >= 1);
    expect(scene.lines('cannot send traces')).toMatchObject([
      { reason: 'the collector refused some of them' },
    ]);
  });

  it('gets the last spans at a stop', async () => {
    const receiver = await startReceiver();
    const scene = await traceScene(`telemetry: {otlp: "${receiver.url}"}`);
    await scene.post({ id: 'a', customer: 1001, note: 'n' });
    await eventually(() => scene.lines('event delivered').length === 1);
    expect(await scene.program().end('SIGTERM')).toBe(0);
    expect(receiver.spans().map(({ name }) => name)).toContain('POST updateCustomer');
  });
});

describe('without telemetry', () => {
  it('nothing of OpenTelemetry is loaded, recorded or counted, and events are processed as usual', async () => {
    const opened = async (telemetry: string) => {
      const scene = await traceScene(telemetry, { NODE_DEBUG: 'esm' });
      const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
      await scene.post({ id: 'a', customer: 1001, note: 'n' }, '/hooks/open', headers);
      await eventually(() => scene.lines('event delivered').length === 1);
      const figure = await scene.metric('fieldbridge_spans_sent_total');
      const loaded = () => /parts\/start-open-traces-/.test(scene.program().output());
      // It lists its modules on another pipe than its log, which may arrive later.
      if (telemetry !== '') await expect.poll(loaded).toBe(true);
      await scene.program().end('SIGTERM');
      await expect.poll(() => scene.program().child.stderr?.readableEnded).toBe(true);
      return { loaded: loaded(), figure, line: scene.lines('event delivered')[0] };
    };
    const receiver = await startReceiver();
    const on = await opened(`telemetry: {otlp: "${receiver.url}"}`);
    expect(on).toMatchObject({
      loaded: true,
      figure: expect.any(Number),
      line: { trace_id: expect.any(String) },
    });
    const before = receiver.headers.length;
    const off = await opened('');
    expect(off).toMatchObject({ loaded: false, figure: undefined });
    expect(off.line).not.toHaveProperty('trace_id');
    expect(receiver.headers.length).toBe(before);
  });
});
