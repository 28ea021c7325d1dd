import { once } from 'node:events';
import { request as undiciRequest } from 'undici';
import { describe, expect, it } from 'vitest';
import {
  consents,
  persist,
  post,
  reserveOne,
  sandboxForEachTest,
  send,
  updateWithJson,
} from './call-sandbox.ts';
import { openRaw, rawPost, rawRequest } from './raw-request.ts';

const sandbox = sandboxForEachTest();

function rawUpdate(note = 'x', id = 1001): string {
  const path = `/office/api/updateCustomer?token=${sandbox().tokens.mitte}&id=${id}`;
  return rawPost(path, 'application/json', JSON.stringify({ note }));
}

function rawBooking(slot: { readonly appointmentId: string }): string {
  const form = new URLSearchParams({
    token: sandbox().tokens.mitte,
    ...slot,
    ...consents,
    customerId: '1002',
  });
  return rawPost('/office/api/persistCustomerData', 'application/x-www-form-urlencoded', form.toString());
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}

describe('the response of a fault', () => {
  it.each([200, 201, 204, 301, 303, 401, 404, 408, 413, 425, 429, 500, 503, 599])(
    'status %i',
    async status => {
      sandbox().addFaults({ status, body: status === 204 ? '' : 'text', headers: { 'retry-after': '7' } });
      const { statusCode, headers, body } = await undiciRequest(
        `${sandbox().url}/office/api/additionalCustomerFields`,
      );
      expect([statusCode, headers['retry-after']]).toEqual([status, '7']);
      expect(await body.text()).toBe(status === 204 ? '' : 'text');
    },
  );

  it('a redirect with its location', async () => {
    sandbox().addFaults({
      status: 307,
      headers: { Location: 'https://elsewhere.example.com/', 'Content-Type': 'text/html' },
    });
    const { headers, body } = await undiciRequest(`${sandbox().url}/office/api/additionalCustomerFields`);
    expect(headers).toMatchObject({
      location: 'https://elsewhere.example.com/',
      'content-type': 'text/html',
    });
    await body.dump();
  });

  it('an interim response, followed by the real one', async () => {
    sandbox().addFaults({ status: 103, headers: { link: '</x>' }, times: 1 });
    const { socket, text } = openRaw(sandbox().url, rawUpdate('early'));
    while (!text().includes('"changes"')) await once(socket, 'data');
    socket.destroy();
    expect(text()).toMatch(/^HTTP\/1\.1 103 Early Hints\r\nlink: <\/x>\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(sandbox().customer(1001)).toMatchObject({ note: 'early', calls: { applied: 1, answered: 1 } });
  });

  it('a maintenance page with 200', async () => {
    sandbox().addFaults({ html: true });
    const reply = await updateWithJson(sandbox(), 1001, { note: 'x' });
    expect(reply).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' });
    expect(reply.text).toContain('<title>Wartungsarbeiten</title>');
  });

  it('nothing, with 200', async () => {
    sandbox().addFaults({ empty: true });
    expect(await updateWithJson(sandbox(), 1001, { note: 'x' })).toMatchObject({ status: 200, text: '' });
  });

  it('Access denied, as for an expired token', async () => {
    sandbox().addFaults({ token: 'expired' });
    expect(await updateWithJson(sandbox(), 1001, { note: 'x' })).toMatchObject({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      text: 'Access denied',
    });
    expect(sandbox().customer(1001)).toMatchObject({ calls: { received: 1, applied: 0, answered: 0 } });
  });

  it('the response of another customer, and of another appointment', async () => {
    sandbox().addFaults({ wrongId: true, when: 'after' });
    expect((await updateWithJson(sandbox(), 1001, { note: 'x' })).json).toMatchObject({
      id: 1002,
      note: 'x',
    });
    const slot = reserveOne(sandbox());
    const booked = await persist(sandbox(), { ...slot, ...consents, customerId: '1002' });
    const { url } = booked.json as { url: string };
    expect(booked.json).toMatchObject({ result: 'OK', customerId: 1003 });
    expect(url).not.toContain(slot.appointmentId);
    expect(url).toContain(slot.appointmentParticipantId);
    const fields = await send(
      `${sandbox().url}/office/api/additionalCustomerFields?token=${sandbox().tokens.mitte}`,
    );
    expect(fields.json).toBeInstanceOf(Array);
    const denied = await updateWithJson(sandbox(), 1001, { note: 'x' }, 'nonsense');
    expect(denied.text).toBe('Access denied');
  });

  it('a response that is too large, but readable', async () => {
    sandbox().addFaults({ oversized: true });
    const reply = await updateWithJson(sandbox(), 1001, { note: 'x' });
    expect(reply.text.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(reply.json).toMatchObject({ id: 1001 });
    sandbox().clearFaults();
    sandbox().addFaults({ oversized: 10 });
    expect((await updateWithJson(sandbox(), 1001, { note: 'x' })).text).toMatch(/\} {10}$/);
  });
});

describe('the transmission of a faulty response', () => {
  it('reset: the connection is reset without a response', async () => {
    sandbox().addFaults({ reset: true });
    expect(await rawRequest(sandbox().url, rawUpdate())).toEqual({ text: '', end: 'reset' });
  });

  it('close: the connection is closed without a response', async () => {
    sandbox().addFaults({ close: true });
    expect(await rawRequest(sandbox().url, rawUpdate())).toEqual({ text: '', end: 'fin' });
  });

  it('garbage: not HTTP, or just a given text', async () => {
    sandbox().addFaults({ garbage: true, times: 1 }, { garbage: 'HTTP/1.1 99 Odd\r\n\r\n' });
    const nonsense = await rawRequest(sandbox().url, rawUpdate());
    expect(nonsense.text).not.toMatch(/^HTTP/);
    expect(await rawRequest(sandbox().url, rawUpdate())).toEqual({
      text: 'HTTP/1.1 99 Odd\r\n\r\n',
      end: 'fin',
    });
  });

  it.each([0, 1, 10])('cut: %i bytes of the response, whose length is larger', async cut => {
    sandbox().addFaults({ cut });
    const { text, end } = await rawRequest(sandbox().url, rawUpdate());
    expect(end).toBe('fin');
    expect(bodyOf(text)).toBe('{"id":1001,"gender'.slice(0, cut));
    expect(Number(/content-length: (\d+)/.exec(text)?.[1])).toBeGreaterThan(100);
  });

  it('cut and closeDelimited: the missing rest cannot be noticed', async () => {
    sandbox().addFaults({ cut: 10, closeDelimited: true });
    const { text, end } = await rawRequest(sandbox().url, rawUpdate());
    expect([bodyOf(text), end]).toEqual(['{"id":1001', 'fin']);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).not.toMatch(/content-length|transfer-encoding/i);
    const reply = await updateWithJson(sandbox(), 1001, { note: 'x' });
    expect([reply.status, reply.text]).toEqual([200, '{"id":1001']);
  });

  it('cut and reset: the connection is reset in the middle', async () => {
    sandbox().addFaults({ cut: 10, reset: true });
    const { text, end } = await rawRequest(sandbox().url, rawUpdate());
    expect([bodyOf(text), end]).toEqual(['{"id":1001', 'reset']);
  });

  it('a status and a cut go together', async () => {
    sandbox().addFaults({ status: 400, body: '{"error":"customer status not found"}', cut: 9 });
    const { text } = await rawRequest(sandbox().url, rawUpdate());
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(bodyOf(text)).toBe('{"error":');
  });

  it.each([
    ['stall: the headers, then nothing', {}, ''],
    ['cut and stall: a part, then nothing', { cut: 5 }, '{"id"'],
  ])('%s', async (_, part, body) => {
    sandbox().addFaults({ operation: 'updateCustomer', stall: true, ...part });
    const { socket, text } = openRaw(sandbox().url, rawUpdate());
    let ended = false;
    socket.on('end', () => {
      ended = true;
    });
    await once(socket, 'data');
    // After a whole round trip, nothing more has arrived on the stalled connection.
    await send(`${sandbox().url}/sandbox/faults`);
    expect([bodyOf(text()), ended]).toEqual([body, false]);
    socket.destroy();
  });

  it('delayMs alone: the call is applied, and its response is late', async () => {
    sandbox().addFaults({ delayMs: 30 });
    const reply = await updateWithJson(sandbox(), 1001, { note: 'late' });
    expect(reply.json).toMatchObject({ note: 'late' });
    expect(sandbox().calls()).toMatchObject([{ applied: true, answered: true, fault: 'delay' }]);
  });

  it('delayMs before: the call waits, and nothing is changed yet', async () => {
    sandbox().addFaults({ delayMs: 3_600_000 });
    const { socket } = openRaw(sandbox().url, rawUpdate('never'));
    await received(1);
    expect(sandbox().customer(1001)).toMatchObject({
      note: 'Kommt gern früh am Tag',
      calls: { received: 1, applied: 0 },
    });
    socket.destroy();
  });

  it('delayMs after: the call is applied, and its response waits', async () => {
    sandbox().addFaults({ delayMs: 3_600_000, when: 'after' });
    const { socket, text } = openRaw(sandbox().url, rawUpdate('applied'));
    await received(1);
    expect(sandbox().customer(1001)).toMatchObject({ note: 'applied', calls: { applied: 1, answered: 0 } });
    expect(text()).toBe('');
    socket.destroy();
  });

  it('a delayed call is applied after its client has disconnected, but does not count as answered', async () => {
    sandbox().addFaults({ delayMs: 100 });
    const { socket } = openRaw(sandbox().url, rawUpdate('gone'));
    await received(1);
    socket.destroy();
    while (sandbox().customer(1001)?.note !== 'gone') await send(`${sandbox().url}/sandbox/faults`);
    await send(`${sandbox().url}/sandbox/faults`);
    expect(sandbox().calls()).toMatchObject([{ applied: true, answered: false }]);
  });

  async function received(count: number): Promise<void> {
    while (sandbox().calls().length < count) await send(`${sandbox().url}/sandbox/faults`);
  }
});

describe('the effect of a fault on the account', () => {
  const effects = [
    { status: 503 },
    { html: true },
    { empty: true },
    { wrongId: true },
    { oversized: true },
    { cut: 5 },
    { reset: true },
    { close: true },
    { garbage: true },
  ] as const;

  it.each(effects)('before (the default) it is unchanged, after it is changed: %j', async effect => {
    for (const [rule, applied] of [
      [effect, 0],
      [{ ...effect, when: 'after' as const }, 1],
    ] as const) {
      sandbox().control('reset', {});
      sandbox().addFaults({ ...rule, times: 1 });
      const slot = reserveOne(sandbox());
      const { socket } = openRaw(sandbox().url, rawBooking(slot));
      socket.on('error', () => {});
      // Whatever the response: the call is over once the journal contains it.
      while (sandbox().calls()[0]?.fault == null) await send(`${sandbox().url}/sandbox/faults`);
      socket.destroy();
      expect(sandbox().reservation(slot.appointmentId)).toMatchObject({
        state: applied === 1 ? 'completed' : 'reserved',
        calls: { received: 1, applied, answered: 0 },
      });
      const again = await persist(sandbox(), { ...slot, ...consents, customerId: '1002' });
      expect(again.json).toMatchObject({ result: applied === 1 ? 'ERROR' : 'OK' });
      expect(sandbox().reservation(slot.appointmentId)?.calls.repeated).toBe(applied);
    }
  });

  it('a damaged refusal never changes it', async () => {
    sandbox().addFaults({ status: 500, when: 'after' });
    await updateWithJson(sandbox(), 1001, { customerStatus: 'nonsense' });
    expect(sandbox().calls()).toMatchObject([
      { applied: false, outcome: 'customer status not found', fault: 'status 500' },
    ]);
  });
});

describe('the calls that a fault affects', () => {
  const note = { note: 'x' };

  it('those of its operation and key', async () => {
    sandbox().addFaults({ operation: 'updateCustomer', key: '1002', status: 500 });
    expect((await updateWithJson(sandbox(), 1001, note)).status).toBe(200);
    expect((await updateWithJson(sandbox(), 1002, note)).status).toBe(500);
    expect((await updateWithJson(sandbox(), '01002', note)).status).toBe(500);
    const fields = `${sandbox().url}/office/api/additionalCustomerFields?token=${sandbox().tokens.mitte}`;
    expect((await send(fields)).status).toBe(200);
  });

  it('as often as its times, then those of the next rule', async () => {
    sandbox().addFaults({ status: 500, times: 2 }, { status: 503, times: 1 });
    const statuses: number[] = [];
    for (const _ of [1, 2, 3, 4]) statuses.push((await updateWithJson(sandbox(), 1001, note)).status);
    expect(statuses).toEqual([500, 500, 503, 200]);
  });

  it('never the control surface', async () => {
    sandbox().addFaults({ reset: true });
    expect((await send(`${sandbox().url}/sandbox/state`)).status).toBe(200);
  });
});

describe('faults by HTTP', () => {
  const faults = () => `${sandbox().url}/sandbox/faults`;

  it('are added, listed with their use, and ended', async () => {
    await post(faults(), { body: '{"status": 500, "times": 2}' });
    await post(faults(), { body: '[{"reset": true, "operation": "persistCustomerData"}]' });
    await updateWithJson(sandbox(), 1001, { note: 'x' });
    expect((await send(faults())).json).toEqual({
      faults: [
        { rule: { status: 500, times: 2 }, left: 1, applied: 1 },
        { rule: { reset: true, operation: 'persistCustomerData' }, left: null, applied: 0 },
      ],
    });
    expect((await send(faults(), { method: 'DELETE' })).json).toEqual({ faults: [] });
    expect((await updateWithJson(sandbox(), 1001, { note: 'x' })).status).toBe(200);
  });

  it.each([
    ['{"statsu": 500}', /unknown key "statsu"; allowed: operation, key, times, .*garbage/],
    ['{"a": 1, "b": 2, "reset": true}', /unknown keys "a", "b"; allowed/],
    ['{"status": 99}', /"status" must be a whole number from 100 to 599/],
    ['{"status": "500"}', /"status" must be a whole number/],
    ['{"status": 500, "times": 0}', /"times" must be a whole number from 1/],
    ['{"reset": true, "probability": 2}', /"probability" must be a number from 0 to 1/],
    ['{"reset": false}', /"reset" must be true/],
    ['{"reset": true, "operation": "startBooking"}', /"operation" must be one of persistCustomerData/],
    ['{"reset": true, "when": "never"}', /"when" must be before or after/],
    ['{"token": "valid"}', /"token" must be "expired"/],
    ['{"oversized": "yes"}', /"oversized" must be true or a number/],
    ['{"status": 500, "headers": {"a b": "c"}}', /"headers" must be an object of header names/],
    ['{}', /a fault must do something/],
    ['{"times": 3}', /a fault must do something/],
    ['{"html": true, "status": 500}', /status and html cannot go together/],
    ['{"reset": true, "close": true}', /reset and close cannot go together/],
    ['{"reset": true, "status": 500}', /reset and status cannot go together/],
    ['{"cut": 3, "garbage": true}', /cut and garbage cannot go together/],
    ['{"html": true, "body": "x"}', /body and headers go with status/],
    ['{"reset": true, "closeDelimited": true}', /closeDelimited goes with cut/],
    ['[{"reset": true}, 7]', /a fault must be a JSON object/],
    ['nonsense', /not readable as JSON/],
  ])('%s is refused with a reason, and nothing takes effect', async (body, error) => {
    const reply = await post(faults(), { body });
    expect(reply).toMatchObject({ status: 400, json: { error: expect.stringMatching(error) } });
    expect((await send(faults())).json).toEqual({ faults: [] });
    if (body !== 'nonsense') expect(() => sandbox().addFaults(JSON.parse(body))).toThrow(TypeError);
  });
});

describe('a fault with a probability', () => {
  const dice = [0.1, 0.6, 0.49, 0.5];
  const loaded = sandboxForEachTest({ random: () => dice.shift() ?? 1 });

  it('affects a call if a random number is below it', async () => {
    loaded().addFaults({ status: 500, probability: 0.5 });
    const statuses: number[] = [];
    for (const _ of [1, 2, 3, 4]) statuses.push((await updateWithJson(loaded(), 1001, { note: 'x' })).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
  });
});
