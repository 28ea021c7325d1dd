import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openSandbox, post, startedBridge } from '../command-line.ts';

const notes = (parse: string) => `source: form
destination: salon
when: kind = "note"
operation: updateCustomer
set:
  id: {from: customer, required: true}
  note: note
  additionalFields:
    birthdate: {from: born, as: date, parse: ${parse}, format: dd.MM.yyyy}
`;

const english = notes('yyyy-MM-dd');
const german = notes('dd.MM.yyyy');
const both = notes('[dd.MM.yyyy, yyyy-MM-dd]');

const held = `source: form
destination: salon
when: kind = "held"
operation: updateCustomer
set:
  id: customer
  additionalFields: {no.such.field: note}
`;

const waiting = `source: form
destination: salon
when: kind = "waiting"
link: customer
operation: updateCustomer
set: {id: $linked, note: note}
`;

const booking = `source: form
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: {value: apt-5fzz9iB0zIbv}
  appointmentParticipantId: {value: par-IRidsn8Etj1j}
  firstName: {value: Mara}
  name: note
  email: {value: mara@example.com}
  mobile: {value: "+4915112345678"}
  privacy: {value: true, because: they signed it}
  terms: {value: true, because: they signed it}
  minAge: {value: true, because: they signed it}
`;

/** The response of `import --json`. */
interface Imported {
  readonly rows: number;
  readonly taken: number;
  readonly again: readonly number[];
  readonly duplicates: number;
  readonly unreadable: number;
  readonly known: {
    readonly byStatus: Readonly<Record<string, readonly number[]>>;
    readonly replaced: readonly { readonly row: number; readonly id: string }[];
    readonly differing: readonly { readonly row: number }[];
    readonly earlier: {
      readonly rows: readonly number[];
      readonly differing: readonly { readonly row: number }[];
    };
  };
  readonly sentAgain: readonly { readonly row: number }[];
  readonly events: Readonly<Record<string, number>>;
}

interface Tried {
  readonly again: { readonly first: readonly number[] };
  readonly replaced: { readonly first: readonly number[] };
  readonly differing: { readonly first: readonly number[] };
  readonly earlier: { readonly rows: readonly number[] };
  readonly groups: readonly { readonly outcome: string; readonly known?: string; readonly rows: number }[];
}

async function bridgeWith(sandbox: Sandbox, files: Readonly<Record<string, string>>, more = '') {
  const bridge = await startedBridge(sandbox, more, files);
  const file = (name: string, rows: readonly string[]) => {
    const path = join(bridge.directory, name);
    writeFileSync(path, ['kind,customer,note,born', ...rows, ''].join('\n'));
    return path;
  };
  const edit = (name: string, from: string, to: string) => {
    const path = join(bridge.directory, name);
    const before = readFileSync(path, 'utf8');
    expect(before).toContain(from);
    writeFileSync(path, before.replace(from, to));
    return path;
  };
  const imported = async (path: string, ...more: readonly string[]): Promise<Imported> =>
    JSON.parse((await bridge.ask('import', 'form', path, '--json', ...more)).out);
  const tried = async (path: string): Promise<Tried> =>
    JSON.parse((await bridge.ask('import', 'form', path, '--dry-run', '--json')).out);
  return { ...bridge, file, edit, imported, tried };
}

async function noteOf(sandbox: Sandbox, customer: number): Promise<string> {
  const reply = await fetch(`${sandbox.url}/sandbox/customers/${customer}`);
  return ((await reply.json()) as { note: string }).note;
}

describe('a row that is typed anew', () => {
  it('is planned again if it is typed back to a text that failed before, and neither event stays discarded', async () => {
    const sandbox = await openSandbox();
    const bridge = await bridgeWith(sandbox, { 'mappings/notes.yaml': english });
    const { ask, file, edit, imported, tried } = bridge;
    const first = file('a.csv', ['note,1001,sechs,12.02.1948', 'note,1002,fine,1990-01-02']);
    expect((await imported(first)).events).toEqual({ delivered: 1, failed: 1 });
    expect(await imported(edit('a.failed.csv', '12.02.1948', '12.02.48'))).toMatchObject({
      taken: 1,
      events: { failed: 1 },
    });
    const back = edit('a.failed-2.csv', '12.02.48', '12.02.1948');
    expect(await tried(back)).toMatchObject({
      again: { rows: 1, first: [2] },
      groups: [{ outcome: 'failed', code: 'mapping/invalid-value' }],
    });
    // The mapping still refuses it, so it is in the next file.
    expect(await imported(back)).toMatchObject({ again: [2], events: { failed: 1 } });
    writeFileSync(join(bridge.directory, 'mappings/notes.yaml'), german);
    const third = join(bridge.directory, 'a.failed-3.csv');
    await expect.poll(async () => (await tried(third)).groups[0]?.outcome).toBe('queued');
    const { out, status } = await ask('import', 'form', third);
    expect(status).toBe(0);
    expect(out).toContain(
      '        1 delivered\n1 row was planned again, because nothing, or not everything,',
    );
    expect(out).toContain(' was delivered before: row 2\n');
    expect(await noteOf(sandbox, 1001)).toBe('sechs');
    const events = JSON.parse((await ask('events', 'list', '--json')).out).events as { status: string }[];
    expect(events.map(each => each.status).sort()).toEqual(['delivered', 'delivered', 'discarded']);
    // The list that was imported first is not sent again.
    expect(await imported(first)).toMatchObject({ taken: 0, again: [], duplicates: 2 });
  });

  it('is known if it is typed back to a text that was delivered, and its failed event is discarded', async () => {
    const sandbox = await openSandbox();
    const { ask, file, edit, imported } = await bridgeWith(sandbox, { 'mappings/notes.yaml': english });
    await imported(file('a.csv', ['note,1001,first,1990-01-02']));
    await imported(file('b.csv', ['note,1001,first,1990-13-02']));
    expect(await imported(edit('b.failed.csv', '1990-13-02', '1990-01-02'))).toMatchObject({
      duplicates: 1,
      known: { byStatus: { delivered: [2] }, replaced: [] },
    });
    const events = JSON.parse((await ask('events', 'list', '--json')).out).events as { status: string }[];
    expect(events.map(each => each.status)).toEqual(['discarded', 'delivered']);
  });

  it('is named if other values came later, and the command that is shown sends it again', async () => {
    const sandbox = await openSandbox();
    const { ask, url, file, imported, tried } = await bridgeWith(sandbox, {
      'mappings/notes.yaml': english,
    });
    await imported(file('w1.csv', ['note,1001,six,', 'note,1002,same,', 'note,1003,of the list,']));
    await imported(file('w2.csv', ['note,1001,seven,']));
    await post(url, { kind: 'note', customer: 1003, note: 'of a webhook', born: '' });
    const third = file('w3.csv', [
      'note,1004,new,',
      'note,1001,six,',
      'note,1002,same,',
      'note,1003,of the list,',
    ]);
    expect(await tried(third)).toMatchObject({ replaced: { rows: 2, first: [3, 5] }, again: { rows: 0 } });
    const { out, status } = await ask('import', 'form', third);
    expect(status).toBe(0);
    expect(out).toContain(
      '        3 known from another list or a webhook and delivered then, so not sent again: rows 3, 4, 5\n',
    );
    expect(out).toContain('2 rows were not sent again, although other values came later: rows 3, 5\n');
    const commands = [...out.matchAll(/ {2}fieldbridge (import form \S+ --again --force)/g)];
    expect(commands).toHaveLength(1);
    const command = (commands[0]?.[1] ?? '').split(' ');
    const asked = await ask(...command);
    expect(asked.status).toBe(2);
    expect(asked.err).toContain(
      '2 delivered rows would be sent again with the current mappings: rows 3, 5\n2 rows have values that newer events have set since: the values of the list replace the newer ones.\n',
    );
    const sent = await ask(...command, '--yes');
    expect(sent).toMatchObject({ status: 0 });
    expect(sent.out).toContain('2 rows were sent again with the current mappings: rows 3, 5\n');
    expect(sent.out).not.toContain('other values came later');
    await expect.poll(() => noteOf(sandbox, 1001)).toBe('six');
    await expect.poll(() => noteOf(sandbox, 1003)).toBe('of the list');
    expect((await imported(third)).known.replaced).toEqual([]);
    // The second list is the later one now, so it is its row that the calendar does not have.
    const { known } = await imported(file('w4.csv', ['note,1001,seven,', 'note,1004,new,']));
    expect(known.replaced).toMatchObject([{ row: 2 }]);
  });

  it('is named if an earlier version of the mapping has sent it, and the command that is shown sends what the mended one makes', async () => {
    const sandbox = await openSandbox();
    const bridge = await bridgeWith(sandbox, { 'mappings/notes.yaml': english });
    const { ask, file, imported, tried } = bridge;
    const mapping = join(bridge.directory, 'mappings/notes.yaml');
    writeFileSync(mapping, english.replace('note: note', 'note: "\'new: \' & note"\n  nonsense: 1'));
    const list = file('a.csv', ['note,1001,one,', 'note,1002,two,']);
    await expect
      .poll(async () => (await ask('import', 'form', list, '--dry-run')).err)
      .toContain('cannot be used');
    const first = await ask('import', 'form', list);
    expect(first.out).toContain(
      '2 rows of these have a warning:\n        2 [mapping/older-version], in rows 2, 3\n',
    );
    // It is still the version in use, so nothing would be sent that was not.
    expect(await imported(list)).toMatchObject({ known: { earlier: { rows: [] } } });
    writeFileSync(mapping, english.replace('note: note', 'note: "\'new: \' & note"'));
    await expect.poll(async () => (await ask('import', 'form', list, '--dry-run')).err).toBe('');
    const dry = (await ask('import', 'form', list, '--dry-run')).out;
    const again = await ask('import', 'form', list);
    for (const out of [dry, again.out]) {
      expect(out).toMatch(
        /^2 rows were imported before with an earlier version of notes, (at|from) .*: rows 2, 3$/m,
      );
      expect(out).toContain(
        `  The current version would send other values for all of them. To send these, import the list with --again:\n  fieldbridge import form ${list} --again`,
      );
      expect(out).not.toContain('older-version');
    }
    expect(dry).toContain('0 are fine, 2 have warnings (first in row 2)');
    expect(await tried(list)).toMatchObject({
      earlier: { rows: [2, 3], differing: [{ row: 2 }, { row: 3 }] },
    });
    expect(await imported(list)).toMatchObject({
      known: { earlier: { rows: [2, 3] }, replaced: [] },
      warnings: { events: 0 },
    });
    const [, command = ''] = /fieldbridge (import form \S+ --again)/.exec(again.out) ?? [];
    const refused = await ask(...command.split(' '));
    expect(refused).toMatchObject({ status: 2 });
    expect(refused.err).toContain(
      '2 delivered rows would be sent again with the current mappings: rows 2, 3',
    );
    const sent = await ask(...command.split(' '), '--yes');
    expect(sent.out).toContain('2 rows were sent again with the current mappings: rows 2, 3\n');
    expect(sent.out).not.toContain('earlier version');
    expect(sent.status).toBe(0);
    expect(await Promise.all([1001, 1002].map(each => noteOf(sandbox, each)))).toEqual([
      'new: one',
      'new: two',
    ]);
    expect(await imported(list)).toMatchObject({ known: { earlier: { rows: [] } }, sentAgain: [] });
  });

  it('is not said to be sent otherwise if its mapping has changed for other rows only, or a newer event has set its values', async () => {
    const sandbox = await openSandbox();
    const bridge = await bridgeWith(sandbox, { 'mappings/notes.yaml': english });
    const { ask, file, imported, tried } = bridge;
    const mapping = join(bridge.directory, 'mappings/notes.yaml');
    const list = file('a.csv', ['note,1001,one,', 'note,1002,two,']);
    await imported(list);
    await imported(file('b.csv', ['note,1002,newer,']));
    writeFileSync(mapping, english.replace('note: note', "note: \"note = 'one' ? note : 'new'\""));
    const other = file('c.csv', ['note,1001,one,', 'note,1002,two,', 'note,1003,three,']);
    await expect
      .poll(async () => await tried(other))
      .toMatchObject({ earlier: { rows: [2, 3], differing: [] } });
    expect((await imported(other)).known).toMatchObject({ earlier: { rows: [2, 3], differing: [] } });
    const { out } = await ask('import', 'form', other);
    expect(out).not.toContain('earlier version');
  });

  it('is not named for an earlier row of its person in the same list, but if it is the last one', async () => {
    const sandbox = await openSandbox();
    const { file, imported, tried } = await bridgeWith(sandbox, { 'mappings/notes.yaml': english });
    await imported(file('a.csv', ['note,1001,six,', 'note,1001,seven,']));
    expect(await noteOf(sandbox, 1001)).toBe('seven');
    const same = file('b.csv', ['note,1001,six,', 'note,1001,seven,', 'note,1002,x,']);
    expect((await tried(same)).replaced.first).toEqual([]);
    expect((await imported(same)).known.replaced).toEqual([]);
    const turned = file('c.csv', ['note,1001,seven,', 'note,1001,six,', 'note,1003,x,']);
    expect((await tried(turned)).replaced.first).toEqual([3]);
    expect((await imported(turned)).known.replaced).toMatchObject([{ row: 3 }]);
    const late = file('d.csv', ['note,1001,nine,', 'note,1001,seven,', 'note,1004,x,']);
    expect((await tried(late)).replaced.first).toEqual([3]);
    expect((await imported(late)).known.replaced).toMatchObject([{ row: 3 }]);
    const early = file('e.csv', ['note,1001,six,', 'note,1001,ten,']);
    expect((await tried(early)).replaced.first).toEqual([]);
    expect((await imported(early)).known.replaced).toEqual([]);
    // The same file once more: the bytes of the first week.
    expect((await imported(file('a-again.csv', ['note,1001,six,', 'note,1001,seven,']))).known).toMatchObject(
      {
        byStatus: {},
        replaced: [{ row: 2 }, { row: 3 }],
      },
    );
  });

  it('that failed and is planned again leaves newer values, is named, and the command that is shown sends it', async () => {
    const sandbox = await openSandbox();
    const bridge = await bridgeWith(sandbox, { 'mappings/notes.yaml': english });
    const { ask, file, imported, tried } = bridge;
    await imported(file('a.csv', ['note,1001,old,12.02.1948']));
    await imported(file('b.csv', ['note,1001,new,1950-01-02']));
    writeFileSync(join(bridge.directory, 'mappings/notes.yaml'), both);
    const again = file('c.csv', ['note,1001,old,12.02.1948', 'note,1002,x,']);
    await expect.poll(async () => (await tried(again)).groups[0]?.outcome).toBe('queued');
    expect(await tried(again)).toMatchObject({ again: { first: [2] }, older: { first: [2] } });
    const { out } = await ask('import', 'form', again);
    expect(out).toContain('1 row was not sent, because newer events have set all fields: row 2\n');
    expect(await noteOf(sandbox, 1001)).toBe('new');
    const [, command = ''] = /fieldbridge (events replay \S+ --again --force)/.exec(out) ?? [];
    expect((await ask(...command.split(' '), '--yes')).status).toBe(0);
    await expect.poll(() => noteOf(sandbox, 1001)).toBe('old');
  });

  it('that failed is named with one command for several, but not if a later row of the list has set its values', async () => {
    const sandbox = await openSandbox();
    const bridge = await bridgeWith(sandbox, { 'mappings/notes.yaml': english });
    const { ask, file, imported, tried } = bridge;
    const rows = [1001, 1002, 1003].map(each => `note,${each},old,12.02.1948`);
    await imported(file('a.csv', [...rows, 'note,1003,last,1950-01-02']));
    await imported(file('b.csv', ['note,1001,new,1950-01-02', 'note,1002,new,1950-01-02']));
    writeFileSync(join(bridge.directory, 'mappings/notes.yaml'), both);
    const again = join(bridge.directory, 'a.csv');
    await expect.poll(async () => (await tried(again)).groups[0]?.outcome).not.toBe('failed');
    const { out } = await ask('import', 'form', again);
    expect(out).toContain('2 rows were not sent, because newer events have set all fields: rows 2, 3\n');
    const [, command = ''] = /fieldbridge (import form \S+ --again --force)/.exec(out) ?? [];
    expect((await ask(...command.split(' '), '--yes')).out).toContain(
      '2 rows were sent again with the current mappings: rows 2, 3\n',
    );
    expect(await Promise.all([1001, 1002, 1003].map(each => noteOf(sandbox, each)))).toEqual([
      ...['old', 'old'],
      'last',
    ]);
  });

  it('with the id of an event that was delivered is named, and with that of a failed one becomes its correction', async () => {
    const sandbox = await openSandbox();
    const source = '    eventId: customer\n';
    const bridge = await bridgeWith(sandbox, { 'mappings/notes.yaml': english }, source);
    const { ask, file, imported, tried } = bridge;
    await imported(file('a.csv', ['note,1001,first,', 'note,1002,x,1990-13-02', 'other,1003,x,']));
    const second = file('b.csv', ['note,1001,second,', 'note,1002,y,1990-12-02', 'note,1003,y,']);
    expect(await tried(second)).toMatchObject({
      differing: { first: [2] },
      again: { first: [3, 4] },
      counts: { refused: { rows: 1 } },
    });
    expect(await imported(second)).toMatchObject({
      ...{ taken: 2, again: [], duplicates: 1 },
      known: { byStatus: {}, differing: [{ row: 2 }] },
      events: { delivered: 2 },
    });
    const { out, status } = await ask('import', 'form', second);
    expect(status).toBe(1);
    expect(out).toContain(
      '1 row was not sent, because an event with the same id has other contents: row 2\n',
    );
    const [, command = ''] = /fieldbridge (events amend \S+)/.exec(out) ?? [];
    const amend = [...command.split(' '), '--set', 'note=second', '--reason', 'of the new list'];
    expect((await ask(...amend)).status).toBe(0);
    await expect.poll(() => noteOf(sandbox, 1001)).toBe('second');
    expect(await Promise.all([1002, 1003].map(each => noteOf(sandbox, each)))).toEqual(['y', 'y']);
    expect(JSON.parse((await ask('events', 'list', '--json', '--status', 'failed')).out).events).toEqual([]);
    expect(await imported(file('c.csv', ['note,1004,z,', 'note,1002,y,1990-12-02']))).toMatchObject({
      ...{ taken: 1, again: [], duplicates: 1 },
      known: { byStatus: { delivered: [3] } },
    });
  });
});

/** The states of a row, with its first text and another one. */
const states = [
  { state: 'delivered', first: 'note,1001,a,1990-01-02', other: 'note,1001,b,1990-01-02' },
  { state: 'failed', first: 'note,1002,a,12.02.1948', other: 'note,1002,a,12.02.48' },
  { state: 'discarded', first: 'note,1003,a,12.02.1948', other: 'note,1003,a,12.02.48' },
  { state: 'held', first: 'held,1004,a,', other: 'held,1004,b,' },
  { state: 'skipped', first: 'none,1005,a,', other: 'none,1005,b,' },
  { state: 'uncertain', first: 'booking,1006,a,', other: 'booking,1006,b,' },
] as const;

describe('the courses of a row', () => {
  it('lose none in silence and repeat no booking: the same text, another text, and the first text again', async () => {
    const sandbox = await openSandbox();
    const bridge = await bridgeWith(sandbox, {
      'mappings/notes.yaml': english,
      'mappings/held.yaml': held,
      'mappings/booking.yaml': booking,
    });
    const { ask, file, imported, tried } = bridge;
    sandbox.addFaults({ operation: 'persistCustomerData', when: 'after', close: true, times: 1 });
    const firsts = states.map(({ first }) => first);
    const begun = await imported(file('begin.csv', firsts));
    expect(begun.events).toEqual({ delivered: 1, failed: 2, held: 1, skipped: 1, uncertain: 1 });
    const failed = JSON.parse((await ask('events', 'list', '--json', '--status', 'failed')).out).events as {
      id: string;
    }[];
    await ask('events', 'discard', failed[0]?.id ?? '');

    const take = async (name: string, rows: readonly string[]) => {
      const path = file(name, [...rows, `note,1008,${name},`]);
      const expected = await tried(path);
      const result = await imported(path);
      const named = Object.values(result.known.byStatus).flat();
      const { taken, again, duplicates, unreadable } = result;
      expect(taken + again.length + duplicates + unreadable).toBe(result.rows);
      expect([...named, ...result.known.differing.map(({ row }) => row)]).toHaveLength(duplicates);
      expect(expected.again.first).toEqual(again);
      expect(expected.replaced.first).toEqual(result.known.replaced.map(({ row }) => row));
      const known = Object.entries(result.known.byStatus).map(([status, { length }]) => [status, length]);
      const foretold = expected.groups.flatMap(each => (each.known ? [[each.known, each.rows]] : []));
      expect(foretold.sort()).toEqual(known.sort());
      return result;
    };

    expect(await take('same.csv', firsts)).toMatchObject({
      ...{ taken: 1, again: [3, 4] },
      known: {
        byStatus: { delivered: [2], held: [5], skipped: [6], uncertain: [7] },
        replaced: [],
      },
      events: { delivered: 1, failed: 2 },
    });
    expect(
      await take(
        'other.csv',
        states.map(({ other }) => other),
      ),
    ).toMatchObject({
      ...{ taken: 7, again: [], duplicates: 0 },
      events: { delivered: 2, failed: 2, held: 1, skipped: 1, uncertain: 1 },
    });
    expect(await noteOf(sandbox, 1001)).toBe('b');
    writeFileSync(join(bridge.directory, 'mappings/notes.yaml'), both);
    const back = file('ask.csv', firsts);
    await expect
      .poll(async () => (await tried(back)).groups)
      .not.toContainEqual(expect.objectContaining({ outcome: 'failed' }));
    expect(await take('back.csv', firsts)).toMatchObject({
      ...{ taken: 1, again: [3, 4] },
      known: {
        byStatus: { delivered: [2], held: [5], skipped: [6], uncertain: [7] },
        replaced: [{ row: 2 }],
      },
      events: { delivered: 3 },
    });
    expect(await Promise.all([1002, 1003].map(each => noteOf(sandbox, each)))).toEqual(['a', 'a']);
    const { calls } = (await (await fetch(`${sandbox.url}/sandbox/calls?after=0`)).json()) as {
      calls: { operation: string }[];
    };
    expect(calls.filter(({ operation }) => operation === 'persistCustomerData')).toHaveLength(1);
  });

  it('name a row that waits for its link', async () => {
    const sandbox = await openSandbox();
    const { file, imported, ask } = await bridgeWith(sandbox, { 'mappings/notes.yaml': waiting });
    await imported(file('a.csv', ['waiting,p1,a,']), '--no-wait');
    for (const [name, text] of Object.entries({ other: 'b', back: 'a' })) {
      const result = await imported(
        file(`${name}.csv`, [`waiting,p1,${text},`, `waiting,p2,${name},`]),
        '--no-wait',
      );
      if (name === 'other') expect(result).toMatchObject({ taken: 2, duplicates: 0 });
      else expect(result).toMatchObject({ taken: 1, known: { byStatus: { queued: [2] } } });
    }
    const { out } = await ask(
      'import',
      'form',
      file('text.csv', ['waiting,p1,a,', 'waiting,p3,a,']),
      '--no-wait',
    );
    expect(out).toContain('1 known from another list or a webhook, and still waiting: row 2\n');
  });
});
