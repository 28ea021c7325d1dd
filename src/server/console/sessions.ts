import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../inbox/clock.ts';
import type { SessionStore } from '../../inbox/session-store.ts';
import type { Role } from '../api/roles.ts';

/**
 * Sessions of the console. A browser keeps a key, and the store knows its hash alone, so any process knows the session. A
 * key is signed with the tokens of the config: a forged one costs the store nothing, and a new token ends every session.
 */
export interface Sessions {
  /** Begins a session; answers its key. */
  open(role: Role): Promise<string>;
  /** Returns the role of a valid session, and extends it. */
  roleOf(key: string): Promise<Role | undefined>;
  close(key: string): Promise<void>;
  /**
   * A short text that tells this bridge from another one on the same host, for the name of the cookie: cookies do not
   * distinguish ports. All processes with the same tokens have the same one.
   */
  mark(): string;
  /** Makes the code of a link that signs in as `admin`, once, within ten minutes. */
  makeLink(): Promise<string>;
  /** Uses up the code of a link; answers the key of the session that begins, or nothing where the code is none any more. */
  useLink(code: string): Promise<string | undefined>;
}

const minuteMs = 60_000;
const limits = {
  idleMs: 30 * minuteMs,
  mostMs: 12 * 60 * minuteMs,
  linkMs: 10 * minuteMs,
  /** Use is written down at most this often. */
  noteEveryMs: minuteMs,
};

const idBytes = 24;
/** The length of the id in base64url. */
const idLength = 32;
const markLength = 8;

/** `random` returns unguessable bytes. `secret` is the current one: its files are read again. */
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
