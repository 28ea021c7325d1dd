import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const folder = fileURLToPath(new URL('.', import.meta.url));
const hints = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(each => each.endsWith('.txt'))
  .flatMap(file =>
    readFileSync(`${folder}${file}`, 'utf8')
      .split('\n')
      .flatMap(line => {
        const [, hint] = /^\s*hint: (.*)$/.exec(line) ?? [];
        return hint === undefined ? [] : [{ file, hint }];
      }),
  );

/** Returns the flow maps of a hint that begin like a rule, each up to its own closing brace. */
function rulesIn(hint: string): readonly string[] {
  return [...hint.matchAll(/\{(?:from|answer): /g)].map(({ index }) => {
    let depth = 0;
    let quote = '';
    for (let at = index; at < hint.length; at += 1) {
      const char = hint[at] ?? '';
      if (quote !== '') quote = char === quote ? '' : quote;
      else if (/["']/.test(char)) quote = char;
      else if (char === '{') depth += 1;
      else if (char === '}' && --depth === 0) return hint.slice(index, at + 1);
    }
    return hint.slice(index);
  });
}

it('show rules that can be copied into a file of YAML', () => {
  const rules = hints.flatMap(({ file, hint }) => rulesIn(hint).map(rule => ({ file, rule })));
  expect(rules.length).toBeGreaterThan(20);
  for (const { file, rule } of rules) {
    const document = parseDocument(rule);
    expect(document.errors, `${file}: ${rule}`).toEqual([]);
    const { from, answer } = document.toJS() as { from?: unknown; answer?: unknown };
    expect(typeof (from ?? answer), `${file}: ${rule}`).toBe('string');
  }
});

it('show paths with brackets in quotes, since YAML needs them inside braces', () => {
  for (const { file, hint } of hints)
    expect(hint, file).not.toMatch(
      /(?:write|as in|from:) [\p{L}\d_$][\p{L}\d_$.]{0,200}\[[^\]]{0,200}\][\p{L}\d_$.]{0,200}(?:$|[,;]| (?:here|instead|with))/u,
    );
});
