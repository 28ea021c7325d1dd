import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldbridge, folderWith, openSandbox, plainConfig, writeFiles } from '../command-line.ts';

const webhook = { kundennummer: '1001', allergies: 'Nüsse', when: '2026-11-26' };

async function aFolder() {
  const sandbox = await openSandbox();
  const directory = folderWith({
    'config.yaml': plainConfig(sandbox),
    'mappings/.keep': '',
    'hook.json': JSON.stringify(webhook),
  });
  const add = (...more: readonly string[]) =>
    fieldbridge(['init', '--add', '--source', 'form', ...more], { directory });
  return { directory, add, mapping: join(directory, 'mappings/form.yaml') };
}

describe('init --add for a source that the config has', () => {
  it('repeats no default of the config, and overrides a default that reads a value differently', async () => {
    const { directory, add, mapping } = await aFolder();
    const config = readFileSync(join(directory, 'config.yaml'), 'utf8')
      .replace('baseUrl:', 'defaults: {format: dd.MM.yyyy}\n    baseUrl:')
      .replace('people:', 'defaults: {parse: d.M.yyyy}\n    people:');
    const born = { kundennummer: '1001', birthdate: '3.5.1990', first_visit: '2024-05-03' };
    writeFiles(directory, { 'config.yaml': config, 'hook.json': JSON.stringify(born) });
    expect(await add('--payload', 'hook.json')).toMatchObject({ status: 0, err: '' });
    const written = readFileSync(mapping, 'utf8');
    expect(written).toContain('birthdate: {from: birthdate, as: date} #');
    expect(written).toMatch(/first\.visit: \{from: first_visit, as: date, parse: yyyy-MM-dd/);
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
  });

  it.each([
    [
      {
        respostas: [
          { pergunta: 'Número de cliente', resposta: '1001' },
          { pergunta: 'Tem alergias?', resposta: 'Látex' },
        ],
      },
      'respostas looks like a list of questions.',
      'answers: {each: respostas, label: pergunta, value: resposta}',
    ],
    [
      {
        kontakty: [
          { jmeno: 'Ada', email: 'ada@example.com' },
          { jmeno: 'Bo', email: 'bo@example.com' },
        ],
      },
      'kontakty looks like a list of events.',
      'split: kontakty',
    ],
    [{ ...webhook, radky: [{ vara: 'Olja 1', pris: 1 }] }, undefined, undefined],
  ])('names a list that the source does not read: %#', async (hook, named, line) => {
    const { directory, add } = await aFolder();
    writeFiles(directory, { 'hook.json': JSON.stringify(hook) });
    const { out } = await add('--payload', 'hook.json');
    expect(out.split('\n').find(each => each.includes('looks like'))).toBe(named);
    const lines = out.split('\n').map(each => each.trim());
    expect(lines.find(each => /^(?:answers|split):/.test(each))).toBe(line);
  });

  it('writes its first mapping with a passing test, and replaces none', async () => {
    const { directory, add, mapping } = await aFolder();
    const added = await add('--payload', 'hook.json');
    expect(added).toMatchObject({ status: 0, err: '' });
    expect(added.out).toContain('Written: mappings/form.yaml, mappings/samples/form.json');
    expect(added.out).toContain('✓ allergies');
    expect(added.out).toContain('The customer number is kundennummer');
    expect(readFileSync(mapping, 'utf8')).toContain('id: kundennummer');
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
    const again = await add('--payload', 'hook.json');
    expect(again.status).toBe(2);
    expect(again.err).toContain('nothing in this webhook tells it from those of mappings/form.yaml');
  });

  it('expects the spelling of the account in its test, which passes with and without the account', async () => {
    const { directory, add, mapping } = await aFolder();
    const typed = {
      kundennummer: '1001',
      haartyp: ' LOCKIG',
      interessen: ['FARBE', 'pflege'],
      allergies: 'Ü',
    };
    writeFiles(directory, { 'hook.json': JSON.stringify(typed) });
    expect(await add('--payload', 'hook.json')).toMatchObject({ status: 0, err: '' });
    const { tests } = parse(readFileSync(mapping, 'utf8'));
    const sent = { 'hair.type': 'lockig', interests: 'Farbe,Pflege', allergies: 'Ü' };
    expect(tests[0].expect).toEqual([{ id: '1001', additionalFields: sent }]);
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
    // A person may write either spelling, each for itself, but no other choice.
    const expecting = (from: string, to: string) =>
      writeFiles(directory, { 'mappings/form.yaml': readFileSync(mapping, 'utf8').replace(from, to) });
    expecting('hair.type: lockig', 'hair.type: LOCKIG');
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
    const config = readFileSync(join(directory, 'config.yaml'), 'utf8');
    const away = config.replace(/baseUrl: \S+?(?=[,\s])/, 'baseUrl: http://127.0.0.1:9');
    writeFiles(directory, { 'config.yaml': away });
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
    expecting('hair.type: LOCKIG', 'hair.type: glatt');
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 1 });
    writeFiles(directory, { 'config.yaml': config });
    const wrong = await fieldbridge(['test'], { directory });
    expect(wrong.status).toBe(1);
    expect(wrong.out).toMatch(/hair\.type/);
    expect(wrong.out).not.toContain('interests');
  });

  it('uses the first row of a list, as an import would send it', async () => {
    const { directory, add, mapping } = await aFolder();
    writeFiles(directory, {
      'contacts.csv': '\ufeffkundennummer;allergies;note\r\n1001;"Nüsse; Pollen";x\r\n1002;;y\r\n',
      'wrong.csv': 'kundennummer;allergies\r\n1001\r\n',
    });
    const faulty = await add('--payload', 'wrong.csv');
    expect(faulty).toMatchObject({ status: 1, out: '' });
    expect(faulty.err).toContain('line 2: too few cells: 1 instead of 2');
    const added = await add('--payload', 'contacts.csv');
    expect(added).toMatchObject({
      status: 0,
      err: 'contacts.csv is a list; its first row (row 2) is the payload\n',
    });
    expect(readFileSync(mapping, 'utf8')).toContain('id: kundennummer');
    expect(JSON.parse(readFileSync(join(directory, 'mappings/samples/form.json'), 'utf8'))).toEqual({
      kundennummer: '1001',
      allergies: 'Nüsse; Pollen',
      note: 'x',
    });
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
    const tried = await fieldbridge(['preview', 'form', 'contacts.csv'], { directory });
    expect(tried).toMatchObject({ status: 0, out: expect.stringContaining('"value": "Nüsse; Pollen"') });
  });

  it('writes no sender if its list cannot be read, and suggests no option that it does not have', async () => {
    const { directory } = await aFolder();
    writeFiles(directory, { 'old.csv': Buffer.from('kundennummer;allergies\n1001;N\u00fcsse\n', 'latin1') });
    const before = readFileSync(join(directory, 'config.yaml'), 'utf8');
    const options = ['--add', '--sender', 'other', '--source', 'old', '--payload', 'old.csv'];
    const refused = await fieldbridge(['init', ...options], { directory });
    expect(refused).toMatchObject({ status: 1, out: '' });
    expect(refused.err).toMatch(/line 2 of old\.csv is not UTF-8.*1001;Nüsse.*save the file as "CSV UTF-8"/s);
    expect(refused.err).not.toContain('--encoding');
    expect(readFileSync(join(directory, 'config.yaml'), 'utf8')).toBe(before);
  });

  it('lists what it needs, and the existing destinations', async () => {
    const { add, mapping } = await aFolder();
    const bare = await add();
    expect(bare.status).toBe(2);
    expect(bare.err).toContain('give --payload FILE with one of its webhooks');
    const elsewhere = await add('--payload', 'hook.json', '--destination', 'nord');
    expect(elsewhere.status).toBe(2);
    expect(elsewhere.err).toContain('there is no nord; the config has salon');
    const json = await add('--payload', 'hook.json', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ source: 'form', files: [mapping, expect.any(String)] });
    expect(existsSync(mapping)).toBe(true);
  });
});

describe('init --add for a new sender', () => {
  it('writes nothing if its mapping cannot be written', async () => {
    const { directory } = await aFolder();
    const config = readFileSync(join(directory, 'config.yaml'), 'utf8');
    const add = (...more: readonly string[]) =>
      fieldbridge(
        ['init', '--add', '--sender', 'other', '--source', 'crm', '--payload', 'hook.json', ...more],
        { directory },
      );
    const isUnchanged = (text: string) => {
      expect(readFileSync(join(directory, 'config.yaml'), 'utf8')).toBe(text);
      expect(existsSync(join(directory, 'secrets'))).toBe(false);
    };
    const elsewhere = await add('--destination', 'nord');
    expect(elsewhere).toMatchObject({ status: 2, out: '' });
    expect(elsewhere.err).toContain('there is no nord; the config has salon');
    isUnchanged(config);
    const away = config.replace(/baseUrl: \S+?(?=[,\s])/, 'baseUrl: http://127.0.0.1:9');
    writeFiles(directory, { 'config.yaml': away, 'mappings/crm.yaml': '# mine\n' });
    expect((await add()).err).toContain('mappings/crm.yaml is there already');
    isUnchanged(away);
    rmSync(join(directory, 'mappings/crm.yaml'));
    const unreachable = await add();
    expect(unreachable).toMatchObject({ status: 3, out: '' });
    expect(unreachable.err).toContain('the fields of salon cannot be read');
    isUnchanged(away);
  });

  it('leaves nothing written if a later part fails', async () => {
    const { directory } = await aFolder();
    const config = readFileSync(join(directory, 'config.yaml'), 'utf8');
    // The mapping cannot be written, because a folder has the name of its payload.
    mkdirSync(join(directory, 'mappings/samples/crm.json/inside'), { recursive: true });
    const options = ['--add', '--sender', 'other', '--source', 'crm', '--payload', 'hook.json'];
    const failed = await fieldbridge(['init', ...options], { directory });
    expect(failed).toMatchObject({
      out: '',
      err: expect.stringContaining('mappings/crm.yaml was not written'),
    });
    expect(failed.status).not.toBe(0);
    expect(readFileSync(join(directory, 'config.yaml'), 'utf8')).toBe(config);
    expect(existsSync(join(directory, 'secrets/crm-secret'))).toBe(false);
    expect(existsSync(join(directory, 'mappings/crm.yaml'))).toBe(false);
  });

  it('writes its mapping from the given webhook', async () => {
    const { directory } = await aFolder();
    const add = (name: string, ...more: readonly string[]) =>
      fieldbridge(
        ['init', '--add', '--sender', 'other', '--source', name, '--payload', 'hook.json', ...more],
        { directory },
      );
    const added = await add('crm');
    expect(added).toMatchObject({ status: 0, err: '' });
    expect(added.out).toContain('/hooks/crm?token=');
    expect(added.out).toContain('Written: mappings/crm.yaml, mappings/samples/crm.json');
    expect(added.out).not.toContain('After the first webhook');
    expect(readFileSync(join(directory, 'mappings/crm.yaml'), 'utf8')).toContain('id: kundennummer');
    const json = await add('second', '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      name: 'second',
      secret: expect.any(String),
      files: { length: 2 },
    });
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
  });
});

describe('init --add for an unknown sender', () => {
  const questions = { fields: [{ id: '3', name: 'Kundennummer', value: '1001' }] };
  const secret = 'a-secret-of-24-letters-77';

  async function added(...more: readonly string[]) {
    const { directory } = await aFolder();
    writeFiles(directory, { 'questions.json': JSON.stringify(questions) });
    const command = ['init', '--add', '--sender', 'other', '--source', 'desk', ...more];
    const { status, out, err } = await fieldbridge(command, { directory, env: { DESK_SECRET: secret } });
    const config = readFileSync(join(directory, 'config.yaml'), 'utf8');
    return { status, out, err, config: parse(config).sources.desk, directory };
  }

  it('uses the verification in the options, with an existing secret', async () => {
    const token = await added(
      ...['--verify', 'header-token', '--verify-name', 'X-Desk', '--secret-env', 'DESK_SECRET'],
    );
    expect(token).toMatchObject({ status: 0, err: '' });
    expect(token.out).toContain('header   X-Desk: THE SECRET');
    expect(token.out).toContain('the secret is read from the variable DESK_SECRET');
    expect(token.out).not.toContain('secrets in');
    expect(token.out).not.toContain('within two seconds');
    expect(token.out).toContain('restart it with DESK_SECRET set. With --secret-file, it needs no restart.');
    const again = ['init', '--add', '--sender', 'other', '--source', 'desk'];
    const refused = await fieldbridge(again, { directory: token.directory, env: { DESK_SECRET: secret } });
    expect(refused.err).toContain('to add a mapping for it, leave out --sender');
    expect(token.out).not.toContain(secret);
    expect(token.config).toEqual({
      verify: { type: 'header-token', name: 'X-Desk' },
      secret: ['$', '{DESK_SECRET}'].join(''),
    });
  });

  it.each([
    ['hmac', { type: 'hmac', signature: { name: 'X-Signature' } }],
    ['standard-webhooks', { type: 'standard-webhooks' }],
    ['basic', { type: 'basic', username: 'fieldbridge' }],
    ['query-token', { type: 'query-token', name: 'token' }],
  ])('creates a secret for %s, which is shown once', async (type, verify) => {
    const { config, out, directory } = await added('--verify', type);
    expect(config).toEqual({ verify, secret: { file: 'secrets/desk-secret' } });
    expect(out).toContain(readFileSync(join(directory, 'secrets/desk-secret'), 'utf8').trim());
  });

  it('creates no secret if anybody may post', async () => {
    expect((await added('--verify', 'none')).config).toEqual({ verify: { type: 'none' } });
  });

  it('finds the answers in the webhook, and the mapping reads them', async () => {
    const { config, directory } = await added('--payload', 'questions.json');
    expect(config).toMatchObject({ answers: { each: 'fields', key: 'id', label: 'name', value: 'value' } });
    expect(readFileSync(join(directory, 'mappings/desk.yaml'), 'utf8')).toContain('answer: Kundennummer');
  });

  it.each([
    [['--locale', 'de', '--force'], 'it takes no --locale, --force'],
    [['--sender', 'typeform', '--verify', 'hmac'], '--verify is for `--sender other`'],
    [['--verify', 'nothing'], 'It is one of header-token'],
    [['--verify', 'nothing'], 'To use digest, public-key, body-token, jwt, choose header-token'],
    [['--verify', 'body-token'], 'replace it by `verify: {type: body-token, …}`'],
  ])('refuses unsupported options: %j', async (more, reason) => {
    const { status, err, config } = await added(...more);
    expect(status).toBe(2);
    expect(err).toContain(reason);
    expect(config).toBeUndefined();
  });
});
