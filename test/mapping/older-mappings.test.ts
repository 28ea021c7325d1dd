import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCall } from '../../src/check/call/check-call.ts';
import { diskFor, readText } from '../../src/cli/workspace.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { requestView } from '../../src/inbox/request-view.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { testInput } from '../../src/mapping/evaluate/sample-input.ts';
import { readMappings } from '../../src/mapping/folder.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import type { SampleEvent } from '../../src/receive/samples/read-sample.ts';
import { presets } from '../../src/receive/senders/senders.ts';
import { catalogOf, fieldOf, listed, now } from '../check/catalog.ts';
import { changed, eventsOf, payloadOf, randomOf } from './older/generated-events.ts';

// The mappings in `older/` are copies that never change. So a change of the language cannot change their meaning
// unnoticed.

const folder = join(import.meta.dirname, 'older');
const { config, diagnostics } = loadConfig(join(folder, 'config.yaml'), {
  env: {},
  readFile: readText,
  presets,
});
if (!config) throw new Error(diagnostics.map(each => each.message).join('; '));
const { sources, destinations } = config;
const { mappings, faulty } = readMappings(join(folder, 'mappings'), diskFor(config));

const several = ['Farbe', 'Pflege', 'Farbe, Pflege', 'Schnitt'];
const catalog = catalogOf({
  ...listed(now, 'Interessent', 'Neukunde', 'Stammkunde', 'VIP'),
  fields: [
    ...['allergies', 'phone', 'list', 'texts', 'computed', 'counted', 'strict', 'size'].map(keyName =>
      fieldOf({ keyName }),
    ),
    fieldOf({ keyName: 'birthdate', type: 'birthday' }),
    fieldOf({ keyName: 'interests', type: 'checkbox_group', selectItems: several }),
    fieldOf({ keyName: 'hair.type', type: 'selection', selectItems: ['glatt', 'lockig', 'kraus'] }),
    fieldOf({ keyName: 'lead.source', type: 'selection', selectItems: ['Website', 'Messe'] }),
    fieldOf({ keyName: 'newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'contact.by', type: 'selection', selectItems: ['Telefon', 'E-Mail', 'SMS'] }),
    fieldOf({ keyName: 'zip', validatorRegexp: '^[0-9]{5}$' }),
  ],
});

/** Plans an event with a mapping, and checks its call. */
async function planned(mapping: Mapping, event: SampleEvent): Promise<unknown> {
  const source = sources.get(mapping.source);
  const evaluation = await evaluate(mapping, testInput(event, mapping.source), {
    people: source?.people ?? 'p',
    empty: source?.empty,
    findLink: async ({ id }) => (id.length % 2 === 0 ? '1001' : undefined),
    settingsOf: name => destinations.get(name),
  });
  if (evaluation.kind !== 'call') return evaluation.kind;
  const { call, destination, link } = evaluation;
  const { onInvalid, onUnknownField, maxAgeMs, ignoreOlder } = mapping;
  const policy = { onInvalid, onUnknownField, maxAgeMs, ignoreOlder };
  const verdict = checkCall(call, { catalog, destination, policy, validators: 'fail', now });
  const sent = verdict.kind === 'send' ? requestView(verdict.call) : undefined;
  return [destination, link, requestView(call), verdict.kind, sent];
}

/** The bodies for each source: samples with changed values, or values under the names that its mappings read. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  'booking-form': ['booking.json', 'booking-second.json'].map(sample),
  website: [sample('intake.json')],
  crm: [sample('crm-stage.json')],
  'contact-form': [
    Object.fromEntries(
      new URLSearchParams(readFileSync(join(folder, 'mappings/samples/contact-form.txt'), 'utf8')),
    ),
  ],
};

function sample(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'mappings/samples', name), 'utf8'));
}

const perRound = 100;

/** Plans the generated events of a round with all mappings. */
async function round(seed: number): Promise<string> {
  const random = randomOf(seed);
  const plans: unknown[] = [];
  while (plans.length < perRound) {
    const mapping = mappings[plans.length % mappings.length] as Mapping;
    const given = samples[mapping.source];
    const body = given ? changed(random, given[plans.length % given.length]) : payloadOf(random);
    const [event] = await eventsOf(sources.get(mapping.source), body);
    plans.push(event ? await planned(mapping, event) : 'no event');
  }
  return hash('sha256', JSON.stringify(plans)).slice(0, 16);
}

/**
 * With FIELDBRIDGE_ALL_EVENTS=1 all 10,000 events are planned, otherwise a part of them. FIELDBRIDGE_KEEP_CALLS=1
 * and `-u` also store the present calls. Do that only for a change that is intended for older mappings too, and
 * describe it in the changelog.
 */
const all = 100;
const rounds = process.env.FIELDBRIDGE_ALL_EVENTS === '1' ? all : 2;

describe('mappings in the older language', () => {
  it('are read as before', () => {
    expect(faulty.flatMap(each => each.diagnostics)).toEqual([]);
    expect(mappings).toHaveLength(7);
  });

  it('make the same calls for generated events', async () => {
    const found: string[] = [];
    for (let seed = 1; seed <= rounds; seed += 1) found.push(await round(seed));
    const kept = join(folder, 'calls.json');
    if (process.env.FIELDBRIDGE_KEEP_CALLS === '1') {
      await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(kept);
      return;
    }
    const known = JSON.parse(readFileSync(kept, 'utf8')) as readonly string[];
    expect(known).toHaveLength(all);
    expect(found).toEqual(known.slice(0, rounds));
  });
});
