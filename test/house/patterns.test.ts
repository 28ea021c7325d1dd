import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';

const root = resolve(import.meta.dirname, '../../src');

/** Patterns with quadratic time on texts that are always short, with the reason. */
const short: ReadonlyMap<string, string> = new Map([
  ['expressions/meter.ts: /\\B(?=(\\d{3})+$)/g', 'the digits of a number, at most 22'],
]);

/** Patterns that are created at run time. A person has checked the texts and the parts of each. */
const made: readonly string[] = [
  'check/call/validator.ts',
  'cli/start/leaking-debug-names.ts',
  'diagnostics/look-alikes.ts',
  'diagnostics/yaml/keyboard-characters.ts',
  'diagnostics/yaml/mistakes.ts',
  'expressions/convert/read-date.ts',
  'expressions/habits/habits.ts',
  'inbox/finding/encoded-runs.ts',
  'inbox/finding/event-search.ts',
  'inbox/finding/mend-text.ts',
  'inbox/finding/phone-number.ts',
  'inbox/finding/text-finder.ts',
  'receive/bodies/media-type.ts',
  'receive/senders/cloudevents.ts',
  'server/http/base-path.ts',
];

interface Found {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

interface Syntax {
  readonly type: string;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly type: string; readonly name?: string };
  readonly property?: { readonly name?: string };
}

const patterns: Found[] = [];
const makers = new Set<string>();
const normalizers = new Set<string>();
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts')) continue;
  const tree = parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' });
  for (const node of nodesOf(tree)) {
    const { regex } = node;
    if (regex) patterns.push({ file, source: regex.pattern, flags: regex.flags });
    if (node.callee?.name === 'RegExp') makers.add(file);
    if (node.type === 'MemberExpression' && node.property?.name === 'normalize') normalizers.add(file);
  }
}

function* nodesOf(value: unknown): Generator<Syntax> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as Syntax;
  for (const each of Object.values(value)) yield* nodesOf(each);
}

/** Returns why a pattern's time may grow faster than its text: backtracking, or a start at each place. */
function faultsOf({ source, flags }: Pick<Found, 'source' | 'flags'>): readonly string[] {
  const { reports } = analyse({ source, flags });
  return reports.map(({ type, character }) => `${type} of ${JSON.stringify(character.pick)}`);
}

describe('the patterns of the program', () => {
  it('take linear time', () => {
    const faulty = patterns.flatMap(found => {
      const name = `${found.file}: /${found.source}/${found.flags}`;
      return faultsOf(found).length > 0 && !short.has(name) ? [`${name}: ${faultsOf(found).join(', ')}`] : [];
    });
    expect(patterns.length).toBeGreaterThan(500);
    expect(faulty).toEqual([]);
  });

  it('are excepted only if they still take longer', () => {
    const names = new Map(patterns.map(each => [`${each.file}: /${each.source}/${each.flags}`, each]));
    const needless = [...short.keys()].filter(name => {
      const found = names.get(name);
      return !found || faultsOf(found).length === 0;
    });
    expect(needless).toEqual([]);
  });

  it('are literals, except a few that are created', () => {
    expect([...makers].sort()).toEqual(made);
  });

  it.each(['0+$', '\\s*,', '^\\s*(.+?)\\s*$', '(?:a+)+b'])('would be found: /%s/', source => {
    expect(faultsOf({ source, flags: '' })).not.toEqual([]);
  });
});

it('normalises Unicode in one place, in linear time, and in the browser for short names', () => {
  expect([...normalizers].sort()).toEqual(['console/parts/folded.ts', 'diagnostics/composed.ts']);
});
