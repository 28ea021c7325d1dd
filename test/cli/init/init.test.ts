import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { presets } from '../../../src/receive/senders/senders.ts';
import { fieldbridge, fieldbridgeUntilStopped, folderWith, openSandbox } from '../command-line.ts';
import { typing } from '../typing.ts';

/** Secrets in other formats than plain text. */
const secrets: Readonly<Record<string, string>> = {
  airtable: 'YSBzZWNyZXQgb2YgdGhlIHNob3A=',
  close: '7f'.repeat(32),
  'standard-webhooks': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

const plainSecret = 'a secret of the sender, long enough';

/** Returns all files below a folder, by path. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(each =>
    statSync(join(folder, each)).isFile(),
  );
  return Object.fromEntries(files.sort().map(each => [each, readFileSync(join(folder, each), 'utf8')]));
}

describe('init with flags', () => {
  it.each([...presets.keys()])('%s: its files pass check and test without a change', async name => {
    const { url, tokens } = await openSandbox();
    const directory = folderWith({});
    const variable = name.toUpperCase().replaceAll('-', '_');
    const env = {
      SALON_TOKEN: tokens.mitte,
      [`${variable}_SECRET`]: secrets[name] ?? plainSecret,
      [`${variable}_VERIFY_TOKEN`]: plainSecret,
    };
    const secret = ['--secret-env', `${variable}_SECRET`];
    const flags = ['--url', url, '--token-env', 'SALON_TOKEN', '--sender', name, ...secret, '--sample'];
    const made = await fieldbridge(['init', ...flags], { directory, env });
    expect(made).toMatchObject({ status: 0, err: '' });
    const checked = await fieldbridge(['check'], { directory, env });
    expect(checked.out).toMatch(/^[^[]*: no problems\n$/);
    expect(checked.status).toBe(0);
    const tested = await fieldbridge(['test'], { directory, env });
    expect(tested.out).toContain('1 passed, 0 failed');
    const files = contentsOf(directory);
    expect(Object.keys(files)).toHaveLength(5);
    const shown = `${files['config.yaml']}${files[`mappings/${name}.yaml`]}${made.out}`;
    for (const hidden of Object.values(env)) expect(shown).not.toContain(hidden);
    for (const line of made.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('lists everything that is missing without a terminal, and writes nothing', async () => {
    const directory = folderWith({});
    const { status, err } = await fieldbridge(['init'], { directory });
    expect(status).toBe(2);
    for (const flag of ['--url', '--token-env', '--sender', '--payload'])
      expect(err.split('\n\n')[0]).toContain(flag);
    expect(contentsOf(directory)).toEqual({});
  });

  it('explains why the fields cannot be read', async () => {
    const { url, tokens } = await openSandbox();
    const directory = folderWith({});
    const flags = ['--token-env', 'TOKEN', '--sender', 'typeform', '--sample'];
    const tryAt = (address: string, token: string) =>
      fieldbridge(['init', '--url', address, ...flags], { directory, env: { TOKEN: token } });
    const refused = await tryAt(url, tokens.expired);
    expect(refused).toMatchObject({
      status: 3,
      err: expect.stringContaining('the calendar refuses the token'),
    });
    expect(refused.err).not.toContain(tokens.expired);
    expect(await tryAt('http://127.0.0.1:1', 'a-token')).toMatchObject({
      status: 3,
      err: expect.stringContaining('cannot be read'),
    });
    expect(await tryAt('http://calendar.example.com', 'a-token')).toMatchObject({
      status: 2,
      err: expect.stringContaining('--allow-http'),
    });
    expect(contentsOf(directory)).toEqual({});
  });

  it('prints commands as they are typed in the new folder', async () => {
    const flags = ['init', '--sandbox', '--sender', 'typeform', '--sample', '--folder'];
    const directory = folderWith({});
    const plain = await fieldbridge([...flags, 'a'], { directory });
    expect(plain.out).toContain('Start the bridge: fieldbridge start');
    const program = { here: 'npx fieldbridge', anywhere: 'node /opt/bridge/fieldbridge.js' };
    const { out } = await fieldbridge([...flags, 'b'], { directory, program });
    expect(out).toContain('Start the bridge: node /opt/bridge/fieldbridge.js start');
    const here = await fieldbridge([...flags, '.'], { directory: folderWith({}), program });
    expect(here.out).toContain('Start the bridge: npx fieldbridge start');
    const inPackage = { directory, program: { ...program, npxFolder: directory } };
    const below = await fieldbridge([...flags, 'd/e'], inPackage);
    expect(below.out).toContain('Start the bridge: npx fieldbridge start');
    const other = folderWith({ 'package.json': '{}' });
    for (const folder of [`${directory}-beside`, other]) {
      const { out } = await fieldbridge([...flags, folder], inPackage);
      expect(out).toContain('Start the bridge: node /opt/bridge/fieldbridge.js start');
    }
  });

  it('keeps commands on one line, and quotes folders for a shell', async () => {
    const file = `/root/.npm/_npx/${'0123456789abcdef'.repeat(3)}/node_modules/.bin/fieldbridge`;
    const program = { here: 'npx fieldbridge', anywhere: `node ${file}` };
    const flags = ['init', '--sandbox', '--sender', 'typeform', '--sample', '--folder', "Anna's bridge"];
    const { out } = await fieldbridge(flags, { directory: folderWith({}), program });
    expect(out).toContain(`cd 'Anna'\\''s bridge'\n`);
    const commands = out.split('\n').filter(line => line.includes(file));
    expect(commands.map(line => line.trim().slice(`node ${file} `.length))).toEqual([
      'init --wait --folder NAME',
      'sandbox',
      'check',
      'test',
      'start',
      'events list',
      'help links import',
      'sources typeform',
    ]);
  });

  it('prints the fault of an option last, without the whole list of options', async () => {
    const { status, err } = await fieldbridge(['init', '--nonsense'], { directory: folderWith({}) });
    expect(status).toBe(2);
    expect(err).toContain('--nonsense');
    expect(err).toContain('`fieldbridge help init` lists its options.');
    expect(err.split('\n').length).toBeLessThan(8);
  });

  it.each([
    ['wordpress', ['contact-form-7', 'elementor', 'fluent-forms', 'gravity-forms', 'woocommerce', 'wpforms']],
    ['zoho', ['zoho-crm', 'zoho-workflow']],
    ['google', ['google-forms']],
    ['hubspot webhooks', ['hubspot']],
  ])('suggests for the name %s the presets that it may mean', async (name, meant) => {
    const flags = ['init', '--sandbox', '--sample', '--sender', name];
    const { err, status } = await fieldbridge(flags, { directory: folderWith({}) });
    if (status === 0) expect(meant).toHaveLength(1);
    else for (const each of meant) expect(err).toContain(`"${each}"`);
    const help = await fieldbridge(['sources', name], { directory: folderWith({}) });
    for (const each of meant) expect(`${help.out}${help.err}`).toContain(each);
  });

  it.each([
    ['cf7', 'preset: contact-form-7'],
    ['Sendinblue', 'preset: brevo'],
    ['facebook', 'preset: meta-leads'],
    ['cal.com', 'preset: cal-com'],
    ['Monday.com', 'preset: monday'],
    ['Typeform', 'preset: typeform'],
    ['jotform', 'preset: jotform'],
    ['facebook lead ads', 'preset: meta-leads'],
    ['zoho-forms', 'preset: zoho-workflow'],
    ['Zoho Commerce', 'preset: zoho-workflow'],
  ])('recognises %s as a known sender', async (name, line) => {
    const directory = folderWith({});
    const made = await fieldbridge(['init', '--sandbox', '--sample', '--sender', name], { directory });
    expect(made).toMatchObject({ status: 0, err: '' });
    expect(contentsOf(directory)['config.yaml']).toContain(line);
  });

  it('uses the preset svix for its Standard Webhooks', async () => {
    const directory = folderWith({});
    await fieldbridge(['init', '--sandbox', '--sample', '--sender', 'svix'], { directory });
    expect(contentsOf(directory)['config.yaml']).toMatch(/preset: standard-webhooks.*\n {4}version: svix/);
  });

  it.each(['xx', 'zz', 'de_XX', 'qq-DE', 'deutsch', 'de_DE_1', '12', 'd'])(
    'refuses the locale %s, which is not a language',
    async locale => {
      const flags = ['init', '--sandbox', '--sample', '--sender', 'typeform', '--locale', locale];
      const directory = folderWith({});
      const { status, err } = await fieldbridge(flags, { directory });
      expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining('--locale') });
      expect(contentsOf(directory)).toEqual({});
    },
  );

  it.each(['de', 'en', 'de_AT', 'fr-CH', 'gsw'])('accepts the locale %s', async locale => {
    const flags = ['init', '--sandbox', '--sample', '--sender', 'typeform', '--locale', locale];
    expect(await fieldbridge(flags, { directory: folderWith({}) })).toMatchObject({ status: 0, err: '' });
  });

  const usual = ['init', '--sandbox', '--sender', 'typeform', '--sample'];
  const newFiles = [
    'config.yaml',
    'mappings/samples/typeform.json',
    'mappings/typeform.yaml',
    'secrets/.gitignore',
    'secrets/admin-token',
  ];

  it('overwrites nothing, lists existing files, and suggests nothing that would overwrite them', async () => {
    const mine = { 'config.yaml': 'mine\n', 'mappings/typeform.yaml': 'mine too\n' };
    const directory = folderWith(mine);
    const refused = await fieldbridge(usual, { directory });
    expect(refused).toMatchObject({
      status: 2,
      err: expect.stringContaining('config.yaml is there already'),
    });
    const second = folderWith({ 'mappings/typeform.yaml': 'mine too\n' });
    const refusedToo = await fieldbridge(usual, { directory: second });
    expect(refusedToo.err).toContain('mappings/typeform.yaml is there already');
    expect(contentsOf(directory)).toEqual(mine);
    const made = await fieldbridge(usual, { directory: folderWith({}) });
    for (const { out, err } of [refused, refusedToo, made]) expect(out + err).not.toContain('--force');
  });

  it('keeps replaced files with --force, and lists the copies', async () => {
    const mine = { 'config.yaml': 'mine\n', 'mappings/typeform.yaml': 'mine too\n' };
    const directory = folderWith(mine);
    const made = await fieldbridge([...usual, '--force'], { directory });
    expect(made).toMatchObject({ status: 0, err: '' });
    const files = contentsOf(directory);
    expect(Object.keys(files).filter(each => !each.endsWith('.bak'))).toEqual(newFiles);
    expect(files).toMatchObject({
      'config.yaml.bak': mine['config.yaml'],
      'mappings/typeform.yaml.bak': mine['mappings/typeform.yaml'],
    });
    expect(made.out).toContain('  config.yaml.bak  (the earlier config.yaml)\n');
    expect(made.out).toContain('  mappings/typeform.yaml.bak  (the earlier typeform.yaml)\n');
    expect(made.out.replaceAll(/\s+/g, ' ')).toContain('Copy your own changes from the .bak files');
    expect(files['config.yaml']).toContain('preset: typeform');
    expect((await fieldbridge(['test', '--offline'], { directory })).out).toContain('1 passed, 0 failed');
  });

  it('never replaces an older copy, and makes none of unchanged files', async () => {
    const directory = folderWith({});
    await fieldbridge(usual, { directory });
    const first = contentsOf(directory);
    expect(await fieldbridge([...usual, '--force', '--json'], { directory })).toMatchObject({ status: 0 });
    expect(contentsOf(directory)).toEqual(first);
    const { 'secrets/admin-token': token } = first;
    expect(token).toMatch(/^[\w-]{43}\n$/);
    for (const [at, name] of ['.bak', '.bak.2', '.bak.3'].entries()) {
      const own = `# a note of mine, number ${at}\n${first['config.yaml']}`;
      writeFileSync(join(directory, 'config.yaml'), own);
      const again = await fieldbridge([...usual, '--force', '--json'], { directory });
      const kept = [{ path: join(directory, 'config.yaml'), keptAs: join(directory, `config.yaml${name}`) }];
      expect(JSON.parse(again.out)).toMatchObject({ kept });
      expect(contentsOf(directory)[`config.yaml${name}`]).toBe(own);
    }
    const { 'config.yaml.bak': one, 'config.yaml.bak.2': two } = contentsOf(directory);
    expect([one, two].map(text => text?.split('\n')[0])).toEqual([
      '# a note of mine, number 0',
      '# a note of mine, number 1',
    ]);
    expect(contentsOf(directory)).toMatchObject(first);
  });

  it('keeps a second source and a note if it is repeated with the same options', async () => {
    const directory = folderWith({});
    await fieldbridge(usual, { directory });
    const files = contentsOf(directory);
    const config =
      files['config.yaml']?.replace('sources:\n', 'sources:\n  crm: {verify: {type: none}}\n') ?? '';
    const mapping = `# a note\n${files['mappings/typeform.yaml']}`;
    writeFileSync(join(directory, 'config.yaml'), config);
    writeFileSync(join(directory, 'mappings/typeform.yaml'), mapping);
    expect(await fieldbridge(usual, { directory })).toMatchObject({ status: 2 });
    await fieldbridge([...usual, '--force'], { directory });
    expect(contentsOf(directory)).toEqual({
      ...files,
      'config.yaml.bak': config,
      'mappings/typeform.yaml.bak': mapping,
    });
  });

  it('changes nothing if one file cannot be written', async () => {
    const directory = folderWith({ 'config.yaml': 'mine\n', mappings: 'a file where a folder should be\n' });
    const before = contentsOf(directory);
    const flags = ['init', '--sandbox', '--sender', 'typeform', '--sample', '--force'];
    const { status, err } = await fieldbridge(flags, { directory });
    expect({ status, err }).toMatchObject({ status: 3, err: expect.stringContaining('nothing was written') });
    expect(contentsOf(directory)).toEqual(before);
  });

  it('writes a mapping from a file with a webhook of an unknown sender', async () => {
    const payload = {
      kundennummer: 1002,
      geburtsdatum: '14.03.1988',
      Haartyp: 'Lockig',
      werbung: { newsletter: 'ja' },
    };
    const directory = folderWith({ 'one.json': JSON.stringify(payload), 'secret.txt': `${plainSecret}\n` });
    const flags = ['--sandbox', '--sender', 'other', '--verify', 'hmac', '--verify-name', 'X-Signed'];
    const more = ['--source', 'crm', '--secret-file', 'secret.txt', '--payload', 'one.json', '--json'];
    const made = await fieldbridge(['init', ...flags, ...more], { directory });
    expect(made).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(made.out)).toMatchObject({
      source: 'crm',
      customer: { kind: 'number', path: 'kundennummer' },
    });
    const { 'config.yaml': config = '', 'mappings/crm.yaml': mapping = '' } = contentsOf(directory);
    expect(config).toContain('secret: {file: secret.txt}');
    expect(config).toContain('signature: {name: X-Signed}');
    expect(mapping).toContain(
      'birthdate: {from: geburtsdatum, as: date, parse: d.M.yyyy, format: dd.MM.yyyy} # Geburtstag',
    );
    expect(mapping).toContain('newsletter: {from: werbung.newsletter, as: boolean} # Newsletter');
    expect(mapping).toMatch(/hair\.type: \{from: Haartyp, as: choice\}/);
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
  });
});

describe('init and credentials', () => {
  const token = 'a-token-that-nobody-else-may-have';

  it.each([
    ['jotform', { webhookURL: `https://hooks.example.com/hooks/jotform?token=${token}` }],
    ['jotform', { website: `https://hooks.example.com/hooks/jotform?token=${token}` }],
    ['zapier', { headers: { authorization: `Bearer ${token}` }, 'Lead source': `Bearer ${token}` }],
    ['zapier', { website: `https://ada:${token}@example.com/`, account: { 'Lead source token': token } }],
    ['zapier', { 'Allergies password': token, 'allergies secret': token }],
    ['zapier', { api_key: token, website: 'https://hooks.example.com/hooks/zapier' }],
  ])('%s: neither suggests nor writes %j', async (sender, fields) => {
    const asMultipart = Object.entries(fields).map(
      ([name, value]) => `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = sender === 'jotform' ? `${asMultipart.join('')}--X--\r\n` : JSON.stringify(fields);
    const directory = folderWith({ one: body });
    const flags = ['--sandbox', '--sender', sender, '--payload', 'one', '--json'];
    const made = await fieldbridge(['init', ...flags], { directory });
    expect(made).toMatchObject({ status: 0, err: '' });
    const candidates = (JSON.parse(made.out) as { fields: { candidates: unknown[] }[] }).fields;
    expect(candidates.flatMap(each => each.candidates)).toEqual([]);
    const { one: _, ...files } = contentsOf(directory);
    for (const [name, text] of Object.entries(files)) expect(`${name}: ${text}`).not.toContain(token);
    const checked = await fieldbridge(['check', '--json'], {
      directory,
      env: { [`${sender.toUpperCase()}_SECRET`]: plainSecret },
    });
    expect(checked.out).not.toContain('reads-credential');
  });
});

describe('init waiting for a webhook', () => {
  it('uses the first verified one, reports the others, and stores no secret', async () => {
    const directory = folderWith({});
    const flags = ['--sandbox', '--sender', 'typeform', '--wait', '--port', '0'];
    const waiting = fieldbridgeUntilStopped(['init', ...flags], {
      directory,
      env: { TYPEFORM_SECRET: plainSecret },
    });
    const [, url = ''] = await waiting.printed(/Waiting for a webhook at (\S+)/);
    const body = JSON.stringify({
      event_type: 'form_response',
      form_response: {
        hidden: { contact_id: 'c-1' },
        answers: [{ type: 'text', text: `Nuts ${plainSecret}`, field: { ref: 'allergies' } }],
      },
    });
    const post = (signature: string) =>
      fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'typeform-signature': signature },
      });
    expect((await post('sha256=AAAA')).status).toBe(401);
    expect((await fetch(`${url}/elsewhere`, { method: 'POST', body })).status).toBe(404);
    const signed = `sha256=${createHmac('sha256', plainSecret).update(body).digest('base64')}`;
    expect((await post(signed)).status).toBe(200);
    const [, what] = await waiting.printed(/There was a webhook that was refused: ([^.]*)\./);
    expect(what).toContain('signature');
    await waiting.printed(/Next steps:/);
    expect(await waiting.stop()).toBe(0);
    const files = contentsOf(directory);
    expect(files['mappings/typeform.yaml']).toContain('allergies: {answer: allergies} # Allergien');
    expect(files['mappings/samples/typeform.json']).toContain('Nuts [secret]');
  });

  it('has already written the config and the secrets, so that it can continue after an interruption', async () => {
    const directory = folderWith({});
    const env = { TYPEFORM_SECRET: plainSecret };
    const flags = ['init', '--sandbox', '--sender', 'typeform', '--wait', '--port', '0'];
    const waiting = fieldbridgeUntilStopped(flags, { directory, env });
    await waiting.printed(/Waiting for a webhook/);
    const before = contentsOf(directory);
    expect(Object.keys(before)).toEqual(['config.yaml', 'secrets/.gitignore', 'secrets/admin-token']);
    expect(await waiting.stop()).toBe(3);
    expect(waiting.err()).toContain('The config and the secrets are written');
    expect(contentsOf(directory)).toEqual(before);
    expect(waiting.err().replaceAll(/\s+/g, ' ')).toContain('Run the same `fieldbridge init` command again');
    for (const more of [[], ['--force']]) {
      const again = fieldbridgeUntilStopped([...flags, ...more], { directory, env });
      await again.printed(/Waiting for a webhook/);
      await again.stop();
      expect(contentsOf(directory)).toEqual(before);
    }
    const both = { ...env, FORMS_SECRET: plainSecret };
    const other = await fieldbridge([...flags, '--source', 'forms'], { directory, env: both });
    expect(other).toMatchObject({ status: 2, err: expect.stringContaining('config.yaml is there already') });
    expect(contentsOf(directory)).toEqual(before);
  });

  it('shows a new secret and where to enter it before it waits, and keeps it at a second start', async () => {
    const directory = folderWith({});
    const flags = ['--sandbox', '--sender', 'other', '--verify', 'header-token', '--source', 'crm', '--wait'];
    const start = (...more: string[]) =>
      fieldbridgeUntilStopped(['init', ...flags, '--secret-env', 'new', '--port', '0', ...more], {
        directory,
      });
    const first = start();
    const [, made = ''] = await first.printed(/header {3}X-Token: (\S+)/);
    expect(`${made}\n`).toBe(contentsOf(directory)['secrets/crm-secret']);
    await first.printed(/Waiting for a webhook/);
    await first.stop();
    const second = start();
    const [, kept] = await second.printed(/header {3}X-Token: (\S+)/);
    expect(kept).toBe(made);
    const [, url = ''] = await second.printed(/Waiting for a webhook at (\S+)/);
    const post = (headers: Record<string, string>, address = url) =>
      fetch(address, { method: 'POST', body: '{"customer_number": 1001, "allergies": "Nuts"}', headers });
    await post({ 'x-tokens': 'a value of a header', 'content-type': 'application/json' });
    const [report = ''] = await second.printed(/There was[\s\S]*?Still\s+waiting\./);
    expect(report.replaceAll(/\s+/g, ' ')).toBe(
      'There was a webhook that was refused: the header "x-token" is missing (46 bytes, application/json, the headers x-tokens). Still waiting.',
    );
    await post({}, url.replace('/hooks/crm', '/hook/crm?token=abc'));
    const [elsewhere = ''] = await second.printed(/There was a POST[\s\S]*?Still\s+waiting\./);
    expect(elsewhere.replaceAll(/\s+/g, ' ')).toContain(
      'a POST to /hook/crm, which is not the path /hooks/crm',
    );
    expect((await fetch(url)).status).toBe(405);
    await second.printed(/There was a GET, and only POST is taken here/);
    expect((await post({ 'x-token': made, 'content-type': 'application/json' })).status).toBe(200);
    await second.printed(/Next steps:/);
    expect(await second.stop()).toBe(0);
    const { 'mappings/crm.yaml': mapping = '', 'secrets/crm-secret': secret } = contentsOf(directory);
    expect(mapping).toContain('allergies: allergies # Allergien');
    expect(secret).toBe(`${made}\n`);
    expect(await fieldbridge(['test', '--offline'], { directory })).toMatchObject({ status: 0 });
  });

  it.each([
    ['header-token', ['--verify-prefix', 'Bearer '], /header {3}X-Token: Bearer \S{43}\n/],
    ['query-token', [], /address {2}https:\/\/YOUR-SERVER\/hooks\/website\?token=\S{43}\n/],
    ['hmac', [], /secret {3}\S{43}\n {2}header {3}X-Signature: SIGNATURE\n +\(SIGNATURE: the HMAC-SHA256/],
    ['basic', [], /user {5}fieldbridge\n {2}password \S{43}\n/],
    ['standard-webhooks', [], /secret {3}whsec_\S{44}\n/],
  ])('explains what to enter at a sender with %s', async (verify, more, shown) => {
    const directory = folderWith({});
    const flags = [
      '--sandbox',
      '--sender',
      'other',
      '--verify',
      verify,
      ...more,
      '--secret-env',
      'new',
      '--wait',
    ];
    const waiting = fieldbridgeUntilStopped(['init', ...flags, '--port', '0'], { directory });
    await waiting.printed(shown);
    await waiting.printed(/Waiting for a webhook/);
    await waiting.stop();
  });

  it('needs the secret at once', async () => {
    const flags = ['--sandbox', '--sender', 'typeform', '--wait'];
    const { status, err } = await fieldbridge(['init', ...flags], { directory: folderWith({}) });
    expect(status).toBe(2);
    expect(err).toContain('TYPEFORM_SECRET is not set');
  });
});

describe('init at a terminal', () => {
  it('asks one question after another, each with a default, and writes working files', async () => {
    const directory = folderWith({});
    const { status, screen, prompts } = await typing(
      ['init'],
      ['bridge', '', '', '', 'typform', 'typeform', 'website', '', ''],
      { directory },
    );
    expect(status).toBe(0);
    expect(prompts).toEqual([
      'Folder to write to [.]',
      'Address of the calendar [simulated]',
      'Language of the field names (de, en, fr, nl) [de]',
      'A name for this location, for your files [salon]',
      'Sender (a name, "list" or "other")',
      'Sender (a name, "list" or "other")',
      'A name for it, for your files and its address [typeform]',
      'Where is the secret of the sender [new]',
      'A webhook: wait, sample, or a file [sample]',
    ]);
    expect(screen).toContain('Did you mean "typeform"?');
    expect(screen).toContain('15 can be set, 1 only in a booking');
    for (const line of screen.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const files = contentsOf(join(directory, 'bridge'));
    expect(files['config.yaml']).toContain('secret: {file: secrets/website-secret}');
    const secret = (files['secrets/website-secret'] ?? '').trim();
    expect(secret.length).toBeGreaterThan(30);
    expect(screen).not.toContain(secret);
    expect(files['secrets/.gitignore']).toBe('*\n');
    expect(statSync(join(directory, 'bridge/secrets/website-secret')).mode & 0o777).toBe(0o600);
    expect(await fieldbridge(['test', '--offline'], { directory: join(directory, 'bridge') })).toMatchObject({
      status: 0,
    });
  });

  it('asks again for the address and the token if the account refuses them, and never shows the token', async () => {
    const { url, tokens } = await openSandbox();
    const directory = folderWith({});
    const first = ['', url, 'type', tokens.expired, 'en'];
    const again = [url, 'type', tokens.mitte, 'en', 'Neukunde, VIP', '', 'zapier', '', 'ZAPIER_SECRET', ''];
    const { status, screen } = await typing(['init'], [...first, ...again], { directory });
    expect({ status, screen }).toMatchObject({ status: 0 });
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(
      'the calendar refuses the token: it is wrong or expired',
    );
    for (const token of Object.values(tokens)) expect(screen).not.toContain(token);
    const files = contentsOf(directory);
    expect(files['config.yaml']).toContain('token: {file: secrets/calendar-token}');
    expect(files['config.yaml']).toContain('statuses: [Neukunde, VIP]');
    expect(files['secrets/calendar-token']).toBe(`${tokens.mitte}\n`);
    const env = { ZAPIER_SECRET: plainSecret };
    expect((await fieldbridge(['check'], { directory, env })).out).toContain('no problems');
  });

  it('shows at once what to enter at an unknown sender', async () => {
    const directory = folderWith({ 'one.json': '{"customer_number": 1001}' });
    const { status, screen } = await typing(
      ['init'],
      ['bridge', '', '', '', 'other', 'crm', '', '', '', 'one.json'],
      { directory },
    );
    expect({ status, screen }).toMatchObject({ status: 0 });
    const secret = (contentsOf(join(directory, 'bridge'))['secrets/crm-secret'] ?? '').trim();
    expect(screen.split('A webhook: wait')[0]).toContain(`header   X-Token: ${secret}\n`);
  });

  it('has written its data while it waits, and reports that if it is interrupted', async () => {
    const directory = folderWith({});
    const { status, screen } = await typing(
      ['init', '--port', '0'],
      ['', '', '', '', 'other', 'crm', '', '', '', 'wait'],
      { directory, endWhen: 'Waiting for a webhook' },
    );
    expect(status).toBe(2);
    expect(screen.replaceAll(/\s+/g, ' ')).toContain('The config and the secrets are written');
    expect(Object.keys(contentsOf(directory))).toContain('secrets/crm-secret');
  });

  it.each([
    'aGVsbG8gd29ybGQ/cGFzc3dvcmQ=',
    'f3a9c2d4e5b6a7f8c9d0e1f2a3b4c5d6',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'JBSWY3DPEHPK3PXPJBSWY3DP',
    'sandbox-mitte-5wR8nKq3',
    'correcthorsebatterystaple',
    'sk_live_abcdefghijkl',
  ])('recognises %s as a secret that was pasted instead of a file name', async pasted => {
    const { url } = await openSandbox();
    const directory = folderWith({});
    const token = await typing(['init'], ['', url, pasted], { directory });
    const secret = await typing(['init'], ['', '', '', '', 'typeform', '', pasted], { directory });
    for (const { screen } of [token, secret]) {
      expect(screen.replaceAll(/\s+/g, ' ')).toContain('To enter the secret itself, answer "type" first');
      expect(screen).not.toContain('ENOENT');
      expect(screen).not.toContain(pasted);
    }
    const flag = await fieldbridge(
      ['init', '--url', url, '--token-file', pasted, '--sender', 'tally', '--sample'],
      {
        directory,
      },
    );
    expect(flag.status).toBe(2);
    expect(flag.err).not.toContain(pasted);
    expect(contentsOf(directory)).toEqual({});
  });

  it('distinguishes a webhook from the path of a file', async () => {
    const answers = ['', '', '', '', 'typeform', '', '', '{"a": 1}', 'a=1&b=2', 'no.json', '.', 'sample'];
    const { screen } = await typing(['init'], answers, { directory: folderWith({}) });
    const shown = screen.replaceAll(/\s+/g, ' ');
    expect(shown.match(/This looks like the webhook itself/g)).toHaveLength(2);
    expect(shown).toContain('There is no file no.json.');
    expect(shown).toContain('That is a folder.');
  });

  it('writes nothing if it is interrupted before its last question', async () => {
    const directory = folderWith({});
    const { status, screen } = await typing(['init'], ['', '', ''], { directory });
    expect(status).toBe(2);
    expect(screen).toContain('nothing was written');
    expect(contentsOf(directory)).toEqual({});
  });
});
