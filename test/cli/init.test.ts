import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { presets } from '../../src/receive/presets/presets.ts';
import { fieldbridge, fieldbridgeUntilStopped, folderWith, openSandbox } from './command-line.ts';
import { typing } from './typing.ts';

/** Secrets that are no plain texts. */
const secrets: Readonly<Record<string, string>> = {
  airtable: 'YSBzZWNyZXQgb2YgdGhlIHNob3A=',
  close: '7f'.repeat(32),
  'standard-webhooks': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

const plainSecret = 'a secret of the sender, long enough';

/** Everything below a folder, by its path. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(each =>
    statSync(join(folder, each)).isFile(),
  );
  return Object.fromEntries(files.sort().map(each => [each, readFileSync(join(folder, each), 'utf8')]));
}

describe('init with flags', () => {
  it.each([...presets.keys()])('%s: what it writes passes check and test as it stands', async name => {
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
    expect(checked.out).toBe('1 mapping and the config checked, also against salon: no problems\n');
    expect(checked.status).toBe(0);
    const tested = await fieldbridge(['test'], { directory, env });
    expect(tested.out).toContain('1 passed, 0 failed');
    const files = contentsOf(directory);
    expect(Object.keys(files)).toHaveLength(5);
    const shown = `${files['config.yaml']}${files[`mappings/${name}.yaml`]}${made.out}`;
    for (const hidden of Object.values(env)) expect(shown).not.toContain(hidden);
    for (const line of made.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('says at once all that is missing without a terminal, and writes nothing', async () => {
    const directory = folderWith({});
    const { status, err } = await fieldbridge(['init'], { directory });
    expect(status).toBe(2);
    for (const flag of ['--url', '--token-env', '--sender', '--payload'])
      expect(err.split('\n\n')[0]).toContain(flag);
    expect(contentsOf(directory)).toEqual({});
  });

  it('says in words why the fields cannot be read', async () => {
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

  it('names the commands as they are typed: where npx started it, with npx', async () => {
    const flags = ['init', '--sandbox', '--sender', 'typeform', '--sample', '--folder'];
    const directory = folderWith({});
    const plain = await fieldbridge([...flags, 'a'], { directory });
    expect(plain.out).toContain('Start it: fieldbridge start');
    const { out } = await fieldbridge([...flags, 'b'], { directory, env: { npm_command: 'exec' } });
    expect(out).toContain('Start it: npx fieldbridge start');
  });

  it('says what is wrong with a flag where it stays in sight, without the whole list of flags', async () => {
    const { status, err } = await fieldbridge(['init', '--nonsense'], { directory: folderWith({}) });
    expect(status).toBe(2);
    expect(err).toContain('--nonsense');
    expect(err).toContain('`fieldbridge help init` lists its options.');
    expect(err.split('\n').length).toBeLessThan(8);
  });

  it('overwrites nothing, and says what is there; with --force it replaces', async () => {
    const mine = { 'config.yaml': 'mine\n', 'mappings/typeform.yaml': 'mine too\n' };
    const directory = folderWith(mine);
    const flags = ['init', '--sandbox', '--sender', 'typeform', '--sample'];
    const refused = await fieldbridge(flags, { directory });
    expect(refused).toMatchObject({
      status: 2,
      err: expect.stringContaining('config.yaml is there already'),
    });
    const second = folderWith({ 'mappings/typeform.yaml': 'mine too\n' });
    expect((await fieldbridge(flags, { directory: second })).err).toContain(
      'mappings/typeform.yaml is there already',
    );
    expect(contentsOf(directory)).toEqual(mine);
    expect(await fieldbridge([...flags, '--force'], { directory })).toMatchObject({ status: 0, err: '' });
    const files = contentsOf(directory);
    expect(Object.keys(files)).toEqual([
      'config.yaml',
      'mappings/samples/typeform.json',
      'mappings/typeform.yaml',
      'secrets/.gitignore',
      'secrets/admin-token',
    ]);
    const { 'secrets/admin-token': token } = files;
    expect(token).toMatch(/^[\w-]{43}\n$/);
    await fieldbridge([...flags, '--force'], { directory });
    expect(contentsOf(directory)['secrets/admin-token']).toBe(token);
    expect(files['config.yaml']).toContain('preset: typeform');
  });

  it('leaves everything as it was where one file cannot be written', async () => {
    const directory = folderWith({ 'config.yaml': 'mine\n', mappings: 'a file where a folder should be\n' });
    const before = contentsOf(directory);
    const flags = ['init', '--sandbox', '--sender', 'typeform', '--sample', '--force'];
    const { status, err } = await fieldbridge(flags, { directory });
    expect({ status, err }).toMatchObject({ status: 3, err: expect.stringContaining('nothing was written') });
    expect(contentsOf(directory)).toEqual(before);
  });

  it('makes a mapping from a file with a webhook of a sender that is not known by name', async () => {
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
    expect(mapping).toMatch(/hair\.type:\n {6}from: Haartyp\n {6}values:\n {8}Lockig: lockig\n/);
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

describe('init that waits for a webhook', () => {
  it('takes the first one that is verified, says what else came, and keeps no secret', async () => {
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
    await waiting.printed(/What to do now/);
    expect(await waiting.stop()).toBe(0);
    const files = contentsOf(directory);
    expect(files['mappings/typeform.yaml']).toContain('allergies: $answers.allergies # Allergien');
    expect(files['mappings/samples/typeform.json']).toContain('Nuts [secret]');
  });

  it('writes nothing where it is told to stop', async () => {
    const directory = folderWith({});
    const flags = ['--sandbox', '--sender', 'typeform', '--wait', '--port', '0'];
    const waiting = fieldbridgeUntilStopped(['init', ...flags], {
      directory,
      env: { TYPEFORM_SECRET: plainSecret },
    });
    await waiting.printed(/Waiting for a webhook/);
    expect(await waiting.stop()).toBe(3);
    expect(waiting.err()).toContain('nothing was written');
    expect(contentsOf(directory)).toEqual({});
  });

  it('wants the secret at once', async () => {
    const flags = ['--sandbox', '--sender', 'typeform', '--wait'];
    const { status, err } = await fieldbridge(['init', ...flags], { directory: folderWith({}) });
    expect(status).toBe(2);
    expect(err).toContain('TYPEFORM_SECRET is not set');
  });
});

describe('init at a terminal', () => {
  it('asks one question after the other, each with a default, and writes what works', async () => {
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
      'Who sends (a name, list, or other)',
      'Who sends (a name, list, or other)',
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

  it('asks again for the address and the token where the account refuses them, and never shows the token', async () => {
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

  it('writes nothing where it is ended before its last question', async () => {
    const directory = folderWith({});
    const { status, screen } = await typing(['init'], ['', '', ''], { directory });
    expect(status).toBe(2);
    expect(screen).toContain('nothing was written');
    expect(contentsOf(directory)).toEqual({});
  });
});
