import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldbridge, folderWith, openSandbox, plainConfig, post, startedBridge } from '../command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields: {birthdate: {from: born, as: date}}
tests:
  - name: a birthday
    payload: {customer: 1001, born: "1988-03-14"}
    expect: [{operation: updateCustomer, id: "1001", additionalFields: {birthdate: 14.03.1988}}]
`;

async function folder(more = '') {
  const sandbox = await openSandbox();
  return folderWith({
    'config.yaml': plainConfig(sandbox, more),
    'mappings/notes.yaml': mapping,
    'event.json': '{"customer": 1001, "born": "1988-03-14"}',
  });
}

describe('a date in a rule without a format', () => {
  it("is sent in the format of the account's field, and check, preview and test use that format", async () => {
    const directory = await folder();
    const checked = await fieldbridge(['check'], { directory });
    expect(checked.out).toContain('notes: format: dd.MM.yyyy, from the account of salon, for birthdate\n');
    expect(checked.status).toBe(0);
    const made = await fieldbridge(['preview', 'notes', 'event.json', '--why'], { directory });
    expect(made.out).toContain('"value": "14.03.1988"');
    expect(made.out).toMatch(/format +dd\.MM\.yyyy +"14\.03\.1988", as the account says/);
    const tested = await fieldbridge(['test'], { directory });
    expect(tested.status).toBe(0);
  });

  it('is shown in that format also if another value of the call is wrong', async () => {
    const directory = await folder();
    const wrong = mapping
      .replace('as: date}}', 'as: date}, hair.type: {from: hair}}')
      .replace('"1988-03-14"}', '"1988-03-14", hair: grau}')
      .replace('14.03.1988}', '14.03.1988, hair.type: grau}');
    writeFileSync(join(directory, 'mappings/notes.yaml'), wrong);
    writeFileSync(join(directory, 'event.json'), '{"customer": 1001, "born": "1988-03-14", "hair": "grau"}');
    const made = await fieldbridge(['preview', 'notes', 'event.json', '--why'], { directory });
    expect(made.out).toContain('"grau" is not among the choices');
    expect(made.out).toContain('"birthdate": "14.03.1988"');
    expect(made.out).toMatch(/format +dd\.MM\.yyyy +"14\.03\.1988", as the account says/);
    const tested = await fieldbridge(['test'], { directory });
    expect(tested.out).toContain('"grau" is not among the choices');
    expect(tested.out).not.toContain('1988-03-14');
  });

  it('is shown in that format also at an event that failed, or that waits', async () => {
    const [wrong = ''] = mapping.replace('as: date}}', 'as: date}, hair.type: hair}').split('tests:');
    const sandbox = await openSandbox();
    const { url, ask } = await startedBridge(sandbox, '', { 'mappings/notes.yaml': wrong });
    // The account is known after the first delivery.
    expect((await post(url, { customer: 1002, born: '1990-03-14' })).event.status).toBe('delivered');
    const failed = await post(url, { customer: 1001, born: '1988-03-14', hair: 'grau' });
    expect(failed.event.status).toBe('failed');
    await ask('destinations', 'pause', 'salon');
    const waiting = await post(url, { customer: 1001, born: '1988-03-14' });
    for (const { event } of [failed, waiting]) {
      const { out } = await ask('events', 'show', event.id);
      expect(out).toContain('14.03.1988');
      expect(out.replace(/^.*"born".*$/gm, '')).not.toContain('1988-03-14');
    }
    await ask('destinations', 'resume', 'salon');
    await expect.poll(() => sandbox.customer(1001)?.additionalFields.birthdate).toBe('14.03.1988');
  });
});
