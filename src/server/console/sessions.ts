import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../inbox/clock.ts';
import type { SessionStore } from '../../inbox/session-store.ts';
import type { Role } from '../api/roles.ts';

/**
 * Sessions of the console. A browser keeps a key, and the store only its hash, so that any process knows the session.
 * The tokens of the config sign the key: a forged key needs no access to the store, and a new token ends every session.
 */
export interface Sessions {
  /** Begins a session; returns its key. */
  open(role: Role): Promise<string>;
  /** Returns the role of a valid session, and extends it. */
  roleOf(key: string): Promise<Role | undefined>;
  close(key: string): Promise<void>;
  /**
   * Returns a short text that identifies this bridge in the name of the cookie: cookies do not distinguish ports. All
   * processes with the same tokens have the same mark.
   */
  mark(): string;
  /** Creates the code of a link that signs in as `admin`, once, within ten minutes. */
  makeLink(): Promise<string>;
  /** Uses up the code of a link; returns the key of a new session, or undefined if the code is not valid any more. */
  useLink(code: string): Promise<string | undefined>;
}

const minuteMs = 60_000;
const limits = {
  idleMs: 30 * minuteMs,
  mostMs: 12 * 60 * minuteMs,
  linkMs: 10 * minuteMs,
  /** The minimum interval between writes about the use of a session. */
  noteEveryMs: minuteMs,
};

const idBytes = 24;
/** The length of the id in base64url. */
const idLength = 32;
const markLength = 8;

/** `random` returns unguessable bytes. `secret` returns the present secret, whose file may change. */
export function createSessions({
  store,
  clock,
  random,
  secret,
}: {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly random: (size: number) => Uint8Array;
  readonly secret: () => string;
}): Sessions {
  const signed = (id: string) => id + createHmac('sha256', secret()).update(id).digest('base64url');
  const newKey = () => signed(Buffer.from(random(idBytes)).toString('base64url'));

  function isOurs(key: string): boolean {
    const right = Buffer.from(signed(key.slice(0, idLength)));
    const given = Buffer.from(key);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  async function open(role: Role): Promise<string> {
    const key = newKey();
    const now = clock.now();
    await store.openSession(hashOf(key), {
      role,
      endsAt: now + limits.mostMs,
      idleAt: now + limits.idleMs,
    });
    return key;
  }

  return {
    open,
    mark: () => createHmac('sha256', secret()).update('cookie').digest('base64url').slice(0, markLength),
    async roleOf(key) {
      if (!isOurs(key)) return undefined;
      const hash = hashOf(key);
      const session = await store.session(hash);
      if (!session || session.role === 'link') return undefined;
      const idleAt = clock.now() + limits.idleMs;
      if (idleAt - session.idleAt > limits.noteEveryMs) await store.prolongSession(hash, idleAt);
      return session.role;
    },
    async close(key) {
      if (isOurs(key)) await store.endSession(hashOf(key));
    },
    async makeLink() {
      const code = newKey();
      const endsAt = clock.now() + limits.linkMs;
      await store.openSession(hashOf(code), { role: 'link', endsAt, idleAt: endsAt });
      return code;
    },
    async useLink(code) {
      if (!isOurs(code)) return undefined;
      const session = await store.endSession(hashOf(code));
      return session?.role === 'link' ? open('admin') : undefined;
    },
  };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
