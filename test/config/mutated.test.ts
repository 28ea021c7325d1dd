import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { type MappingFolder, readMappings } from '../../src/mapping/folder.ts';
import { keepLastGood } from '../../src/mapping/keep-last-good.ts';
import { presets } from '../../src/receive/senders/senders.ts';
import { type Chance, chanceOf, seedOf } from '../../torture/chance.ts';

const files = Number(process.env.MUTANTS ?? 600) / 2;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const good = `server: {port: 8080, bodyLimit: 1MiB}
store: sqlite:data/bridge.db
mappings: mappings
destinations:
  salon:
    baseUrl: https://calendar.example.com
    token: \${SALON_TOKEN}
    statuses: [Neukunde, Stammkunde]
    limits: {concurrency: 4, perSecond: 10, timeout: 30s}
    retry: {first: 2s, max: 6h, giveUpAfter: 7d}
sources:
  website:
    preset: typeform
    secret: \${TYPEFORM_SECRET}
  crm:
    path: /in/crm
    verify:
      type: hmac
      secret: ["\${NEW_SECRET}", "\${OLD_SECRET:-an-old-secret-of-some-length}"]
      signed: "{timestamp}.{body}"
      signature: {name: X-Signature, prefix: "sha256=", encoding: hex}
      timestamp: {name: X-Timestamp, unit: s, tolerance: 5m}
    split: events
    eventId: [delivery_id, kind]
    respond: outcome
admin:
  token: \${ADMIN_TOKEN}
retention: {delivered: 30d, failed: 180d}
log: {level: info}
`;
const goodMapping = `source: website
destination: salon
when: kind = "contact"
link: person
operation: updateCustomer
set:
  id: $linked
  note: {template: "{note} of {$answers.date}"}
  customerStatus: {from: status, values: {high: Stammkunde}, otherwise: null}
  additionalFields:
    birthdate: {from: dob, as: date, parse: [yyyy-MM-dd], format: dd.MM.yyyy}
    interests: {from: topics, as: list, separator: ","}
tests:
  - name: one
    payload: {kind: contact, person: "7", note: x}
    linked: 1001
    expect: [{id: "1001"}]
`;

/** Changes of a text as by a slip, a half-written file or a faulty script. */
const mutations: readonly ((text: string, chance: Chance) => string)[] = [
  (text, chance) => text.slice(0, chance.int(text.length)),
  (text, chance) => text.slice(chance.int(text.length)),
  (text, chance) => atOne(text, chance, () => String.fromCharCode(chance.int(256))),
  (text, chance) =>
    atOne(text, chance, () =>
      chance.pick([
        '\t',
        '\n',
        ' ',
        ':',
        '-',
        '{',
        '}',
        '"',
        '&a ',
        '*a',
        '<<: ',
        '!!js ',
        '\0',
        '\ufeff',
        '|\n',
        '? ',
        '#',
        '%',
      ]),
    ),
  (text, chance) => lines(text, all => all.toSpliced(chance.int(all.length), 1)),
  (text, chance) => lines(text, all => all.toSpliced(chance.int(all.length), 0, chance.pick(all))),
  (text, chance) =>
    lines(text, all => all.map((line, at) => (at === chance.int(all.length) ? ` ${line}` : line))),
  (text, chance) => lines(text, all => all.toSpliced(chance.int(all.length), 1, '<<<<<<< HEAD', '=======')),
  (text, chance) => keys(text, chance, key => `${key}s`),
  (text, chance) =>
    keys(text, chance, () =>
      chance.pick(['__proto__', 'constructor', 'toString', '', '~', '1', '[a]', 'x'.repeat(2_000)]),
    ),
  (text, chance) =>
    values(text, chance, () =>
      chance.pick([
        '',
        'null',
        '[]',
        '{}',
        '-1',
        '1e999',
        '.nan',
        'true',
        '2026-02-30',
        '[[[[',
        '{from: x',
        "'",
        `\${NOT_SET}`,
        '{file: /nowhere}',
        '{file: .}',
        '1KiB',
        '99999999999d',
      ]),
    ),
  (text, chance) => values(text, chance, () => `[${'[1, '.repeat(chance.int(300))}`),
];

function atOne(text: string, chance: Chance, make: () => string): string {
  const at = chance.int(text.length);
  return text.slice(0, at) + make() + text.slice(at + chance.int(2));
}

function lines(text: string, change: (all: readonly string[]) => readonly string[]): string {
  return change(text.split('\n')).join('\n');
}

function keys(text: string, chance: Chance, make: (key: string) => string): string {
  const found = [...text.matchAll(/[A-Za-z]+(?=:)/g)];
  const { 0: key, index } = chance.pick(found);
  return text.slice(0, index) + make(key) + text.slice(index + key.length);
}

function values(text: string, chance: Chance, make: () => string): string {
  const found = [...text.matchAll(/(?<=: )[^\n]+/g)];
  const { 0: value, index } = chance.pick(found);
  return text.slice(0, index) + make() + text.slice(index + value.length);
}

/** Returns a text after one or several mutations. */
function mutated(text: string, chance: Chance): string {
  let result = text;
  for (let times = 1 + chance.int(3); times > 0 && result.length > 40 && result.includes(': '); times -= 1)
    result = chance.pick(mutations)(result, chance);
  return result;
}

const names = ['SALON_TOKEN', 'TYPEFORM_SECRET', 'NEW_SECRET', 'ADMIN_TOKEN'];
const env = Object.fromEntries(names.map(name => [name, `the-value-of-${name}`]));

function load(text: string) {
  const readFile = (path: string) => {
    if (path === '/etc/config.yaml') return text;
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  };
  return loadConfig('/etc/config.yaml', { env, readFile, presets });
}

function folderOf(texts: Readonly<Record<string, string>>, before?: MappingFolder): MappingFolder {
  const surroundings = {
    lookAt: (real: string) => ({ real, names: Object.keys(texts), folders: [] }),
    readFile: (path: string) => Buffer.from(texts[path.slice('/m/'.length)] ?? ''),
    realPath: (path: string) => path,
    isFile: () => true,
  };
  return readMappings('/m', surroundings, before);
}

describe('a working bridge', () => {
  it(`gets a config or a list of faults, whatever happens to the file (${files} times, SEED=${seed})`, () => {
    expect(hasErrors(load(good).diagnostics)).toBe(false);
    let refused = 0;
    for (let index = 0; index < files; index += 1) {
      const text = mutated(good, chanceOf(seedOf(seed, index)));
      const { config, diagnostics } = load(text);
      const faults = diagnostics.filter(each => each.severity === 'error');
      expect(config === undefined, `${index}: ${text}`).toBe(faults.length > 0);
      for (const each of faults) expect(each.message.trim(), `${index}: ${text}`).not.toBe('');
      if (!config) refused += 1;
    }
    expect(refused).toBeGreaterThan(files / 4);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it(`keeps a mapping whose file becomes faulty, and shows the reason (${files} times)`, () => {
    const names = ['a.yaml', 'b.yaml', 'c.yaml'];
    const texts = Object.fromEntries(names.map(name => [name, goodMapping]));
    let current = folderOf(texts);
    expect([current.mappings.length, current.faulty]).toEqual([3, []]);
    let faulty = 0;
    for (let index = 0; index < files; index += 1) {
      const chance = chanceOf(seedOf(seed + 1, index));
      const name = chance.pick(names);
      texts[name] = chance.maybe(0.3) ? goodMapping : mutated(goodMapping, chance);
      const next = folderOf(texts, current);
      const kept = keepLastGood(current, next);
      const versions = new Map(current.mappings.map(each => [each.name, each.version]));
      expect(
        kept.mappings.map(each => each.name),
        texts[name],
      ).toEqual(['a', 'b', 'c']);
      for (const { name: bad, diagnostics } of kept.faulty) {
        expect(hasErrors(diagnostics), texts[name]).toBe(true);
        expect(kept.mappings.find(each => each.name === bad)?.version).toBe(versions.get(bad));
        faulty += 1;
      }
      current = kept;
    }
    expect(faulty).toBeGreaterThan(files / 4);
  });
});
