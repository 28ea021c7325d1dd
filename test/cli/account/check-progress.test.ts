import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../src/cli/account/find-faults.ts';
import { folderWith } from '../command-line.ts';

const config = `destinations:
  salon: {baseUrl: "http://127.0.0.1:9", token: some-token-0000}
  hair: {baseUrl: "http://127.0.0.1:9", token: another-token-0000}
sources: {form: {verify: {type: none}}}
`;
const mapping = `source: form
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

describe('a check that takes long', () => {
  it('shows how many destinations and mappings are done', async () => {
    const directory = folderWith({
      'config.yaml': config,
      'mappings/one.yaml': mapping,
      'mappings/two.yaml': mapping,
    });
    const steps: (readonly [string, number, number])[] = [];
    await findFaults(
      join(directory, 'config.yaml'),
      {},
      { offline: true, progress: (...each) => steps.push(each) },
    );
    expect(steps).toEqual([
      ['destinations', 1, 2],
      ['destinations', 2, 2],
      ['mappings', 0, 2],
      ['mappings', 1, 2],
    ]);
  });
});
