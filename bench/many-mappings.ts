import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../src/config/load-config.ts';
import { systemClock } from '../src/inbox/clock.ts';
import { openSqliteStore } from '../src/inbox/sqlite/store.ts';
import { newEventId } from '../src/receive/events/event-id.ts';
import { receive } from '../src/receive/receive.ts';
import { presets } from '../src/receive/senders/senders.ts';

/** The size of the config to check: the numbers of mappings, of rules in each, and of fields of the account. */
export interface Extent {
  readonly mappings: number;
  readonly rules: number;
  readonly fields: number;
}

/** Writes a config and mappings into a folder, each mapping for its own form and with a sample. */
export function writeMappings(
  folder: string,
  destination: { readonly url: string; readonly token: string },
  extent: Extent,
): void {
  mkdirSync(join(folder, 'mappings'), { recursive: true });
  writeFileSync(
    join(folder, 'config.yaml'),
    `store: sqlite:bridge.db
destinations: {salon: {baseUrl: "${destination.url}", token: ${destination.token}}}
sources: {form: {verify: {type: header-token, name: X-Token, secret: ${token}}}}
`,
  );
  for (let index = 0; index < extent.mappings; index += 1) {
    writeFileSync(join(folder, 'mappings', `form-${index}.yaml`), mappingOf(index, extent));
  }
}

/** Stores events of these forms, as a bridge would have. */
export async function storeEvents(folder: string, count: number, extent: Extent): Promise<void> {
  const file = join(folder, 'config.yaml');
  const readFile = (path: string) => readFileSync(path, 'utf8');
  const source = loadConfig(file, { env: {}, presets, readFile }).config?.sources.get('form');
  if (!source) throw new Error('the config cannot be used');
  const store = await openSqliteStore(join(folder, 'bridge.db'), { clock: systemClock });
  const headers = [
    ['content-type', 'application/json'],
    ['x-token', token],
  ] as const;
  for (let index = 0; index < count; index += 1) {
    const payload = { form: `f${index % extent.mappings}`, customer: 1001, answers: answersOf(extent) };
    const request = { method: 'POST', url: source.path, headers, body: Buffer.from(JSON.stringify(payload)) };
    const now = Date.now();
    const newId = () => newEventId(now, randomBytes);
    const received = await receive(source, request, { now, newId, publicUrl: undefined });
    if (received.kind !== 'accepted') throw new Error(`it was ${received.kind}`);
    await store.add(received.request);
  }
  await store.close();
}

const token = 'a-token-for-the-form';

function answersOf({ rules }: Extent): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: rules }, (_, rule) => [`q${rule}`, `v${rule}`]));
}

/** Returns the keyName of a field of the account. */
export function keyName(index: number): string {
  return `field.${index}`;
}

/** Returns a typical mapping of a form: mostly paths; of ten rules one table, one expression and one template. */
function mappingOf(index: number, extent: Extent): string {
  const { rules, fields } = extent;
  const numbers = Array.from({ length: rules }, (_, rule) => rule);
  const lines = numbers.map(rule => `    ${keyName((index * rules + rule) % fields)}: ${ruleOf(rule)}`);
  const answers = JSON.stringify(answersOf(extent));
  return `source: form
destination: salon
when: form = "f${index}"
operation: updateCustomer
set:
  id: customer
  additionalFields:
${lines.join('\n')}
tests:
  - name: an answer
    payload: {form: f${index}, customer: 1001, answers: ${answers}}
    expect: []
`;
}

function ruleOf(rule: number): string {
  const path = `answers.q${rule}`;
  switch (rule % 10) {
    case 7:
      return `{from: ${path}, values: {v${rule}: One, other: Two}, otherwise: null}`;
    case 8:
      return `$uppercase(${path})`;
    case 9:
      return `{template: "Answer {${path}}"}`;
    default:
      return path;
  }
}
