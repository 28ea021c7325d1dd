import { compile } from '../../../src/expressions/compile.ts';

/** Values of the payload that are large in different ways. */
const values = [
  'text',
  'words',
  'items',
  'items.name',
  'items.n',
  'contact',
  'deep',
  'numbers',
  '$$',
  '[1..9999]',
  'contact.photo',
  '"a"',
  '7',
] as const;

/** Every function and operator of the language, with a place X for an expensive value, and Y for a text. */
const shapes = [
  '$sum(X)',
  '$count(X)',
  '$max(X)',
  '$min(X)',
  '$average(X)',
  '$string(X)',
  '$string(X, true)',
  '$length($string(X))',
  '$substring($string(X), 3, 90000)',
  '$substringBefore($string(X), Y)',
  '$substringAfter($string(X), Y)',
  '$lowercase($string(X))',
  '$uppercase($string(X))',
  '$trim($string(X))',
  '$pad($string(X), 900000, Y)',
  '$match($string(X), /(a|b|ab)*c?/)',
  '$match($string(X), /[a-z]+/i, 5000)',
  '$contains($string(X), Y)',
  '$contains($string(X), /^(a+)+$/)',
  '$replace($string(X), "a", Y)',
  '$replace($string(X), /[a-z]/, function($m) { $m.match & Y })',
  '$replace($string(X), /(.)/, "$1$1$1")',
  '$split($string(X), "")',
  '$split($string(X), Y)',
  '$split($string(X), /[ab]/)',
  '$join($map(X, $string), Y)',
  '$formatNumber($count(X), "#,##0.00")',
  '$formatNumber(1, $string(X))',
  '$formatBase($count(X), 2)',
  '$formatInteger($count(X), "w")',
  '$formatInteger(9, $string(X))',
  '$parseInteger($string(X), "0")',
  '$number($string(X))',
  '$floor($count(X))',
  '$round($count(X), 2)',
  '$abs($count(X))',
  '$sqrt($count(X))',
  '$power($count(X), 100)',
  '$boolean(X)',
  '$not(X)',
  '$exists(X)',
  '$map(X, function($v) { $string($v) & Y })',
  '$map(items, function($v) { X })',
  '$filter(X, function($v) { $v in X })',
  '$filter(items, function($v) { $v = X })',
  '$single(X, function($v) { false })',
  '$reduce(X, function($a, $b) { $string($a) & $string($b) })',
  '$reduce(items, function($a, $b) { $append($a, X) })',
  '$zip(X, X, X)',
  '$sift($merge(items), function($v) { $v != X })',
  '$keys(X)',
  '$lookup(X, "name")',
  '$append(X, X)',
  '$spread(X)',
  '$merge(items.{"a": X})',
  '$reverse(X)',
  '$each(X, function($v, $k) { $k & $string($v) })',
  '$type(X)',
  '$assert($count(X) < 0, "no")',
  '$error($string(X))',
  '$sort(X)',
  '$sort(X, function($l, $r) { $string($l) > $string($r) })',
  '$distinct(X)',
  '$distinct(items.(X))',
  '$base64encode($string(X))',
  '$base64decode($string(X))',
  '$encodeUrl($string(X))',
  '$encodeUrlComponent($string(X))',
  '$decodeUrl($string(X))',
  '$decodeUrlComponent($string(X))',
  '$toMillis($string(X))',
  '$toMillis("1", $string(X))',
  '$fromMillis($count(X), $string(X))',
  '$fromMillis(0, "[FNn,*-3], [D1o] [MNn] [Y]")',
  '$clone(X)',
  '$now($string(X))',
  '$millis() + $count(X)',
  'X & Y & X',
  'X = X',
  'X != X',
  '$count(X) + $count(X)',
  '$count(X) % 3 * 4 / 5 - 6',
  '$count(X) < 5 and $count(X) >= 2 or X',
  '"a" in X',
  'X in X',
  '[1..$count(X)]',
  '[X, [X, [X]]]',
  '{"a": X, "b": {"c": X}}',
  'X ? X : Y',
  'X ?: Y',
  'X ?? Y',
  '(X)[0]',
  '(X)[-1]',
  'items[X]',
  'items[$ = X]',
  'items.(X)',
  'items.{"item": $, "all": X}',
  'items.{"item": $, "contact": $$.contact, "x": X}',
  'items^(>n, name).(X)',
  '(X)^($)',
  'items{name: X}',
  'items{$string(n): $count(X)}',
  'items@$i.$$.items@$j[$i.n = $j.n].(X)',
  'items#$at.{"at": $at, "x": X}',
  'items.name.%.(X)',
  '**.(X)',
  '$$.**',
  '$$.*.(X)',
  '(X).**',
  '($v := X; [$v, $v, $v])',
  '$ ~> |items|{"x": X}|',
  '$ ~> |**|{"x": X}, ["n"]|',
  'X ~> $string ~> $uppercase',
  '($f := $map(?, $string); $f(X))',
  '($f := function($a, $n) { $n = 0 ? $a : $f({"a": $a, "b": $a}, $n - 1) }; $f(X, 22) = $f(X, 22))',
  '($f := function($a, $n) { $n = 0 ? $a : $f([$a, $a], $n - 1) }; $f(X, 30))',
  '($f := function($s, $n) { $n = 0 ? $s : $f($s & $s, $n - 1) }; $f($string(X), 30))',
  '($f := function($n) { $f($n + 1) }; X and $f(1))',
  '($f := function($n) { 1 + $f($n + 1) }; X and $f(1))',
  '$join(items.($$.contact.photo & ": " & $string(X)), Y)',
] as const;

/** The number of expressions: each shape alone, and each inside each other one. */
export const allExpressions = shapes.length * (shapes.length + 1);

/** Returns the expression with a number below `allExpressions`, or the next valid one. */
export function hostileExpression(number: number): string {
  const text = expressionOf(number);
  return 'expression' in compile(text) ? text : hostileExpression((number + 1) % allExpressions);
}

function expressionOf(number: number): string {
  const outer = shapes[number % shapes.length] ?? '';
  const within = shapes[Math.floor(number / shapes.length) - 1];
  const inner = within === undefined ? valueFor(number) : `(${fill(within, number, valueFor(number * 7))})`;
  return fill(outer, number, inner);
}

function valueFor(number: number): string {
  return values[number % values.length] ?? '';
}

function fill(shape: string, number: number, inner: string): string {
  const text = ['"a"', '$string(words)', '"aaaaaaaab"', 'contact.photo'][number % 4] ?? '';
  return shape.replaceAll(/\bX\b/g, () => inner).replaceAll(/\bY\b/g, () => text);
}

/** Returns a payload of half a MiB that makes them expensive: long texts, many objects, deep nesting. */
export function dearPayload(number: number): object {
  let deep: unknown = 'end';
  for (let level = 0; level < 55; level += 1) deep = { [`level${level % 3}`]: deep, list: [level] };
  return {
    number,
    customer: 1001,
    text: 'a'.repeat(150_000),
    words: 'ab ba '.repeat(10_000),
    items: Array.from({ length: 1_500 }, (_, n) => ({ n, name: `name ${n % 700}`, a: [n] })),
    contact: { photo: 'p'.repeat(150_000), name: 'Ada' },
    deep,
    numbers: Array.from({ length: 1_000 }, (_, n) => (n * 7919) % 1000),
  };
}
