import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { limitedLog } from '../../src/log/limited-log.ts';

/** Creates a log whose minutes end when the test says so. */
function aLog(level = 'debug') {
  const lines: Record<string, unknown>[] = [];
  const timers = new Set<() => void>();
  const logger = pino({ level, base: null }, { write: line => void lines.push(JSON.parse(line)) });
  const log = limitedLog(logger, (_ms, run) => {
    timers.add(run);
    return () => timers.delete(run);
  });
  const minute = () => {
    for (const run of [...timers]) {
      timers.delete(run);
      run();
    }
  };
  return { log, lines, minute, timers };
}

const failed = (event: number, code = 'check/not-a-choice') => ({
  event: `evt_${event}`,
  source: 'crm',
  mapping: 'intake',
  destination: 'salon',
  code,
  status: 'failed',
});

describe('the log', () => {
  it('writes ten lines of a kind in a minute, and then the number of further ones', () => {
    const { log, lines, minute } = aLog();
    for (let event = 0; event < 10_000; event += 1) log.warn(failed(event), 'event failed');
    expect(lines.map(({ event }) => event)).toEqual(Array.from({ length: 10 }, (_, event) => `evt_${event}`));
    minute();
    expect(lines.slice(10)).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        msg: 'log lines left out',
        name: 'event failed',
        source: 'crm',
        mapping: 'intake',
        destination: 'salon',
        code: 'check/not-a-choice',
        status: 'failed',
        leftOut: 9_990,
      },
    ]);
  });

  it('begins again after that minute, and reports nothing if nothing was left out', () => {
    const { log, lines, minute, timers } = aLog();
    for (let round = 0; round < 2; round += 1) {
      for (let event = 0; event < 11; event += 1) log.warn(failed(event), 'event failed');
      minute();
    }
    expect(lines.map(({ leftOut }) => leftOut).filter(each => each !== undefined)).toEqual([1, 1]);
    expect(lines.length).toBe(22);
    log.warn(failed(1), 'event failed');
    minute();
    expect(lines.length).toBe(23);
    expect(timers.size).toBe(0);
  });

  it('limits each kind separately', () => {
    const { log, lines } = aLog();
    for (let event = 0; event < 1_000; event += 1) log.warn(failed(event), 'event failed');
    log.warn(failed(1_000, 'delivery/too-old'), 'event failed');
    log.error({ event: 'evt_u', source: 'crm', status: 'uncertain' }, 'event uncertain');
    expect(lines.slice(10).map(({ event }) => event)).toEqual(['evt_1000', 'evt_u']);
  });

  it('reports at its end at once what it has left out', () => {
    const { log, lines, timers } = aLog();
    for (let event = 0; event < 12; event += 1) log.warn(failed(event), 'event failed');
    log.end();
    expect(lines.at(-1)).toMatchObject({ msg: 'log lines left out', leftOut: 2 });
    expect(timers.size).toBe(0);
  });

  it('uses the level of the lines for that report, so that a reader of errors learns of errors that were left out', () => {
    const { log, lines, minute } = aLog('error');
    for (let event = 0; event < 12; event += 1) {
      log.warn(failed(event), 'event failed');
      log.error({ event: `evt_${event}`, source: 'crm', status: 'uncertain' }, 'event uncertain');
    }
    minute();
    expect(lines.filter(({ level }) => level !== 50)).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ msg: 'log lines left out', name: 'event uncertain', leftOut: 2 });
  });

  it('writes every line at debug, and every diagnostic of the start', () => {
    const { log, lines } = aLog();
    for (let event = 0; event < 50; event += 1) {
      log.debug(failed(event), 'event delayed');
      log.warn({ code: 'check/no-test' }, 'diagnostic');
    }
    expect(lines.length).toBe(100);
  });
});
