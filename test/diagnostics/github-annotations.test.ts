import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { githubAnnotations } from '../../src/diagnostics/github-annotations.ts';

const place = { file: 'mappings/a.yaml', line: 3, column: 5, length: 8 };

describe('annotations for GitHub', () => {
  it('are one line each, with the place, the code as a title, and the advice', () => {
    const found = diagnostic('check/unknown-field', 'salon has no field "x"', {
      place,
      hint: 'did you mean "y"?',
    });
    expect(githubAnnotations([found, diagnostic('check/no-catalog', 'not known')])).toBe(
      '::error file=mappings/a.yaml,line=3,col=5,endColumn=12,title=check/unknown-field::salon has no field "x"%0Ahint: did you mean "y"?\n' +
        '::warning title=check/no-catalog::not known\n',
    );
  });

  it('call a note a notice', () => {
    expect(githubAnnotations([diagnostic('check/no-test', 'none')])).toMatch(/^::notice /);
  });

  it('cannot be ended by the text of a file', () => {
    const message = '100 % of\r\n::error::fake';
    const found = diagnostic('yaml/syntax', message, { place: { ...place, file: 'a:b,c%\n.yaml' } });
    expect(githubAnnotations([found])).toBe(
      '::error file=a%3Ab%2Cc%25%0A.yaml,line=3,col=5,endColumn=12,title=yaml/syntax::100 %25 of%0D%0A::error::fake\n',
    );
  });
});
