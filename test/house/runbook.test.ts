import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exit } from '../../src/cli/surroundings.ts';
import { faultOf } from '../../src/inbox/postgres/connection/faults.ts';
import { watchSpace } from '../../src/inbox/sqlite/file/space.ts';
import { alertCodes } from '../../src/notify/alerts/alert-codes.ts';
import { readinessFindings, whyNotReady } from '../../src/server/health/readiness.ts';
import { readProjectFile, root } from './markdown.ts';

const page = readProjectFile('docs/runbook.md');
const { groups } = parse(readProjectFile('deploy/prometheus/alerts.yml')) as {
  groups: { rules: { alert: string; annotations: Record<string, string> }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

/** Returns the sections of a chapter by their headings at this level. */
function sectionsOf(chapter: string, mark: '###' | '####'): ReadonlyMap<string, string> {
  const text = page.split(/^## /m).find(part => part.startsWith(`${chapter}\n`)) ?? '';
  const sections = text.split(new RegExp(`^${mark} `, 'm')).slice(1);
  return new Map(
    sections.map(each => [
      each.slice(0, each.indexOf('\n')),
      each.slice(each.indexOf('\n')).split(/^#/m)[0] ?? '',
    ]),
  );
}

describe('the runbook', () => {
  it('has a section for every alert, and no other, and each alert leads to its own', () => {
    expect([...sectionsOf('Alerts', '###').keys()].toSorted()).toEqual(
      alerts.map(each => each.alert).toSorted(),
    );
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  it('has a section for every alert that the program raises itself', () => {
    const sections = [...sectionsOf('Alerts', '###').keys()];
    expect(Object.keys(alertCodes).length).toBeGreaterThan(10);
    expect(Object.keys(alertCodes).filter(code => !sections.includes(code))).toEqual([]);
  });

  it('has a section for every exit status of `start`, and no other', () => {
    const files = [
      ...readdirSync(join(root, 'src/cli/start')).map(name => `src/cli/start/${name}`),
      ...['workspace', 'surroundings', 'run'].map(name => `src/cli/${name}.ts`),
    ];
    const used = files.flatMap(file =>
      [...readProjectFile(file).matchAll(/\bexit\.(\w+)/g)].map(([, name]) => name),
    );
    const ends = Object.entries(exit).filter(([name]) => used.includes(name));
    expect(ends.length).toBeGreaterThan(3);
    expect([...sectionsOf('Exit statuses', '###').keys()]).toEqual(ends.map(([, status]) => String(status)));
  });

  it('has a section for each message of /readyz, and no other', () => {
    const sections = [...sectionsOf('Fields of /readyz', '###').keys()];
    expect(sections.toSorted()).toEqual([...readinessFindings].toSorted());
  });

  it('has a section for every reason of a 503, and no other', () => {
    const headings = [...sectionsOf('Fields of /readyz', '####').keys()];
    const explains = (heading: string, reason: string) => patternOf(heading).test(reason);
    const reasons = reasonsOfUnready();
    expect(reasons.length).toBeGreaterThan(12);
    expect(reasons.filter(reason => headings.filter(each => explains(each, reason)).length !== 1)).toEqual(
      [],
    );
    expect(headings.filter(heading => !reasons.some(reason => explains(heading, reason)))).toEqual([]);
  });

  it('has the meaning and the remedy in every section, and names only existing alerts', () => {
    const all = [
      ...sectionsOf('Alerts', '###'),
      ...sectionsOf('Exit statuses', '###'),
      ...sectionsOf('Fields of /readyz', '###'),
      ...sectionsOf('Fields of /readyz', '####'),
    ].filter(([heading]) => heading !== 'reason');
    expect(all.length).toBeGreaterThan(50);
    const silent = all.filter(([, text]) => !/^\n\n\*\*Means\.\*\* \S.*\n\n\*\*Do\.\*\* \S/s.test(text));
    expect(silent.map(([heading]) => heading)).toEqual([]);
    const named = [...page.matchAll(/\bFieldbridge[A-Z]\w+/g)].map(([name]) => name);
    expect(named.filter(name => !alerts.some(each => each.alert === name))).toEqual([]);
  });
});

function patternOf(heading: string): RegExp {
  const parts = heading.split('…').map(part => part.replace(/[()]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** Returns the reasons for which `/readyz` may return 503. */
function reasonsOfUnready(): readonly string[] {
  const full = watchSpace('/nowhere', () => ({ totalBytes: 1e12, freeBytes: 0 })).shortage();
  const stopping = whyNotReady({ isDraining: () => true }, { writable: true });
  return [...new Set([...reasonsOfSqlite(), ...reasonsOfPostgres(), full ?? '', stopping ?? ''])];
}

/** Returns the storage faults in the sources; a fault that is reported as another one has its text there. */
function reasonsOfSqlite(): readonly string[] {
  const text = sourcesIn('src/inbox/sqlite');
  const written = [
    ...text.matchAll(/new StorageFault\(\s*[`'](.+?)[`'],/g),
    ...text.matchAll(/\bwords: '(.+?)'/g),
    ...text.matchAll(/writable: false, reason: '(.+?)'/g),
  ].map(([, words = '']) => words.replace(/\$\{.+?\}/g, 'X'));
  return written.filter(words => !words.startsWith('X ('));
}

/** Returns the texts for faults of PostgreSQL, of the connection and of its encryption in the sources. */
function reasonsOfPostgres(): readonly string[] {
  const text = sourcesIn('src/inbox/postgres');
  const states = [...text.matchAll(/^ {2}'?([\dA-Z]{2,5})'?:\s/gm)].map(([, code = '']) =>
    code.padEnd(5, '0'),
  );
  expect(states.length).toBeGreaterThan(12);
  const faults = [
    ...[...states, '0A000'].map(code => Object.assign(new pg.DatabaseError('', 0, 'error'), { code })),
    Object.assign(new Error(), { syscall: 'connect', code: 'ECONNREFUSED' }),
    Object.assign(new Error(), { syscall: 'open', code: 'ENOENT' }),
    Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' }),
    ...['The server does not support SSL', 'SASL: ', 'Connection terminated'].map(words => new Error(words)),
  ];
  const written = [
    ...text.matchAll(/new StoreUnavailable\('(.+?)'/g),
    ...text.matchAll(/writable: false, reason: '(.+?)'/g),
  ].map(([, words = '']) => words);
  return [...faults.map(each => faultOf(each).message), ...written];
}

function sourcesIn(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readProjectFile(`${folder}/${name}`))
    .join('\n');
}
