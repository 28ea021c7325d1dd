import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { SandboxState } from '../../src/sandbox/inspection.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import {
  consents,
  persist,
  post,
  reserveOne,
  sandboxForEachTest,
  send,
  updateWithForm,
  updateWithJson,
} from './call-sandbox.ts';
import { openRaw, rawRequest } from './raw-request.ts';

const lines: string[] = [];
const sandbox = sandboxForEachTest({ log: line => lines.push(line) });

describe('looking inside', () => {
  it('shows the same state by HTTP and in process, and never a token', async () => {
    await updateWithJson(sandbox(), 1001, { note: 'x' });
    const reply = await send(`${sandbox().url}/sandbox/state`);
    expect(reply.json).toEqual(JSON.parse(JSON.stringify(sandbox().state())));
    for (const token of Object.values(sandbox().tokens)) expect(reply.text).not.toContain(token);
    expect(reply.json as SandboxState).toMatchObject({
      tokens: [
        { name: 'mitte', locationId: 1, state: 'valid' },
        { name: 'nord', locationId: 2, state: 'valid' },
        { name: 'expired', locationId: 1, state: 'expired' },
      ],
      calls: { updateCustomer: { received: 1, applied: 1, answered: 1, repeated: 0 } },
    });
  });

  it('lists the calls in order, with all sent data except the token', async () => {
    const slot = reserveOne(sandbox());
    await updateWithJson(sandbox(), 1001, { note: 'x', token: sandbox().tokens.mitte });
    await updateWithForm(sandbox(), 1002, { 'additionalFields.lead.source': 'Website' });
    await persist(sandbox(), { ...slot, ...consents, customerId: '1002' });
    await persist(sandbox(), { ...slot });
    const reply = await send(`${sandbox().url}/sandbox/calls?after=1`);
    expect(reply.json).toMatchObject({
      calls: [
        {
          number: 2,
          operation: 'updateCustomer',
          key: '1002',
          token: 'mitte',
          applied: true,
          outcome: 'updated',
          parameters: { id: '1002', 'additionalFields.lead.source': 'Website' },
        },
        {
          number: 3,
          operation: 'persistCustomerData',
          key: slot.appointmentId,
          applied: true,
          outcome: 'OK',
          parameters: { ...slot, ...consents },
        },
        { number: 4, key: slot.appointmentId, applied: false, outcome: 'ERROR appointmentInvalid' },
      ],
    });
    expect(sandbox().calls()[0]?.parameters).toEqual({ id: '1001', note: 'x' });
    expect(JSON.stringify(sandbox().calls())).not.toContain(sandbox().tokens.mitte);
  });

  it('shows one customer with their updates, and one reservation', async () => {
    await updateWithJson(sandbox(), 1001, { note: 'x' });
    expect((await send(`${sandbox().url}/sandbox/customers/1001`)).json).toMatchObject({
      id: 1001,
      note: 'x',
      updates: [{ call: 1, note: 'x', changes: [{ name: 'note', newValue: 'x' }] }],
    });
    const { appointmentId } = reserveOne(sandbox(), 'payment');
    expect((await send(`${sandbox().url}/sandbox/reservations/${appointmentId}`)).json).toMatchObject({
      appointmentId,
      kind: 'payment',
      state: 'reserved',
    });
    for (const path of ['customers/9', 'customers/', 'reservations/none', 'reservations/%', 'nothing']) {
      expect((await send(`${sandbox().url}/sandbox/${path}`)).status).toBe(404);
    }
  });

  it('logs a line for each call, without tokens and values', async () => {
    lines.length = 0;
    sandbox().addFaults({ status: 503, times: 1 });
    for (const _ of [1, 2]) await updateWithJson(sandbox(), 1001, { note: 'secret' });
    expect(lines).toEqual([
      '#1 updateCustomer 1001: updated, fault: status 503',
      '#2 updateCustomer 1001: updated, applied',
    ]);
  });

  it('describes itself at /, with curl commands that work', async () => {
    const { text, contentType } = await send(`${sandbox().url}/`);
    expect(contentType).toBe('text/plain; charset=utf-8');
    for (const token of Object.values(sandbox().tokens)) expect(text).toContain(token);
    const [, token = ''] = /^ {2}TOKEN=(\S+)$/m.exec(text) ?? [];
    const page = text.replaceAll('$TOKEN', token);
    expect(text.split('\n').filter(line => line.length > 80)).toEqual([]);
    const examples = [...page.matchAll(/^ {2}curl ((?:.*\\\n)*.+)/gm)].map(([, line]) => line ?? '');
    expect(examples).toHaveLength(6);
    for (const example of examples) {
      const url = /['"](http[^'"]+)['"]/.exec(example)?.[1] ?? '';
      const method = /-X (\w+)/.exec(example)?.[1] ?? (example.includes('-d ') ? 'POST' : 'GET');
      const data = [...example.matchAll(/-d (?:'([^']+)'|(\S+))/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? '',
      );
      const contentType = example.includes('application/json')
        ? 'application/json'
        : 'application/x-www-form-urlencoded';
      const body = data.join('&');
      const reply = await send(url, {
        method,
        ...(body !== '' && { body, headers: { 'content-type': contentType } }),
      });
      expect(reply.status).toBe(200);
    }
    expect(
      sandbox()
        .calls()
        .map(({ outcome }) => outcome),
    ).toEqual(['21 fields', 'updated', 'OK']);
  });
});

describe('changing the account', () => {
  const control = (name: string, body: unknown) =>
    post(`${sandbox().url}/sandbox/${name}`, { body: JSON.stringify(body) });

  it('creates the requested number of reservations', async () => {
    const reply = await control('reservations', { count: 3, kind: 'tan', location: 2 });
    const { reservations } = reply.json as {
      reservations: { appointmentId: string; appointmentParticipantId: string }[];
    };
    expect(new Set(reservations.map(slot => slot.appointmentId)).size).toBe(3);
    for (const slot of reservations) {
      expect(sandbox().reservation(slot.appointmentId)).toMatchObject({
        ...slot,
        kind: 'tan',
        locationId: 2,
      });
    }
    expect((await post(`${sandbox().url}/sandbox/reservations`, { body: '' })).json).toMatchObject({
      reservations: [{}],
    });
  });

  it('adds and deletes customers', async () => {
    const added = await control('customers', {
      firstName: 'Nora',
      lastName: 'Beispiel',
      customerStatus: 'VIP',
      locations: [2],
      additionalFields: { 'lead.source': 'Website' },
    });
    expect(added.json).toMatchObject({
      customer: {
        id: 1015,
        lastName: 'Beispiel',
        locationIds: [2],
        additionalFields: { 'lead.source': 'Website' },
      },
    });
    expect((await updateWithJson(sandbox(), 1015, { note: 'x' }, sandbox().tokens.nord)).status).toBe(200);
    await control('customers', { action: 'delete', id: 1015 });
    expect((await updateWithJson(sandbox(), 1015, { note: 'x' }, sandbox().tokens.nord)).status).toBe(404);
  });

  it('renames a field: the old key is unknown, the value stays', async () => {
    await updateWithJson(sandbox(), 1001, { additionalFields: { allergies: 'Nuts' } });
    await control('fields', { action: 'rename', keyName: 'allergies', to: 'intolerances' });
    expect(
      (await updateWithJson(sandbox(), 1001, { additionalFields: { allergies: 'x' } })).json,
    ).toMatchObject({
      unknownKeys: ['allergies'],
    });
    expect(sandbox().customer(1001)?.additionalFields).toMatchObject({ intolerances: 'Nuts' });
  });

  it('archives, restores, adds and retypes fields', async () => {
    const set = async (keyName: string) =>
      (await updateWithJson(sandbox(), 1001, { additionalFields: { [keyName]: 'x' } })).status;
    await control('fields', { action: 'archive', keyName: 'newsletter' });
    expect(await set('newsletter')).toBe(400);
    await control('fields', { action: 'restore', keyName: 'newsletter' });
    expect(await set('newsletter')).toBe(200);
    await control('fields', { action: 'add', keyName: 'shoe.size', name: 'Schuhgröße', listOrder: 5 });
    expect(await set('shoe.size')).toBe(200);
    await control('fields', { action: 'change', keyName: 'shoe.size', type: 'image' });
    expect(await set('shoe.size')).toBe(400);
    const changed = await control('fields', {
      action: 'change',
      keyName: 'shoe.size',
      type: 'selection',
      selectItems: ['38', '39'],
    });
    expect(changed.json).toMatchObject({
      field: {
        name: 'Schuhgröße',
        type: 'selection',
        selectItems: ['38', '39'],
        description: '38\n39',
        listOrder: 5,
      },
    });
  });

  it('adds, renames and removes statuses, also of customers', async () => {
    await control('statuses', { action: 'add', name: 'Premium' });
    expect((await updateWithJson(sandbox(), 1001, { customerStatus: 'Premium' })).status).toBe(200);
    await control('statuses', { action: 'rename', name: 'Premium', to: 'Gold' });
    expect(sandbox().customer(1001)?.customerStatus).toBe('Gold');
    await control('statuses', { action: 'remove', name: 'Gold' });
    expect(sandbox().customer(1001)?.customerStatus).toBe('');
    expect((await updateWithJson(sandbox(), 1001, { customerStatus: 'Gold' })).status).toBe(400);
  });

  it.each([
    ['reservations', { count: 0 }, /"count" must be/],
    ['reservations', { kind: 'free' }, /"kind" must be one of plain, payment, tan, error/],
    ['reservations', { location: 7 }, /no location 7/],
    ['reservations', { amount: 7 }, /unknown key "amount"; allowed: count, kind, location/],
    ['customers', { name: 'Beispiel' }, /unknown key "name"; allowed: .*lastName/],
    ['customers', { customerStatus: 'x' }, /no status "x"/],
    ['customers', { locations: [3] }, /no location 3/],
    ['customers', { additionalFields: { nope: 'x' } }, /no field "nope"/],
    ['customers', { action: 'delete', id: 1 }, /no customer 1/],
    ['fields', { action: 'drop', keyName: 'x' }, /"action" must be add, change/],
    ['fields', { action: 'archive', keyName: 'nope' }, /no field "nope"/],
    ['fields', { action: 'archive', keyName: 'allergies', type: 'text' }, /archive takes no properties/],
    ['fields', { action: 'rename', keyName: 'allergies' }, /"to" goes with rename/],
    ['fields', { action: 'rename', keyName: 'allergies', to: 'newsletter' }, /a field "newsletter" already/],
    ['fields', { action: 'add', keyName: 'x', type: 'number' }, /"type" must be one of text, date/],
    ['statuses', { action: 'add', name: 'VIP' }, /a status "VIP" already/],
    ['statuses', { action: 'rename', name: 'VIP' }, /"to" goes with rename/],
    ['statuses', { action: 'remove', name: 'Gold' }, /no status "Gold"/],
    ['tokens', { action: 'expire', name: 'west' }, /no API access "west"/],
    ['tokens', { action: 'delete', name: 'mitte' }, /"action" must be expire or renew/],
  ])('%s refuses %j with a reason, and changes nothing', async (name, body, error) => {
    const before = sandbox().state();
    expect(await control(name, body)).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(error) },
    });
    expect(sandbox().state()).toEqual(before);
  });

  it('can be reset', async () => {
    const before = sandbox().state();
    await updateWithJson(sandbox(), 1001, { note: 'x' });
    await control('fields', { action: 'archive', keyName: 'allergies' });
    await control('tokens', { action: 'expire', name: 'mitte' });
    await control('reservations', {});
    sandbox().addFaults({ status: 500 });
    expect((await control('reset', {})).status).toBe(200);
    expect(sandbox().state()).toEqual(before);
    expect(sandbox().calls()).toEqual([]);
    expect((await updateWithJson(sandbox(), 1001, { note: 'x' })).status).toBe(200);
  });
});

describe('the server', () => {
  it('responds at other addresses with a list of the existing ones', async () => {
    for (const path of ['/office/api/startBooking', '/nothing', '//x', '/sandbox']) {
      expect(await send(`${sandbox().url}${path}`)).toMatchObject({
        status: 404,
        json: { api: expect.arrayContaining(['POST /office/api/updateCustomer']) },
      });
    }
    const odd = 'GET http://[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    expect((await rawRequest(sandbox().url, odd)).text).toMatch(/^HTTP\/1\.1 40[04]/);
  });

  it('refuses a body above 10 MiB and does not count it as a call', async () => {
    const reply = await updateWithJson(sandbox(), 1001, { note: 'x'.repeat(11 * 1024 * 1024) });
    expect(reply.status).toBe(413);
    expect(sandbox().calls()).toEqual([]);
  });

  it('survives a client that disconnects during its request', async () => {
    const half =
      'POST /office/api/persistCustomerData HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\ntoken=';
    const { socket } = openRaw(sandbox().url, half);
    await new Promise<void>(resolve => socket.once('connect', () => socket.end(resolve)));
    socket.destroy();
    expect((await updateWithJson(sandbox(), 1001, { note: 'x' })).status).toBe(200);
    expect(sandbox().calls()).toHaveLength(1);
  });

  it('closes at once, despite stalled or delayed calls', async () => {
    const other = await startSandbox();
    other.addFaults({ stall: true, times: 1 }, { delayMs: 3_600_000 });
    const stalled = openRaw(other.url, fieldsRequest(other));
    const delayed = openRaw(other.url, fieldsRequest(other));
    const ends = [stalled, delayed].map(
      ({ socket }) => new Promise<void>(resolve => socket.on('error', () => {}).on('close', () => resolve())),
    );
    while (other.calls().length < 2) await send(`${other.url}/sandbox/faults`);
    await other.close();
    await Promise.all(ends);
    await expect(fetch(other.url)).rejects.toThrow();
  });

  it('leaves nothing that keeps its process running', async () => {
    const program = `
      import { startSandbox } from ${JSON.stringify(new URL('../../src/sandbox/sandbox.ts', import.meta.url).href)};
      const sandbox = await startSandbox();
      sandbox.addFaults({ delayMs: 3_600_000 });
      const answer = fetch(sandbox.url + '/office/api/additionalCustomerFields').catch(() => 'gone');
      while (sandbox.calls().length === 0) await new Promise(setImmediate);
      await sandbox.close();
      console.log(await answer);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
    ]);
    expect(stdout).toBe('gone\n');
  });

  it('does not start if its port is in use', async () => {
    const port = Number(new URL(sandbox().url).port);
    await expect(startSandbox({ port })).rejects.toThrow(/EADDRINUSE/);
  });
});

function fieldsRequest({ tokens }: Sandbox): string {
  return `GET /office/api/additionalCustomerFields?token=${tokens.mitte} HTTP/1.1\r\nhost: x\r\n\r\n`;
}
