import { describe, expect, it } from 'vitest';
import { keyForWord } from '../../src/diagnostics/yaml/words-for-keys.ts';
import { mappingShape, ruleShape, testShape } from '../../src/mapping/schema.ts';

const keysOf = { rule: ruleShape, mapping: mappingShape, test: testShape };

describe('a word of another language or program', () => {
  it.each<[string, keyof typeof keysOf, string]>([
    ['map', 'rule', 'values'],
    ['Map', 'rule', 'values'],
    ['lookup', 'rule', 'values'],
    ['table', 'rule', 'values'],
    ['translate', 'rule', 'values'],
    ['options', 'rule', 'values'],
    ['else', 'rule', 'otherwise'],
    ['fallback', 'rule', 'default'],
    ['path', 'rule', 'from'],
    ['field', 'rule', 'from'],
    ['source', 'rule', 'from'],
    ['constant', 'rule', 'value'],
    ['type', 'rule', 'as'],
    ['input_format', 'rule', 'parse'],
    ['date-format', 'rule', 'format'],
    ['timezone', 'rule', 'zone'],
    ['delimiter', 'rule', 'separator'],
    ['reason', 'rule', 'because'],
    ['if missing', 'rule', 'whenMissing'],
    ['Tabelle', 'rule', 'values'],
    ['if', 'mapping', 'when'],
    ['condition', 'mapping', 'when'],
    ['filter', 'mapping', 'when'],
    ['target', 'mapping', 'destination'],
    ['Aktion', 'mapping', 'operation'],
    ['body', 'test', 'payload'],
    ['input', 'test', 'payload'],
    ['expected', 'test', 'expect'],
  ])('%s in a %s means %s', (word, of, meant) => {
    expect(keyForWord(word, Object.keys(keysOf[of].shape))).toBe(meant);
  });

  it('means nothing where the key is not allowed', () => {
    expect(keyForWord('map', Object.keys(mappingShape.shape))).toBeUndefined();
    expect(keyForWord('constructor', Object.keys(ruleShape.shape))).toBeUndefined();
  });
});
