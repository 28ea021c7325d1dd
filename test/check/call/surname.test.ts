import { describe, expect, it } from 'vitest';
import { doubtsOfCall } from '../../../src/check/call/doubtful-values.ts';
import { bookingData, bookingMapping, evaluateYaml } from '../../mapping/evaluate-yaml.ts';

type Row = [first: string | undefined, last: unknown, email?: string | undefined];

/** Returns the reported places and hints of a person's data. */
async function reported(
  [first, last, email]: Row,
  rule = 'last',
): Promise<readonly (readonly [string | undefined, string | undefined])[]> {
  const text = bookingMapping(`  firstName: first\n  name: ${rule}\n  email: email\n`);
  const evaluation = await evaluateYaml(text, { payload: { ...bookingData, first, last, email } });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  return doubtsOfCall(evaluation.call).map(({ path, hint }) => [path, hint]);
}

describe('a surname that also means "empty"', () => {
  it.each<Row>([
    ['Wolfgang', 'Keiner'],
    ['Anna-Lena', 'Keine'],
    ['Anna Maria', 'Kein'],
    ['Micah', 'True'],
    ['Gerhard', 'Falsch'],
    ['Hermann', 'Niemand'],
    ['Jo', 'Nobody'],
    ['Max', 'Test'],
    ['WOLFGANG', 'KEINER'],
    ['Anna', 'Unbekannt', 'anna.unbekannt@example.org'],
    ['Wolfgang', 'Null'],
    ['Wolfgang', 'Nein'],
  ])('is a name beside a first name: %s %s', async (first, last, email) => {
    expect(await reported([first, last, email])).toEqual([]);
  });

  it.each<Row>([
    [undefined, 'Keiner'],
    ['-', 'Keiner'],
    ['Test', 'Test'],
    ['Keiner', 'Keiner'],
    ['Unbekannt', 'Keiner'],
    ['Wolfgang', 'keiner'],
    ['Wolfgang', 'true'],
    ['Wolfgang', true],
    ['Wolfgang', 'TRUE'],
    ['Wolfgang', 'Nachname'],
    ['Wolfgang', 'Tbd'],
    ['Wolfgang', 'Nichts'],
    ['Wolfgang', '-'],
    ['Wolfgang', 'null'],
    ['Wolfgang', 'None'],
    ['Wolfgang', 'undefined'],
    ['Wolfgang', '{{last_name}}'],
    ['Anna', 'Unbekannt'],
    ['Anna', 'Unbekannt', 'unbekannt@example.org'],
    ['Anna', 'Unknown', 'anna@example.org'],
  ])('is reported otherwise: %s %s', async (first, last, email) => {
    expect((await reported([first, last, email])).map(([path]) => path)).toContain('name');
  });

  it('is confirmed by because:, and no hint advises to empty it for the whole source', async () => {
    const [found] = await reported([undefined, 'Keiner']);
    expect(found?.[1]).toBe(
      `if it is the name of a person, add because: with the reason to the rule; if this sender writes it for "empty", write from: 'last = "Keiner" ? null : last', since empty: of the source counts for every answer`,
    );
    const confirmed = '{from: last, because: a customer has this name}';
    expect(await reported([undefined, 'Keiner'], confirmed)).toEqual([]);
    for (const word of ['-', 'null', 'undefined', '{{name}}', 'NaN'])
      expect(await reported(['Anna', word], confirmed), word).toHaveLength(1);
  });
});
