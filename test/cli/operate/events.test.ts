import { describe, expect, it } from 'vitest';
import type { EventView } from '../../../src/inbox/event.ts';
import { openSandbox, post, startedBridge, writeFiles } from '../command-line.ts';

const times = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (UTC|[+-]\d\d:\d\d), (now|\d+ seconds? ago)/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (UTC|[+-]\d\d:\d\d)/g, 'TIME')
    .replace(/ (now|\d+ sec ago) +/g, ' WHEN ')
    .replace(/after \d+ ms, ([\s\S]*?)\n {4}?(?=data\n|event's)/g, 'after N ms, $1 ')
    .replace(/(received) +(source)/g, '$1  $2')
    .replace(/evt_\w+/g, 'evt_ID');

/** Starts a bridge that has delivered one event, and another event that failed. */
async function withTwoEvents() {
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox);
  const good = await post(bridge.url, { customer: 1001, note: 'Window seat' });
  const bad = await post(bridge.url, { customer: 4711, note: 'Nobody' });
  expect([good.event.status, bad.event.status]).toEqual(['delivered', 'failed']);
  return { sandbox, bridge, good: good.event.id, bad: bad.event.id };
}

describe('events list', () => {
  it('shows the newest first, each with its reason, and is the default of `events`', async () => {
    const { bridge } = await withTwoEvents();
    const ran = await bridge.askWith({ columns: 80 }, 'events', 'list');
    expect(ran).toMatchObject({ status: 0, err: '' });
    expect(times(ran.out)).toBe(`event                           status     received  source  about  why
evt_ID  failed     WHEN form    4711
    no such customer at this location (or deleted, or of another location)
evt_ID  delivered  WHEN form    1001
`);
    expect(ran.out.split('\n').filter(line => line.length > 80)).toEqual([]);
    expect(times((await bridge.askWith({ columns: 80 }, 'events')).out)).toBe(times(ran.out));
  });

  it('shows the customer number of an event without a call', async () => {
    const sandbox = await openSandbox();
    const rules = `source: form
destination: salon
operation: updateCustomer
set:
  id: contact.customer
  additionalFields: {birthdate: {from: born, as: date, parse: dd.MM.yyyy}}
`;
    const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
    await post(bridge.url, { contact: { customer: 1003 }, born: 'soon' });
    await post(bridge.url, { contact: { customer: 1004, name: 'Ada Beispiel' }, born: 'soon' });
    await post(bridge.url, { contact: { customer: ['x'.repeat(60)] }, born: 'soon' });
    const { out } = await bridge.ask('events', 'list', '--json');
    const { events } = JSON.parse(out) as { events: { about?: unknown }[] };
    expect(events.map(({ about }) => about)).toEqual([
      { customerId: `${'x'.repeat(40)}…` },
      { name: 'Ada Beispiel', customerId: '1004' },
      { customerId: '1003' },
    ]);
  });

  it('filters by status, source and text, and returns the result of the API', async () => {
    const { bridge, good, bad } = await withTwoEvents();
    const ids = async (...filter: readonly string[]) => {
      const { out } = await bridge.ask('events', 'list', ...filter, '--json');
      return (JSON.parse(out) as { events: { id: string }[] }).events.map(each => each.id);
    };
    expect(await ids()).toEqual([bad, good]);
    expect(await ids('--status', 'failed')).toEqual([bad]);
    expect(await ids('--source', 'form', '--q', 'Window')).toEqual([good]);
    expect(await ids('--q', 'nothing like it')).toEqual([]);
    expect(await ids('--person', '4711')).toEqual([bad]);
    expect(await ids('--mapping', 'notes', '--destination', 'salon')).toEqual([bad, good]);
    expect(await ids('--code', 'nothing/like-it')).toEqual([]);
    expect(await ids('--since', '1h')).toEqual([bad, good]);
    expect(await ids('--until', '1h')).toEqual([]);
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
    expect(await ids('--since', '2026-02-28', '--until', tomorrow)).toEqual([bad, good]);
    expect(await ids('--since', `${tomorrow} 23:59:59`)).toEqual([]);
    expect((await bridge.ask('events', '--q', 'nothing like it')).out).toBe('no event matches\n');
  });

  it('names an unknown name in a filter if nothing matches', async () => {
    const { bridge } = await withTwoEvents();
    const out = async (...filter: readonly string[]) => (await bridge.ask('events', ...filter)).out;
    expect(await out('--destination', 'saloon', '--source', 'website')).toBe(
      'no event matches\n  there is no source "website" now; there are form\n' +
        '  there is no destination "saloon" now; did you mean "salon"?\n',
    );
    expect(await out('--mapping', 'note')).toContain('there is no mapping "note" now; did you mean "notes"?');
    expect(await out('--code', 'delivery/refuse')).toContain('did you mean "delivery/refused"?');
    expect(await out('--since', '1h', '--until', '2h')).toBe(
      'no event matches\n  --since is not before --until\n',
    );
    expect(await out('--status', 'uncertain', '--source', 'form')).toBe('no event matches\n');
    expect(await out('--person', 'Window')).toBe(
      'no event matches\n  no call is for this person, and --q finds 1 event with this text: an event that failed before its call has no person yet\n',
    );
    expect(await out('--person', '1999')).toBe('no event matches\n');
    const { out: replayed } = await bridge.ask('events', 'replay', '--source', 'forms', '--yes');
    expect(replayed).toContain('did you mean "form"?');
  });

  it('explains the format of a time', async () => {
    const { bridge } = await withTwoEvents();
    for (const time of ['yesterday', '2026-13-01', '28.02.2026', '2 h']) {
      const ran = await bridge.ask('events', '--since', time);
      expect(ran).toMatchObject({ status: 2, out: '' });
      expect(ran.err).toContain('--since takes a time such as "2026-02-28 08:00", a day, or how long ago');
    }
  });

  it('reports that there are more, and reads the pages of the API for them', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(sandbox);
    for (let count = 0; count < 205; count += 1) {
      await fetch(`${bridge.url}/hooks/form`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-form-token': 'a-token-for-the-form' },
        body: `{"customer": 1, "note": ""}`,
      });
    }
    const some = await bridge.ask('events', '--limit', '2');
    expect(some.out).toContain('These are the newest 2 events. To see more, add --limit N.');
    const all = await bridge.ask('events', '--limit', '300', '--json');
    const { events, next } = JSON.parse(all.out) as { events: { id: string }[]; next?: string };
    expect(new Set(events.map(each => each.id)).size).toBe(205);
    expect(next).toBeUndefined();
    const question = await bridge.ask('events', 'replay', '--source', 'form');
    expect(question.err).toContain('205 events match and would be replayed.');
  });

  it.each([
    [['--status', 'faild'], 'there is no status "faild"; did you mean "failed"?'],
    [['--limit', 'all'], '--limit takes a number from 1 to 999999'],
  ])('refuses %j', async (argv, message) => {
    const bridge = await startedBridge(await openSandbox());
    const ran = await bridge.ask('events', 'list', ...argv);
    expect(ran.status).toBe(2);
    expect(ran.err).toContain(message);
  });
});

describe('events show', () => {
  it('shows the received data, the sent data, the response, and the next step', async () => {
    const { bridge, bad } = await withTwoEvents();
    const ran = await bridge.askWith({ columns: 80, env: { NO_COLOR: '1' } }, 'events', 'show', bad);
    expect(ran).toMatchObject({ status: 0, err: '' });
    expect(times(ran.out).replaceAll(bridge.url, 'URL')).toBe(`evt_ID  failed
  source    form
  received  TIME

Payload
  {
    "customer": 4711,
    "note": "Nobody"
  }

updateCustomer at salon, by the mapping notes: failed
  id        4711
  note      Nobody
  TIME: HTTP 404 after N ms, refused because of the event's data
    {"error":"customer not found"}
  error: no such customer at this location (or deleted, or of another
      location): customer not found [delivery/unknown-customer]
     path: id
     hint: correct the customer number (or the link) of the event; if the
           customer was added since, replay the event

Next steps
  If the sender wrote a wrong value, correct it:
    fieldbridge events amend evt_ID --set customer=VALUE --reason TEXT --url URL
  After any other correction, replay it:
    fieldbridge events replay evt_ID --url URL
  Or discard it:
    fieldbridge events discard evt_ID --url URL
`);
    // A command is not broken, so that it can be copied.
    const words = ran.out.split('\n').filter(line => !line.startsWith('    fieldbridge '));
    expect(words.filter(line => line.length > 80)).toEqual([]);
    const json = await bridge.ask('events', 'show', bad, '--json');
    const event = JSON.parse(json.out) as EventView & { payload: unknown };
    expect(event).toMatchObject({ id: bad, status: 'failed', payload: { customer: 4711 } });
  });

  it('explains that an event without its link continues automatically, and how', async () => {
    const mapping =
      'source: form\ndestination: salon\nlink: who\noperation: updateCustomer\nset: {id: $linked, note: note}\n';
    const bridge = await startedBridge(await openSandbox(), '    respondWithin: 300ms\n', {
      'mappings/notes.yaml': mapping,
    });
    const { event } = await post(bridge.url, { who: 'c1', note: 'x' });
    const { out } = await bridge.ask('events', 'show', event.id);
    expect(out).toContain('fieldbridge links import FILE');
    writeFiles(bridge.directory, { 'l.csv': 'people,link,destination,customerId\ncontacts,c1,salon,1001\n' });
    expect((await bridge.ask('links', 'import', 'l.csv')).out).toBe(
      '1 link imported: 1 new, 0 equal, 0 replaced\n',
    );
    await expect
      .poll(async () => (await bridge.ask('events', 'show', event.id)).out)
      .toContain('result    customer 1001');
  });

  it('ends with status 2 for an unknown event', async () => {
    const bridge = await startedBridge(await openSandbox());
    for (const action of ['show', 'replay', 'discard']) {
      expect(await bridge.ask('events', action, 'evt_0')).toEqual({
        status: 2,
        out: '',
        err: `fieldbridge events ${action}: there is no event "evt_0"\n  It may have been deleted after its time (retention).\n`,
      });
    }
  });
});

describe('events replay', () => {
  it('plans one event with the current mappings', async () => {
    const { bridge, bad, sandbox } = await withTwoEvents();
    const before = sandbox.calls().length;
    const ran = await bridge.ask('events', 'replay', bad);
    expect(ran).toMatchObject({ status: 0, err: '' });
    expect(ran.out).toBe(
      `${bad} is planned again; \`fieldbridge events show ${bad} --url ${bridge.url}\` shows the result\n`,
    );
    await expect.poll(() => sandbox.calls().length).toBeGreaterThan(before);
  });

  it('asks before it replays several, and does nothing without a terminal', async () => {
    const { bridge } = await withTwoEvents();
    const ran = await bridge.ask('events', 'replay', '--source', 'form');
    expect(ran).toEqual({
      status: 2,
      out: '',
      err: 'fieldbridge events replay: 2 events match and would be replayed.\n1 of them has nothing left to send (--again sends delivered updates again).\n  Add --yes to confirm.\n',
    });
    const said = await bridge.ask('events', 'replay', '--source', 'form', '--yes', '--json');
    expect(JSON.parse(said.out)).toMatchObject({ replayed: 2, nothingLeft: 1 });
  });

  it('reports that a delivered event has nothing left to send, and sends it again on request', async () => {
    const { bridge, sandbox, good } = await withTwoEvents();
    const updates = () =>
      sandbox.calls().filter(({ key, outcome }) => key === '1001' && outcome === 'updated').length;
    const before = updates();
    const ran = await bridge.ask('events', 'replay', good, '--force', '--yes');
    expect(ran.out).toContain(
      `${good} was replayed, but all its calls are delivered, so nothing is sent; \`fieldbridge events replay ${good} --again`,
    );
    expect(updates()).toBe(before);
    const again = await bridge.ask('events', 'replay', good, '--again');
    expect(again.out).toMatch(/ is planned again; /);
    await expect.poll(updates).toBe(before + 1);
    const many = await bridge.ask('events', 'replay', '--status', 'delivered', '--again', '--yes');
    expect(many.out).toMatch(/^1 event is planned again; /);
    await expect.poll(updates).toBe(before + 2);
  });

  it.each([
    ['y', /^1 event is planned again/],
    ['n', /^nothing was replayed\n$/],
    ['\u0003', /^nothing was replayed\n$/],
  ])('accepts the key %j', async (keys, words) => {
    const { bridge } = await withTwoEvents();
    const ran = await bridge.askWith({ keys }, 'events', 'replay', '--status', 'failed');
    expect(ran.status).toBe(0);
    expect(ran.err).toContain('1 event matches and would be replayed.\nPress y to continue');
    expect(ran.out).toMatch(words);
  });

  it('shows values that newer events have set, and replaces them only after a confirmation', async () => {
    const { bridge, sandbox } = await withTwoEvents();
    const note = () => sandbox.customer(1002)?.note;
    sandbox.addFaults({ operation: 'updateCustomer', key: '1002', status: 422, times: 1 });
    const old = await post(bridge.url, { customer: 1002, note: 'old' });
    expect(old.event.status).toBe('failed');
    await bridge.ask('events', 'discard', old.event.id);
    const newer = await post(bridge.url, { customer: 1002, note: 'newer' });
    expect(newer.event.status).toBe('delivered');
    const left = await bridge.ask('events', 'replay', '--status', 'discarded');
    expect(left.err).toBe(
      'fieldbridge events replay: 1 event matches and would be replayed.\n1 has values that a newer event of the same person has set since: these values are left out.\n  Add --yes to confirm.\n',
    );
    const forced = await bridge.ask('events', 'replay', old.event.id, '--force');
    expect([forced.status, forced.err]).toEqual([
      2,
      expect.stringContaining('with --force, the older values replace the newer ones'),
    ]);
    expect((await bridge.ask('events', 'replay', old.event.id)).out).toContain(
      'nothing is sent: newer events of this person have set all its values since (--force sends them)',
    );
    const status = async () =>
      JSON.parse((await bridge.ask('events', 'show', old.event.id, '--json')).out).status;
    await expect.poll(status).toBe('skipped');
    expect(note()).toBe('newer');
    await bridge.ask('events', 'replay', old.event.id, '--force', '--yes');
    await expect.poll(note).toBe('old');
  });

  it('leaves a delivered event as it is if newer events have set everything since', async () => {
    const { bridge } = await withTwoEvents();
    const old = await post(bridge.url, { customer: 1002, note: 'old' });
    await post(bridge.url, { customer: 1002, note: 'newer' });
    const { out } = await bridge.ask('events', 'replay', old.event.id, '--again');
    expect(out).toContain('nothing is sent: newer events of this person have set all its values since');
    const other = await bridge.ask('events', 'show', old.event.id, '--json');
    expect(JSON.parse(other.out)).toMatchObject({
      status: 'delivered',
      calls: [{ status: 'delivered', request: { note: 'old' } }],
    });
  });

  it('asks before it sends the values of a customer to the one of a changed link', async () => {
    const sandbox = await openSandbox();
    const rules =
      'source: form\ndestination: salon\noperation: updateCustomer\nlink: person\nset: {id: $linked, note: note}\n';
    const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
    const linkTo = (customer: string) =>
      bridge.askWith(
        { input: `people,link,destination,customerId\ncontacts,c-77,salon,${customer}\n` },
        ...['links', 'import', '-', '--replace'],
      );
    expect(await linkTo('1002')).toMatchObject({ status: 0 });
    const { event } = await post(bridge.url, { person: 'c-77', note: 'x' });
    expect(event.status).toBe('delivered');
    expect(await linkTo('1004')).toMatchObject({ status: 0 });
    const asked = await bridge.ask('events', 'replay', event.id, '--again');
    expect(asked.status).toBe(2);
    expect(asked.err).toContain('Customer 1002 at salon has got note of this event already.');
    const words =
      'The values of 1 event go to another customer than before, since the link or the event was changed.';
    const many = ['events', 'replay', '--status', 'delivered', '--again'];
    expect((await bridge.ask(...many)).err).toContain(words);
    expect((await bridge.ask('events', 'replay', event.id, '--again', '--yes')).status).toBe(0);
    await expect.poll(() => sandbox.customer(1004)?.note).toBe('x');
    expect((await bridge.ask(...many)).err).not.toContain('another customer');
    expect(await linkTo('1003')).toMatchObject({ status: 0 });
    expect((await bridge.ask(...many, '--yes')).out).toContain(words);
  });

  it('reports that no event matches, and needs an id or a filter', async () => {
    const bridge = await startedBridge(await openSandbox());
    const none = await bridge.ask('events', 'replay', '--status', 'failed');
    expect(none).toMatchObject({ status: 0, out: 'no event matches, so nothing was replayed\n' });
    expect((await bridge.ask('events', 'replay')).err).toContain('give the ID of an event, or a filter');
    const both = await bridge.ask('events', 'replay', 'evt_0', '--status', 'failed');
    expect(both.err).toContain('give either an ID or a filter, not both');
  });
});

describe('events discard', () => {
  it('sends no undelivered call, and reports the delivered ones', async () => {
    const { bridge, good, bad } = await withTwoEvents();
    expect((await bridge.ask('events', 'discard', bad)).out).toContain(`${bad} is discarded; `);
    expect((await bridge.ask('events', 'discard', good)).out).toContain(
      `${good} is delivered, so nothing of it can be discarded`,
    );
    const left = await bridge.ask('events', 'list', '--status', 'discarded', '--json');
    expect(JSON.parse(left.out)).toMatchObject({ events: [{ id: bad }] });
  });
});

describe('events resolve', () => {
  const booking = `source: form
destination: salon
operation: persistCustomerData
set:
  appointmentId: slot
  appointmentParticipantId: part
  firstName: first
  name: last
  email: email
  mobile: mobile
  privacy: ok
  terms: ok
  minAge: ok
`;
  const payload = {
    slot: 'apt-5fzz9iB0zIbv',
    part: 'par-IRidsn8Etj1j',
    first: 'Mara',
    last: 'Musterfrau',
    email: 'mara@example.com',
    mobile: '+4915112345678',
    ok: true,
  };

  /** Starts a bridge with one booking whose response was lost. */
  async function withAnUncertainOne(when: 'before' | 'after') {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': booking });
    sandbox.addFaults({ operation: 'persistCustomerData', when, close: true, times: 1 });
    const { event } = await post(bridge.url, payload);
    expect(event.status).toBe('uncertain');
    const status = async () => {
      const { out } = await bridge.ask('events', 'show', event.id, '--json');
      return (JSON.parse(out) as EventView).status;
    };
    return { sandbox, bridge, id: event.id, status };
  }

  it('is suggested by `events show`, with all three outcomes', async () => {
    const { bridge, id } = await withAnUncertainOne('after');
    const { out } = await bridge.ask('events', 'show', id);
    for (const outcome of ['booked --customer NUMBER', 'not-booked', 'give-up']) {
      expect(out).toContain(`fieldbridge events resolve ${id} ${outcome} --reason`);
    }
  });

  it('is suggested first for the event of the booking, if another event repeats it', async () => {
    const { bridge, id } = await withAnUncertainOne('after');
    const again = (await post(bridge.url, { ...payload, first: 'Maria' })).event;
    expect(again.status).toBe('uncertain');
    const { out } = await bridge.ask('events', 'show', again.id);
    expect(out).toMatch(
      new RegExp(
        `which decides about both.*fieldbridge events show ${id}.*Only if that one was discarded`,
        's',
      ),
    );
    await bridge.ask('events', 'resolve', id, 'booked', '--reason', 'it is in the calendar');
    const followed = JSON.parse((await bridge.ask('events', 'show', again.id, '--json')).out) as EventView;
    expect(followed.status).toBe('skipped');
  });

  it('records a booking as made, and sends nothing', async () => {
    const { sandbox, bridge, id, status } = await withAnUncertainOne('after');
    const sent = sandbox.calls().length;
    const ran = await bridge.ask('events', 'resolve', id, 'booked', '--reason', 'it is in the calendar');
    expect(ran).toEqual({
      status: 0,
      out: `${id} counts as booked; no other event books it again\n`,
      err: '',
    });
    expect(await status()).toBe('delivered');
    expect(sandbox.calls()).toHaveLength(sent);
  });

  it('sends a booking again that was not made', async () => {
    const { bridge, id, status } = await withAnUncertainOne('before');
    const ran = await bridge.ask('events', 'resolve', id, 'not-booked', '--reason', 'it is not there');
    expect(ran.status).toBe(0);
    await expect.poll(status).toBe('delivered');
  });

  it('needs a reason and an existing outcome', async () => {
    const { bridge, id, status } = await withAnUncertainOne('after');
    expect(await bridge.ask('events', 'resolve', id, 'give-up')).toMatchObject({
      status: 2,
      err: expect.stringContaining('--reason is missing'),
    });
    expect(await bridge.ask('events', 'resolve', id, 'maybe', '--reason', 'x')).toMatchObject({
      status: 2,
      err: expect.stringContaining('there are booked, not-booked, give-up'),
    });
    expect(await status()).toBe('uncertain');
  });
});
