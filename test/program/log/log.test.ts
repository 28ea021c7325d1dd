import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretForms } from '../../../src/config/secrets/secret-forms.ts';
import type { LineEntry } from '../../../src/log/line-entry.ts';
import { logLines } from '../../../src/log/log-lines.ts';
import { befallThemAll } from './befall.ts';
import { canary, type LogScene, openLogScene, sourceSecret } from './log-scene.ts';

const entries: Readonly<Record<string, LineEntry>> = logLines;
const levels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;
const call = (event: string, mapping: string) => ({ event, source: 'crm', mapping, destination: 'salon' });

/** Returns the lines that differ from the table of lines. */
function outOfTable(lines: readonly Record<string, unknown>[]): readonly unknown[] {
  return lines.filter(({ level, time: _, msg, ...fields }) => {
    const entry = entries[String(msg)];
    if (!entry || !Object.keys(fields).every(field => entry.fields.includes(field))) return true;
    return entry.level !== 'any' && levels[entry.level] !== level;
  });
}

describe('the log of the program', () => {
  it('has a line for each thing that needs a person, and no value in any form, at any level', async () => {
    const scene = await openLogScene('trace');
    const ids = await befallThemAll(scene);
    await scene.post('keyed', { note: canary }, { 'x-key': canary });
    await scene.post('keyed', `{"note": "${canary}`, { 'x-key': sourceSecret });
    await scene.post('crm', `{"note": "${canary}`);

    const deed = { who: 'anna', reason: canary };
    await scene.api('POST', `events/${ids.uncertain}/resolve`, { ...deed, outcome: 'give-up' });
    await scene.api('POST', `events/${ids.choice}/discard`, deed);
    await scene.api('POST', `events/${ids.refused}/replay`, deed);
    await scene.becomes(ids.refused, 'delivered');
    await scene.api('POST', 'destinations/salon/pause', deed);
    await scene.api('POST', 'destinations/salon/resume', deed);
    await fetch(`${scene.sandbox.url}/`).then(reply => reply.text());
    scene.sandbox.control('tokens', { action: 'expire', name: 'mitte' });
    const waits = await scene.post('crm', { kind: 'plain', customer: 1005, note: canary });
    await scene.becomes(waits, 'held');
    await expect.poll(() => names(scene)).toContain('destination held');
    writeFileSync(join(scene.folder, 'mappings/late.yaml'), 'source: crm\nnonsense: 1\n');
    await expect.poll(() => names(scene)).toContain('mappings reloaded with errors');
    expect(await scene.end('SIGTERM')).toBe(0);

    const about = (id: string) => scene.lines().filter(({ event }) => event === id);
    expect(about(ids.delivered)).toMatchObject([
      { level: 20, msg: 'event accepted', source: 'crm', status: 'queued' },
      {
        level: 20,
        msg: 'event delivered',
        ...call(ids.delivered, 'plain'),
        operation: 'updateCustomer',
        status: 'delivered',
        attempt: 1,
        ms: expect.any(Number),
        outcome: expect.stringMatching(/^done /),
        httpStatus: 200,
      },
      { level: 20, msg: 'event duplicate', status: 'duplicate' },
      {
        level: 40,
        msg: 'event id reused',
        source: 'crm',
        code: 'intake/changed-duplicate',
      },
      { level: 20, msg: 'event duplicate', status: 'duplicate' },
    ]);
    expect(about(ids.again).slice(1)).toMatchObject([
      {
        level: 20,
        msg: 'event delayed',
        ...call(ids.again, 'plain'),
        attempt: 1,
        outcome: expect.stringMatching(/^again /),
        httpStatus: 500,
        nextAttemptAt: expect.any(String),
      },
      { level: 20, msg: 'event delivered', attempt: 2 },
    ]);
    const failed = { level: 40, msg: 'event failed', status: 'failed', operation: 'updateCustomer' };
    expect(about(ids.choice)[1]).toMatchObject({
      ...failed,
      ...call(ids.choice, 'choice'),
      code: 'check/not-a-choice',
      path: 'additionalFields.interests',
      message: 'A value that is not among the choices',
    });
    expect(about(ids.broken)[1]).toMatchObject({
      ...failed,
      ...call(ids.broken, 'broken'),
      code: 'expression/failed',
      file: 'broken.yaml',
      line: 6,
      column: expect.any(Number),
    });
    expect(about(ids.place)[1]).toMatchObject({ ...failed, code: 'mapping/unknown-destination' });
    expect(about(ids.place)[1]).not.toHaveProperty('destination');
    expect(about(ids.refused)[1]).toMatchObject({
      ...failed,
      ...call(ids.refused, 'plain'),
      code: 'delivery/refused',
      attempt: 1,
      httpStatus: 422,
    });
    expect(about(ids.refused).slice(2)).toMatchObject([
      { level: 30, msg: 'event replayed', who: 'anna', force: false, replayed: 1 },
      { level: 20, msg: 'event delivered' },
    ]);
    expect(about(ids.uncertain).slice(1)).toMatchObject([
      {
        level: 50,
        msg: 'event uncertain',
        ...call(ids.uncertain, 'booking'),
        operation: 'persistCustomerData',
        status: 'uncertain',
        code: 'delivery/outcome-unknown',
        attempt: 1,
        outcome: expect.stringMatching(/^unknown T/),
      },
      { level: 30, msg: 'event resolved', who: 'anna', resolution: 'give-up' },
    ]);
    expect(about(ids.unmapped)[1]).toMatchObject({
      level: 40,
      msg: 'event held',
      source: 'keyed',
      status: 'held',
      code: 'mapping/no-mapping',
    });
    expect(about(ids.skipped)[1]).toMatchObject({ level: 20, msg: 'event skipped' });
    const { refusals } = (await reread(scene)) as {
      refusals: { id: string; source: string; status: number }[];
    };
    for (const { id, source, status } of refusals) {
      expect(scene.lines()).toContainEqual(
        expect.objectContaining({ level: 40, msg: 'webhook refused', refusal: id, source, status }),
      );
    }
    expect(refusals.length).toBe(3);
    expect(scene.lines()).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'destination held',
        destination: 'salon',
        row: expect.any(String),
        reason: expect.stringContaining('; next: '),
        since: expect.any(String),
        waiting: expect.any(Number),
      }),
    );
    expect(scene.lines()).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'mapping held',
        mapping: 'gone',
        destination: 'salon',
        code: 'check/unknown-field',
        // The sent key, and the other one.
        found: ['check/unknown-field', 'check/unknown-field'],
        since: expect.any(String),
        waiting: 0,
      }),
    );
    const [, gone] = about(ids.held);
    expect(gone).toMatchObject({ level: 20, msg: 'call held', ...call(ids.held, 'gone'), attempt: 1 });
    // A key that was not sent has no place.
    expect(gone).toMatchObject({ path: 'additionalFields' });
    expect(about(ids.split)[0]).toMatchObject({
      level: 40,
      msg: 'event failed',
      source: 'odd',
      code: 'intake/split-failed',
    });
    expect(outOfTable(scene.lines())).toEqual([]);
    for (const form of [...secretForms(canary), ...secretForms(scene.sandbox.tokens.mitte)]) {
      expect(scene.text()).not.toContain(form);
    }
  });

  it('reports at the next start everything that waits, and what the end of the process made uncertain', async () => {
    const scene = await openLogScene('info');
    const { sandbox } = scene;
    await scene.api('POST', 'destinations/salon/pause', {});
    await scene.end('SIGTERM');
    await scene.restart();
    expect(scene.lines().filter(({ msg }) => msg === 'destination paused')).toMatchObject([
      { destination: 'salon', who: 'operator', waiting: 0 },
      { destination: 'salon', waiting: 0 },
    ]);
    await scene.api('POST', 'destinations/salon/resume', {});
    await expect.poll(() => names(scene)).toContain('destination open again');
    const [slot] = sandbox.reserve(1);
    sandbox.addFaults({ operation: 'persistCustomerData', delayMs: 30_000 });
    const id = await scene.post('crm', {
      kind: 'booking',
      appointment: slot?.appointmentId,
      participant: slot?.appointmentParticipantId,
      note: canary,
      email: 'a@example.com',
    });
    await expect
      .poll(() => sandbox.calls().some(each => each.operation === 'persistCustomerData'))
      .toBe(true);
    await scene.end('SIGKILL');
    await scene.restart();
    expect(scene.lines().filter(({ event }) => event === id)).toMatchObject([
      { level: 50, msg: 'event uncertain', ...call(id, 'booking'), code: 'delivery/outcome-unknown' },
    ]);
    await expect.poll(() => scene.lines().at(-1)).toMatchObject({ msg: 'ready for webhooks', uncertain: 1 });
    expect(outOfTable(scene.lines())).toEqual([]);
  });

  it('has no line at `info` for successful work', async () => {
    const scene = await openLogScene('info');
    const before = scene.lines().length;
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        scene.post('crm', { kind: 'plain', customer: 1001 + (index % 8), note: 'n' }),
      ),
    );
    for (const id of ids) await scene.becomes(id, 'delivered');
    expect(scene.lines().slice(before)).toEqual([]);
  });

  it('counts the lines of a flood of failing events', async () => {
    const failing = `
source: many
destination: salon
operation: updateCustomer
set: {id: {value: "1001"}, note: $number(note)}
`;
    const scene = await openLogScene('info', { failing });
    const before = scene.lines().length;
    const items = Array.from({ length: 400 }, (_, index) => ({ note: `${canary} ${index}` }));
    for (let times = 0; times < 5; times += 1) await scene.post('many', { items });
    const failed = async () => (await metricOf(scene)) as number;
    await expect.poll(failed, { interval: 200 }).toBe(2_000);
    expect(await scene.end('SIGTERM')).toBe(0);
    const lines = scene.lines().slice(before);
    const written = lines.filter(({ msg }) => msg === 'event failed').length;
    // A slow machine may also leave out lines of another kind.
    const leftOut = lines
      .filter(({ msg, name }) => msg === 'log lines left out' && name === 'event failed')
      .map(each => Number(each.leftOut));
    expect(written + leftOut.reduce((sum, each) => sum + each, 0)).toBe(2_000);
    expect(lines.length).toBeLessThan(40);
  });
});

function names(scene: LogScene): readonly unknown[] {
  return scene.lines().map(({ msg }) => msg);
}

/** Requests the refusals from the program once more. */
async function reread(scene: LogScene): Promise<Record<string, unknown>> {
  await scene.restart();
  return scene.api('GET', 'refusals');
}

async function metricOf(scene: LogScene): Promise<unknown> {
  const mappings = (await scene.api('GET', 'mappings')).mappings as {
    name: string;
    calls: { failed: number };
  }[];
  return mappings.find(({ name }) => name === 'failing')?.calls.failed;
}
