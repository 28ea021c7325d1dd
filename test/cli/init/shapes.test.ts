import { expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { fieldbridge, folderWith } from '../command-line.ts';
import { type Shape, shapes } from './shapes.ts';

const env = { X_SECRET: 'a secret of the sender, long enough' };
const sandbox = await startSandbox();
sandbox.control('fields', {
  action: 'add',
  keyName: 'services',
  name: 'Leistungen',
  type: 'checkbox_group',
  selectItems: ['Massage, 60 Min.', 'Massage, 90 Min.', 'Farbe & Strähnen'],
});

/** Returns the mapping that `init` writes for a webhook, the findings of `check`, and the sent values. */
async function tried({ flags, payload }: Shape) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const directory = folderWith({ one: text });
  const where = { directory, env: { ...env, SALON_TOKEN: sandbox.tokens.mitte } };
  const account = ['--url', sandbox.url, '--token-env', 'SALON_TOKEN', '--secret-env', 'X_SECRET'];
  const made = await fieldbridge(['init', ...account, ...flags, '--payload', 'one', '--json'], where);
  if (made.status !== 0) throw new Error(made.err);
  const checked = await fieldbridge(['check', '--json'], where);
  const previewed = await fieldbridge(['preview', 'crm', 'one', '--linked', '1001', '--json'], where);
  return {
    made: JSON.parse(made.out) as Made,
    found: (JSON.parse(checked.out) as { diagnostics: Found[] }).diagnostics,
    calls: (JSON.parse(previewed.out) as { calls: Call[] }).calls,
  };
}

interface Made {
  readonly customer: { readonly kind: string; readonly path?: string };
  readonly fields: readonly { readonly keyName: string; readonly sureness: string }[];
}
interface Found {
  readonly path?: string;
  readonly message: string;
}
interface Call {
  readonly request: { readonly id?: string; readonly additionalFields?: Readonly<Record<string, string>> };
}

it.each(shapes)(
  'init reads $of: everything that it is sure of is right, and check finds no fault',
  async shape => {
    const { made, found, calls } = await tried(shape);
    const sure = made.fields.filter(({ sureness }) => sureness === 'sure').map(({ keyName }) => keyName);
    expect(found.filter(({ path }) => sure.some(key => path === `additionalFields.${key}`))).toEqual([]);
    expect(made.customer.path).toBe(shape.person);
    const sent = { id: calls[0]?.request.id, ...calls[0]?.request.additionalFields };
    expect(sent).toEqual(shape.sent);
  },
);
