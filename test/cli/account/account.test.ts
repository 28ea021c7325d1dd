import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
  post,
  writeFiles,
} from '../command-line.ts';

const second = `  hair:
    baseUrl: http://127.0.0.1:9
    token: another-token-0000
`;
const nowhere = { url: 'http://127.0.0.1:9', tokens: { mitte: 'a-token', nord: '', expired: '' } };

describe('fields', () => {
  it('lists the fields of the account in its language, with the allowed values', async () => {
    const directory = plainFolder(await openSandbox());
    const ran = await fieldbridge(['fields'], { directory });
    expect(ran.status).toBe(0);
    const lines = ran.out.split('\n');
    expect(lines[0]).toMatch(/^keyName +type +name +what it takes$/);
    expect(lines).toContainEqual(
      expect.stringMatching(/^birthdate +birthday +Geburtstag +matches \^\\d\{2\}/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^contact\.by +selection +Erreichbar per +one of: Telefon, E-Mail, SMS; required$/,
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^interests +checkbox_group +Interessen +any of: Haarschnitt, /),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^portrait +image +Foto +cannot be set$/));
    expect(lines).toContainEqual(expect.stringMatching(/^appointment\.wish .* only in bookings$/));
    expect(lines.at(-2)).toBe('21 fields of salon: 15 can be set, 1 only in bookings, 5 cannot be set');
  });

  it.each([80, 100, 120])('fits into a terminal of %i columns', async columns => {
    const directory = plainFolder(await openSandbox());
    const ran = await fieldbridge(['fields'], { directory, columns, env: { NO_COLOR: '1' } });
    expect(ran.out.split('\n').filter(line => line.length > columns)).toEqual([]);
    const whole = await fieldbridge(['fields'], { directory });
    expect(ran.out.replace(/\s+/g, ' ')).toBe(whole.out.replace(/\s+/g, ' '));
  });

  it('prints them in JSON as the API does', async () => {
    const sandbox = await openSandbox();
    const ran = await fieldbridge(['fields', 'salon', '--json'], { directory: plainFolder(sandbox) });
    const { destination, fields } = JSON.parse(ran.out);
    expect(destination).toBe('salon');
    expect(fields).toHaveLength(21);
    expect(fields[1]).toMatchObject({ keyName: 'contact.by', selectItems: ['Telefon', 'E-Mail', 'SMS'] });
    expect(fields[0]).toMatchObject({
      keyName: 'birthdate',
      names: { de: 'Geburtstag', en: 'Date of birth', fr: 'Date de naissance', nl: 'Geboortedatum' },
      formerKeys: [],
      settable: true,
      operations: ['updateCustomer', 'persistCustomerData'],
    });
    const operationsOf = (keyName: string) =>
      fields.find((each: { keyName: string }) => each.keyName === keyName).operations;
    expect([operationsOf('portrait'), operationsOf('appointment.wish')]).toEqual([
      [],
      ['persistCustomerData'],
    ]);
    expect(ran.out).not.toContain(sandbox.tokens.mitte);
  });

  it('shows the names in the language of the destination', async () => {
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox).replace('statuses:', 'locale: fr\n    statuses:');
    const ran = await fieldbridge(['fields'], { directory: plainFolder(sandbox, { 'config.yaml': config }) });
    expect(ran.out).toMatch(/^birthdate +birthday +Date de naissance +matches/m);
    expect(ran.out).toMatch(/^newsletter +checkbox +Lettre d’information +true or false$/m);
  });

  it('needs the name of the destination if there are several, and accepts only those of the config', async () => {
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox).replace('sources:', `${second}sources:`);
    const directory = plainFolder(sandbox, { 'config.yaml': config });
    const unsaid = await fieldbridge(['fields'], { directory });
    expect(unsaid.status).toBe(2);
    expect(unsaid.err).toContain('say which destination: salon, hair');
    const unknown = await fieldbridge(['fields', 'saloon'], { directory });
    expect(unknown.status).toBe(2);
    expect(unknown.err).toContain('there is no destination "saloon"; did you mean "salon"?');
    expect((await fieldbridge(['fields', 'salon'], { directory })).status).toBe(0);
  });

  it('ends with status 3 if the account is unreachable and its fields are unknown', async () => {
    const ran = await fieldbridge(['fields'], { directory: plainFolder(nowhere) });
    expect({ status: ran.status, out: ran.out }).toEqual({ status: 3, out: '' });
    expect(ran.err).toMatch(/^fieldbridge fields: the fields of salon cannot be read: .*ECONNREFUSED/);
  });
});

describe('statuses', () => {
  it('lists the statuses of the config before others are learned, without a request', async () => {
    const sandbox = await openSandbox();
    const ran = await fieldbridge(['statuses'], { directory: plainFolder(sandbox) });
    expect(ran.status).toBe(0);
    expect(ran.out).toBe(`status      how it is known
Stammkunde  declared in the config

1 status of salon; there may be more: the API lists them only on refusing one
`);
    expect(sandbox.calls()).toEqual([]);
  });

  it('lists statuses that a bridge has learned: from an accepted call, and from a refusal', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'mappings/notes.yaml': plainMapping
        .replace('note: note', 'customerStatus: status')
        .replace(/tests:.*/s, ''),
    });
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    const taken = await post(url, { customer: 1001, status: 'VIP' });
    expect(taken.event.status).toBe('delivered');
    const confirmed = await fieldbridge(['statuses'], { directory });
    expect(confirmed.out).toMatch(/^VIP +taken by the API in a call$/m);
    expect(confirmed.out).toMatch(/^2 statuses of salon; there may be more/m);

    const literal = (name: string) =>
      writeFiles(directory, {
        'mappings/fixed.yaml': `source: form\ndestination: salon\nwhen: fixed = true\noperation: updateCustomer\nset: {id: customer, customerStatus: {value: ${name}}}\n`,
      });
    // `doctor` knows the statuses that accepted calls proved, as `check` does, and lists them beside an unknown one.
    for (const command of ['doctor', 'check']) {
      literal('VIP');
      expect((await fieldbridge([command], { directory })).out).not.toContain('check/unconfirmed-status');
      literal('Goldkunde');
      expect((await fieldbridge([command], { directory })).out.replaceAll(/\s+/g, ' ')).toMatch(
        /whether salon has the customer status "Goldkunde"; known so far: VIP \(confirmed/,
      );
    }
    writeFiles(directory, { 'hook.json': '{"customer":1001,"phase":"x"}' });
    const added = await fieldbridge(
      ['init', '--add', '--sender', 'other', '--source', 'crm', '--payload', 'hook.json'],
      { directory },
    );
    expect(added).toMatchObject({ status: 0 });
    expect(readFileSync(join(directory, 'mappings/crm.yaml'), 'utf8')).toMatch(/known: (VIP|Stammkunde), /);

    const refused = await post(url, { customer: 1001, status: 'Premium' });
    expect(refused.event.status).toBe('failed');
    const listed = await fieldbridge(['statuses', 'salon'], { directory });
    expect(listed.out).toMatch(/^Interessent +listed by the API when it refused another one$/m);
    expect(listed.out).toMatch(/^6 statuses of salon; the API listed them all on 20\d\d-/m);

    const json = await fieldbridge(['statuses', '--json'], { directory });
    const { statuses, listedAt } = JSON.parse(json.out);
    expect(statuses.map((each: { name: string; origin: string }) => `${each.origin} ${each.name}`)).toContain(
      'listed Interessent',
    );
    expect(Date.parse(listedAt)).toBeGreaterThan(0);
  });
});
