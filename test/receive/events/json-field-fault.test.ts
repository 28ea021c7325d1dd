import { describe, expect, it } from 'vitest';
import type { SourceConfig } from '../../../src/config/config.ts';
import { compile } from '../../../src/expressions/compile.ts';
import { receive } from '../../../src/receive/receive.ts';
import { aSource, now } from '../a-source.ts';

async function received(body: string, contentType: string, differences: Partial<SourceConfig> = {}) {
  const source = aSource({ jsonField: { name: 'payload', whole: false }, ...differences });
  const request = {
    method: 'POST',
    url: '/hooks/website',
    headers: [['content-type', contentType]] as [string, string][],
    body: Buffer.from(body),
  };
  const result = await receive(source, request, { now, newId: () => 'evt_1', publicUrl: undefined });
  if (result.kind !== 'accepted') throw new Error(`it is ${result.kind}`);
  return result.request.items;
}

async function faultOf(...given: Parameters<typeof received>): Promise<unknown> {
  const [first, ...others] = await received(...given);
  expect(others).toEqual([]);
  return first?.diagnostics.map(({ code, severity, message, hint }) => [code, severity, message, hint]);
}

const form = 'application/x-www-form-urlencoded';
const fields = (payload: string) => new URLSearchParams({ customer: '1001', payload }).toString();
const failed = (what: string, hint: string) => [
  [
    'intake/json-field-failed',
    'error',
    `the field "payload", which \`jsonField\` of the source names, ${what}`,
    hint,
  ],
];

function splitAt(source: string): SourceConfig['split'] {
  const compiled = compile(source);
  if (!('expression' in compiled)) throw new Error(compiled.diagnostic.message);
  return compiled.expression;
}

describe('a field that should contain JSON but does not', () => {
  it.each([
    [
      '{"x":"1"',
      'is not JSON: it is cut off at character 9; expected: a comma or }',
      'have the sender send the whole of it; a limit of the field may have cut it',
    ],
    [
      '{\\"x\\":\\"1\\"}',
      'is not JSON: it has backslashes before its quotes (character 2)',
      'have the sender take them off, as wp_unslash does in WordPress',
    ],
    [
      '{&quot;x&quot;:1}',
      'is not JSON: its quotes are written as &quot; (character 2)',
      'have the sender send it without HTML escapes',
    ],
    [
      '{"x":1 "y":2}',
      'is not JSON: at character 8 it needs a comma or }',
      'have the sender write JSON into it, or take `jsonField` off the source',
    ],
    ['', 'is empty', 'have the sender write JSON into it'],
  ])('fails the event: %s', async (payload, what, hint) => {
    expect(await faultOf(fields(payload), form)).toEqual(failed(what, hint));
    expect(await faultOf(JSON.stringify({ customer: 1, payload }), 'application/json')).toEqual(
      failed(what, hint),
    );
    expect(await faultOf(fields(payload), form, { split: splitAt('payload') })).toEqual(failed(what, hint));
  });

  it('fails the event if it is missing', async () => {
    const hint = 'correct `jsonField` at the source, or have the sender send the field';
    expect(await faultOf('customer=1001', form)).toEqual(failed('is not in the webhook', hint));
    expect(await faultOf('[]', 'application/json')).toEqual(failed('is not in the webhook', hint));
  });

  it('causes a warning if the preset names it, since the rest of the body may suffice', async () => {
    const message =
      'the field "payload", in which a source of the preset jotform has its JSON, is not in the webhook';
    const warned = [
      ['intake/json-field-failed', 'warning', message, expect.stringContaining('at the sender')],
    ];
    expect(await faultOf('customer=1001', form, { preset: 'jotform' })).toEqual(warned);
    const events = await received('{"list":[{"a":1},{"a":2}]}', 'application/json', {
      preset: 'jotform',
      split: splitAt('list'),
    });
    expect(events.map(({ diagnostics }) => diagnostics.map(each => each.severity))).toEqual([
      ['warning'],
      ['warning'],
    ]);
    expect(await faultOf('payload={}', form, { preset: 'jotform' })).toEqual([]);
  });

  it('fails the event if it is a binary file', async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="payload"; filename="blob"\r\nContent-Type: image/png\r\n\r\n1\r\n--x--';
    expect(await faultOf(body, 'multipart/form-data; boundary=x')).toEqual(
      failed('is a file of the type "image/png"', 'have the sender send it as application/json'),
    );
  });

  it('is named among several ones, without its text', async () => {
    const body = JSON.stringify([{ payload: '{"a":1}' }, { payload: 'Anna' }]);
    expect(JSON.stringify(await faultOf(body, 'application/json'))).not.toContain('Anna');
  });
});

describe('a field that holds JSON', () => {
  it('may be a part with a file name and the type of JSON', async () => {
    const part =
      '--x\r\nContent-Disposition: form-data; name="payload"; filename="blob"\r\nContent-Type: application/json\r\n\r\n[{"a":1},{"a":2}]\r\n--x--';
    const items = await received(part, 'multipart/form-data; boundary=x', { split: splitAt('payload') });
    expect(items.map(({ payload, diagnostics }) => [payload, diagnostics])).toEqual([
      ['{"a":1}', []],
      ['{"a":2}', []],
    ]);
  });

  it('may be encoded twice', async () => {
    const twice = JSON.stringify({ payload: JSON.stringify(JSON.stringify([{ a: 1 }])) });
    const items = await received(twice, 'application/json', { split: splitAt('payload') });
    expect(items.map(({ payload, diagnostics }) => [payload, diagnostics])).toEqual([['{"a":1}', []]]);
  });

  it('may be `null` in JSON', async () => {
    expect(await faultOf('{"payload":null}', 'application/json')).toEqual([]);
    expect(await faultOf('{"payload":{"a":1}}', 'application/json')).toEqual([]);
  });

  it.each([
    [{ entry: [{ changes: [{ statuses: [{ id: 'm1' }] }] }] }, 'info'],
    [{ entry: [] }, 'info'],
    [{ entry: [{ changes: [{ messages: [{ reply: { name: 'flow' } }] }] }] }, 'error'],
    [{ entry: [{ changes: [{ messages: [{ reply: { json: '{"a":1}' } }] }] }] }, undefined],
    [{ entry: [{ changes: [{ messages: [{ reply: { json: 'a' } }] }] }] }, 'error'],
  ])(
    'is ignored for an event of another kind, which has no object for the field: %j',
    async (body, severity) => {
      const jsonField = { name: 'entry.changes.messages.reply.json', whole: false };
      const [item] = await received(JSON.stringify(body), 'application/json', { jsonField });
      expect(item?.diagnostics.find(({ code }) => code === 'intake/json-field-failed')?.severity).toBe(
        severity,
      );
    },
  );
});
