import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSandbox, plainMapping, post, startedBridge, writeFiles } from '../command-line.ts';

const mapping = plainMapping.replace('allergies: allergies', 'allergies: {from: allergies, as: phone}');

it('a running bridge uses the defaults of the config, also for a mapping that has changed', async () => {
  const sandbox = await openSandbox();
  const { url, directory } = await startedBridge(sandbox, '    defaults: {country: AT}\n', {
    'mappings/notes.yaml': mapping,
  });
  const sent = async (id: number) => {
    await post(url, { customer: id, note: 'x', allergies: '0664 1234567' });
    return sandbox.customer(id)?.additionalFields;
  };
  expect(JSON.stringify(await sent(1001))).toContain('+436641234567');
  writeFiles(directory, {
    [join('mappings', 'notes.yaml')]: mapping.replace('note: note', 'note: {value: changed}'),
  });
  await expect
    .poll(
      async () => {
        await sent(1002);
        return sandbox.customer(1002)?.note;
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe('changed');
  expect(JSON.stringify(sandbox.customer(1002)?.additionalFields)).toContain('+436641234567');
});
