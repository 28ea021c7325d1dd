import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldbridge, openSandbox, plainConfig, plainFolder, plainMapping } from '../command-line.ts';

const misspelt = `# Notes of the form
source: form
destination: salon
whenUnliked: wait
oparation: updateCustomer   # what it does
set:
    id:   customer
    notes: note             # the note
    additionalFields:
        "allergies": {from: allergies, requierd: true}   # must be there
tests:
  - {name: a note, paylod: {customer: 1001, allergies: x}, expect: [{id: "1001", allergies: x}]}
`;

describe('check --fix', () => {
  it('corrects misspelt keys, keeps comments and layout, reports the changes, and then finds nothing', async () => {
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox).replace('statuses:', 'statusses:').replace('people:', 'poeple:');
    const directory = plainFolder(sandbox, { 'mappings/notes.yaml': misspelt, 'config.yaml': config });
    const ran = await fieldbridge(['check', '--fix'], { directory });
    expect(ran.out.split('\n\n')[0]).toBe(`config.yaml:7:5: fixed: statusses -> statuses
config.yaml:11:5: fixed: poeple -> people
mappings/notes.yaml:4:1: fixed: whenUnliked -> whenUnlinked
mappings/notes.yaml:5:1: fixed: oparation -> operation
mappings/notes.yaml:10:40: fixed: requierd -> required
mappings/notes.yaml:12:20: fixed: paylod -> payload
mappings/notes.yaml:8:5: fixed: notes -> note`);
    const text = readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8');
    const wanted = [
      ['whenUnliked', 'whenUnlinked'],
      ['oparation', 'operation'],
      ['notes: note ', 'note: note '],
      ['requierd', 'required'],
      ['paylod', 'payload'],
    ] as const;
    expect(text).toBe(wanted.reduce((all, [from, to]) => all.replace(from, to), misspelt));
    const again = await fieldbridge(['check', '--fix', '--json'], { directory });
    expect(JSON.parse(again.out)).not.toHaveProperty('fixed');
    expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toBe(text);
  });

  it('does not change ambiguous keys, or those that already exist', async () => {
    const mapping = plainMapping
      .replace('note: note', 'note: note\n  nots: note')
      .replace('allergies: allergies', 'allergies: {form: allergies}')
      .replace('expect:', 'expct: []\n    expet: []\n    expect:');
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
    const asked = await fieldbridge(['check', '--json'], { directory });
    expect(asked.out).toContain('did you mean');
    expect(asked.out).not.toContain('"fix"');
    const ran = await fieldbridge(['check', '--fix'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).not.toContain('fixed:');
    expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toBe(mapping);
  });

  it('lists the fixes for programs with --json, without applying them', async () => {
    const mapping = plainMapping.replace('operation', 'oparation');
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
    const { out } = await fieldbridge(['check', '--json'], { directory });
    const line = mapping.slice(0, mapping.indexOf('oparation')).split('\n').length;
    expect(JSON.parse(out).diagnostics).toContainEqual(
      expect.objectContaining({
        fix: [{ place: { file: 'mappings/notes.yaml', line, column: 1, length: 9 }, text: 'operation' }],
      }),
    );
    expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toBe(mapping);
  });
});

describe('check for machines', () => {
  const bad = plainMapping.replace('    allergies: allergies', '    alergies: allergies');

  it('annotates with --format github', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': bad });
    const ran = await fieldbridge(['check', '--format', 'github'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toMatch(
      /^::error file=mappings\/notes\.yaml,line=8,col=5,endColumn=12,title=check\/unknown-field::salon has no field "alergies"%0A/,
    );
  });

  it('refuses unknown formats', async () => {
    const ran = await fieldbridge(['check', '--format', 'xml'], {
      directory: plainFolder(await openSandbox()),
    });
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('there is no format "xml"; there are text, json and github');
  });

  it('counts warnings with --strict', async () => {
    const status = plainMapping.replace('note: note', 'customerStatus: {value: Stammkunde2}');
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': status });
    expect((await fieldbridge(['check'], { directory })).status).toBe(0);
    expect((await fieldbridge(['check', '--strict'], { directory })).status).toBe(1);
  });
});
