import * as z from 'zod';
import type { Actor } from '../../../inbox/audit.ts';
import type { RefusalView } from '../../../inbox/refusal.ts';
import { receiveRefused } from '../../../receive/receive.ts';
import { redactSecrets } from '../../../receive/redaction/redact-contents.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { statusOfAdded } from '../../webhooks/webhook-answers.ts';
import { actorOf, actorSchema } from '../actor.ts';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { idOf } from '../id-of.ts';
import { checkInput, readInput } from '../input.ts';

const listQuery = z.strictObject({
  source: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Refused webhooks: to look at, and to accept after all. */
export function refusalRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    {
      method: 'GET',
      url: '/refusals',
      async answer(request) {
        const input = checkInput(listQuery, request.query);
        if (input.kind === 'answer') return input.answer;
        const { source, limit } = input.value;
        const refusals = await parts.store.refusals({ ...(source && { source }), limit });
        return ok({ refusals: refusals.map(each => withoutSecrets(each, parts)) });
      },
    },
    {
      method: 'POST',
      url: '/refusals/:id/accept',
      async answer(request) {
        const input = await readInput(request.raw, parts, actorSchema);
        return input.kind === 'answer'
          ? input.answer
          : accept(idOf(request), actorOf(input.value, request, parts), parts);
      },
    },
  ];
}

/** Some senders put their token into the body. */
function withoutSecrets(refusal: RefusalView, { config }: ApiParts): RefusalView {
  if (refusal.body === undefined) return refusal;
  const body = redactSecrets(config.sources.get(refusal.source)?.verify ?? [], refusal.body);
  return { ...refusal, body: String(body) };
}

async function accept(
  id: string,
  actor: Actor,
  { config, store, bridge, newId, log }: ApiParts,
): Promise<Answer> {
  const refusal = await store.refusal(id);
  if (!refusal) return unknown(id);
  if (refusal.acceptedAs) return ok({ ids: refusal.acceptedAs, status: 'duplicate' });
  const source = config.sources.get(refusal.source);
  if (!source) return problem(409, `the source ${refusal.source} is not in the config any more`);
  const received = await receiveRefused(source, refusal, { newId, bodyLimit: config.server.bodyLimit });
  if (!received) {
    const hint = 'Only the body of a verified webhook is kept; have the sender send it again.';
    return problem(409, 'the body of this webhook was not kept', hint);
  }
  if (received.kind === 'refused') {
    const hint = 'Change the source in the config so that it can be read, restart, and try again.';
    return problem(409, `it is still refused: ${received.refusal.reason}`, hint);
  }
  const added = await store.acceptRefusal(id, received.request, actor);
  if (!added) return unknown(id);
  bridge.wake();
  const ids = added.map(each => each.id);
  log.info({ refusal: refusal.id, source: source.name, events: ids, who: actor.who }, 'refusal accepted');
  return ok({ ids, status: statusOfAdded(added) });
}

function unknown(id: string): Answer {
  return problem(
    404,
    `there is no refusal ${JSON.stringify(id.slice(0, 60))}`,
    'Only the last ones are kept.',
  );
}
