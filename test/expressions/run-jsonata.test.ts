import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { evaluate, expressionOf, failureOf } from './expression-of.ts';

describe('an expression that JSONata runs', () => {
  it.each([
    ['too-slow', '($f := function($n) { $f($n + 1) }; $f(1))'],
    ['limit', '($f := function($n) { 1 + $f($n + 1) }; $f(1))'],
    ['limit', '($f := function() { {"a": $f()} }; $f())'],
    ['too-large', '[1..9999999]'],
    ['too-slow', '$sum($map([1..10000], function($i) { $sum([1..10000]) }))'],
    ['too-large', '$pad("a", 1000000000)'],
    ['too-large', '$pad("a", -1000000000)'],
    [
      'too-large',
      '($f := function($s, $n) { $n = 0 ? $s : $f($s & $s, $n - 1) }; $length($f("aaaaaaaa", 40)))',
    ],
    [
      'too-large',
      '($f := function($s, $n) { $n = 0 ? $s : $f($s & $s, $n - 1) }; $length($f("aaaaaaaa", 18)))',
    ],
    ['too-large', '$replace($pad("", 100000, "a"), "a", $pad("", 100000, "b"))'],
    ['too-large', '$sort(list)'],
    ['too-large', '$distinct(list)'],
    ['limit', 'small ~> |$|{"self": $}|'],
    ['limit', '($f := function($l, $n) { $n = 0 ? $l : $f([[$l, $l]], $n - 1) }; $f([[1]], 250))'],
    ['too-large', '($f := function($l, $n) { $n = 0 ? $l : $f([[$l, $l]], $n - 1) }; $f([[1]], 60))'],
    ['too-slow', '$match($pad("", 100000, "a"), /(a.*b|a)/)'],
    // Each of these would block a thread for minutes, or use all of its memory.
    [
      'too-slow',
      '($f := function($a, $n) { $n = 0 ? $a : $f({"a": $a, "b": $a}, $n - 1) }; $f(1, 22) = $f(1, 22))',
    ],
    ['too-slow', '$count($distinct(objects))'],
    ['too-large', 'objects@$o.$$.objects@$p[$o.n = $p.n]'],
    ['too-large', '$join([1..150].($$.text & ": " & $), "\\n")'],
    ['too-large', '$string([1..150].{"item": $, "text": $$.text})'],
    ['too-large', '[1..150].{"item": $, "text": $$.text} & ""'],
    ['too-large', '[1..150].{"item": $, "text": $$.text}'],
    ['too-large', '$map([1..10], function($i) { $pad("", 1000000, "x") })'],
    ['too-large', '$split($pad("", 1000000, "ä,"), ",")'],
    ['too-slow', '$contains($pad("", 1000000, "a"), "b" & $pad("", 400000, "a"))'],
    ['too-slow', '$substringAfter($pad("", 1000000, "a"), "b" & $pad("", 400000, "a"))'],
    ['too-slow', '$split($pad("", 1000000, "a"), "b" & $pad("", 400000, "a"))'],
    ['too-slow', '$replace($pad("", 1000000, "a"), "b" & $pad("", 400000, "a"), "c")'],
    ['too-slow', '$ ~> |objects|{"all": [1..300].($$.text)}|'],
  ])('ends with %s: %s', async (code, source) => {
    const list = Array.from({ length: 100_000 }, (_, index) => index);
    const objects = Array.from({ length: 3_200 }, (_, n) => ({ n, a: { b: [n, 'x', { c: 1 }] } }));
    const input = { list, objects, small: { a: 1 }, text: 'x'.repeat(200_000) };
    expect((await failureOf(source, input)).code).toBe(`expression/${code}`);
    expect(await evaluate('$uppercase("and the next one runs")')).toBe('AND THE NEXT ONE RUNS');
  });

  it('may have an object with many entries', async () => {
    const entries = Array.from({ length: 250 }, (_, index) => `"k${index}": a.b`);
    expect(await evaluate(`$lookup({${entries.join(', ')}}, "k249")`, { a: { b: 1 } })).toBe(1);
  });

  it.each([
    'a[]',
    'empty{"x": 1}',
    'empty[]',
    '$.{"x": empty.{"y": 1}}',
    '$$ ~> |$$.a|{"x": 2}|',
    '($clone := function($x) { $x }; $ ~> |a|{"x": 2}, "b"|)',
    '$v ~> |$|{"x": 2}|',
    '$sort(list, function($l, $r) { $l > $r })',
    '$reverse(list) ~> $append(4)',
  ])('does not change the payload: %s', async source => {
    const make = () => ({ a: { b: [1] }, empty: [], list: [3, 1, 2] });
    const [input, v] = [make(), make()];
    await evaluate(source, input, { v });
    expect(input).toStrictEqual(make());
    expect(v).toStrictEqual(make());
    expect(Object.getOwnPropertyNames(input.a.b)).toEqual(['0', 'length']);
  });

  it('calls no function that a payload names', async () => {
    await expect(evaluate('($f := a; $f(1))', { a: { b: 1 } })).rejects.toMatchObject({
      code: 'expression/failed',
    });
    const posing = {
      _jsonata_lambda: true,
      _jsonata_function: true,
      outerWrapper: true,
      tupleStream: true,
      name: 'x',
    };
    expect(await evaluate('$uppercase(name)', posing)).toBe('X');
    expect(await evaluate('$string($)', posing)).toBe('{"name":"x"}');
    expect(await evaluate('$keys(a[name="x"])', { a: posing })).toBe('name');
  });

  it.each([
    '$lookup($, "constructor")',
    '$lookup($, "__proto__")',
    '$.constructor.constructor ~> $exists() ? "open"',
    '$keys.constructor ~> $exists() ? "open"',
    '$process',
    '$globalThis',
    '$require',
  ])('returns nothing of the program: %s', async source => {
    expect(await evaluate(source)).toBeUndefined();
  });

  it('changes no prototype', async () => {
    const result = await evaluate('$ ~> |$|{"__proto__": {"polluted": true}}|', { a: 1 });
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    await evaluate(
      '$merge([$, {"__proto__": {"polluted": true}, "constructor": 1}])',
      JSON.parse('{"__proto__":{"x":1}}'),
    );
    expect('polluted' in {}).toBe(false);
    const own = JSON.parse('{"__proto__":{"x":1}}');
    expect(JSON.stringify(await evaluate('$merge([$, {"y": 2}])', own))).toBe('{"__proto__":{"x":1},"y":2}');
  });

  it('returns plain JSON', async () => {
    const result = await evaluate('{"list": items.a, "object": $merge(items)}', {
      items: [{ a: 1 }, { a: 2 }],
    });
    expect(result).toStrictEqual({ list: [1, 2], object: { a: 2 } });
  });

  it.each(['$uppercase', 'function($x) { $x }', '{"a": $sum}', '[$sum]', '$map(?, $sum)', '/a/', '1 / 0'])(
    'fails if the result is not JSON: %s',
    async source => {
      expect((await failureOf(source)).code).toBe('expression/failed');
    },
  );

  it('gets the time of receipt from $now and $millis, so that a replay has the same result', async () => {
    const event = { receivedAt: '2026-03-01T12:00:00.000Z' };
    expect(await evaluate('$now()', {}, { event })).toBe('2026-03-01T12:00:00.000Z');
    expect(await evaluate('$now("[D01].[M01].[Y0001]")', {}, { event })).toBe('01.03.2026');
    expect(await evaluate('$fromMillis($millis(), "[H01]", "+0100")', {}, { event })).toBe('13');
    expect((await failureOf('$now()')).message).toContain('not known here');
  });

  it('is isolated from concurrent evaluations', async () => {
    const expression = expressionOf('$join($match(text, /[a-z]/).match) & $millis()');
    const runs = Array.from({ length: 20 }, (_, index) =>
      expression.evaluate({
        input: { text: `${index}x${index}y` },
        bindings: { event: { receivedAt: new Date(index).toISOString() } },
      }),
    );
    expect(await Promise.all(runs)).toEqual(runs.map((_, index) => `xy${index}`));
  });

  it('keeps the patterns left of ?: and ??', async () => {
    expect(await evaluate('$match(a, /4/).match ?: "none"', { a: '14' })).toBe('4');
    expect(await evaluate('$match(a, /4/).match ?? "none"', { a: '15' })).toBe('none');
  });

  it('has the results of JSONata for padding, sorting, cutting and counting', async () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 3 }), fc.constant('x')), {
      maxLength: 12,
    });
    const lists = fc.oneof(texts, fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 12 }));
    const widths = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(2.7));
    await fc.assert(
      fc.asyncProperty(
        lists,
        widths,
        fc.string({ unit: 'grapheme', maxLength: 3 }),
        async (list, width, filling) => {
          const input = {
            list,
            width,
            start: Math.trunc(width / 2) + 0.5 * (list.length % 2),
            filling,
            text: list.join(''),
          };
          for (const source of [
            '$sort(list)',
            '$pad(text, width, filling)',
            '$pad(text, width)',
            '$sort(list)[0]',
            '$length(text)',
            '$substring(text, start)',
            '$substring(text, start, width)',
            '$substring(text, width, start)',
            '$split(text, filling)',
            '$split(text, filling, 2)',
          ]) {
            const expected: unknown = await jsonata(source).evaluate(input);
            expect(JSON.stringify(await evaluate(source, input)), source).toBe(JSON.stringify(expected));
          }
        },
      ),
    );
    expect(await evaluate('$sort(["b", "c", "a"], function($l, $r) { $l < $r })')).toEqual(['c', 'b', 'a']);
    expect((await failureOf('$sort(["b", 1])')).message).toContain('neither all texts nor all numbers');
  });
});

describe('a failed expression', () => {
  const secret = 'Erika Beispiel';

  it.each([
    '$number(s)',
    's > 3',
    '3 < s',
    's + 1',
    '1 - s',
    '-s',
    '[s..3]',
    '[1..s]',
    '$toMillis(s)',
    '{"a": s}.b ~> s',
    '{list: 1}',
    'list^(true)',
    'mixed^($)',
    '$sum(list)',
    '$sqrt($number("-1")) & s',
    '$error(s)',
    '$error("Not " & s)',
    '$assert(false, s)',
    '$uppercase(object)',
    '($f := s; $f(1))',
    '{s: 1, $string(s): 2}',
    '$sort(mixed)',
    '$single(list)',
    '$decodeUrl("%" & s)',
    '$formatNumber(1, s)',
    '$formatInteger(1, s)',
    '$fromMillis(1, "[" & s)',
    '$parseInteger(s, "w")',
    '$split(object, s)',
    '$join(object)',
    '$reduce(list, s)',
    '$replace(s, "", "x")',
    '$ ~> |$|s|',
    's ~> object',
    '(object ? s : s).$number($)',
  ])('shows no value of the payload: %s', async source => {
    const input = { s: secret, list: [secret, secret], mixed: [secret, 1], object: { [secret]: secret } };
    const { code, message } = await failureOf(source, input);
    expect(code).toBe('expression/failed');
    expect(message).not.toContain('Erika');
    expect(message).not.toContain('Beispiel');
    expect(message.length).toBeGreaterThan(15);
  });

  it("reports the compared values' types and the place", async () => {
    const { message } = await failureOf('age > 3', { age: '30' });
    expect(message).toBe(
      '> compares a text with a number; $number(…) makes a number of a text. (at character 5 of the expression)',
    );
  });

  it('has the text that its author gave to $error', async () => {
    expect((await failureOf('$error("No branch")')).message).toContain('$error: No branch');
  });
});

describe('a value of the event that a function cannot take', () => {
  const input = { nothing: null, texts: ['a', 'b'], number: 7 };
  it.each([
    ['$split(nothing, ", ")', 'the value is empty in the event: write (PATH ? $split(PATH, ", "))'],
    ['$split(texts, ", ")', 'the value is a list already, so write its path without $split'],
    ['$join(["a", nothing], " ")', 'that value is empty in the event'],
    ['$join(["a", number], " ")', 'write $string(PATH) for that element'],
  ])('is reported with the next step: %s', async (source, hint) => {
    const failed = await failureOf(source, input);
    expect(failed).toMatchObject({ code: 'expression/failed', hint: expect.stringContaining(hint) });
  });

  it('is named by its place in the list of $join', async () => {
    const { message } = await failureOf('$join(["a", nothing], " ")', input);
    expect(message).toContain('$join cannot join element 2 of its list, which is null.');
  });
});
