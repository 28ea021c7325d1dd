import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  openSandbox,
  plainConfig,
  plainMapping,
  post,
  type Running,
  startedBridge,
  writeFiles,
} from '../../../cli/command-line.ts';

async function ask({ url }: Pick<Running, 'url'>, path: string, body: object) {
  const response = await fetch(`${url}/api/bench/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer an-admin-token-of-some-length', 'content-type': 'application/json' },
    body: JSON.stringify({ mapping: 'notes', ...body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what a program reads of JSON
  return { status: response.status, body: (await response.json()) as any };
}

const payloads = [
  { customer: 1001, note: 'Window seat', allergies: 'Hazelnuts' },
  { customer: 1002, note: 'Likes tea', 'birth day': '1990-05-03' },
];

async function see({ url }: Pick<Running, 'url'>, path: string) {
  const response = await fetch(`${url}/api/bench/${path}`, {
    headers: { authorization: 'Bearer an-admin-token-of-some-length' },
  });
  // biome-ignore lint/suspicious/noExplicitAny: what a program reads of JSON
  return { status: response.status, body: (await response.json()) as any };
}

const allowed = 'admin: {token: an-admin-token-of-some-length, edit: true}\n';

async function withEvents(admin?: string) {
  const sandbox = await openSandbox();
  const files = admin === undefined ? {} : { 'config.yaml': plainConfig(sandbox, admin) };
  const bridge = await startedBridge(sandbox, '', files);
  const ids: string[] = [];
  for (const payload of payloads) ids.push((await post(bridge.url, payload)).event.id);
  return { ...bridge, sandbox, ids };
}

const shouting = plainMapping.replace('note: note', 'note: $uppercase(note)');

describe('the bench of /api', () => {
  it('tries an unsaved text with an event and with earlier ones', async () => {
    const bridge = await withEvents();
    const eventId = bridge.ids[1];
    const { status, body } = await ask(bridge, 'try', { text: shouting, eventId });
    expect(status).toBe(200);
    expect(body).toMatchObject({ usable: true, findings: [] });
    expect(body.calls[0].request).toMatchObject({ id: '1002', note: 'LIKES TEA' });
    const note = body.why[0].parts.find((each: { part: string }) => each.part === 'note');
    expect(note).toMatchObject({ outcome: { kind: 'used', text: 'LIKES TEA' } });
    expect(body.earlier).toHaveLength(1);
    expect(body.earlier[0]).toMatchObject({ id: bridge.ids[0], wanted: true });
    expect(body.earlier[0].parts).toContainEqual({ part: 'note', kind: 'used', text: 'WINDOW SEAT' });
    const saved = await ask(bridge, 'try', { text: plainMapping, payload: payloads[0] });
    expect(saved.body.calls[0].request.note).toBe('Window seat');
    // A choice is shown as it is sent.
    const choosing = plainMapping.replace('allergies: allergies', 'contact.by: {from: by, as: choice}');
    const chosen = await ask(bridge, 'try', { text: choosing, payload: { ...payloads[0], by: 'sms' } });
    const by = chosen.body.why[0].parts.find((each: { part: string }) => each.part.endsWith('contact.by'));
    expect(by).toMatchObject({ outcome: { kind: 'used', text: 'SMS' } });
    // The same before the mapping names a customer.
    const begun = choosing.replace(/^ *id: .*$/m, '');
    const half = await ask(bridge, 'try', { text: begun, payload: { ...payloads[0], by: 'sms' } });
    expect(half.body.usable).toBe(false);
    expect(half.body.why[0].parts).toContainEqual(
      expect.objectContaining({ part: by.part, outcome: { kind: 'used', text: 'SMS' } }),
    );
  });

  it('offers the text in which failing tests expect the calls that are made now', async () => {
    const bridge = await withEvents();
    const same = await ask(bridge, 'judge', { text: plainMapping });
    expect(same.body.renewed).toBeUndefined();
    const failing = await ask(bridge, 'judge', { text: shouting });
    expect(failing.body.tests).toMatchObject([{ passed: false }]);
    expect(failing.body.renewed).toBe(shouting.replace('note: Window seat}', 'note: WINDOW SEAT}'));
    const renewed = await ask(bridge, 'judge', { text: failing.body.renewed });
    expect(renewed.body.tests).toMatchObject([{ passed: true }]);
    // Nobody means a test to expect that nothing is sent.
    const unwanted = shouting.replace('operation:', 'when: false\noperation:');
    expect((await ask(bridge, 'judge', { text: unwanted })).body.renewed).toBeUndefined();
  });

  it('lists the lines of look-up tables to compare, and offers the text with a test that has them', async () => {
    const bridge = await withEvents();
    const text = plainMapping.replace(
      '    allergies: allergies',
      '    hair.type: {from: hair, values: {glattes Haar: glatt, ringlets: lockig}}',
    );
    const { body } = await ask(bridge, 'judge', { text });
    expect(body.open.lines).toMatchObject([
      {
        part: 'additionalFields.hair.type',
        from: 'hair',
        key: 'ringlets',
        result: 'lockig',
        place: { line: 8 },
      },
    ]);
    expect(body.open.confirmed).toBe(
      `${text}  - name: lines of tables\n    cases:\n      hair.type:\n        ringlets: lockig\n`,
    );
    const confirmed = await ask(bridge, 'judge', { text: body.open.confirmed });
    expect(confirmed.body.open).toBeUndefined();
    expect(confirmed.body.tests.map((each: { passed: boolean }) => each.passed)).toEqual([true, true]);
    const doubted = await ask(bridge, 'judge', { text: text.replace('glattes Haar: glatt', 'kraus: glatt') });
    expect(doubted.body.open).toBeUndefined();
  });

  it('shows the fault of each rule, whatever else keeps the call from being made', async () => {
    const bridge = await withEvents();
    const payload = { customer: 1001, zip: '01067', hair: 'short', born: '03.05.1990' };
    const iban = '    iban: zip\n';
    const rules = {
      'no customer number yet': `set:\n  additionalFields:\n${iban}`,
      'an open choice': `set:\n  id: customer\n  additionalFields:\n    hair.type: {from: hair, values: {short: WHICH CHOICE?}}\n${iban}`,
      'an answer that a table lacks': `set:\n  id: customer\n  additionalFields:\n    hair.type: {from: hair, values: {long: lockig}}\n${iban}`,
      'a date in another form': `set:\n  id: customer\n  additionalFields:\n    birthdate: {from: born, as: date, parse: [yyyy-MM-dd]}\n${iban}`,
      'a link without a number': `link: customer\nset:\n  id: $linked\n  additionalFields:\n${iban}`,
    };
    for (const [what, set] of Object.entries(rules)) {
      const text = `source: form\ndestination: salon\noperation: updateCustomer\n${set}`;
      const { body } = await ask(bridge, 'try', { text, payload });
      const parts = body.why[0].parts as { part: string; outcome: object }[];
      const found = parts.find(({ part }) => part === 'additionalFields.iban');
      expect(found?.outcome, what).toMatchObject({ kind: 'wrong', code: 'check/not-of-type' });
      const codes = body.calls[0].diagnostics.map(({ code }: { code: string }) => code);
      expect(codes, what).toContain('check/not-of-type');
    }
  });

  it('reports the faults of a half-typed text, and evaluates the valid part', async () => {
    const bridge = await withEvents();
    const [eventId] = bridge.ids;
    const { body } = await ask(bridge, 'try', { text: `${plainMapping}oper`, eventId });
    expect(body.usable).toBe(false);
    expect(body.findings.length).toBeGreaterThan(0);
    const unknown = plainMapping.replace('allergies: allergies', 'alergies: allergies');
    const checked = await ask(bridge, 'try', { text: unknown, eventId });
    expect(checked.body.findings).toContainEqual(
      expect.objectContaining({ code: 'check/unknown-field', path: 'additionalFields.alergies' }),
    );
    const nothing = await ask(bridge, 'try', { text: '', eventId });
    expect(nothing).toMatchObject({ status: 200, body: { usable: false, calls: [] } });
    expect((await ask(bridge, 'try', { text: 'x'.repeat(256 * 1024 + 1) })).status).toBe(400);
    expect((await ask(bridge, 'try', { text: '', eventId: 'evt_none' })).status).toBe(404);
  });

  it('records once in the audit log who saw the values of an event', async () => {
    const bridge = await withEvents();
    const shown = { text: plainMapping, eventId: bridge.ids[1], shown: true, who: 'mara' };
    await ask(bridge, 'try', shown);
    await ask(bridge, 'try', shown);
    const audit = await fetch(`${bridge.url}/api/audit`, {
      headers: { authorization: 'Bearer an-admin-token-of-some-length' },
    });
    const page = (await audit.json()) as { audit: { what: string; event: string }[] };
    const seen = page.audit.filter(({ what }) => what === 'show-values').map(({ event }) => event);
    expect(seen.sort()).toEqual([...bridge.ids].sort());
  });

  it('judges a text by its checks, its tests and the events that it would change', async () => {
    const bridge = await withEvents();
    const same = await ask(bridge, 'judge', { text: plainMapping });
    expect(same.body).toMatchObject({ red: [], tests: [{ name: 'a note', passed: true }] });
    expect(same.body.differences).toMatchObject({ events: 2, changed: 0 });
    // A request that arrives while the first response is created waits for the next one.
    const both = [1, 2, 3].map(() => ask(bridge, 'judge', { text: plainMapping }));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await ask(bridge, 'judge', { text: shouting.replace('allergies: a', 'alergies: a') });
    expect(body.red.map(({ name }: { name: string }) => name)).toEqual([
      'check/unknown-field additionalFields.alergies',
      'test a note',
      'differences',
    ]);
    // The text with renewed tests and the values of tests are masked for readers.
    const { renewed, tests, ...others } = body;
    expect(renewed).toContain('note: WINDOW SEAT');
    expect(tests[0].values).toContainEqual({
      name: 'note',
      expected: 'Window seat',
      actual: 'WINDOW SEAT',
      reads: [{ what: 'note', value: '"Window seat"' }],
    });
    expect(JSON.stringify(others)).not.toMatch(/window|tea/i);
  });

  it('finds in samples and stored events the same faults as the command', async () => {
    const bridge = await withEvents();
    await post(bridge.url, { customer: 1003, by: 'pigeon', answers: [{ question: 'a', answer: 'x' }] });
    const lists = { answers: ['one', 'two'].map(label => ({ label, value: `${label} value` })) };
    await post(bridge.url, { customer: 1004, by: 'SMS', ...lists });
    const text = plainMapping
      .replace('note: note', 'note: answers[1].value')
      .replace('allergies: allergies', 'contact.by: by')
      .replace(/tests:.*/s, '');
    writeFiles(bridge.directory, { 'mappings/notes.yaml': text });
    const checked = await fieldbridge(['check', '--json'], { directory: bridge.directory });
    const told = (JSON.parse(checked.out) as { diagnostics: Record<string, unknown>[] }).diagnostics
      .filter(({ place, code }) => place !== undefined && code !== 'check/no-test')
      .map(({ code, severity, message }) => ({ code, severity, message }));
    const { body } = await ask(bridge, 'judge', { text });
    const found = body.findings.map(({ code, severity, message }: Record<string, unknown>) => ({
      code,
      severity,
      message,
    }));
    expect(found).toEqual(told);
    expect(told.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      expect.arrayContaining(['warning check/answer-by-position', 'warning check/not-a-choice']),
    );
    expect(JSON.stringify(body)).not.toMatch(/pigeon|two value/);
  });

  it('writes a rule from a place of the payload, also into an empty text', async () => {
    const bridge = await withEvents();
    const given = { eventId: bridge.ids[1], part: 'note', place: ['birth day'] };
    const { body } = await ask(bridge, 'rule', { ...given, text: plainMapping });
    const { from, to, text } = body.edit;
    expect(plainMapping.slice(0, from) + text + plainMapping.slice(to)).toBe(
      plainMapping.replace('note: note', 'note: "`birth day`"'),
    );
    const fresh = await ask(bridge, 'rule', { ...given, text: '' });
    expect(fresh.body.edit.text).toBe(
      'source: form\ndestination: salon\noperation: updateCustomer\nset:\n  note: "`birth day`"\n',
    );
    expect(await ask(bridge, 'rule', { ...given, text: 'set: {' })).toMatchObject({
      status: 422,
      body: { code: 'text-unreadable' },
    });
    expect(await ask(bridge, 'rule', { ...given, text: '', place: ['nothing'] })).toMatchObject({
      status: 422,
      body: { code: 'no-value-there' },
    });
  });

  it('writes the head of a mapping and the country of phone numbers, and tries a mapping without a person', async () => {
    const sandbox = await openSandbox();
    const more = {
      destination: 'salon',
      source: 'form',
      payload: { kind: 'a', tags: ['b'], who: 7, tel: '0151 1', born: '3.5.1990', day: '1990-05-03' },
    };
    const defaults = 'defaults: {country: DE, format: dd.MM.yyyy}';
    const config = plainConfig(sandbox, allowed).replace('baseUrl:', `${defaults}\n    baseUrl:`);
    const bridge = await startedBridge(sandbox, '', { 'config.yaml': config });
    let text = '';
    const write = async (part: string, ...place: (string | number)[]) => {
      const { body } = await ask(bridge, 'rule', { ...more, text, part, place });
      text = text.slice(0, body.edit.from) + body.edit.text + text.slice(body.edit.to);
    };
    await write('note', 'tags', 0);
    const { status, body } = await ask(bridge, 'try', { text, payload: more.payload });
    expect(status).toBe(200);
    expect(body.calls[0].diagnostics).toContainEqual(
      expect.objectContaining({ code: 'mapping/missing-parameter', path: 'id' }),
    );
    await write('link', 'who');
    await write('when', 'kind');
    expect(text).toBe(
      'source: form\ndestination: salon\nwhen: kind = "a"\nlink: who\noperation: updateCustomer\n' +
        'set:\n  note: tags\n  id: $linked\n',
    );
    // At first the sender's id was used as the customer number.
    text = text.replace('id: $linked', 'id: who').replace('link: who\n', '');
    await write('link', 'who');
    expect(text).toContain('link: who\n');
    expect(text).toContain('  id: $linked\n');
    await write('link', 'kind');
    expect(text).toContain('  id: $linked\n');
    await write('when', 'tags', 0);
    expect(text).toContain('when: \'"b" in tags\'\n');
    // For an answer that is no status of the account, nothing is sent until its meaning is entered.
    const before = text;
    await write('customerStatus', 'kind');
    expect(text).toContain('WHICH CHOICE?');
    const asking = await ask(bridge, 'try', { text, payload: more.payload });
    expect(asking.body.findings).toContainEqual(
      expect.objectContaining({ code: 'check/unknown-status', path: 'customerStatus' }),
    );
    text = before;
    // A rule does not repeat a default, and overrides a default that would read the value differently.
    const birthdate = 'additionalFields.birthdate';
    await write(birthdate, 'born');
    expect(text).toContain('    birthdate: {from: born, as: date, parse: d.M.yyyy}\n');
    text = text.replace('set:', 'defaults: {parse: d.M.yyyy}\nset:');
    await write(birthdate, 'born');
    expect(text).toContain('    birthdate: {from: born, as: date}\n');
    await write(birthdate, 'day');
    expect(text).toContain('    birthdate: {from: day, as: date, parse: yyyy-MM-dd}\n');
    text = '';
    const booking = { ...more, text, operation: 'persistCustomerData', part: 'mobile', place: ['tel'] };
    expect((await ask(bridge, 'rule', booking)).body.edit.text).toBe(
      'source: form\ndestination: salon\noperation: persistCustomerData\nset:\n  mobile: {from: tel, as: phone}\n',
    );
  });

  it('suggests rules for a field from an event and earlier ones', async () => {
    const bridge = await withEvents();
    const request = { text: plainMapping, eventId: bridge.ids[0] };
    const { body } = await ask(bridge, 'suggest', { ...request, part: 'additionalFields.birthdate' });
    expect(body.suggestions).toMatchObject([{ from: '`birth day`', value: '1990-05-03' }]);
    const { from, to, text } = body.suggestions[0].edit;
    expect(plainMapping.slice(0, from) + text + plainMapping.slice(to)).toContain(
      '    birthdate: {from: "`birth day`", as: date, format: dd.MM.yyyy}\n',
    );
    expect((await ask(bridge, 'suggest', { ...request, part: 'note' })).body).toEqual({ suggestions: [] });
    const unknown = { ...request, part: 'additionalFields.birthdate', eventId: 'evt_none' };
    expect((await ask(bridge, 'suggest', unknown)).status).toBe(404);
  });

  it('creates a test from an event, with invented values', async () => {
    const bridge = await withEvents();
    const { body } = await ask(bridge, 'test', { text: plainMapping, eventId: bridge.ids[0] });
    const { from, to, text } = body.edit;
    const written = plainMapping.slice(0, from) + text + plainMapping.slice(to);
    expect(written.startsWith(plainMapping)).toBe(true);
    expect(written).not.toContain('Hazelnuts');
    const judged = await ask(bridge, 'judge', { text: written });
    expect(judged.body.tests).toHaveLength(2);
    expect(judged.body.tests.every((each: { passed: boolean }) => each.passed)).toBe(true);
    expect(await ask(bridge, 'test', { text: 'x', eventId: bridge.ids[0] })).toMatchObject({
      status: 422,
      body: { code: 'not-usable' },
    });
  });

  it('saves a faultless or confirmed text, keeps the previous version, and overwrites no other change', async () => {
    const bridge = await withEvents(allowed);
    const { body: file } = await see(bridge, 'file?mapping=notes');
    expect(file).toMatchObject({ name: 'notes', file: 'notes.yaml', text: plainMapping });
    expect(file.refusal).toBeUndefined();
    expect(file.rules).not.toContain('Window seat');
    const { version } = file;
    const red = await ask(bridge, 'save', { text: shouting, version });
    expect(red).toMatchObject({ status: 422, body: { code: 'not-green' } });
    expect(red.body.error).toContain('test a note');
    const confirm = ['test a note', 'differences'];
    const saved = await ask(bridge, 'save', { text: shouting, version, confirm, who: 'mara' });
    expect(saved.status).toBe(200);
    const path = join(bridge.directory, 'mappings/notes.yaml');
    expect(readFileSync(path, 'utf8')).toBe(shouting);
    const stale = await ask(bridge, 'save', { text: plainMapping, version });
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
    expect(readFileSync(path, 'utf8')).toBe(shouting);
    const { body: kept } = await see(bridge, 'versions?mapping=notes');
    expect(kept.versions).toHaveLength(1);
    const before = await ask(bridge, 'version', { id: kept.versions[0].id });
    expect(before.body.text).toBe(plainMapping);
    expect((await ask(bridge, 'version', { id: 'nothing' })).status).toBe(404);
    const fresh = { mapping: 'new/one', text: plainMapping, version: null, confirm: ['differences'] };
    expect((await ask(bridge, 'save', fresh)).status).toBe(200);
    expect(readFileSync(join(bridge.directory, 'mappings/new/one.yaml'), 'utf8')).toBe(plainMapping);
    const outside = { ...fresh, mapping: '../config' };
    expect((await ask(bridge, 'save', outside)).status).toBe(403);
  });

  it('saves nothing if the config does not allow it', async () => {
    const bridge = await withEvents();
    const { body: file } = await see(bridge, 'file?mapping=notes');
    expect(file.refusal).toBe('edit-off');
    const saved = await ask(bridge, 'save', { text: `${plainMapping}#\n`, version: file.version });
    expect(saved).toMatchObject({ status: 403, body: { code: 'edit-off' } });
    expect(readFileSync(join(bridge.directory, 'mappings/notes.yaml'), 'utf8')).toBe(plainMapping);
  });
});
