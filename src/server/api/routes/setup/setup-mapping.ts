import * as z from 'zod';
import type { SourceConfig } from '../../../../config/config.ts';
import { defaultsOf } from '../../../../config/defaults.ts';
import { mappingInput } from '../../../../deliver/planning/mapping-input.ts';
import type { Actor } from '../../../../inbox/audit.ts';
import type { PlannableEvent } from '../../../../inbox/event.ts';
import { readStoredBody } from '../../../../receive/bodies/body.ts';
import { redactContents } from '../../../../receive/redaction/redact-contents.ts';
import { presets } from '../../../../receive/senders/senders.ts';
import type { FirstMapping } from '../../../../setup/first-mapping.ts';
import type { SourceProposal } from '../../../../setup/propose-source.ts';
import type { Setup } from '../../../../setup/setup.ts';
import { type Answer, codedProblem, ok } from '../../../http/answer.ts';
import { actorKeys, actorOf } from '../../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import { createShownNotes } from '../../shown-notes.ts';
import { changeAnswer, refusalAnswer, withAnySetup } from './setup-access.ts';

const wishKeys = {
  destination: z.string().max(100).optional().describe('The destination; default: the first one'),
  leave: z.array(z.string().max(200)).max(500).default([]).describe('The keyNames of fields to leave out'),
  take: z
    .array(z.string().max(200))
    .max(500)
    .default([])
    .describe('The keyNames of unsure suggestions to use'),
  number: z.string().max(500).optional().describe('The path or question that gives the customer number'),
  link: z
    .string()
    .max(500)
    .optional()
    .describe('Without a customer number: the path or question with the id of the person at the sender'),
};

const mappingBody = z.strictObject({
  ...actorKeys,
  ...wishKeys,
  save: z.boolean().default(false).describe('`true`: write it with its test into the folder of mappings'),
});

const proposalBody = z.strictObject({
  ...actorKeys,
  secret: z.string().trim().min(1).max(1000).optional().describe('The secret that the sender signs with'),
  save: z.boolean().default(false).describe('`true`: write the proposal into the config'),
});

/** The routes that use the first webhook of a source: a proposal for reading it, and its first mapping. */
export function setupMappingRoutes(parts: ApiParts): readonly ApiRoute[] {
  const looking = { parts, noteShown: createShownNotes(parts) };
  return [
    apiRoute({
      key: 'POST /setup/sources/:id/mapping',
      body: mappingBody,
      answer: ({ id, body, request }) =>
        withFirstEvent(id, actorOf(body, request, parts), looking, (found, setup) =>
          mappingAnswer(found, body, setup, parts),
        ),
    }),
    apiRoute({
      key: 'POST /setup/sources/:id/proposal',
      body: proposalBody,
      answer: ({ id, body, request }) =>
        withFirstEvent(id, actorOf(body, request, parts), looking, (found, setup) =>
          proposalAnswer(found, body, setup),
        ),
    }),
  ];
}

/** The newest webhook of a source, and the person who sees it. */
interface FirstEvent {
  readonly source: SourceConfig;
  readonly event: PlannableEvent;
  readonly actor: Actor;
}

/** True if the source has these settings already, or others that a person has chosen. */
function isInForce({ split, eventId, occurredAt, answers }: SourceProposal, source: SourceConfig): boolean {
  return (
    (split === undefined || source.split !== undefined) &&
    (eventId === undefined || source.eventId !== undefined) &&
    (occurredAt === undefined || source.occurredAt !== undefined) &&
    (answers === undefined || source.answers !== undefined)
  );
}

/** The dependencies of showing the newest webhook. */
interface Looking {
  readonly parts: ApiParts;
  readonly noteShown: ReturnType<typeof createShownNotes>;
}

/** Runs work with the newest webhook. Its values are shown, which is recorded once in the audit log. */
async function withFirstEvent(
  name: string,
  actor: Actor,
  { parts, noteShown }: Looking,
  work: (found: FirstEvent, setup: Setup) => Promise<Answer>,
): Promise<Answer> {
  const source = parts.config.sources.get(name);
  if (!source) return refusalAnswer({ code: 'no-such-name', name });
  return withAnySetup(parts, async setup => {
    const [newest] = (await parts.store.events({ source: name, limit: 1 })).events;
    const event = newest && (await parts.store.contents(newest.id));
    if (!event) return noWebhook;
    await noteShown(event.id, actor);
    return work({ source, event, actor }, setup);
  });
}

const noWebhook = codedProblem(
  'no-webhook',
  409,
  'no webhook of this source has come yet',
  'Send one from the form or the tool.',
);

async function mappingAnswer(
  { source, event, actor }: FirstEvent,
  { destination, leave, take, number, link, save }: z.infer<typeof mappingBody>,
  setup: Setup,
  parts: ApiParts,
): Promise<Answer> {
  const name = destination ?? [...parts.config.destinations.keys()][0];
  const catalog = name === undefined ? null : parts.bridge.catalog(name);
  if (name === undefined || !catalog) return noCatalog;
  const { writeFirstMapping } = await import('../../../../setup/first-mapping.ts');
  const title = (source.preset && presets.get(source.preset)?.title) ?? source.name;
  const wishes = { leave, take, number, link };
  const asked = { source, title, destination: name, catalog, event, wishes };
  const made = await writeFirstMapping({ ...asked, defaultsOf: defaultsOf(parts.config) });
  if ('unreadable' in made) return codedProblem('unreadable', 409, made.unreadable, 'Look at the event.');
  if (!save) return ok(mappingView(made, name, event));
  const [other] = parts.bridge.planning().mappings.of(source.name);
  if (other && `${other.name}.yaml` !== made.path) return alreadyMapped(source.name, other.name);
  return changeAnswer(await setup.saveMapping(made, actor), () => ({
    ...mappingView(made, name, event),
    saved: true,
  }));
}

function mappingView(made: FirstMapping, destination: string, event: PlannableEvent) {
  const { sample: _, ...shown } = made;
  return { ...shown, destination, eventId: event.id, saved: false };
}

/** A second mapping needs a condition that tells its webhooks from those of the first. */
function alreadyMapped(source: string, mapping: string): Answer {
  return codedProblem(
    'already-mapped',
    409,
    `${source} has a mapping already (${mapping}), and a second one without a condition would send each webhook twice`,
    `Change ${mapping}. For another form of the sender, run \`fieldbridge init --add --source ${source} --payload FILE\`, which writes a second mapping with a condition.`,
  );
}

const noCatalog = codedProblem(
  'no-catalog',
  409,
  'the live fields of the account are not known yet',
  'Look at the account; its fields are read again and again.',
);

async function proposalAnswer(
  { source, event, actor }: FirstEvent,
  { secret, save }: z.infer<typeof proposalBody>,
  setup: Setup,
): Promise<Answer> {
  const { findSignedWay } = await import('../../../../setup/find-signed-way.ts');
  const { proposeSource } = await import('../../../../setup/propose-source.ts');
  const seen = {
    headers: event.headers,
    bytes: event.body,
    body: readStoredBody(event.body, event.reading),
    kind: event.reading.kind,
  };
  const proposal = proposeSource(seen);
  const verify = secret === undefined ? undefined : findSignedWay(seen, proposal.signatures, secret);
  const shown = redactContents(source, mappingInput(event, source));
  const answer = {
    ...proposal,
    ...(secret !== undefined && { fits: verify !== undefined }),
    verify: verify ?? null,
    headers: shown.headers,
    payload: shown.payload,
    inForce: verify === undefined && isInForce(proposal, source),
    saved: save,
  };
  if (!save || source.preset !== undefined) return ok({ ...answer, saved: false });
  const { split, eventId, occurredAt, answers } = proposal;
  const change = { split, eventId, occurredAt, answers, ...(verify && { verify, secret }) };
  return changeAnswer(await setup.changeSource(source.name, change, actor), () => answer);
}
