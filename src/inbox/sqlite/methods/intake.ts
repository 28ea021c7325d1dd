import { operator } from '../../audit.ts';
import type { Store } from '../../store.ts';
import { assertRoom } from '../file/space.ts';
import { addRequest } from '../intake/intake.ts';
import { addRefusal, findRefusal, listRefusals, noteAccepted } from '../intake/refusals.ts';
import { addAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';

/** Takes webhooks in, and keeps those that were refused. */
export function intake({ connection, queue, random, clock, space }: Parts) {
  return {
    async add(request) {
      assertRoom(space);
      return queue.write(() => addRequest(connection, request));
    },
    async refuse(refusal) {
      assertRoom(space);
      const id = `ref_${Buffer.from(random(12)).toString('base64url')}`;
      return queue.write(() => addRefusal(connection, id, refusal));
    },
    refusals: filter => queue.read(() => listRefusals(connection, filter)),
    refusal: id => queue.read(() => findRefusal(connection, id)),
    acceptRefusal: (id, eventIds, deed = operator) =>
      queue.write(() => {
        noteAccepted(connection, id, eventIds);
        const detail = `as ${eventIds.join(', ')}`;
        addAudit(connection, { ...deed, what: 'accept-refusal', about: id, detail }, clock.now());
      }),
  } satisfies Partial<Store>;
}
