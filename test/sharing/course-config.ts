import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { DueMarkTimes } from '../../src/inbox/postgres/delivery/due-marks.ts';
import type { LeaseTimes } from '../../src/inbox/postgres/ownership/lease-times.ts';
import { type MappingFolder, readMappings } from '../../src/mapping/folder.ts';
import { presets } from '../../src/receive/senders/senders.ts';

/** So short that many leases expire in a course of two seconds. */
export const shortTerms: LeaseTimes = {
  termMs: 900,
  renewEveryMs: 250,
  marginMs: 250,
  askEveryMs: 80,
  lookEveryMs: 120,
  goneAfterMs: 800,
  beginWithinMs: 500,
};

/** Every search for due calls starts at a mark, as if a transaction stayed open for hours. */
export const shortDueMarkTimes: DueMarkTimes = { longMs: 0, everyMs: 60, apart: 1, latelyMs: 200 };

/** The timeout of a request. */
export const timeoutMs = 2_500;

const limits = `limits: {concurrency: 8, perSecond: 2000, timeout: ${timeoutMs}ms}`;
const retry = 'retry: {first: 30ms, max: 200ms, giveUpAfter: 7d}';

/** The config of the processes of a course. */
export function courseConfig(token: string, places: readonly string[]): Config {
  const entries = places.map(
    place =>
      `  ${place}: {baseUrl: "http://127.0.0.1:1", token: ${JSON.stringify(token)}, ${limits}, ${retry}}`,
  );
  const text = `
store: sqlite:unused.db
destinations:
${entries.join('\n')}
sources:
  crm: {verify: {type: none}, eventId: id}
`;
  const { config, diagnostics } = loadConfig('/config.yaml', { env: {}, readFile: () => text, presets });
  if (!config) throw new Error(JSON.stringify(diagnostics));
  return config;
}

const texts: Readonly<Record<string, string>> = {
  update: `
source: crm
destination: {from: place}
when: kind = "update"
operation: updateCustomer
set: {id: customer, note: note, additionalFields: {allergies: allergies}}
`,
  booking: `
source: crm
destination: {from: place}
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: {template: "par-{appointment}"}
  customerId: customer
  appointmentParticipant.customerComment: comment
  additionalFields: {allergies: allergies}
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
`,
};

/** The spelling of the mappings in a course: with `misspelt` all their calls are held. */
export type Spelling = 'right' | 'misspelt';

/** The mappings of the processes of a course. */
export function courseMappings(spelling: Spelling): MappingFolder {
  const folder = readMappings('/mappings', {
    lookAt: real => ({ real, names: Object.keys(texts).map(name => `${name}.yaml`), folders: [] }),
    readFile: path => Buffer.from(textOf(path.slice('/mappings/'.length, -'.yaml'.length), spelling)),
    realPath: path => path,
    isFile: () => true,
  });
  if (folder.faulty.length > 0) throw new Error(JSON.stringify(folder.faulty));
  return folder;
}

function textOf(name: string, spelling: Spelling): string {
  const text = texts[name] ?? '';
  return spelling === 'right' ? text : text.replace('{allergies: allergies}', '{allergys: allergies}');
}
