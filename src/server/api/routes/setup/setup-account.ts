import * as z from 'zod';
import { Secret } from '../../../../config/secret.ts';
import { isLoopback, isWebUrl } from '../../../../config/web-url.ts';
import { type Answer, codedProblem, ok } from '../../../http/answer.ts';
import { actorKeys, actorOf } from '../../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import { changeAnswer, refusalAnswer, type SetupAccess, withSetup } from './setup-access.ts';

const accountKeys = {
  baseUrl: z.string().trim().max(500).optional().describe('The address of the calendar'),
  token: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .optional()
    .describe('Its API token. It is never logged and never shown'),
  sandbox: z
    .boolean()
    .optional()
    .describe('`true`: use the simulated calendar instead of an address and a token'),
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(?:[-_][A-Za-z]{2})?$/)
    .default('de')
    .describe('The language of the field names; default `de`'),
  allowHttp: z.boolean().optional().describe('`true`: the token may be sent unencrypted'),
};

const tryBody = z.strictObject({ ...actorKeys, ...accountKeys });

/** A name for something in the config. */
export const setupName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/)
  .describe('A name of small letters, digits, hyphens and underscores');

const addBody = tryBody.extend({
  name: setupName,
  statuses: z
    .array(z.string().trim().min(1).max(100))
    .max(100)
    .default([])
    .describe('Customer statuses, exactly as in the settings of the calendar'),
});

/** The routes that test an account and add it to the config as a destination. */
export function setupAccountRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /setup/account',
      body: tryBody,
      answer: ({ body }) =>
        withSetup(parts, async (_setup, access) => {
          const account = await accountOf(body, access);
          if ('status' in account) return account;
          const { tryAccount } = await import('../../../../setup/try-account.ts');
          return ok(await tryAccount(account, access.now()));
        }),
    }),
    apiRoute({
      key: 'POST /setup/destinations',
      body: addBody,
      answer: ({ body, request }) =>
        withSetup(parts, async (setup, access) => {
          const account = await accountOf(body, access);
          if ('status' in account) return account;
          const { baseUrl, token, statuses } = account;
          const wish = {
            name: body.name,
            baseUrl,
            token: token.reveal(),
            locale: body.locale,
            statuses: body.statuses.length > 0 ? body.statuses : statuses,
            allowHttp: body.allowHttp === true && /^http:/i.test(baseUrl) && !isLoopback(baseUrl),
          };
          const done = await setup.addDestination(wish, actorOf(body, request, parts));
          return changeAnswer(done, () => ({ name: body.name, canRestart: access.restart !== undefined }));
        }),
    }),
    apiRoute({
      key: 'POST /setup/restart',
      body: z.strictObject(actorKeys),
      answer: () =>
        withSetup(parts, async (_setup, { restart }) => {
          if (!restart) return cannotRestart;
          const diagnostics = restart();
          return diagnostics
            ? refusalAnswer({ code: 'config-faulty', diagnostics })
            : ok({ restarting: true });
        }),
    }),
  ];
}

const cannotRestart = codedProblem(
  'cannot-restart',
  409,
  'this program does not start itself anew',
  'Restart it as it was started.',
);

interface MeantAccount {
  readonly baseUrl: string;
  readonly token: Secret;
  readonly proxy: Secret | undefined;
  readonly locale: string;
  readonly statuses: readonly string[];
}

async function accountOf(
  { baseUrl, token, sandbox, locale, allowHttp }: z.infer<typeof tryBody>,
  access: SetupAccess,
): Promise<MeantAccount | Answer> {
  if (sandbox) {
    if (!access.sandbox) return noSandbox;
    const simulated = await access.sandbox();
    const { url, statuses } = simulated;
    return { baseUrl: url, token: new Secret(simulated.token), proxy: undefined, locale, statuses };
  }
  if (!baseUrl || !token) return incomplete;
  const written = /^https?:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`;
  if (!isWebUrl(written)) return noAddress;
  if (/^http:/i.test(written) && !isLoopback(written) && !allowHttp) return unencrypted;
  const url = written.replace(/(?<!\/)\/+$/, '').replace(/\/office\/api$/, '');
  return { baseUrl: url, token: new Secret(token), proxy: access.proxyOf(url), locale, statuses: [] };
}

const incomplete = codedProblem('incomplete', 400, 'baseUrl or token is missing', 'Give both, or sandbox.');
const noAddress = codedProblem(
  'not-an-address',
  400,
  'baseUrl is no address',
  'An address is such as https://calendar.example.com.',
);
const unencrypted = codedProblem(
  'unencrypted',
  400,
  'with http:// the token would travel unencrypted',
  'Use https://, or add allowHttp: true to allow it.',
);
const noSandbox = codedProblem(
  'no-sandbox',
  409,
  'this program runs no simulated calendar',
  'Run `fieldbridge sandbox` in a terminal of its own, and give its address and token.',
);
