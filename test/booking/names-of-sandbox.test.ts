import { expect, it, onTestFinished } from 'vitest';
import { createCatalog } from '../../src/booking/catalog/catalog.ts';
import { createClient } from '../../src/booking/http/client.ts';
import { Secret } from '../../src/config/secret.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';

async function catalogOfSandbox(locale: string | undefined) {
  const sandbox = await startSandbox();
  const client = createClient({
    baseUrl: sandbox.url,
    token: new Secret(sandbox.tokens.mitte),
    timeoutMs: 5_000,
    connections: 4,
  });
  onTestFinished(async () => {
    await client.close();
    await sandbox.close();
  });
  const catalog = createCatalog({
    destination: { locale, statuses: [] },
    client,
    clock: Date,
    restored: undefined,
    save: async () => {},
  });
  await catalog.probe();
  const named = (keyName: string) => catalog.snapshot?.fields.find(each => each.keyName === keyName);
  return { sandbox, catalog, named };
}

it('learns the names of the fields in every language of the API', async () => {
  const { sandbox, catalog, named } = await catalogOfSandbox(undefined);
  expect(named('birthdate')?.names).toBeUndefined();
  await catalog.learnNames();
  expect(named('birthdate')).toMatchObject({
    name: 'Geburtstag',
    names: { de: 'Geburtstag', en: 'Date of birth', fr: 'Date de naissance', nl: 'Geboortedatum' },
  });
  expect(named('iban')?.names).toEqual({ de: 'IBAN', en: 'IBAN', fr: 'IBAN', nl: 'IBAN' });
  expect(sandbox.calls()).toHaveLength(5);
});

it('leaves out a language that cannot be read', async () => {
  const { sandbox, catalog, named } = await catalogOfSandbox('en');
  sandbox.addFaults({ operation: 'additionalCustomerFields', status: 503, times: 1 });
  await catalog.learnNames();
  const names = Object.keys(named('birthdate')?.names ?? {});
  expect(names).toHaveLength(3);
  expect(names).toContain('en');
});
