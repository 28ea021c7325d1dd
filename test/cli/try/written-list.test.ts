import { describe, expect, it } from 'vitest';
import { fieldbridge, folderWith, openSandbox, plainConfig, writeFiles } from '../command-line.ts';

const texts = [
  "['Farbe', 'Styling']",
  '{Farbe,Styling}',
  '["Farbe","Styling"]',
  '[Farbe, Styling]',
  'a:2:{i:0;s:5:"Farbe";i:1;s:7:"Styling";}',
  'Farbe|Styling',
];

describe('a text that is a list of a programming language', () => {
  it.each(texts)('is sent as its choices, or reported with a hint that reads it: %s', async value => {
    const directory = folderWith({ 'config.yaml': plainConfig(await openSandbox()) });
    const run = async (rule: string) => {
      writeFiles(directory, {
        'mappings/form.yaml': `source: form\ndestination: salon\noperation: updateCustomer\nset:\n  id: k\n  additionalFields:\n    ${rule}\ntests:\n  - {name: t, payload: {k: 1001, v: ${JSON.stringify(value)}}, expect: [{id: "1001", additionalFields: {}}]}\n`,
        'p.json': JSON.stringify({ k: 1001, v: value }),
      });
      const preview = await fieldbridge(['preview', 'form', 'p.json', '--json'], { directory });
      const check = await fieldbridge(['check', '--json'], { directory });
      const found: readonly { code: string; hint: string }[] = JSON.parse(check.out).diagnostics;
      const event = JSON.parse(preview.out);
      return {
        sent: event.calls[0].request.additionalFields,
        status: event.status,
        found: found.filter(({ code }) => /damaged-text|not-a-choice/.test(code)),
      };
    };
    for (const as of ['list', 'choices']) {
      const several = await run(`interests: {from: v, as: ${as}}`);
      expect(several).toMatchObject({ sent: { interests: 'Farbe,Styling' }, found: [] });
    }
    const single = await run('allergies: v');
    expect(single.found).toMatchObject([{ code: 'mapping/damaged-text' }]);
    const hint = single.found[0]?.hint ?? '';
    const [, from] = /write from: ('.*?') with its path/.exec(hint) ?? [];
    const cured = from ? `{from: ${from.replace('PATH', 'v')}}` : '{from: v, as: list}';
    if (!from) expect(hint).toContain('add as: list to the rule');
    expect(await run(`allergies: ${cured}`)).toMatchObject({ found: [] });
    expect((await run(`allergies: ${cured}`)).sent.allergies).toMatch(/^Farbe, ?Styling$/);
  });
});
