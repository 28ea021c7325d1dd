import { tmpdir } from 'node:os';
import { startOwnPostgres } from '../../test/inbox/postgres/server.ts';
import { figure, heading, median, percent, row, verdict } from '../report.ts';
import { claimLatency } from './claim-latency.ts';
import { type Ceiling, measureCeiling, measureThroughput, type Throughput } from './throughput.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const processCounts = (process.env.PROCESSES ?? '1,2,3').split(',').map(Number);

/**
 * Several processes on one PostgreSQL that is started for it, with its data on a disk: what they take and deliver a second,
 * beside what a bare client reaches with the very same statements.
 */
export async function postgres(): Promise<void> {
  const server = await startOwnPostgres({ parent: tmpdir(), settings: ['shared_buffers=256MB'] });
  try {
    for (const processes of processCounts) {
      const found: Throughput[] = [];
      const ceilings: Ceiling[] = [];
      for (let round = 0; round < rounds; round += 1) {
        found.push(await measureThroughput(server, processes));
        ceilings.push(await measureCeiling(server, processes));
      }
      tell(processes, found, ceilings);
    }
    await claimLatency(server);
  } finally {
    await server.stop();
  }
}

function tell(processes: number, found: readonly Throughput[], ceilings: readonly Ceiling[]): void {
  const of = (what: (each: Throughput) => number) => median(found.map(what));
  const ceiling = (what: (each: Ceiling) => number) => median(ceilings.map(what));
  heading(`${processes} of 1 PostgreSQL: 2 KB webhooks, 64 connections, 8 destinations`);
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
