import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkCall } from '../../src/check/call/check-call.ts';
import { diskFor, readText } from '../../src/cli/workspace.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readMappings } from '../../src/mapping/folder.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { readTest } from '../../src/mapping/tests/read-test.ts';
import { runMappingTests } from '../../src/mapping/tests/run-tests.ts';
import { presets } from '../../src/receive/senders/senders.ts';
import { catalogOf, fieldOf, listed, now } from '../check/catalog.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/everyday.md`, 'utf8');
const befores = [...page.matchAll(/^```yaml (\S+)\n(.*?)^```$/gms)].map(([, name = '', text = '']) => ({
  name,
  text,
}));

const long = 'long-enough-for-a-secret-of-tests';
const names = [
  'TYPEFORM_SECRET',
  'HUBSPOT_SECRET',
  'FORM_TOKEN',
  'BOOKING_SECRET',
  'ADMIN_TOKEN',
  'SALON_TOKEN',
];
const { config } = loadConfig(`${root}config.example.yaml`, {
  env: Object.fromEntries(names.map(name => [name, `${long}-${name}`])),
  readFile: readText,
  presets,
});
if (!config) throw new Error('config.example.yaml cannot be read');
const { sources, destinations } = config;
const { mappings } = readMappings(`${root}mappings`, diskFor(config));

const catalog = catalogOf({
  ...listed(now, 'Neukunde', 'Stammkunde'),
  fields: [
    fieldOf({ keyName: 'birthdate', type: 'birthday' }),
    fieldOf({
      keyName: 'interests',
      type: 'checkbox_group',
      selectItems: ['Haarschnitt', 'Farbe', 'Pflege', 'Styling', 'Kosmetik'],
    }),
    fieldOf({ keyName: 'hair.type', type: 'selection', selectItems: ['glatt', 'wellig', 'lockig', 'kraus'] }),
    fieldOf({ keyName: 'contact.by', type: 'selection', selectItems: ['Telefon', 'E-Mail', 'SMS'] }),
    fieldOf({ keyName: 'newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'allergies' }),
  ],
});

/** Runs the tests of a mapping against the account; with `by`, the tests of that mapping. */
async function run(mapping: Mapping, by: Mapping = mapping) {
  const { onInvalid, onUnknownField, maxAgeMs, ignoreOlder } = mapping;
  const policy = { onInvalid, onUnknownField, maxAgeMs, ignoreOlder };
  const source = sources.get(mapping.source);
  return runMappingTests(
    { ...mapping, tests: by.tests },
    {
      people: source?.people ?? '',
      empty: source?.empty,
      settingsOf: name => destinations.get(name),
      read: test => readTest(source, test),
      check: call => {
        const verdict = checkCall(call, { catalog, destination: 'salon', policy, validators: 'fail', now });
        const mayLeave = verdict.kind === 'send';
        return { mayLeave, diagnostics: verdict.diagnostics, sent: mayLeave ? verdict.call : call };
      },
    },
  );
}

/** Returns the lines of a mapping without its tests, comments and trailing blanks. */
function written(text: string): string {
  const lines = text.replace(/^tests:.*/ms, '').split('\n');
  return lines
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
    .join('\n');
}

describe('docs/everyday.md', () => {
  it('has each mapping of mappings/everyday', () => {
    const everyday = mappings.filter(({ name }) => name.startsWith('everyday/'));
    expect(befores.map(({ name }) => `everyday/${name}`).sort()).toEqual(everyday.map(({ name }) => name));
  });

  it.each(befores)('has $name, which makes the same calls in its older form', async ({ name, text }) => {
    const after = mappings.find(each => each.name === `everyday/${name}`);
    const { mapping: before, diagnostics } = parseMapping(`${name}.yaml`, text, {
      readFile: () => new Uint8Array(),
    });
    if (!after || !before) throw new Error(JSON.stringify(diagnostics));
    const failed = (await Promise.all([run(after), run(before, after)])).flat().filter(each => !each.passed);
    expect(failed).toEqual([]);
  });

  it.each(befores)('has $name, which is now a third shorter and has no backtick', ({ name, text }) => {
    const after = readFileSync(`${root}mappings/everyday/${name}.yaml`, 'utf8');
    expect(after).not.toContain('`');
    expect(written(after).length / written(text).length).toBeLessThanOrEqual(2 / 3);
  });
});
