import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rawServer } from '../../booking/raw-server.ts';
import { freePort } from '../../program/program.ts';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  folderWith,
  formToken,
  openSandbox,
  plainConfig,
  plainMapping,
  post,
  writeFiles,
} from '../command-line.ts';

const adminToken = 'a-token-for-the-admin-api';

const bookingMapping = `source: form
destination: salon
operation: persistCustomerData
set:
  appointmentId: appointment
  name: name
  privacy: {from: consent, as: boolean}
  terms: {from: terms, as: boolean}
  minAge: {from: adult, as: boolean}
`;

/** Starts a sandbox behind a connection that records every byte that is sent to it. */
async function recordedSandbox() {
  const sandbox = await openSandbox();
  const wire = await rawServer(socket => {
    const there = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    there.on('error', () => socket.destroy());
    socket.pipe(there).pipe(socket);
  });
  onTestFinished(() => wire.close());
  return { sandbox, wire, url: `http://127.0.0.1:${wire.port}` };
}

/** Starts a bridge with an accessible `/api`, in a folder with these files. */
async function running(mapping: string, more = '') {
  const { sandbox, wire, url } = await recordedSandbox();
  const port = await freePort();
  const config = plainConfig({ ...sandbox, url }, more).replace('port: 0', `port: ${port}`);
  const directory = folderWith({
    'config.yaml': `${config}admin: {token: ${adminToken}}\n`,
    'mappings/notes.yaml': mapping,
  });
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  await bridge.printed(/ready for webhooks/);
  return { bridge, directory, sandbox, wire, address: `http://127.0.0.1:${port}` };
}

/** Returns the parts of the last request of a method on a connection. */
function lastRequest(received: readonly string[], method: string) {
  const text = received.findLast(each => each.includes(`${method} /`)) ?? '';
  const [head = '', body = ''] = text.slice(text.lastIndexOf(`${method} /`)).split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  return { path: line.split(' ')[1], headers: headers.map(each => each.toLowerCase()), body };
}

describe('preview of a stored event', () => {
  it.each([
    [
      'an update',
      plainMapping,
      { customer: 1001, note: 'Müller & Söhne? 100 % "ja"\n=+', allergies: 'Nüsse' },
    ],
    [
      'a booking',
      bookingMapping,
      {
        appointment: 'apt-5fzz9iB0zIbv',
        name: 'Müller & Söhne = +',
        consent: true,
        terms: true,
        adult: true,
      },
    ],
  ])('shows %s exactly as the client sent it', async (_what, mapping, payload) => {
    const { directory, sandbox, wire, address } = await running(mapping);
    const { event } = await post(address, payload);
    const sent = lastRequest(wire.received(), 'POST');
    const ran = await fieldbridge(['preview', 'notes', event.id, '--raw'], { directory });
    expect(ran.status).toBe(0);
    const shown = ran.out.replaceAll('[token]', sandbox.tokens.mitte);
    const [line = '', ...rest] = shown.slice(shown.indexOf('POST ')).trimEnd().split('\n');
    const [headers, body] = [rest.slice(0, rest.indexOf('')), rest.slice(rest.indexOf('') + 1).join('\n')];
    expect(new URL(line.split(' ')[1] ?? '')).toMatchObject({ host: `127.0.0.1:${wire.port}` });
    expect(line.endsWith(`127.0.0.1:${wire.port}${sent.path}`)).toBe(true);
    expect(body).toBe(sent.body);
    const byHttp = /^(host|connection|content-length):/;
    expect(headers.toSorted()).toEqual(sent.headers.filter(each => !byHttp.test(each)).toSorted());
  });

  it('is read from the running bridge, or from its store after a stop, with all its data', async () => {
    const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  note: {template: "{note} of {$headers.\`x-tag\`}, one of {$count($body.events)} of {$event.source}"}
`;
    const { bridge, directory, address } = await running(mapping, '    split: events\n');
    const reply = await fetch(`${address}/hooks/form`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-tag': 'vip',
        [formToken.name]: formToken.secret,
      },
      body: '{"events": [{"customer": 1001, "note": "a"}, {"customer": 1002, "note": "b"}]}',
    });
    const { ids } = (await reply.json()) as { ids: readonly string[] };
    const argv = ['preview', 'notes', ids[1] ?? '', '--why', '--json'];
    const fromBridge = await fieldbridge(argv, { directory });
    expect(JSON.parse(fromBridge.out).calls[0].request).toEqual({
      operation: 'updateCustomer',
      id: '1002',
      note: 'b of vip, one of 2 of form',
    });
    await bridge.stop();
    expect(await fieldbridge(argv, { directory })).toEqual(fromBridge);
  });

  it('is requested from the bridge first, and only with the right token', async () => {
    const { directory, address } = await running(plainMapping);
    const { event } = await post(address, { customer: 1001, note: 'a' });
    const config = (change: (text: string) => string) => ({
      'config.yaml': change(plainConfig({ url: address, tokens: { mitte: 'x', nord: '', expired: '' } })),
      'mappings/notes.yaml': plainMapping,
    });
    const elsewhere = (token: string) =>
      folderWith(
        config(
          text => `${text.replace('port: 0', `port: ${new URL(address).port}`)}admin: {token: ${token}}\n`,
        ),
      );
    const argv = ['preview', 'notes', event.id, '--offline'];
    expect((await fieldbridge(argv, { directory: elsewhere(adminToken) })).out).toContain('"note": "a"');
    const refused = await fieldbridge(argv, { directory: elsewhere('another-token-for-the-api') });
    expect(refused).toMatchObject({
      status: 2,
      err: expect.stringContaining(`there is no event ${event.id}`),
    });
    expect((await fieldbridge(argv, { directory })).status).toBe(0);
  });

  it('uses the stored customer number for the link', async () => {
    const mapping = plainMapping
      .replace('id: customer', 'id: $linked')
      .replace('operation:', 'link: contact\noperation:')
      .replace(/tests:.*/s, '');
    const { bridge, directory, address } = await running(mapping);
    const links = [{ people: 'contacts', link: 'c-7', destination: 'salon', customerId: 1002 }];
    await fetch(`${address}/api/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(links),
    });
    for (const isRunning of [true, false]) {
      if (!isRunning) await bridge.stop();
      const input = '{"contact": "c-7", "note": "Window seat"}';
      const ran = await fieldbridge(['preview', 'notes', '-', '--why'], { directory, input });
      expect(ran.out).toContain('/office/api/updateCustomer?id=1002&token=[token]');
      expect(ran.out).toMatch(/linked +"c-7" at salon +"1002"/);
      const other = await fieldbridge(['preview', 'notes', '-', '--linked', '1003'], { directory, input });
      expect(other.out).toContain('?id=1003&');
    }
  });

  it('reports that it is missing, of another source, or combined with other headers', async () => {
    const { bridge, directory, address } = await running(plainMapping, '  other: {verify: {type: none}}\n');
    const { event } = await post(address, { customer: 1001, note: 'a' });
    writeFiles(directory, { 'mappings/others.yaml': plainMapping.replace('source: form', 'source: other') });
    const foreign = await fieldbridge(['preview', 'others', event.id], { directory });
    expect(foreign).toMatchObject({ status: 2, out: '' });
    expect(foreign.err).toContain(
      `${event.id} is of the source "form", and others takes those of "other"; its mappings are notes`,
    );
    const headers = await fieldbridge(['preview', 'notes', event.id, '--header', 'a: b'], { directory });
    expect(headers).toMatchObject({ status: 2, err: expect.stringContaining('a stored event has its own') });
    await bridge.stop();
    const unknown = await fieldbridge(['preview', 'notes', 'evt_0000'], { directory });
    expect(unknown).toMatchObject({
      status: 2,
      err: expect.stringMatching(/there is no event evt_0000 in the store/),
    });
    writeFiles(directory, { 'bridge.db': 'no store at all, but long enough to look like something' });
    const broken = await fieldbridge(['preview', 'notes', event.id], { directory });
    expect(broken).toMatchObject({
      status: 3,
      err: expect.stringMatching(/the store .*bridge\.db cannot be read/),
    });
  });
});
