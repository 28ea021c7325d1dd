import { describe, expect, it } from 'vitest';
import { fieldbridge, openSandbox, plainFolder } from '../command-line.ts';

describe('the hint of a box that gets the yes to an opt-out', () => {
  it('has the words of the sample, and is told once', async () => {
    const sandbox = await openSandbox();
    for (const [answer, table] of [
      ['on', '{on: false, off: null}'],
      ['true', '{true: false, false: null}'],
      ['Nein', '{Ja: false, Nein: null}'],
      ['yes', '{yes: false, no: null}'],
    ]) {
      const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    newsletter: {from: kein_newsletter, as: boolean}
tests:
  - {name: a form, payload: {customer: 1001, kein_newsletter: "${answer}"}, expect: []}
`;
      const directory = plainFolder(sandbox, { 'mappings/notes.yaml': mapping });
      const { out } = await fieldbridge(['check', '--json'], { directory });
      const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; hint?: string }[] };
      const hints = diagnostics
        .filter(({ code }) => code === 'mapping/opt-out-as-consent')
        .map(({ hint }) => hint);
      expect(hints).toEqual([expect.stringContaining(`values: ${table}`)]);
      expect(hints[0]).toContain('a no and an empty answer then send nothing');
    }
  });
});
