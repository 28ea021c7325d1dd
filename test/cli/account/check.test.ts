import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  folderWith,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
  post,
  writeFiles,
} from '../command-line.ts';

const nowhere = { url: 'http://127.0.0.1:9', tokens: { mitte: 'a-token', nord: '', expired: '' } };
const misspelt = plainMapping.replace('    allergies: allergies', '    alergies: allergies');

/** Returns the codes that `check --json` found, with their lines. */
async function codesOf(directory: string, ...options: string[]) {
  const ran = await fieldbridge(['check', '--json', ...options], { directory });
  const { diagnostics } = JSON.parse(ran.out) as {
    diagnostics: { code: string; severity: string; place?: { file: string; line: number; column: number } }[];
  };
  const found = diagnostics.map(({ code, severity, place }) =>
    [severity, code, place && `${place.file}:${place.line}:${place.column}`].filter(Boolean).join(' '),
  );
  return { status: ran.status, found };
}

describe('check', () => {
  it('reports that nothing is wrong, and what it checked', async () => {
    const directory = plainFolder(await openSandbox());
    expect(await fieldbridge(['check'], { directory })).toEqual({
      status: 0,
      out: '1 mapping and the config checked, also against salon: no problems\n',
      err: '',
    });
  });

  it('lists the defaults in use, each with its place', async () => {
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox).replace(
      '    statuses:',
      '    defaults: {country: AT, zone: UTC}\n    statuses:',
    );
    const mapping = plainMapping.replace('allergies: allergies', 'allergies: {from: allergies, as: phone}');
    const directory = plainFolder(sandbox, { 'config.yaml': config, 'mappings/notes.yaml': mapping });
    const { out } = await fieldbridge(['check'], { directory });
    expect(out).toContain('notes: country: AT, from the defaults of the destination salon, for allergies\n');
    expect(out).not.toContain('zone');
    const { defaults } = JSON.parse((await fieldbridge(['check', '--json'], { directory })).out);
    expect(defaults).toEqual([
      {
        mapping: 'notes',
        key: 'country',
        of: 'destination',
        name: 'salon',
        value: 'AT',
        rules: ['additionalFields.allergies'],
      },
    ]);
  });

  it('counts destinations that are too many for one line, as `test` does', async () => {
    const sandbox = await openSandbox();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const others = names.map(
      name => `  ${name}: {baseUrl: "${sandbox.url}", token: ${sandbox.tokens.mitte}}\n`,
    );
    const config = plainConfig(sandbox).replace('sources:\n', `${others.join('')}sources:\n`);
    const anywhere = plainMapping.replace('destination: salon', 'destination: {from: place}');
    const directory = folderWith({ 'config.yaml': config, 'mappings/notes.yaml': anywhere });
    expect((await fieldbridge(['check'], { directory })).out).toContain(
      'checked, also against 6 destinations: ',
    );
    expect((await fieldbridge(['test'], { directory })).out).toContain(
      '; also checked against 6 destinations',
    );
  });

  it('reports that the stored events cannot be tried because the store is unreachable', async () => {
    const store = 'store: postgres://someone:a-password@127.0.0.1:9/nothing';
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox).replace(/^store: .*$/m, store);
    const directory = plainFolder(sandbox, { 'config.yaml': config });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.out).toContain(
      'also against salon: no problems\nstored events were not tried: PostgreSQL cannot be reached (ECONNREFUSED)',
    );
    expect(ran.out).not.toContain('a-password');
    const annotated = await fieldbridge(['check', '--format', 'github'], { directory });
    expect(annotated.out).toMatch(
      /^::warning title=check not complete::stored events were not tried: PostgreSQL cannot be reached/,
    );
  });

  it('requests the names of fields in other languages only if something is wrong', async () => {
    const reads = async (mapping: string) => {
      const sandbox = await openSandbox();
      await fieldbridge(['check'], { directory: plainFolder(sandbox, { 'mappings/notes.yaml': mapping }) });
      return sandbox.calls().length;
    };
    const set = 'set: {id: customer, additionalFields: {';
    const head = 'source: form\ndestination: salon\noperation: updateCustomer\n';
    expect(await reads(`${head}${set}allergies: note}}\n`)).toBe(1);
    expect(await reads(`${head}${set}alergies: note}}\n`)).toBeGreaterThan(5);
  });

  it('finds an unknown field by a request to the account, and suggests the right one', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'mappings/notes.yaml': misspelt });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toBe(`mappings/notes.yaml:8:5: error: salon has no field "alergies" [check/unknown-field]
  |
8 |     alergies: allergies
  |     ^^^^^^^^
  path: additionalFields.alergies
  hint: did you mean "allergies" (Allergien)? \`fieldbridge fields salon\` lists the 15 that can be set

1 mapping and the config checked, also against salon: 1 error
`);
    const operations = new Set(sandbox.calls().map(call => call.operation));
    expect([...operations]).toEqual(['additionalCustomerFields']);
  });

  it.each([
    ['check', 'second'],
    ['check', 'second.yaml'],
    ['check', 'mappings/second.yaml.txt'],
    ['preview', 'second', 'sample.json'],
    ['preview', 'mappings/second.yaml.txt', 'sample.json'],
    ['test', 'second'],
    ['diff', '--mapping', 'second'],
  ])('suggests a name for a file with another ending: %s %s', async (...words) => {
    const files = { 'mappings/second.yaml.txt': plainMapping, 'sample.json': '{}' };
    const directory = plainFolder(nowhere, files);
    const { status, err } = await fieldbridge(words, { directory });
    expect(status).toBe(2);
    expect(err).toContain(
      'there is no mapping "second"; second.yaml.txt is not read: the name of a mapping ends with .yaml; rename it to second.yaml\n',
    );
  });

  it('accepts the path of the config as the config with all its mappings', async () => {
    const files = { 'mappings/notes.yaml': misspelt };
    const directory = plainFolder(await openSandbox(), files);
    const whole = await fieldbridge(['check'], { directory });
    for (const words of [['config.yaml'], ['./config.yaml', 'notes'], [`${directory}/config.yaml`]])
      expect(await fieldbridge(['check', ...words], { directory })).toEqual(whole);
  });

  it('reports only about the given mappings, by name or file, and errors of the config', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/other.yaml': misspelt });
    expect((await codesOf(directory)).found).toEqual([
      'warning check/written-twice mappings/other.yaml:6:3',
      'error check/unknown-field mappings/other.yaml:8:5',
    ]);
    expect(await codesOf(directory, 'mappings/notes.yaml')).toMatchObject({ status: 0 });
    expect((await codesOf(directory, 'other')).found).toEqual([
      'warning check/written-twice mappings/other.yaml:6:3',
      'error check/unknown-field mappings/other.yaml:8:5',
    ]);
    const ran = await fieldbridge(['check', 'mappings/note.yaml'], { directory });
    expect([ran.status, ran.err.split('\n')[0]]).toEqual([
      2,
      'fieldbridge check: there is no mapping "note"; did you mean "notes"?',
    ]);
  });

  it('reads mappings in subfolders, and finds them by name, by file and by a unique part', async () => {
    const directory = plainFolder(nowhere, {
      'mappings/alt/notes.yaml': misspelt.replace('note: note', 'note: nothing.at.all'),
      'mappings/alt/more.yaml': plainMapping,
    });
    const ran = async (...words: string[]) =>
      await fieldbridge(['check', '--offline', ...words], { directory });
    expect((await ran()).out).toContain('3 mappings and the config checked');
    for (const word of ['alt/notes', 'mappings/alt/notes.yaml', `${directory}/mappings/alt/notes.yaml`]) {
      const { out } = await ran(word);
      expect(out).toContain(
        'mappings/alt/notes.yaml:6:9: warning: no sample of form has the path nothing.at.all',
      );
      expect(out).toContain('1 mapping and the config checked');
    }
    expect((await ran('more')).out).toContain('1 mapping and the config checked');
    expect((await ran('notes')).out).not.toContain('nothing.at.all');
    expect((await ran('neu/notes')).err).toContain(
      'no single mapping is "neu/notes"; did you mean "alt/notes" or "notes"?',
    );
  });

  it('warns of ignoreOlder if the source does not define when its events happened', async () => {
    const sandbox = await openSandbox();
    const ignoring = plainMapping.replace('operation:', 'ignoreOlder: true\noperation:');
    const directory = plainFolder(sandbox, { 'mappings/notes.yaml': ignoring });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.status).toBe(0);
    expect(
      ran.out,
    ).toBe(`mappings/notes.yaml:3:1: warning: ignoreOlder does nothing here: the source "form" does not say when its events happened [mapping/no-occurred-at]
  |
3 | ignoreOlder: true
  | ^^^^^^^^^^^
  path: ignoreOlder
  hint: add occurredAt to the source in the config, with the path of the time at which an event happened; if its webhooks have no such time, remove ignoreOlder

1 mapping and the config checked, also against salon: 1 warning
`);
    const config = plainConfig(sandbox, '    occurredAt: changed\n');
    writeFiles(directory, { 'config.yaml': config });
    expect(await codesOf(directory)).toEqual({ status: 0, found: [] });
  });

  it('fits into a terminal, except the lines of the file that it shows', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': misspelt });
    const ran = await fieldbridge(['check'], { directory, columns: 60, env: { NO_COLOR: '1' } });
    expect(ran.out).toBe(`mappings/notes.yaml:8:5: error: salon has no field
    "alergies" [check/unknown-field]
  |
8 |     alergies: allergies
  |     ^^^^^^^^
  path: additionalFields.alergies
  hint: did you mean "allergies" (Allergien)?
        \`fieldbridge fields salon\` lists the 15 that can be
        set

1 mapping and the config checked, also against salon: 1
error
`);
  });

  it('reports the faults of the config and of the mappings together, in the order of the files', async () => {
    const directory = folderWith({
      'config.yaml': plainConfig(nowhere).replace('port: 0', 'prot: 0').replace('token:', 'tokne:'),
      'mappings/a.yaml': `${plainMapping}operatoin: x\n`,
      'mappings/b.yaml': 'source: [\n',
    });
    const { status, found } = await codesOf(directory);
    expect(status).toBe(2);
    expect(found).toEqual([
      'error yaml/unknown-key config.yaml:1:10',
      expect.stringContaining('config.yaml:4:'),
      'error yaml/unknown-key config.yaml:6:5',
      'error yaml/unknown-key mappings/a.yaml:14:1',
      expect.stringMatching(/^error yaml\/syntax mappings\/b\.yaml/),
    ]);
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.out).toMatch(/2 mappings and the config checked, but not against each other.*: 5 errors\n$/);
  });

  it('does not miss tables in a config that cannot be used', async () => {
    const mapping = plainMapping.replace(
      '    allergies: allergies',
      '    hair.type: {from: hair, values: hair}',
    );
    const tables = 'tables: {hair: {straight: glatt}}\n';
    const directoryOf = (config: string) =>
      folderWith({ 'mappings/notes.yaml': mapping, 'config.yaml': config });
    expect((await codesOf(directoryOf(`${tables}server: {publicUrl: nowhere}\n`))).found).toEqual([
      'error yaml/wrong-type config.yaml:2:21',
    ]);
    expect((await codesOf(directoryOf('server: {publicUrl: nowhere}\n'))).found).toContain(
      'error mapping/unknown-table mappings/notes.yaml:8:37',
    );
  });

  it('ends with status 2 without a config, also with --json', async () => {
    const directory = folderWith({});
    for (const options of [[], ['--json']]) {
      const ran = await fieldbridge(['check', ...options], { directory });
      expect(ran.status).toBe(2);
      expect(ran.err).toContain('there is no config to check');
    }
  });

  it('ends with status 0 if there are only warnings', async () => {
    const directory = plainFolder(await openSandbox(), {
      'mappings/notes.yaml': plainMapping.replace('note: note', 'customerStatus: {value: Stammkunde2}'),
    });
    expect(await codesOf(directory)).toEqual({
      status: 0,
      found: [
        'warning check/unconfirmed-status mappings/notes.yaml:6:27',
        'warning mapping/fixed-status mappings/notes.yaml:6:27',
      ],
    });
  });

  it('warns of a source without a mapping', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox, '  crm: {preset: tally, secret: a-secret-of-tally}\n'),
    });
    const { status, found } = await codesOf(directory);
    expect({ status, found }).toEqual({ status: 0, found: ['warning mapping/no-mapping'] });
  });

  it('finds a mapping whose source or destination is not in the config', async () => {
    const directory = plainFolder(await openSandbox(), {
      'mappings/other.yaml': plainMapping.replace('form', 'from').replace('salon', 'saloon'),
    });
    expect(await codesOf(directory)).toEqual({
      status: 1,
      found: [
        'error mapping/unknown-source mappings/other.yaml:1:9',
        'error mapping/unknown-destination mappings/other.yaml:2:14',
      ],
    });
  });

  it('checks a mapping against every destination that its rule can return', async () => {
    const sandbox = await openSandbox();
    const nord = `  nord:\n    baseUrl: ${sandbox.url}\n    token: ${sandbox.tokens.nord}\nsources:`;
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox).replace('sources:', nord),
      'mappings/notes.yaml': plainMapping
        .replace('destination: salon', 'destination: {from: place, values: {a: salon, b: nord}}')
        .replace('allergies: allergies', 'parking: allergies')
        .replace('{customer: 1001,', '{place: a, customer: 1001,'),
    });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.out).toMatch(/^[^\n]* error: salon has no field "parking"; it is a field of nord alone/);
    expect(ran.out).toMatch(/also against salon, nord: 1 error\n$/);
  });

  it('reads the config that --config names, and prints its paths from here', async () => {
    const sandbox = await openSandbox();
    const directory = folderWith({
      'salon/config.yaml': plainConfig(sandbox),
      'salon/mappings/notes.yaml': misspelt,
    });
    const ran = await fieldbridge(['check', '--config', 'salon/config.yaml'], { directory });
    expect(ran.out).toMatch(/^salon\/mappings\/notes\.yaml:8:5: error/);
    expect(ran.status).toBe(1);
  });
});

it('knows the names of a field in every language of the API', async () => {
  const directory = plainFolder(await openSandbox(), {
    'mappings/notes.yaml': plainMapping.replace(
      '    allergies: allergies',
      '    Birthday: a\n    type_de_cheveux: b\n    Zzyzx: c',
    ),
  });
  const ran = await fieldbridge(['check'], { directory });
  await expect(ran.out).toMatchFileSnapshot('golden/unknown-fields.out');
});

describe('check without the account', () => {
  it.each([
    ['cannot be reached', nowhere.url, 'a-token', /cannot be reached \(ECONNREFUSED\)/],
    ['refuses the token', '', 'a-wrong-token', /the token is refused/],
  ])('is an error if the account %s, because the mappings were not checked', async (_, url, token, why) => {
    const sandbox = await openSandbox();
    const destination = { url: url || sandbox.url, tokens: { ...sandbox.tokens, mitte: token } };
    const directory = plainFolder(destination, { 'mappings/notes.yaml': misspelt });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toMatch(/^error: the mappings for salon were not checked against the account: /);
    expect(ran.out).toMatch(why);
    expect(ran.out).toMatch(/1 mapping and the config checked, but not against the account: 1 error\n$/);
    expect(ran.out + ran.err).not.toContain(token);
  });

  it('names the destinations that it was checked against', async () => {
    const sandbox = await openSandbox();
    const more = `
  nord: {baseUrl: ${sandbox.url}, token: ${sandbox.tokens.nord}}
  away: {baseUrl: ${nowhere.url}, token: a-token}
`;
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox).replace('\nsources:', `${more}sources:`),
    });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.out).toMatch(/checked, also against salon, nord, but not against away: 1 error\n$/);
  });

  it('is a warning with --offline if no fields are known', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'mappings/notes.yaml': misspelt });
    expect(await codesOf(directory, '--offline')).toEqual({
      status: 0,
      found: ['warning check/no-catalog'],
    });
    expect(sandbox.calls()).toEqual([]);
  });

  it('uses the fields that a bridge has stored, offline and if the account is unreachable', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    expect((await post(url, { customer: 1001, note: 'Window seat' })).code).toBe(200);
    await bridge.stop();
    await sandbox.close();
    writeFiles(directory, { 'mappings/notes.yaml': misspelt });

    const unknown = 'error check/unknown-field mappings/notes.yaml:8:5';
    expect(await codesOf(directory, '--offline')).toEqual({ status: 1, found: [unknown] });
    expect(await codesOf(directory)).toEqual({ status: 1, found: [unknown, 'error check/no-catalog'] });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.out).toMatch(/were checked against what was known on 20\d\d-.*, not as it is now: /);
  });

  it('reports that the store cannot be read if that is why no fields are known', async () => {
    const directory = plainFolder(nowhere, {
      'bridge.db': 'this is no database, but long enough to be read',
    });
    const ran = await fieldbridge(['check', '--offline'], { directory });
    expect(ran.status).toBe(0);
    expect(ran.out).toMatch(
      /not checked against the account: the store .*bridge\.db cannot be read: file is not a database/,
    );
  });

  it('tries the mappings on the stored events of a running bridge, without disturbing it', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    for (let index = 0; index < 10; index += 1) {
      expect((await post(url, { customer: 1001, note: `n${index}`, allergy: 'Nuts' })).code).toBe(200);
    }
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.out).toMatch(/info: none of the last 10 events of form had the path allergies, though/);
    expect(ran.out).toContain('hint: the events had allergy; ');
    expect(ran.out).not.toMatch(/Nuts|n9/);
    expect((await post(url, { customer: 1001, note: 'still well' })).event.status).toBe('delivered');
    expect(await bridge.stop()).toBe(0);
  });
});
