import type { Secret } from '../../config/secret.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Received } from '../../receive/receive.ts';
import { isOneOf } from '../../receive/schemes/same-secret.ts';
import { lengthened, notableCount, type RefusalStreak, streakReason } from './refusal-streak.ts';

/** Tracks the sources since the program started, only in memory. */
export interface SourceWatch {
  /** Records the result of a request. */
  received(source: string, received: Received): void;
  /** Records a request with another method than POST: from a browser, or from a wrongly configured sender. */
  notPosted(source: string, method: string, handshake: string | undefined): void;
  /** Records that events were stored. */
  stored(source: string): void;
  of(source: string): SourceState;
}

/** The known facts about one source. Times are epoch milliseconds. */
export interface SourceState {
  readonly lastAcceptedAt: number | undefined;
  /** The last request with another method than POST. */
  readonly notPosted: NotPosted | undefined;
  /** Absent if it means nothing: after a single request to a source whose webhooks have been verified before. */
  readonly streak: RefusalStreak | undefined;
  /** The different secrets that unverified requests announced, the newest first. */
  readonly announced: readonly AnnouncedSecret[];
}

/** A request with another method than POST. */
export interface NotPosted {
  readonly method: string;
  readonly at: number;
  /** The line of the config that responds to it, if it looks like a sender's check of the URL. */
  readonly handshake?: string;
}

/** A secret that an unverified request announced as the sender's. */
export interface AnnouncedSecret {
  readonly secret: Secret;
  readonly at: number;
}

/**
 * The maximum number of announced secrets of a source. Further ones are ignored, so that nobody can displace the
 * right one.
 */
const maxAnnounced = 5;

interface MutableState {
  lastAcceptedAt: number | undefined;
  everVerified: boolean;
  notPosted: SourceState['notPosted'];
  streak: RefusalStreak | undefined;
  announced: readonly AnnouncedSecret[];
}

/** Watches the sources, and logs findings for an operator. */
export function watchSources({
  clock,
  log,
}: {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
}): SourceWatch {
  const states = new Map<string, MutableState>();
  const stateOf = (source: string): MutableState => {
    const known = states.get(source);
    if (known) return known;
    const made: MutableState = {
      lastAcceptedAt: undefined,
      everVerified: false,
      notPosted: undefined,
      streak: undefined,
      announced: [],
    };
    states.set(source, made);
    return made;
  };
  return {
    received(source, received) {
      const state = stateOf(source);
      if (isVerified(received)) {
        state.everVerified = true;
        logEnd(source, state, log);
        state.streak = undefined;
      } else if (received.kind === 'answered') {
        if (received.reply.secret)
          keepAnnounced(source, state, { secret: received.reply.secret, at: clock.now() }, log);
      } else if (received.kind === 'refused' && received.status === 401 && !received.isUnasked) {
        const { at, reason } = received.refusal;
        state.streak = lengthened(state.streak, {
          at,
          reason,
          fault: received.fault ?? 'wrong',
          skewMs: received.skewMs,
        });
        logStreak(source, state, log);
      }
    },
    notPosted(source, method, handshake) {
      const state = stateOf(source);
      const isNew = handshake !== undefined && state.notPosted?.handshake !== handshake;
      state.notPosted = { method, at: clock.now(), ...(handshake !== undefined && { handshake }) };
      if (isNew)
        log.info({ source, method, hint: hintOf(handshake) }, "a sender's check of the URL was refused");
    },
    stored(source) {
      stateOf(source).lastAcceptedAt = clock.now();
    },
    of(source) {
      const state = stateOf(source);
      return { ...state, streak: notableStreak(state) };
    },
  };
}

function hintOf(handshake: string): string {
  return `if the sender checks the URL so, write ${handshake} at the source`;
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

function notableStreak({ streak, everVerified }: MutableState): RefusalStreak | undefined {
  if (!streak) return undefined;
  return !everVerified || streak.count >= notableCount ? streak : undefined;
}

/** The end of a streak is logged too, if it had at least this many refusals. */
const loggedCount = 10;

/** Logs refusals 10, 100 and 1,000 in a row; single refusals are logged when they are stored. */
function logStreak(source: string, state: MutableState, log: Pick<Log, 'warn'>): void {
  const { streak } = state;
  if (!streak || !/^10+$/.test(String(streak.count))) return;
  const { count, since } = streak;
  const about = { source, count, since: new Date(since).toISOString(), reason: streakReason(streak) };
  log.warn(about, 'webhooks of a source keep being refused');
}

function logEnd(source: string, { streak }: MutableState, log: Pick<Log, 'info'>): void {
  if (!streak || streak.count < loggedCount) return;
  const about = { source, count: streak.count, since: new Date(streak.since).toISOString() };
  log.info(about, 'webhooks of a source are accepted again');
}

function keepAnnounced(
  source: string,
  state: MutableState,
  announced: AnnouncedSecret,
  log: Pick<Log, 'warn'>,
): void {
  const known = state.announced.map(each => each.secret);
  if (isOneOf(known, announced.secret.reveal())) return;
  if (known.length >= maxAnnounced) {
    const hint = 'too many different ones arrived since the start; restart, and let the sender send it again';
    log.warn({ source, hint }, 'verification token not kept');
    return;
  }
  state.announced = [announced, ...state.announced];
  const hint =
    'find it under GET /api/sources, which needs admin.token; enter it at the sender and as the secret';
  log.warn({ source, hint }, 'verification token received');
}
