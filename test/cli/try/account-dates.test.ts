import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldbridge, folderWith, openSandbox, plainConfig } from '../command-line.ts';

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
});
