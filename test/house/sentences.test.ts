import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');

const sentences = '(?:reason|message|hint|says|why|detail|trouble)';

/** Matches code that splits a sentence, or applies a pattern to it. */
const takenApart = new RegExp(
  [
    String.raw`\b${sentences}\s*\??\.(?:split|match|startsWith|endsWith|includes|replace|replaceAll|search|indexOf)\(`,
    String.raw`\/[a-z]*\.(?:test|exec)\((?:\w+\??\.)*${sentences}\)`,
  ].join('|'),
);

const ofOthers = 'the sentences of others, who give no code';
const shownOnce = 'shows once what two sentences say';

/** The files that may read sentences, with the reasons. */
const readers: Readonly<Record<string, string>> = {
  'booking/answers/find-refusal.ts': ofOthers,
  'booking/http/connection-fault.ts': ofOthers,
  'booking/http/tls-fault.ts': ofOthers,
  'cli/operate/event-text.ts': shownOnce,
  'cli/run.ts': ofOthers,
  'cli/start/start.ts': 'logs the first line of a message',
  'cli/try/why-text.ts': shownOnce,
  'config/config-file-faults.ts': 'masks secrets',
  'diagnostics/yaml/shape.ts': 'zod passes nothing but a message on',
  'diagnostics/yaml/syntax.ts': ofOthers,
  'expressions/syntax.ts': ofOthers,
  'expressions/thread/failure.ts': ofOthers,
  'inbox/postgres/connection/faults.ts': ofOthers,
  'server/api/access/access-control.ts': 'a reason that is a code',
};

it('parses no sentence of this program: code uses fields', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: root }).filter(file =>
    takenApart.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(readers).sort());
});
