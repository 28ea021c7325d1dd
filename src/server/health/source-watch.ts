import type { Secret } from '../../config/secret.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Received } from '../../receive/receive.ts';
import { isOneOf } from '../../receive/schemes/same-secret.ts';
import { lengthened, type RefusalStreak, streakReason, tellingCount } from './refusal-streak.ts';

/** What is known of the sources since the program started. It is in memory alone. */
export interface SourceWatch {
  /** Notes what came of a request. */
  received(source: string, received: Received): void;
  /** Notes that events are on disk. */
  stored(source: string): void;
  of(source: string): SourceSight;
}

/** What is known of one source. Times are epoch milliseconds. */
export interface SourceSight {
  readonly lastAcceptedAt: number | undefined;
  /** Only where it tells something: not after a stray request to a source whose webhooks have been verified before. */
  readonly streak: RefusalStreak | undefined;
  /** The different secrets that were told, the newest first. */
  readonly told: readonly ToldSecret[];
}

/** A secret that somebody told who could not prove to be the sender. */
export interface ToldSecret {
  readonly secret: Secret;
  readonly at: number;
}

/** So many different secrets are kept of one source. Further ones are not, so that nobody can wash away the right one. */
const maxTold = 5;

interface Sight {
  lastAcceptedAt: number | undefined;
  everVerified: boolean;
  streak: RefusalStreak | undefined;
  told: readonly ToldSecret[];
}

/** Watches the sources. What an operator should look at is logged. */
export function watchSources({
  clock,
  log,
}: {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
}): SourceWatch {
  const sights = new Map<string, Sight>();
  const sightOf = (source: string): Sight => {
    const known = sights.get(source);
    if (known) return known;
    const made: Sight = { lastAcceptedAt: undefined, everVerified: false, streak: undefined, told: [] };
    sights.set(source, made);
    return made;
  };
  return {
    received(source, received) {
      const sight = sightOf(source);
      if (isVerified(received)) {
        sight.everVerified = true;
        logEnd(source, sight, log);
        sight.streak = undefined;
      } else if (received.kind === 'answered') {
        if (received.reply.secret)
          keepTold(source, sight, { secret: received.reply.secret, at: clock.now() }, log);
      } else if (received.kind === 'refused' && received.status === 401) {
        const { at, reason } = received.refusal;
        sight.streak = lengthened(sight.streak, { at, reason, skewMs: received.skewMs });
        logStreak(source, sight, log);
      }
    },
    stored(source) {
      sightOf(source).lastAcceptedAt = clock.now();
    },
    of(source) {
      const sight = sightOf(source);
      return { ...sight, streak: tellingStreak(sight) };
    },
  };
}

function isVerified(received: Received): boolean {
  switch (received.kind) {
    case 'accepted':
      return true;
    case 'answered':
      return received.verified;
    case 'refused':
      return received.refusal.verified;
  }
}

function tellingStreak({ streak, everVerified }: Sight): RefusalStreak | undefined {
  if (!streak) return undefined;
  return !everVerified || streak.count >= tellingCount ? streak : undefined;
}

/** The streak that is worth a line of its own begins here. */
const loggedCount = 10;

/** A line at 10 refusals, at 100, at 1,000: each of them alone is logged when it is kept. */
function logStreak(source: string, sight: Sight, log: Pick<Log, 'warn'>): void {
  const { streak } = sight;
  if (!streak || !/^10+$/.test(String(streak.count))) return;
  const { count, since } = streak;
  const about = { source, count, since: new Date(since).toISOString(), reason: streakReason(streak) };
  log.warn(about, 'webhooks of this source are refused one after another');
}

function logEnd(source: string, { streak }: Sight, log: Pick<Log, 'info'>): void {
  if (!streak || streak.count < loggedCount) return;
  const about = { source, count: streak.count, since: new Date(streak.since).toISOString() };
  log.info(about, 'webhooks of this source are taken again');
}

function keepTold(source: string, sight: Sight, told: ToldSecret, log: Pick<Log, 'warn'>): void {
  const known = sight.told.map(each => each.secret);
  if (isOneOf(known, told.secret.reveal())) return;
  if (known.length >= maxTold) {
    const hint =
      'too many different ones were told since the start; restart, and have the sender send it again';
    log.warn({ source, hint }, 'a verification token was not kept');
    return;
  }
  sight.told = [told, ...sight.told];
  const hint =
    'find it under GET /api/sources, which needs admin.token; enter it at the sender and as the secret';
  log.warn({ source, hint }, 'the sender told its verification token');
}
