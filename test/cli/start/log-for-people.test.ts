import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { peopleLog } from '../../../src/cli/start/log-for-people.ts';
import { localTime } from '../../../src/cli/terminal/time-words.ts';
import { freePort } from '../../program/program.ts';
import { fieldbridgeUntilStopped, openSandbox, plainFolder } from '../command-line.ts';

const mapping =
  'source: crm\ndestination: salon\noperation: updateCustomer\nset: {id: customer, note: note}\n';

const linked = `source: crm
destination: salon
when: $exists(who)
link: who
operation: updateCustomer
set: {id: $linked, note: note}
`;

/** Starts a bridge whose output is a terminal or a file. */
async function startedOn(out: 'terminal' | 'file', log = '') {
  const sandbox = await openSandbox();
  const port = await freePort();
  const directory = plainFolder(sandbox, {
    'config.yaml': `server: {port: ${port}}
store: sqlite:data/bridge.db
destinations: {salon: {baseUrl: "${sandbox.url}", token: ${sandbox.tokens.mitte}}}
sources: {crm: {verify: {type: none}}}
${log}`,
    'mappings/notes.yaml': mapping,
    'mappings/linked.yaml': linked,
  });
  const running = fieldbridgeUntilStopped(['start'], {
    directory,
    ...(out === 'terminal' && { columns: 100 }),
  });
  await expect.poll(running.out).toContain('ready for webhooks');
  const url = `http://127.0.0.1:${port}/hooks/crm`;
  const post = (body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    running,
    url,
    post,
    write: (text: string) => writeFileSync(join(directory, 'mappings/notes.yaml'), text),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours
const plain = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');

it('explains why a call is retried, and when in local time', () => {
  let written = '';
  const output = { write: (text: string) => (written += text) };
  const log = peopleLog(output as never, 'info', (_style, text) => text);
  const nextAttemptAt = '2026-11-26T12:00:02.000Z';
  const line = { level: 20, time: '2026-11-26T12:00:00.000Z', msg: 'event delayed', source: 'crm' };
  log.write(JSON.stringify({ ...line, outcome: 'again A5', ms: 7, httpStatus: 503, nextAttemptAt }));
  const words = `HTTP 503 after 7 ms, not applied, will be retried, next try at ${localTime(nextAttemptAt)}`;
  expect(written).toContain(`event delayed: crm, ${words}`);
});

describe('the log of a start', () => {
  it('has one line for each event for people at a terminal, with the addresses of senders at the start', async () => {
    const { running, url, post, write } = await startedOn('terminal');
    await expect.poll(running.err).toContain(`Senders post to:\n  ${url}\n`);
    await post({ customer: 1001, note: 'a value of a customer' });
    const lines = () => plain(running.out());
    await expect
      .poll(lines)
      .toMatch(/^\d\d:\d\d:\d\d {2}event delivered: crm → salon, mapping notes, updateCustomer, .*evt_\w+$/m);
    await post({ customer: 4711, note: 'a value of a customer' });
    await expect
      .poll(lines)
      .toMatch(
        /^\d\d:\d\d:\d\d {2}warning: event failed: crm → salon, .*evt_\w+; correct the event, or correct the cause and replay the event$/m,
      );
    await post({ customer: 1001, who: 'contact-9', note: 'a value of a customer' });
    await expect
      .poll(lines)
      .toMatch(
        /^\S+ {2}event waits for its link: linked\.yaml:\d+:\d+, crm → salon, mapping linked, .*evt_\w+$/m,
      );
    write(`${mapping}# changed\n`);
    await expect.poll(lines).toMatch(/^\S+ {2}mapping saved: notes\.yaml$/m);
    write('source: [\n');
    await expect
      .poll(lines)
      .toMatch(/^\S+ {2}warning: mapping faulty: notes\.yaml:\d+:\d+ yaml\/syntax; run `fieldbridge check`/m);
    expect(lines()).not.toContain('a value of a customer');
    expect(lines()).not.toContain('{"');
  });

  it('is JSON without a terminal, or if the config says so', async () => {
    for (const { running } of [await startedOn('file'), await startedOn('terminal', 'log: {format: json}\n')])
      for (const line of running.out().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
    const { running } = await startedOn('file', 'log: {format: text}\n');
    expect(running.out()).toMatch(/^\S+ {2}ready for webhooks: /m);
  });
});

describe('lines for people', () => {
  const line = (fields: object) =>
    `${JSON.stringify({ level: 20, time: '2026-11-26T10:00:00.000Z', msg: 'event delivered', ...fields })}\n`;

  it('show at the start the configuration and waiting work, and nothing else', () => {
    const written: string[] = [];
    const log = peopleLog({ write: text => written.push(text) }, 'info', (_, text) => text);
    const counts = { sources: 2, destinations: 1, mappings: 0, uncertain: 0, failed: 3, held: 0, queued: 1 };
    const url = 'http://127.0.0.1:8080';
    log.write(line({ level: 30, msg: 'ready for webhooks', url, ...counts, heapMiB: 4288, memoryMiB: 8192 }));
    expect(written[0]).toContain(
      `ready for webhooks: ${url}, 2 sources, 1 destination, 0 mappings, 3 failed, 1 queued\n`,
    );
  });

  it('are only counted if there are too many events in a second', () => {
    const written: string[] = [];
    const log = peopleLog({ write: text => written.push(text) }, 'info', (_, text) => text);
    for (let number = 0; number < 100; number += 1) log.write(line({ event: `evt_${number}` }));
    log.write(line({ time: '2026-11-26T10:00:01.000Z', event: 'evt_next' }));
    expect(written).toHaveLength(22);
    expect(written[20]).toMatch(/^ +and 80 more lines of events\n$/);
    expect(written[21]).toContain('evt_next');
  });

  it('leave out the lines of debug level, unless the config enables them', () => {
    const written: string[] = [];
    const write = (text: string) => void written.push(text);
    peopleLog({ write }, 'info', (_, text) => text).write(line({ msg: 'call held' }));
    expect(written).toEqual([]);
    const wanted = peopleLog({ write }, 'debug', (_, text) => text);
    wanted.write(line({ msg: 'call held' }));
    expect(written).toHaveLength(1);
    expect(peopleLog({ write }, 'warn', (_, text) => text).level).toBe('warn');
  });

  it('contain nothing that could control a terminal', () => {
    const written: string[] = [];
    const log = peopleLog({ write: text => written.push(text) }, 'info', (_, text) => text);
    log.write(
      line({ level: 40, msg: 'webhook refused', source: 'a\u001b[2J\nb', reason: '\u202ex', of: ['\u0007'] }),
    );
    for (const character of ['\u0007', '\u001b', '\u202e']) expect(written.join('')).not.toContain(character);
    expect(written.join('').split('\n')).toHaveLength(2);
  });
});
