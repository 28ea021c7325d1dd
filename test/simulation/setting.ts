import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { type MappingFolder, readMappings } from '../../src/mapping/folder.ts';
import { presets } from '../../src/receive/senders/senders.ts';
import type { MappingSetName, Scenario } from './scenario.ts';

/** The contents of the secret file with the token; the bridge reads it again for each use. */
export const tokenFile = { text: '' };

/** The config of a scenario. */
export function configOf({ limits, retryMax }: Scenario): Config {
  const text = `
store: sqlite:unused.db
destinations:
  salon:
    baseUrl: http://127.0.0.1:1
    token: {file: token}
    limits: {concurrency: ${limits.concurrency}, perSecond: ${limits.perSecond}, timeout: 30s}
    retry: {first: 2s, max: ${retryMax}, giveUpAfter: 7d}
sources:
  crm: {verify: {type: none}, eventId: id}
`;
  return once(configs, text, () => {
    const readFile = (path: string) => (path.endsWith('token') ? tokenFile.text : text);
    const { config, diagnostics } = loadConfig('/config.yaml', { env: {}, readFile, presets });
    if (!config) throw new Error(JSON.stringify(diagnostics));
    return config;
  });
}

/**
 * One set of mappings of a scenario. In the faulty one, updates have a field that does not exist; `none` is an empty
 * folder.
 */
export function mappingsOf({ maxAge }: Scenario, which: MappingSetName): MappingFolder {
  return once(folders, `${maxAge} ${which}`, () => {
    const texts: Record<string, string> =
      which === 'none' ? {} : { update: update(maxAge, which), linked: linked(maxAge), booking };
    const folder = readMappings('/mappings', {
      lookAt: real => ({ real, names: Object.keys(texts).map(name => `${name}.yaml`), folders: [] }),
      readFile: path => Buffer.from(texts[path.slice('/mappings/'.length, -'.yaml'.length)] ?? ''),
      realPath: path => path,
      isFile: () => true,
    });
    if (folder.faulty.length > 0) throw new Error(JSON.stringify(folder.faulty));
    return folder;
  });
}

const configs = new Map<string, Config>();
const folders = new Map<string, MappingFolder>();

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}

const update = (maxAge: string, which: MappingSetName) => `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
maxAge: ${maxAge}
set:
  id: customer
  note: note
  customerStatus: status
  additionalFields:
    allergies: allergies
    lead.source: {template: "${which === 'B' ? 'B' : 'A'}{lead}"}
    ${which === 'faulty' ? 'no.such.field: {value: x}' : ''}
`;

const linked = (maxAge: string) => `
source: crm
destination: salon
when: kind = "linked"
link: contact
operation: updateCustomer
maxAge: ${maxAge}
set:
  id: $linked
  note: note
  customerStatus: status
  additionalFields: {allergies: allergies, lead.source: {template: "L{lead}"}}
`;

const booking = `
source: crm
destination: salon
when: kind = "booking"
link: contact
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: {template: "par-{appointment}"}
  customerId: customer
  email: email
  appointmentParticipant.customerComment: comment
  additionalFields: {allergies: allergies}
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
`;
