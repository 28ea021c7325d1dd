import { createHash } from 'node:crypto';
import type { Clock } from '../../inbox/clock.ts';
import type { SessionStore } from '../../inbox/session-store.ts';
import type { Role } from '../api/roles.ts';

/** Who signed in to the console. A browser keeps a key; the store knows its hash alone, so any process knows the session. */
export interface Sessions {
  /** Begins a session; answers its key. */
  open(role: Role): Promise<string>;
  /** As whom a session acts that is not over. It is used with this, and goes on. */
  roleOf(key: string): Promise<Role | undefined>;
  close(key: string): Promise<void>;
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

/** `random` gives so many bytes that nobody can guess. */
export function createSessions({
  store,
  clock,
  random,
}: {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly random: (size: number) => Uint8Array;
}): Sessions {
  const newKey = () => Buffer.from(random(32)).toString('base64url');

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
    async roleOf(key) {
      const hash = hashOf(key);
      const session = await store.session(hash);
      if (!session || session.role === 'link') return undefined;
      const idleAt = clock.now() + limits.idleMs;
      if (idleAt - session.idleAt > limits.noteEveryMs) await store.prolongSession(hash, idleAt);
      return session.role;
    },
    async close(key) {
      await store.endSession(hashOf(key));
    },
    async makeLink() {
      const code = newKey();
      const endsAt = clock.now() + limits.linkMs;
      await store.openSession(hashOf(code), { role: 'link', endsAt, idleAt: endsAt });
      return code;
    },
    async useLink(code) {
      const session = await store.endSession(hashOf(code));
      return session?.role === 'link' ? open('admin') : undefined;
    },
  };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
