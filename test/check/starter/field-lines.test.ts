import { expect, it } from 'vitest';
import { fieldLines, nothingLines } from '../../../src/check/starter/field-lines.ts';
import type { Suggestion, Sureness } from '../../../src/check/starter/suggest-fields.ts';
import { fieldOf } from '../catalog.ts';

function suggestionOf(keyName: string, sureness: Sureness): Suggestion {
  const path = {
    ...{ expression: keyName, keys: [keyName], names: [keyName], value: 'x', options: [] },
    ...{ isAnswer: false, events: 1 },
  };
  const candidate = { path, score: 1, weight: 0, rule: { from: keyName } };
  return { field: fieldOf({ keyName }), sureness, candidates: sureness === 'none' ? [] : [candidate] };
}

it.each([
  [['sure', 'unsure', 'none'], 'add a line for it above', '  additionalFields:'],
  [['unsure', 'none'], 'take the # away before "additionalFields:" above', '  # additionalFields:'],
  [['none'], 'write "  additionalFields:" above', undefined],
] as const)('says where to add a line for a field that nothing fills, beside %j', (all, words, first) => {
  const suggestions = all.map((sureness, at) => suggestionOf(`f${at}`, sureness));
  expect(nothingLines(suggestions, []).join('\n')).toContain(`To fill one, ${words}`);
  expect(fieldLines(suggestions)[0]).toBe(first);
});
