import { describe, expect, it } from 'vitest';
import { fieldbridge, openSandbox, plainFolder, plainMapping } from './command-line.ts';

const failing = plainMapping.replace(
  '{id: "1001", note: Window seat}',
  '{id: "1001", note: Aisle, customerStatus: VIP}',
);

describe('test', () => {
  it('runs the tests of every mapping without asking the account', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'mappings/without.yaml': plainMapping.replace(/tests:.*/s, ''),
    });
    expect(await fieldbridge(['test'], { directory })).toEqual({
      status: 0,
      out: 'notes\n  ✓ a note\nwithout  no tests\n\n1 passed, 0 failed\n',
      err: '',
    });
    expect(sandbox.calls()).toEqual([]);
  });

  it('ends with status 1 where one fails, and says what is different and where', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/failing.yaml': failing });
    const ran = await fieldbridge(['test'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toBe(`failing
  ✗ a note
      note: expected "Aisle", but it is "Window seat"
      customerStatus: expected "VIP", but it is not sent
      mappings/failing.yaml:10
notes
  ✓ a note

1 passed, 1 failed
`);
  });

  it.each([['notes'], ['mappings/notes.yaml'], ['notes.yaml']])(
    'runs only the mapping that is named, as %s',
    async word => {
      const directory = plainFolder(await openSandbox(), { 'mappings/failing.yaml': failing });
      const ran = await fieldbridge(['test', word], { directory });
      expect(ran.status).toBe(0);
      expect(ran.out).toBe('notes\n  ✓ a note\n\n1 passed, 0 failed\n');
    },
  );

  it('ends with status 2 where there is no such mapping, and lists those that there are', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/broken.yaml': 'source: [\n' });
    const ran = await fieldbridge(['test', 'note'], { directory });
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('there is no mapping "note"; there are notes, broken');
  });

  it('ends with status 1 where a file is faulty, and runs the others all the same', async () => {
    const directory = plainFolder(await openSandbox(), {
      'mappings/broken.yaml': plainMapping.replace('set:', 'sets:'),
    });
    const ran = await fieldbridge(['test'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toBe('notes\n  ✓ a note\n\n1 passed, 1 failed\n');
    expect(ran.err).toContain('mappings/broken.yaml:4:1: error: there is no key "sets"');
    expect((await fieldbridge(['test', 'notes'], { directory })).status).toBe(0);
  });

  it('answers in JSON for programs', async () => {
    const directory = plainFolder(await openSandbox(), {
      'mappings/failing.yaml': failing,
      'mappings/broken.yaml': 'source: [\n',
    });
    const ran = await fieldbridge(['test', '--json'], { directory });
    expect(ran.status).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      tests: [
        {
          mapping: 'failing',
          name: 'a note',
          passed: false,
          differences: [
            'note: expected "Aisle", but it is "Window seat"',
            'customerStatus: expected "VIP", but it is not sent',
          ],
        },
        { mapping: 'notes', name: 'a note', passed: true, differences: [] },
      ],
      faulty: [{ name: 'broken', diagnostics: [{ code: 'yaml/syntax' }] }],
    });
  });
});
