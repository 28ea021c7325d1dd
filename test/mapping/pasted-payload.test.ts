import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { fieldMapping } from './evaluate-yaml.ts';

function testsOf(payload: string) {
  const text = `${fieldMapping('word')}tests:\n  - name: pasted\n    payload: ${payload}\n    expect: []\n`;
  const files = {
    readFile: (path: string) => {
      throw new Error(`there is no file ${path}`);
    },
  };
  const { mapping, diagnostics } = parseMapping('mappings/a.yaml', text, files);
  return {
    payload: mapping?.tests[0]?.payload,
    told: diagnostics.map(({ message, hint }) => `${message} (${hint})`),
  };
}

describe('a payload that was pasted as a text', () => {
  it.each([
    '|\n      {"word": "a",\n       "list": [1, 2]}',
    '>\n      {"word": "a",\n       "list": [1, 2]}',
    `'{"word": "a", "list": [1, 2]}'`,
    '"{\\"word\\": \\"a\\", \\"list\\": [1, 2]}"',
  ])('is read if it is JSON: %j', payload => {
    expect(testsOf(payload)).toEqual({ payload: { event: { word: 'a', list: [1, 2] } }, told: [] });
  });

  it.each([
    [
      '|\n      {"word": "a",\n       "list": [1, 2}',
      'the payload is not JSON: line 2, character 15: here should stand a comma or ] (correct the JSON at this place)',
    ],
    [
      `'{"word" "Mara"}'`,
      'the payload is not JSON: line 1, character 9: here should stand a colon (correct the JSON at this place)',
    ],
    [
      '|\n      word: Mara\n      list: [1, 2]',
      'the payload is a text of several lines, not a map and not the path of a file (take away the | behind payload:, so that its lines are keys and values)',
    ],
  ])('is reported without its contents if it is not: %j', (payload, told) => {
    expect(testsOf(payload)).toEqual({ payload: { event: {} }, told: [told] });
  });

  it.each(['none.json', 'samples/none.txt'])('is no path of a file: %s', payload => {
    expect(testsOf(payload).told).toEqual([
      expect.stringMatching(/^the payload ".*" cannot be read: there is no file mappings\//),
    ]);
  });
});
