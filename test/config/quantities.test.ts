import { describe, expect, it } from 'vitest';
import { duration, parseDuration } from '../../src/config/schema/duration.ts';
import { parseSize, size } from '../../src/config/schema/size.ts';

describe('a duration', () => {
  it.each([
    ['250ms', 250],
    ['15s', 15_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['30d', 2_592_000_000],
    ['0s', 0],
  ])('%s is %d milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '5', '5 m', '-5m', '1.5h', '5M', '1h30m', 'm', '5min', '9999999999s', '٣s'])(
    'is not %j',
    text => {
      expect(parseDuration(text)).toBeUndefined();
      expect(duration('0s', '30d').safeParse(text).success).toBe(false);
    },
  );

  it('has bounds, which it may reach', () => {
    const schema = duration('1s', '1m');
    expect(schema.parse('1s')).toBe(1000);
    expect(schema.parse('60s')).toBe(60_000);
    expect(schema.safeParse('999ms').success).toBe(false);
    expect(schema.safeParse('61s').success).toBe(false);
    expect(schema.safeParse(5).success).toBe(false);
  });
});

describe('a size', () => {
  it.each([
    ['512B', 512],
    ['64KiB', 65_536],
    ['1MiB', 1_048_576],
    ['2GiB', 2_147_483_648],
  ])('%s is %d bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', '64', '64KB', '64kib', '1.5MiB', '1 MiB', '-1KiB'])('is not %j', text => {
    expect(parseSize(text)).toBeUndefined();
    expect(size('1B', '2GiB').safeParse(text).success).toBe(false);
  });

  it('has bounds, which it may reach', () => {
    const schema = size('1KiB', '1MiB');
    expect(schema.parse('1024B')).toBe(1024);
    expect(schema.parse('1024KiB')).toBe(1_048_576);
    expect(schema.safeParse('1023B').success).toBe(false);
    expect(schema.safeParse('2MiB').success).toBe(false);
  });
});
