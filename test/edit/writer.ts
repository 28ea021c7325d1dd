import { createFileEditor } from '../../src/edit/file-editor.ts';

/** Appends its name to the config `times` times, unless it is killed before. */
const [, , config = '', mappings = '', name = '', times = ''] = process.argv;
const editor = createFileEditor({
  place: { allowed: true, config, mappings },
  record: async () => {},
  now: Date.now,
});
let written = 0;
while (written < Number(times)) {
  const before = editor.read({ kind: 'config' });
  if (!('text' in before)) throw new Error('not read');
  const text = `${before.text}# ${name} ${written}\n`;
  const { kind } = await editor.write(
    { kind: 'config' },
    { text, expected: before.version, actor: { who: name } },
  );
  if (kind === 'written') written += 1;
  if (kind === 'refused') throw new Error('refused');
}
