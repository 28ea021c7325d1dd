import { expect, it } from 'vitest';
import { load } from './reading.ts';

const admin = (edit: string) =>
  load(`admin:\n  token: a-long-token-of-the-admin\n  edit: ${edit}\n`, { EDIT: 'true' });

it('allows the console to write files only if the config says so', () => {
  expect(admin('true').config?.admin?.edit).toBe(true);
  expect(admin(`"\${EDIT}"`).config?.admin?.edit).toBe(true);
  expect(admin('false').config?.admin?.edit).toBeUndefined();
  expect(load('admin: {token: a-long-token-of-the-admin}\n').config?.admin?.edit).toBeUndefined();
  expect(admin('sometimes').diagnostics).toMatchObject([{ code: 'yaml/wrong-type', place: { line: 3 } }]);
});
