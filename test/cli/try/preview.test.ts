import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  folderWith,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
} from '../command-line.ts';

const linkedMapping = plainMapping
  .replace('id: customer', 'id: $linked')
  .replace('operation:', 'link: contact\noperation:')
  .replace(/tests:.*/s, '');
const payload = '{"customer": 1001, "note": "Window seat", "allergies": "Nuts"}';

describe('preview', () => {
  it.each([
    ['Windows-1252', 'latin1'],
    ['UTF-16', 'utf16le'],
  ] as const)('says of a payload in %s that it is to be saved as UTF-8', async (name, encoding) => {
    const written = Buffer.from(payload.replace('Window seat', 'für zwei'), encoding);
    const directory = plainFolder(await openSandbox(), { 'payload.json': written });
    const ran = await fieldbridge(['preview', 'notes', 'payload.json'], { directory });
    expect(ran).toMatchObject({ status: 1, out: '' });
    expect(ran.err).toContain(`the payload cannot be read: it is not UTF-8 but`);
    expect(ran.err).toContain(`${name}`);
    expect(ran.err).toContain('save it as UTF-8');
  });

  it('shows the exact request and sends nothing', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'payload.json': payload });
    expect(await fieldbridge(['preview', 'notes', 'payload.json'], { directory })).toEqual({
      status: 0,
      err: '',
      out: `updateCustomer at salon: would be sent

POST ${sandbox.url}/office/api/updateCustomer?id=1001&token=[token]
Content-Type: application/json

{
  "note": "Window seat",
  "additionalFields": [
    {
      "key": "allergies",
      "value": "Nuts"
    }
  ]
}

No test expects these values yet. Compare each one with what it is read from:
notes
  allergies (Allergien)  "Nuts"  from allergies
  if they are right: \`fieldbridge test notes --update\`
`,
    });
    expect(sandbox.calls().map(call => call.operation)).toEqual(['additionalCustomerFields']);
  });

  it('reads the payload from standard input, and finds the mapping by its file', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'payload.json': payload });
    const fromFile = await fieldbridge(['preview', 'notes', 'payload.json'], { directory });
    const fromInput = await fieldbridge(['preview', 'mappings/notes.yaml', '-'], {
      directory,
      input: payload,
    });
    expect(fromInput).toEqual(fromFile);
  });

  it('reads a form as a form, and shows it decoded, or raw as it is sent', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'mappings/booking.yaml': `source: form
destination: salon
operation: persistCustomerData
set:
  appointmentId: appointment
  name: person.name
  privacy: {from: consent, as: boolean}
  terms: {from: consent, as: boolean}
  minAge: {from: consent, as: boolean}
`,
      'payload.txt': 'appointment=apt-1&person%5Bname%5D=M%C3%BCller+%26+S%C3%B6hne&consent=yes',
    });
    const ran = await fieldbridge(['preview', 'booking', 'payload.txt'], { directory });
    expect(ran.status).toBe(0);
    expect(ran.out).toContain(`POST ${sandbox.url}/office/api/persistCustomerData
Content-Type: application/x-www-form-urlencoded

token          [token]
appointmentId  apt-1
name           Müller & Söhne
privacy        true
terms          true
minAge         true
`);
    const raw = await fieldbridge(['preview', 'booking', 'payload.txt', '--raw'], { directory });
    expect(raw.out).toContain(`POST ${sandbox.url}/office/api/persistCustomerData
accept: application/json, text/plain
accept-encoding: identity
user-agent: fieldbridge
content-type: application/x-www-form-urlencoded

token=[token]&appointmentId=apt-1&name=M%C3%BCller+%26+S%C3%B6hne&privacy=true&terms=true&minAge=true
`);
  });

  it('shows a payload of a source with split, event by event', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox, '    split: events\n'),
      'mappings/notes.yaml': plainMapping.replace('operation:', 'when: $exists(note)\noperation:'),
    });
    const argv = ['preview', 'notes', '-'];
    const input =
      '{"events": [{"customer": 1001, "note": "a"}, {"customer": 1002}, {"customer": 1003, "note": "c"}]}';
    const ran = await fieldbridge(argv, { directory, input });
    expect(ran.status).toBe(0);
    expect(ran.out.split('\n').filter(line => /^(Event|POST|info)/.test(line))).toEqual([
      'Event 1 of 3',
      `POST ${sandbox.url}/office/api/updateCustomer?id=1001&token=[token]`,
      'Event 2 of 3',
      'info: no mapping applies: `when` is false for this payload [mapping/none-applied]',
      'Event 3 of 3',
      `POST ${sandbox.url}/office/api/updateCustomer?id=1003&token=[token]`,
    ]);
    const none = await fieldbridge(argv, { directory, input: '{"events": []}' });
    expect(none.out).toBe('there is no event in this payload: `split` of its source gives none\n');
    const one = await fieldbridge(argv, { directory, input: '{"customer": 1001, "note": "a"}' });
    expect(one.out).toMatch(/^updateCustomer at salon: would be sent/);
  });

  it.each(['{"essai": true, ', '{"test": true, '])(
    'tells a test beside the list that is split: %s',
    async begins => {
      const sandbox = await openSandbox();
      const directory = plainFolder(sandbox, { 'config.yaml': plainConfig(sandbox, '    split: lignes\n') });
      const argv = ['preview', 'notes', '-', '--json'];
      const rows = '"lignes": [{"customer": 1001, "note": "a"}]}';
      const codesOf = async (input: string) =>
        JSON.parse((await fieldbridge(argv, { directory, input })).out).calls.flatMap(
          (call: { diagnostics: { code: string }[] }) => call.diagnostics.map(({ code }) => code),
        );
      expect(await codesOf(`${begins}${rows}`)).toContain('mapping/ended-record');
      expect(await codesOf(`{${rows}`)).not.toContain('mapping/ended-record');
    },
  );

  it('warns only once of an answer at another key', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox, '    answers: {each: list, label: q, value: a.text}\n'),
      'mappings/notes.yaml':
        'source: form\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n  note: {answer: Wish}\n  additionalFields: {lead.source: heard}\n',
    });
    const input = '{"customer": 1001, "heard": "ad", "list": [{"q": "Wish", "a": {"choices": ["window"]}}]}';
    const ran = await fieldbridge(['preview', 'notes', '-', '--json'], { directory, input });
    const { calls } = JSON.parse(ran.out) as { calls: { diagnostics: { code: string; path?: string }[] }[] };
    const found = calls.flatMap(({ diagnostics }) => diagnostics);
    expect(found.map(({ code }) => code)).toContain('mapping/unread-answer');
    expect(found.filter(({ path }) => path?.endsWith('answers.value'))).toEqual([]);
  });

  it('reports that the split of the source fails', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox, '    split: $number(text)\n'),
    });
    const ran = await fieldbridge(['preview', 'notes', '-'], { directory, input: '{"text": "x"}' });
    expect(ran.status).toBe(1);
    expect(ran.err).toMatch(
      /^fieldbridge preview: the payload cannot be read: `split` of the source failed: /,
    );
  });
});

describe('preview of a person with a link', () => {
  const options = async () => ({
    directory: plainFolder(await openSandbox(), { 'mappings/notes.yaml': linkedMapping }),
    input: '{"contact": "c-7", "note": "Window seat"}',
  });

  it('shows that the call would wait, and how to see it', async () => {
    const ran = await fieldbridge(['preview', 'notes', '-'], await options());
    expect(ran.status).toBe(0);
    expect(ran.out).toMatch(
      /^updateCustomer at salon: would wait until its link is known; --linked NUMBER shows the call/,
    );
    expect(ran.out).toContain('no customer number is known for "c-7" at salon yet [mapping/not-linked]');
    expect(ran.out).not.toContain('POST');
  });

  it('shows the call with the number of --linked', async () => {
    const ran = await fieldbridge(['preview', 'notes', '-', '--linked', '1002'], await options());
    expect(ran.status).toBe(0);
    expect(ran.out).toContain('/office/api/updateCustomer?id=1002&token=[token]\n');
  });
});

describe('preview of an event that would not be sent', () => {
  const choice = plainMapping.replace('allergies: allergies', 'interests: topics').replace(/tests:.*/s, '');

  it('ends with status 1 if a value is refused by the checks', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': choice });
    const ran = await fieldbridge(['preview', 'notes', '-'], {
      directory,
      input: '{"customer": 1001, "topics": "Piercing"}',
    });
    expect(ran.status).toBe(1);
    expect(ran.out).toMatch(/^updateCustomer at salon: would fail, and not be sent\n/);
    expect(ran.out).toContain('"interests": "Piercing"');
    expect(ran.out).toMatch(
      /"Piercing" is not among the choices of "interests" \(Interessen\): .*\[check\/not-a-choice\]/,
    );
  });

  it('ends with status 1 if the whole mapping would be held', async () => {
    const directory = plainFolder(await openSandbox(), {
      'mappings/notes.yaml': plainMapping.replace('    allergies:', '    alergies:'),
    });
    const ran = await fieldbridge(['preview', 'notes', '-'], { directory, input: payload });
    expect(ran.status).toBe(1);
    expect(ran.out).toMatch(/^updateCustomer at salon: would be held, with the whole mapping\n/);
    expect(ran.out).toContain('did you mean "allergies" (Allergien)?');
  });

  it('ends with status 0 if there is nothing to do', async () => {
    const directory = plainFolder(await openSandbox());
    const ran = await fieldbridge(['preview', 'notes', '-'], { directory, input: '{"customer": 1001}' });
    expect(ran.status).toBe(0);
    expect(ran.out).toContain('would be skipped');
  });

  it('does not let a payload control the terminal', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': choice });
    const ran = await fieldbridge(['preview', 'notes', '-'], {
      directory,
      input: JSON.stringify({ customer: 1001, note: 'a\u202eb\u009bc', topics: '\u001b]0;x\u0007' }),
    });
    expect(ran.out).toMatch(/a\\u\{202e\}b\\u\{9b\}c/);
    expect(ran.out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('preview without a mapping or a payload', () => {
  it('ends with status 2 for an unknown mapping, and with 1 if its file is faulty', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/broken.yaml': 'source: form\nset: 3\n' });
    const missing = await fieldbridge(['preview', 'note', '-'], { directory, input: payload });
    expect(missing.status).toBe(2);
    expect(missing.err).toContain('there is no mapping "note"; did you mean "notes"?');
    const broken = await fieldbridge(['preview', 'broken', '-'], { directory, input: payload });
    expect(broken.status).toBe(1);
    expect(broken.err).toContain('mappings/broken.yaml:2:');
  });

  it.each([
    ['no-such-file.json', undefined, 2, 'no-such-file.json cannot be read (ENOENT)'],
    ['-', '{"customer": ', 1, 'the payload cannot be read: the body is not JSON'],
  ])('reports the fault of the payload %s %j', async (word, input, status, message) => {
    const directory = plainFolder(await openSandbox());
    const ran = await fieldbridge(['preview', 'notes', word], {
      directory,
      ...(input !== undefined && { input }),
    });
    expect({ status: ran.status, out: ran.out }).toEqual({ status, out: '' });
    expect(ran.err).toContain(message);
  });

  it.each([[[]], [['--offline']]])(
    'shows the call unchecked without a request to the account %j, and reports that',
    async options => {
      const nowhere = { url: 'http://127.0.0.1:9', tokens: { mitte: 'a-token', nord: '', expired: '' } };
      const directory = plainFolder(nowhere);
      const ran = await fieldbridge(['preview', 'notes', '-', ...options], { directory, input: payload });
      expect(ran.status).toBe(0);
      expect(ran.out).toContain('POST http://127.0.0.1:9/office/api/updateCustomer?id=1001');
      expect(ran.err).toMatch(
        /^fieldbridge preview: salon was not asked \(.*\); calls are NOT CHECKED against it\n$/,
      );
    },
  );
});

describe('preview --json', () => {
  it('contains the calls and the diagnostics, without the token', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const ran = await fieldbridge(['preview', 'notes', '-', '--json'], { directory, input: payload });
    expect(ran.status).toBe(0);
    const body = '{"note":"Window seat","additionalFields":[{"key":"allergies","value":"Nuts"}]}';
    expect(JSON.parse(ran.out)).toEqual({
      calls: [
        {
          mapping: 'notes',
          destination: 'salon',
          operation: 'updateCustomer',
          status: 'queued',
          request: {
            operation: 'updateCustomer',
            id: '1001',
            note: 'Window seat',
            additionalFields: { allergies: 'Nuts' },
          },
          http: {
            method: 'POST',
            url: `${sandbox.url}/office/api/updateCustomer?id=1001`,
            contentType: 'application/json',
            body,
            wire: {
              url: `${sandbox.url}/office/api/updateCustomer?id=1001&token=[token]`,
              headers: {
                accept: 'application/json, text/plain',
                'accept-encoding': 'identity',
                'content-type': 'application/json',
                'user-agent': 'fieldbridge',
              },
              body,
            },
          },
          diagnostics: [],
        },
      ],
      diagnostics: [],
      unexpected: [
        {
          mapping: 'notes',
          part: 'additionalFields.allergies',
          reads: [{ what: 'allergies', value: '"Nuts"' }],
          text: 'Nuts',
        },
      ],
    });
    expect(ran.out + ran.err).not.toContain(sandbox.tokens.mitte);
  });

  it('shows the request that the API gets, except for the token', async () => {
    const sandbox = await openSandbox();
    const directory = folderWith({
      'config.yaml': plainConfig(sandbox),
      'mappings/notes.yaml': plainMapping,
    });
    const ran = await fieldbridge(['preview', 'notes', '-', '--json'], { directory, input: payload });
    const { url, contentType, body } = JSON.parse(ran.out).calls[0].http;
    const reply = await fetch(`${url}&token=${sandbox.tokens.mitte}`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    expect(reply.status).toBe(200);
    expect(sandbox.customer(1001)).toMatchObject({
      note: 'Window seat',
      additionalFields: { allergies: 'Nuts' },
    });
  });
});
