import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldbridge, folderWith, openSandbox, plainConfig, writeFiles } from '../command-line.ts';

const intake = { form_id: '6', kundennummer: '1001', allergies: 'Nüsse' };
const birth = { form_id: '7', kundennummer: '1001', birthdate: '1990-05-03' };

async function aFolder(first: unknown = intake) {
  const sandbox = await openSandbox();
  const directory = folderWith({ 'config.yaml': plainConfig(sandbox), 'mappings/.keep': '' });
  const add = (payload: unknown, ...more: readonly string[]) => {
    writeFiles(directory, { 'hook.json': JSON.stringify(payload) });
    return fieldbridge(['init', '--add', '--source', 'form', '--payload', 'hook.json', ...more], {
      directory,
    });
  };
  expect(await add(first)).toMatchObject({ status: 0, err: '' });
  const path = (name: string) => join(directory, 'mappings', name);
  const textOf = (name: string) => readFileSync(path(name), 'utf8');
  /** The texts that the command says to write as `when`. */
  const toWrite = (out: string) => [...out.matchAll(/^ {2}when: (.*)$/gm)].map(([, when = '']) => when);
  const write = (name: string, when: string) =>
    writeFiles(directory, {
      [`mappings/${name}`]: `${textOf(name).replace(/^when:.*\n/m, '')}\nwhen: ${when}\n`,
    });
  const run = (...args: readonly string[]) => fieldbridge(args, { directory });
  return { directory, add, path, textOf, toWrite, write, run };
}

describe('init --add for a second form of a source', () => {
  it('writes a second mapping that takes only its form, and says what the first one needs', async () => {
    const { add, textOf, toWrite, write, run } = await aFolder();
    const first = textOf('form.yaml');
    const sample = textOf('samples/form.json');
    const added = await add(birth);
    expect(added).toMatchObject({ status: 0, err: '' });
    expect(added.out).toContain('Written: mappings/form-2.yaml, mappings/samples/form-2.json');
    expect(added.out).toContain('form_id = "7"');
    expect(parse(textOf('form-2.yaml')).when).toBe('form_id = "7" and kundennummer');
    expect([textOf('form.yaml'), textOf('samples/form.json')]).toEqual([first, sample]);
    expect(added.out.replaceAll(/\s+/g, ' ')).toContain('mappings/form.yaml takes these webhooks too.');
    const [when = ''] = toWrite(added.out);
    expect(when).toBe('form_id = "6" and kundennummer');
    write('form.yaml', when);
    expect(await run('test')).toMatchObject({ status: 0 });
    // The conditions exclude each other, so no event is planned twice.
    expect((await run('check')).out).not.toContain('check/written-twice');
  });

  const same = { kundennummer: '1001', allergies: 'Nüsse' };
  it.each([
    ['an object of the form', { form: { id: 6, name: 'A' } }, { form: { id: 7, name: 'A' } }, 'form.id = 7'],
    ['a kind of event', { event_type: 'created' }, { event_type: 'updated' }, 'event_type = "updated"'],
    [
      'the id of a form, not that of the event',
      { event: { id: 1 }, formId: 'a' },
      { event: { id: 2 }, formId: 'b' },
      'formId = "b"',
    ],
    [
      'the id of a form, not its title',
      { form_title: 'A', form_id: 'a' },
      { form_title: 'B', form_id: 'b' },
      'form_id = "b"',
    ],
    ['a key that only the new webhook has', {}, { goal: 'x', formId: '' }, '$exists(goal)'],
    ['a name that only the new webhook has', {}, { survey: 'pass' }, 'survey = "pass"'],
    ['the first such key with a text', {}, { a1: 'y', a2: '', a3: 'z', a4: 'z' }, '$exists(a3)'],
  ])('tells them apart by %s', async (_, first, second, expected) => {
    const { add, textOf, toWrite, write, run } = await aFolder({ ...same, ...first });
    const added = await add({ ...same, ...second });
    expect(added).toMatchObject({ status: 0, err: '' });
    expect(parse(textOf('form-2.yaml')).when).toBe(`${expected} and kundennummer`);
    write('form.yaml', toWrite(added.out)[0] ?? '');
    expect(await run('test')).toMatchObject({ status: 0 });
    expect((await run('check')).out).not.toContain('check/written-twice');
  });

  it.each([
    ['is of the same form', { kundennummer: '1002', allergies: 'Pollen', form_id: '6' }],
    ['has fewer keys of the same form', { kundennummer: '1002', form_id: '6' }],
    ['differs only in ids and times', { ...intake, kundennummer: '7' }],
  ])('writes nothing if the webhook %s', async (_, second) => {
    const { add, path, textOf } = await aFolder({ ...intake, event: { id: '1', time: '2026-11-26' } });
    const first = textOf('form.yaml');
    const refused = await add({ ...second, event: { id: '2', time: '2026-11-27' } });
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toContain('nothing in this webhook tells it from those of mappings/form.yaml');
    expect(existsSync(path('form-2.yaml'))).toBe(false);
    expect(textOf('form.yaml')).toBe(first);
  });

  it('adds a third one, changes no file, and names only the mappings that take its webhooks', async () => {
    const { add, textOf, toWrite, write } = await aFolder();
    write('form.yaml', toWrite((await add(birth)).out)[0] ?? '');
    const before = textOf('form-2.yaml');
    const third = await add({ ...intake, form_id: '8' }, '--json');
    expect(JSON.parse(third.out)).toMatchObject({ when: 'form_id = "8"', toChange: [] });
    expect(JSON.parse(third.out).files[0]).toMatch(/mappings\/form-3\.yaml$/);
    expect(textOf('form-2.yaml')).toBe(before);
  });

  it('tells it from a mapping of another name, one without `when`, and one without a sample', async () => {
    const { directory, add, toWrite, path } = await aFolder();
    const old =
      'source: form\ndestination: salon\noperation: updateCustomer\nset: {id: kundennummer, note: allergies}\n';
    writeFiles(directory, {
      'mappings/forms/intake.yaml': old,
      'mappings/samples/form-2.json': '{"mine":1}',
    });
    const added = await add(birth);
    expect(added.out).toContain('Written: mappings/form-3.yaml');
    expect(added.out.replaceAll(/\s+/g, ' ')).toContain(
      'mappings/forms/intake.yaml has no `when`, so it takes these webhooks too. Write into it, below `source`: when: $not(form_id = "7")',
    );
    expect(toWrite(added.out)).toHaveLength(2);
    expect(readFileSync(path('samples/form-2.json'), 'utf8')).toBe('{"mine":1}');
  });

  it('does not guess if the mapping of the source is not valid', async () => {
    const { directory, add, path } = await aFolder();
    writeFiles(directory, { 'mappings/form.yaml': 'source: form\nsets: 1\n' });
    const refused = await add(birth);
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toContain('mappings/form.yaml is there already and is not a valid mapping');
    expect(existsSync(path('form-2.yaml'))).toBe(false);
  });
});
