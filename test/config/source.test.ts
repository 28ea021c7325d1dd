import { describe, expect, it } from 'vitest';
import type { SourceConfig } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Preset } from '../../src/config/sources/preset.ts';
import type { Verify } from '../../src/config/sources/verify.ts';
import { codesOf, load } from './reading.ts';

const secret = 'secret: a-long-enough-secret';

function source(entry: string): SourceConfig {
  const { config, diagnostics } = load(
    `server: {publicUrl: "https://h.example.com"}\nsources:\n  a: ${entry}\n`,
  );
  expect(diagnostics.filter(each => each.severity === 'error')).toEqual([]);
  const found = config?.sources.get('a');
  if (found === undefined) throw new Error('not loaded');
  return found;
}

/** Returns the verify entries, with revealed secrets. */
function verify(entry: string): unknown[] {
  const reveal = (each: Verify) => {
    if (each.type === 'none') return each;
    if (each.type === 'public-key') return { ...each, key: each.key.map(one => one.reveal()) };
    if (each.type === 'basic') return { ...each, password: each.password.map(one => one.reveal()) };
    return { ...each, secret: each.secret.map(one => one.reveal()) };
  };
  return source(`{verify: ${entry}}`).verify.map(reveal);
}

function codes(entry: string): string[] {
  return codesOf(load(`sources:\n  a: ${entry}\n`)).map(each => each.split(' ')[1] ?? '');
}

describe('the verification of a source', () => {
  const plainSignature = {
    in: 'header',
    name: 'x-signature',
    format: 'plain',
    key: undefined,
    pairSeparator: ',',
    version: undefined,
    prefix: '',
    encoding: 'hex',
  };

  it('hmac: with every default', () => {
    expect(verify(`{type: hmac, ${secret}, signature: {name: X-Signature}}`)).toEqual([
      {
        type: 'hmac',
        secret: ['a-long-enough-secret'],
        secretEncoding: 'utf8',
        algorithm: 'sha256',
        signed: '{body}',
        signature: plainSignature,
        id: undefined,
        timestamp: undefined,
        url: { decode: 'none' },
      },
    ]);
  });

  it('hmac: with every key', () => {
    const entry = [
      'type: hmac',
      'secret: [YS1sb25nLWVub3VnaC1zZWNyZXQ=, YW5vdGhlci1sb25nLXNlY3JldA==]',
      'secretEncoding: base64',
      'algorithm: sha512',
      'signed: "{id}.{timestamp}.{method}.{url}.{path}.{header:X-Extra}.{body}"',
      'signature: {in: header, name: X-Signature, format: kv, key: v1, pairSeparator: ";", prefix: "=", encoding: base64url}',
      'id: {in: header, name: X-Id}',
      'timestamp: {in: signature, key: t, unit: ms, tolerance: 0s}',
      'url: {decode: hubspot-v3}',
    ];
    expect(verify(`{${entry.join(', ')}}`)).toEqual([
      {
        type: 'hmac',
        secret: ['YS1sb25nLWVub3VnaC1zZWNyZXQ=', 'YW5vdGhlci1sb25nLXNlY3JldA=='],
        secretEncoding: 'base64',
        algorithm: 'sha512',
        signed: '{id}.{timestamp}.{method}.{url}.{path}.{header:X-Extra}.{body}',
        signature: {
          ...plainSignature,
          format: 'kv',
          key: 'v1',
          pairSeparator: ';',
          prefix: '=',
          encoding: 'base64url',
        },
        id: { name: 'x-id' },
        timestamp: {
          in: 'signature',
          name: undefined,
          key: 't',
          path: undefined,
          unit: 'ms',
          toleranceMs: 0,
        },
        url: { decode: 'hubspot-v3' },
      },
    ]);
  });

  it('hmac: with a signature in the query or the body, whose names keep their case', () => {
    const [query] = verify(`{type: hmac, ${secret}, signature: {in: query, name: Sig}}`);
    expect(query).toMatchObject({ signature: { in: 'query', name: 'Sig' } });
    const [body] = verify(
      `{type: hmac, ${secret}, signature: {in: body, name: meta.Sig, format: list, version: v1}, timestamp: {in: body, path: meta.At}}`,
    );
    expect(body).toMatchObject({
      signature: { in: 'body', name: 'meta.Sig', version: 'v1' },
      timestamp: { in: 'body', path: 'meta.At', unit: 's', toleranceMs: 300_000 },
    });
  });

  it('standard-webhooks', () => {
    expect(verify('{type: standard-webhooks, secret: whsec_YS1sb25nLWVub3VnaC1zZWNyZXQ=}')).toEqual([
      {
        type: 'standard-webhooks',
        secret: ['whsec_YS1sb25nLWVub3VnaC1zZWNyZXQ='],
        secretEncoding: 'whsec',
        headerPrefix: 'webhook-',
      },
    ]);
    expect(
      verify(`{type: standard-webhooks, ${secret}, secretEncoding: utf8, headerPrefix: Svix-}`),
    ).toMatchObject([{ secretEncoding: 'utf8', headerPrefix: 'svix-' }]);
  });

  it('basic, header-token and query-token', () => {
    expect(
      verify(
        `[{type: basic, username: bridge, password: [a-long-enough-secret, another-long-secret]},
          {type: header-token, name: Authorization, prefix: "Bearer ", ${secret}},
          {type: query-token, name: Key, ${secret}}]`,
      ),
    ).toEqual([
      { type: 'basic', username: 'bridge', password: ['a-long-enough-secret', 'another-long-secret'] },
      { type: 'header-token', name: 'authorization', prefix: 'Bearer ', secret: ['a-long-enough-secret'] },
      { type: 'query-token', name: 'Key', secret: ['a-long-enough-secret'] },
    ]);
  });

  it('none, if it is written explicitly', () => {
    expect(verify('{type: none}')).toEqual([{ type: 'none' }]);
    expect(codes('{verify: {type: none}}')).toEqual(['config/unverified-source']);
    expect(codes('{}')).toEqual(['config/missing-verification']);
  });

  it('digest: like hmac, but with the secret in the signed text, and also with md5', () => {
    const [hmac] = verify(`{type: hmac, ${secret}, signature: {name: X-Signature}}`);
    const common = { ...(hmac as object), type: 'digest' };
    expect(verify(`{type: digest, ${secret}, signature: {name: X-Signature}}`)).toEqual([
      { ...common, signed: '{secret}{body}' },
    ]);
    const entry = `{type: digest, ${secret}, algorithm: md5, signed: "{body}{secret}", signature: {name: X-Signature}}`;
    expect(verify(entry)).toEqual([{ ...common, algorithm: 'md5', signed: '{body}{secret}' }]);
  });

  it('digest: never without the secret, at the place where it is missing', () => {
    const entry = `sources:\n  a:\n    verify: {type: digest, ${secret}, signature: {name: X}, signed: "{body}"}\n`;
    expect(codesOf(load(entry))).toEqual(['3:88 yaml/wrong-type']);
    expect(load(entry).diagnostics[0]?.message).toContain('{secret}');
  });

  it('hmac: never with the secret, which is its key', () => {
    const entry = `{verify: {type: hmac, ${secret}, signature: {name: X}, signed: "{secret}{body}"}}`;
    expect(codes(entry)).toEqual(['yaml/wrong-type']);
    expect(load(`sources:\n  a: ${entry}\n`).diagnostics[0]?.hint).toContain('type: digest');
  });

  it('body-token', () => {
    expect(verify(`{type: body-token, path: meta.Token, ${secret}}`)).toEqual([
      { type: 'body-token', path: 'meta.Token', secret: ['a-long-enough-secret'] },
    ]);
    expect(codes(`{verify: {type: body-token, ${secret}}}`)).toEqual(['yaml/missing-key']);
  });

  it('jwt: with every default, and with every key', () => {
    expect(verify(`{type: jwt, ${secret}}`)).toEqual([
      {
        type: 'jwt',
        in: 'header',
        name: 'authorization',
        algorithms: ['HS256'],
        audience: undefined,
        secret: ['a-long-enough-secret'],
      },
    ]);
    const entry = `{type: jwt, in: query, name: Jwt, algorithms: [HS512, HS384], audience: me, ${secret}}`;
    expect(verify(entry)).toEqual([
      {
        type: 'jwt',
        in: 'query',
        name: 'Jwt',
        algorithms: ['HS512', 'HS384'],
        audience: 'me',
        secret: ['a-long-enough-secret'],
      },
    ]);
    expect(verify(`{type: jwt, name: X-Token, algorithms: HS384, ${secret}}`)).toMatchObject([
      { name: 'x-token', algorithms: ['HS384'] },
    ]);
  });

  it.each([
    ['in: query', ['yaml/missing-key']],
    ['in: body, name: x', ['yaml/wrong-type']],
    ['name: X Token', ['yaml/wrong-type']],
    ['algorithms: []', ['yaml/wrong-type']],
    ['algorithms: [HS256, none]', ['yaml/wrong-type']],
    ['algorithms: [RS256]', ['yaml/wrong-type']],
    ['secretEncoding: base64', ['yaml/unknown-key']],
  ])('jwt: not with %s', (keys, expected) => {
    expect(codes(`{verify: {type: jwt, ${secret}, ${keys}}}`)).toEqual(expected);
  });

  it('uses the secret of the source if the entry has none', () => {
    const [first, second] = source(
      `{${secret}, verify: [{type: header-token, name: X-A}, {type: basic, username: u}]}`,
    ).verify;
    expect(first?.type === 'header-token' && first.secret[0]?.reveal()).toBe('a-long-enough-secret');
    expect(second?.type === 'basic' && second.password[0]?.reveal()).toBe('a-long-enough-secret');
  });

  it.each([
    ['hex', 'a-long-enough-secret'],
    ['hex', '00112233445566778899aabbccddeef'],
    ['base64', 'a long enough secret'],
    ['whsec', 'whsec_a long enough secret'],
  ])('refuses a secret that is not valid %s', (encoding, text) => {
    const entry = `{verify: {type: hmac, secret: "${text}", secretEncoding: ${encoding}, signature: {name: X}}}`;
    expect(codes(entry)).toEqual(['yaml/wrong-type']);
  });

  it.each([
    ['hex', '00112233445566778899aabbccddeeff'],
    ['base64', 'YS1sb25nLWVub3VnaC1zZWNyZXQ='],
    ['whsec', 'YS1sb25nLWVub3VnaC1zZWNyZXQ'],
  ])('accepts a secret in %s', (encoding, text) => {
    const entry = `{verify: {type: hmac, secret: "${text}", secretEncoding: ${encoding}, signature: {name: X}}}`;
    expect(codes(entry)).toEqual([]);
  });

  it.each([
    ['signed: "{timestamp}{body}", timestamp: {name: X-T}', []],
    ['timestamp: {in: body, path: at}', []],
    ['timestamp: {name: X-T}', ['config/weak-signature']],
    ['signed: "{path}"', ['config/weak-signature']],
    ['signed: "{url}{body}"', ['yaml/missing-key']],
    ['signed: "{id}{body}"', ['yaml/missing-key']],
    ['signed: "{timestamp}{body}"', ['yaml/missing-key']],
    ['signed: "{nothing}{body}"', ['yaml/wrong-type']],
    ['signed: "{header:}{body}"', ['yaml/wrong-type']],
    ['signed: "{header:NAME}{body}"', []],
    ['algorithm: md5', ['yaml/wrong-type']],
    ['timestamp: {in: body}', ['yaml/missing-key']],
    ['timestamp: {}', ['yaml/missing-key', 'config/weak-signature']],
    ['timestamp: {name: X-T, tolerance: 5}, signed: "{timestamp}{body}"', ['yaml/wrong-type']],
    ['id: {in: body, name: x}', ['yaml/wrong-type']],
  ])('accepts only keys that work together: %s', (keys, expected) => {
    const entry = `{verify: {type: hmac, ${secret}, signature: {name: X-Signature}, ${keys}}}`;
    expect(codes(entry).toSorted()).toEqual([...expected].toSorted());
  });
});

describe('a source with a preset', () => {
  it('has the keys of the preset, and its own secret', () => {
    const survey = source(`{preset: survey, ${secret}}`);
    expect(survey).toMatchObject({ preset: 'survey', body: 'json', answers: 'survey', path: '/hooks/a' });
    expect(survey.split?.source).toBe('answers');
    expect(survey.eventId?.map(each => each.source)).toEqual(['event_id', 'number']);
    expect(survey.eventType?.source).toBe('event_type');
    const [entry] = survey.verify;
    expect(entry).toMatchObject({
      type: 'hmac',
      signature: { name: 'survey-signature', encoding: 'base64' },
    });
    expect(entry?.type === 'hmac' && entry.secret.map(each => each.reveal())).toEqual([
      'a-long-enough-secret',
    ]);
  });

  it('overrides the preset with its own keys', () => {
    const survey = source(
      `{preset: survey, body: form, split: other, eventId: mine, eventType: kind, verify: {type: none}}`,
    );
    expect(survey).toMatchObject({ body: 'form', answers: 'survey', verify: [{ type: 'none' }] });
    expect(survey.split?.source).toBe('other');
    expect(survey.eventId?.map(each => each.source)).toEqual(['mine']);
    expect(survey.eventType?.source).toBe('kind');
  });

  it('may need a secret, a verification of its own, or the public URL', () => {
    expect(codes('{preset: survey}')).toEqual(['yaml/missing-key']);
    expect(codes(`{preset: url-signer, ${secret}}`)).toEqual(['yaml/missing-key']);
    expect(source(`{preset: url-signer, ${secret}}`).verify).toHaveLength(1);
  });

  it('uses the verification that `version` chooses, and no other', () => {
    const names = (entry: string) =>
      source(entry).verify.map(each => each.type === 'hmac' && each.signature.name);
    expect(names(`{preset: two-ways, ${secret}}`)).toEqual(['x-sig-2']);
    expect(names(`{preset: two-ways, version: v1, ${secret}}`)).toEqual(['x-sig-1']);
    expect(names(`{preset: two-ways, version: [v2, v1], ${secret}}`)).toEqual(['x-sig-2', 'x-sig-1']);
    expect(codes(`{preset: two-ways, version: v3, ${secret}}`)).toEqual(['yaml/wrong-type']);
    expect(codes(`{preset: survey, version: v1, ${secret}}`)).toEqual(['yaml/wrong-type']);
  });

  it('may start without a secret if the sender sends it later', () => {
    expect(codes('{preset: tells-later}')).toEqual(['config/awaited-secret']);
    const [entry] = source('{preset: tells-later}').verify;
    expect(entry).toMatchObject({ type: 'hmac', secret: [] });
    expect(codes(`{preset: tells-later, ${secret}}`)).toEqual([]);
  });

  it('uses the secret as a password, or in the encoding of the preset', () => {
    const [password] = source(`{preset: password, ${secret}}`).verify;
    expect(password?.type === 'basic' && password.password[0]?.reveal()).toBe('a-long-enough-secret');
    expect(codes('{preset: standard, secret: "not base64 at all!"}')).toEqual(['yaml/wrong-type']);
  });

  it('lists the presets, and suggests the nearest one', () => {
    const { diagnostics } = load('sources: {a: {preset: Survay}}\n');
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: 'config/unknown-preset',
      message:
        'there is no such preset; known: survey, url-signer, standard, password, two-ways, tells-later, token, asks',
      hint: 'did you mean "survey"?',
      place: { line: 1, column: 23, length: 6 },
    });
  });
});

describe('expressions of a source', () => {
  it('are reported at the exact place of a fault', () => {
    const text = `sources:\n  a:\n    verify: {type: header-token, name: X, ${secret}}\n    split: events[[1\n    eventId:\n      - id\n      - "na\\u006De & )"\n`;
    const found = load(text).diagnostics.map(({ code, place }) => [code, place?.line, place?.column]);
    expect(found).toEqual([
      ['expression/syntax', 4, expect.any(Number)],
      ['expression/syntax', 7, 22],
    ]);
  });

  it.each([
    [`"'id'"`, 'name the field without quotes: id'],
    [`['"a"', "'the id'"]`, 'name the field without quotes: a, `the id`'],
    [`'{"value": "id"}'`, 'name the field that holds the id of an event'],
  ])('must not give every event the same id, as %s does', (eventId, hint) => {
    const text = `sources:\n  a:\n    verify: {type: header-token, name: X, ${secret}}\n    eventId: ${eventId}\n`;
    expect(load(text).diagnostics).toMatchObject([
      { code: 'yaml/wrong-type', severity: 'error', hint, place: { line: 4 } },
    ]);
  });

  it('may give constant parts of an id', () => {
    const text = `sources:\n  a:\n    verify: {type: header-token, name: X, ${secret}}\n    eventId: ['"crm"', id]\n`;
    expect(load(text).config).toBeDefined();
  });

  it('get a warning if they are probably wrong', () => {
    const text = `sources:\n  a:\n    verify: {type: header-token, name: X, ${secret}}\n    eventId: [id, delivery-id]\n`;
    const loaded = load(text);
    expect(codesOf(loaded)).toEqual(['4:19 expression/subtraction']);
    expect(loaded.config).toBeDefined();
  });
});

describe('the body of a source', () => {
  const entry = (words: string) => `{${words}, verify: {type: header-token, name: X, ${secret}}}`;

  it.each(['auto', 'json', 'form', 'multipart', 'xml', 'text'])('may be declared as %s', body => {
    expect(codes(entry(`body: ${body}`))).toEqual([]);
  });

  it('has a JSON field only if it has fields', () => {
    expect(codes(entry('jsonField: payload'))).toEqual([]);
    expect(codes(entry('jsonField: payload, body: multipart'))).toEqual([]);
    expect(codes(entry('jsonField: data.payload, body: json'))).toEqual([]);
    for (const body of ['xml', 'text']) {
      expect(codes(entry(`jsonField: payload, body: ${body}`))).toEqual(['config/conflict']);
    }
  });

  it('is not split for CloudEvents, which are one event each', () => {
    const enveloped: Preset = {
      name: 'enveloped',
      title: 'Enveloped',
      verify: [{ type: 'header-token', name: 'X-Token' }],
      envelope: 'cloudevents',
      setup: [],
    };
    const codesWith = (words: string) => {
      const text = `sources:\n  a: {preset: enveloped, ${secret}${words}}\n`;
      const presets = new Map([[enveloped.name, enveloped]]);
      return loadConfig('/c.yaml', { env: {}, presets, readFile: () => text }).diagnostics.map(
        each => each.code,
      );
    };
    expect(codesWith(', split: data')).toEqual(['config/conflict']);
    expect(codesWith('')).toEqual([]);
  });
});

describe('the response of a source', () => {
  it('cannot contain the outcome if its sender expects its own format', () => {
    const soap: Preset = {
      name: 'soap',
      title: 'SOAP',
      verify: [{ type: 'header-token', name: 'X-Token' }],
      acknowledgement: 'salesforce',
      setup: [],
    };
    const loadedWith = (words: string) => {
      const text = `sources:\n  a: {preset: soap, ${secret}${words}}\n`;
      const presets = new Map([[soap.name, soap]]);
      return loadConfig('/c.yaml', { env: {}, presets, readFile: () => text });
    };
    const { config, diagnostics } = loadedWith(', respond: outcome');
    expect([config, diagnostics.map(each => each.code)]).toEqual([undefined, ['config/conflict']]);
    expect(diagnostics[0]?.place).toMatchObject({ line: 2 });
    expect(codesOf(loadedWith(', respond: accepted'))).toEqual([]);
    expect(loadedWith('').config?.sources.get('a')?.acknowledgement).toBe('salesforce');
  });
});

describe('the placeholders of a sender for empty values', () => {
  const emptyOf = (words: string) => [
    ...(source(`{verify: {type: none}, empty: ${words}}`).empty ?? ['none']),
  ];

  it('are kept as composed texts without blanks at their ends', () => {
    expect(emptyOf('[false, "-", "n/a", 0, " kein Wert ", "Mu\\u0308ller", 1.50, "\\u200b"]')).toEqual([
      'false',
      '-',
      'n/a',
      '0',
      'kein Wert',
      'M\u00fcller',
      '1.50',
      '',
    ]);
    expect(source('{verify: {type: none}}').empty).toBeUndefined();
  });

  it('are a list of texts, numbers, true, false and null', () => {
    expect(codes(`{verify: {type: header-token, name: X-Token, ${secret}}, empty: "-"}`)).toEqual([
      'yaml/wrong-type',
    ]);
    expect(codes(`{verify: {type: header-token, name: X-Token, ${secret}}, empty: [[x]]}`)).toEqual([
      'yaml/wrong-type',
    ]);
    expect(codes(`{verify: {type: header-token, name: X-Token, ${secret}}, empty: {a: b}}`)).toEqual([
      'yaml/wrong-type',
    ]);
  });
});
