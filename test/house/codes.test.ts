import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes } from '../../src/diagnostics/codes.ts';

const root = resolve(import.meta.dirname, '../../src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('codes.ts'))
  .map(file => readFileSync(join(root, file), 'utf8'));

describe('the table of diagnostic codes', () => {
  it('holds only codes that something gives', () => {
    const unused = Object.keys(codes).filter(code => !sources.some(text => text.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });

  it('names each code by an area and two words or three', () => {
    expect(Object.keys(codes).filter(code => !/^[a-z]+\/[a-z]+(-[a-z]+){0,3}$/.test(code))).toEqual([]);
  });
});
