import { tmpdir } from 'node:os';
import { type OwnPostgresServer, startOwnPostgres } from '../../test/inbox/postgres/server.ts';
import { figure, heading, median, percent, row, verdict } from '../report.ts';
import { claimLatency } from './claim-latency.ts';
import { keepApart } from './cores.ts';
import { distance } from './distance.ts';
import { type Ceiling, measureCeiling, measureThroughput, type Throughput } from './throughput.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const processCounts = (process.env.PROCESSES ?? '1,2,3').split(',').map(Number);

/** Held to so much of a core, neither PostgreSQL nor the other processes are the limit of a process. */
const smallShare = Number(process.env.SHARE ?? 0.25);

/**
 * Several processes on one PostgreSQL that is started for it, with its data on a disk: what they take and deliver a second,
 * beside what a bare client reaches with the very same statements; first where all share all cores, then where PostgreSQL
 * has cores of its own. With `--distance` only the figures by the distance to PostgreSQL.
 */
export async function postgres(): Promise<void> {
  const server = await startOwnPostgres({ parent: tmpdir(), settings: ['shared_buffers=256MB'] });
  try {
    await distance(server);
    if (process.argv.includes('--distance')) return;
    await besideCeiling(server, 'all on the same cores');
    const shareAgain = keepApart(server);
    await besideCeiling(server, 'PostgreSQL on one half of the cores, all else on the other');
    await moreByTheSecond(server);
    shareAgain();
    await claimLatency(server);
  } finally {
    await server.stop();
  }
}

async function besideCeiling(server: OwnPostgresServer, where: string): Promise<void> {
  for (const processes of processCounts) {
    const found: Throughput[] = [];
    const ceilings: Ceiling[] = [];
    for (let round = 0; round < rounds; round += 1) {
      found.push(await measureThroughput(server, processes));
      ceilings.push(await measureCeiling(server, processes));
    }
    heading(`${processes} of 1 PostgreSQL, ${where}: 2 KB webhooks, 64 connections, 8 destinations`);
    tell(found, ceilings);
  }
}

/** Measures the gain of a second process if each has little CPU time, so that the processes are the limit. */
async function moreByTheSecond(server: OwnPostgresServer): Promise<void> {
  const ofOne: number[] = [];
  const ofTwo: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofOne.push((await measureThroughput(server, 1, smallShare)).delivered);
    ofTwo.push((await measureThroughput(server, 2, smallShare)).delivered);
  }
  heading(`Processes that may take ${smallShare} of a core each`);
  row('accepted and delivered a second', figure(median(ofOne)), `by two: ${figure(median(ofTwo))}`);
  verdict(
    'two, by one',
    median(ofTwo.map((two, round) => two / (ofOne[round] ?? Number.NaN))),
    times => times >= 1.4,
    'at least 1.4 times',
    times => `${times.toFixed(2)} x`,
  );
}

function tell(found: readonly Throughput[], ceilings: readonly Ceiling[]): void {
  const of = (what: (each: Throughput) => number) => median(found.map(what));
  const ceiling = (what: (each: Ceiling) => number) => median(ceilings.map(what));
  row(
    'accepted a second',
    figure(of(each => each.accepted)),
    `p50 ${of(each => each.answerP50).toFixed(1)} ms, p99 ${of(each => each.answerP99).toFixed(1)} ms`,
  );
  row('accepted and delivered a second', figure(of(each => each.delivered)));
  row(
    'ms of a core for each: bridges',
    of(each => each.cpu.bridges).toFixed(2),
    `PostgreSQL ${of(each => each.cpu.postgres).toFixed(2)}, load ${of(each => each.cpu.load).toFixed(2)}`,
  );
  row(
    'bare client, one statement after the other',
    figure(ceiling(each => each.perSecond)),
    `${ceiling(each => each.transactionsPerEvent).toFixed(2)} transactions, ${ceiling(each => each.statementsPerEvent).toFixed(2)} statements each; ${ceiling(each => each.errors)} refused, ${percent(ceiling(each => each.delivered))} delivered`,
  );
  row('  the same, as many at once as the bridges send', figure(ceiling(each => each.togetherPerSecond)));
  const shareOf = (what: 'perSecond' | 'togetherPerSecond') =>
    median(found.map((each, index) => each.delivered / (ceilings[index]?.[what] ?? Number.NaN)));
  const isEnough = (share: number) => share >= 0.7;
  verdict('of what a bare client reaches', shareOf('perSecond'), isEnough, 'at least 70 %', percent);
  verdict(
    '  where it sends as many at once',
    shareOf('togetherPerSecond'),
    isEnough,
    'at least 70 %',
    percent,
  );
}
