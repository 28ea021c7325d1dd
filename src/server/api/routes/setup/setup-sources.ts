import * as z from 'zod';
import { signsUrl } from '../../../../check/starter/config-text.ts';
import type { SourceConfig } from '../../../../config/config.ts';
import { type MeantPreset, meantPresets } from '../../../../config/sources/meant-presets.ts';
import { setupSteps } from '../../../../config/sources/setup-steps.ts';
import { presets } from '../../../../receive/senders/senders.ts';
import type { MadeSecrets, Setup } from '../../../../setup/setup.ts';
import { type Answer, codedProblem, ok } from '../../../http/answer.ts';
import { actorKeys, actorOf, actorSchema } from '../../actor.ts';
import { type ApiInput, type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import type { RouteKey } from '../../openapi/operations.ts';
import { changeAnswer, refusalAnswer, withSetup } from './setup-access.ts';
import { setupName } from './setup-account.ts';

const secretKey = z.string().trim().min(1).max(1000).optional();

const addBody = z.strictObject({
  ...actorKeys,
  name: setupName,
  sender: z
    .string()
    .max(100)
    .optional()
    .describe(
      'The name of a known sender. Default: another sender, which posts to an address with a token in it',
    ),
  version: z.string().max(100).optional().describe('The version of the signature, if the sender has several'),
  secret: secretKey.describe('The secret that the sender created. Default: a new one is created'),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('`server.publicUrl`, if the sender signs the address that it posts to'),
});

const secretBody = z.strictObject({
  ...actorKeys,
  secret: secretKey.describe('The secret that the sender created. Default: a new one is created'),
});

/** The routes that add and change senders. A change takes effect within two seconds. */
export function setupSourceRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /setup/sources',
      body: addBody,
      answer: ({ body, request }) =>
        withSetup(parts, async setup => {
          const sender = meant(body.sender, body.version);
          if (sender && 'status' in sender) return sender;
          if (sender && signsUrl(sender) && !parts.config.server.publicUrl && !body.publicUrl)
            return needsPublicUrl;
          const { name, secret, publicUrl } = body;
          const done = await setup.addSource(
            { name, sender, secret, publicUrl },
            actorOf(body, request, parts),
          );
          return changeAnswer(done, made => ({
            name,
            ...instructions(
              {
                name,
                path: `/hooks/${name}`,
                sender,
                verify: methodsOf(sender),
                made,
                isGiven: secret !== undefined,
              },
              parts,
            ),
            // Shown once; the page puts it neither into storage nor into URLs.
            secret: body.secret === undefined ? (made.secret ?? null) : null,
            verifyToken: made.verifyToken ?? null,
          }));
        }),
    }),
    apiRoute({
      key: 'GET /setup/sources/:id',
      answer: async ({ id }) => {
        const source = parts.config.sources.get(id);
        if (!source) return refusalAnswer({ code: 'no-such-name', name: id });
        return ok({
          name: id,
          ...instructions(
            { name: id, path: source.path, sender: senderOf(source), verify: source.verify },
            parts,
          ),
        });
      },
    }),
    apiRoute({
      key: 'POST /setup/sources/:id/secret',
      body: secretBody,
      answer: asked =>
        ofSource(asked, parts, (source, setup, actor) =>
          rotate(source, asked.body.secret, { setup, actor, parts }),
        ),
    }),
    ...simpleChanges(parts),
  ];
}

type SourceActor = ReturnType<typeof actorOf>;

function simpleChanges(parts: ApiParts): readonly ApiRoute[] {
  const change = (
    key: RouteKey,
    make: (setup: Setup, name: string, actor: SourceActor) => ReturnType<Setup['settleSecret']>,
  ) =>
    apiRoute({
      key,
      body: actorSchema,
      answer: asked =>
        ofSource(asked, parts, async (source, setup, actor) =>
          changeAnswer(await make(setup, source.name, actor), () => ({ name: source.name })),
        ),
    });
  return [
    change('POST /setup/sources/:id/secret/settle', (setup, name, actor) => setup.settleSecret(name, actor)),
    change('POST /setup/sources/:id/pause', (setup, name, actor) => setup.pauseSource(name, actor)),
    change('POST /setup/sources/:id/resume', (setup, name, actor) => setup.resumeSource(name, actor)),
    change('POST /setup/sources/:id/remove', (setup, name, actor) =>
      setup.removeSource(name, mappingsOf(name, parts), actor),
    ),
  ];
}

async function ofSource(
  { id, body, request }: ApiInput<unknown, z.infer<typeof actorSchema>>,
  parts: ApiParts,
  work: (source: SourceConfig, setup: Setup, actor: SourceActor) => Promise<Answer>,
): Promise<Answer> {
  const source = parts.config.sources.get(id);
  if (!source) return refusalAnswer({ code: 'no-such-name', name: id });
  const { who, reason } = body;
  const actor = actorOf(
    { ...(who !== undefined && { who }), ...(reason !== undefined && { reason }) },
    request,
    parts,
  );
  return withSetup(parts, setup => work(source, setup, actor));
}

async function rotate(
  source: SourceConfig,
  given: string | undefined,
  { setup, actor, parts }: { readonly setup: Setup; readonly actor: SourceActor; readonly parts: ApiParts },
): Promise<Answer> {
  const sender = senderOf(source);
  const done = await setup.rotateSecret(source, sender, given, actor);
  return changeAnswer(done, made => ({
    name: source.name,
    ...instructions({ name: source.name, path: source.path, sender, verify: source.verify, made }, parts),
    secret: given === undefined ? (made.secret ?? null) : null,
    verifyToken: null,
  }));
}

/** Returns the mapping files of a source, by their paths from the folder of the mappings. */
function mappingsOf(name: string, { bridge, config }: ApiParts): readonly string[] {
  const { mappings, faulty } = bridge.planning().mappings.folder();
  return [...mappings, ...faulty]
    .filter(({ source }) => source === name)
    .map(({ file }) => file.slice(config.mappings.length + 1).replaceAll('\\', '/'));
}

function senderOf({ preset }: SourceConfig): MeantPreset | undefined {
  const known = preset === undefined ? undefined : presets.get(preset);
  return known && { preset: known };
}

function meant(name: string | undefined, version: string | undefined): MeantPreset | Answer | undefined {
  if (name === undefined) return undefined;
  const { known } = meantPresets(name, presets);
  if (!known) return unknownSender;
  return version === undefined ? known : { ...known, version };
}

/** The parts of a verification method that determine where its secret is. */
interface Method {
  readonly type?: unknown;
  readonly name?: unknown;
}

/** Returns the verification methods of a new sender. */
function methodsOf(sender: MeantPreset | undefined): readonly Method[] {
  if (!sender) return [{ type: 'query-token', name: 'token' }];
  const { preset, version } = sender;
  return (version === undefined ? undefined : preset.versions?.[version]) ?? preset.verify;
}

/** Returns the parameter of the URL that contains the secret; `null` if the secret is entered elsewhere. */
function tokenParameter(verify: readonly Method[]): string | null {
  const [first] = verify;
  const isInUrl = verify.every(({ type }) => type === 'query-token');
  return isInUrl && typeof first?.name === 'string' ? first.name : null;
}

/** Returns the steps at the sender. `url` contains a token only if it was just created. */
function instructions(
  about: {
    readonly name: string;
    readonly path: string;
    readonly sender: MeantPreset | undefined;
    readonly verify: readonly Method[];
    readonly made?: MadeSecrets;
    /** True if the secret was issued by the sender. */
    readonly isGiven?: boolean;
  },
  { config }: ApiParts,
): {
  readonly title: string;
  readonly url: string;
  readonly isPublic: boolean;
  readonly tokenParameter: string | null;
  readonly setup: readonly string[];
} {
  const { publicUrl } = config.server;
  const { sender, made, path, name, verify, isGiven = false } = about;
  const parameter = tokenParameter(verify);
  const token = parameter !== null && made?.secret !== undefined ? `?${parameter}=${made.secret}` : '';
  const url = `${publicUrl ?? ''}${path}${token}`;
  return {
    title: sender?.preset.title ?? name,
    url,
    isPublic: publicUrl !== undefined,
    tokenParameter: parameter,
    setup: setupSteps(sender?.preset.setup ?? [], isGiven ? 'by-hand' : 'made'),
  };
}

const unknownSender = codedProblem(
  'unknown-sender',
  400,
  'no sender is known by this name',
  'Look at GET /api/setup/senders, or leave the sender out.',
);

const needsPublicUrl = codedProblem(
  'needs-public-url',
  409,
  'this sender signs the address that it posts to, and server.publicUrl is not set',
  'Give publicUrl: the address by which senders reach this bridge.',
);
