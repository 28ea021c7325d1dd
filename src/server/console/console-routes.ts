import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../config/config.ts';
import type { AccessControl } from '../api/access/access-control.ts';
import { readInput } from '../api/input.ts';
import type { Role } from '../api/roles.ts';
import { unlessStoreAway } from '../api/unless-store-away.ts';
import { type Answer, ok, problem, sendAnswer } from '../http/answer.ts';
import type { FindCaller } from '../http/caller.ts';
import type { Load } from '../http/load.ts';
import { type ConsoleEntry, consolePage, pageHeaders } from './page.ts';
import { seenBase } from './seen-base.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

/** A built file of the console, uncompressed and compressed. */
export interface ConsoleFile {
  readonly type: string;
  readonly plain: Uint8Array;
  readonly br?: Uint8Array | undefined;
  readonly gzip?: Uint8Array | undefined;
}

/** The built console. */
export interface ConsoleFiles {
  readonly entry: ConsoleEntry;
  /** The files by name. The name depends on the contents, so a browser may cache a file forever. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

/** The parts that serve the console. */
export interface ConsoleParts {
  readonly config: Pick<Config, 'server' | 'sources' | 'destinations' | 'admin' | 'file' | 'mappings'>;
  readonly load: Load;
  readonly callerOf: FindCaller;
  readonly version: string;
  /** Reads the files at the first request for the console; undefined if they were not built. */
  readonly consoleFiles: () => Promise<ConsoleFiles | undefined>;
}

/** The dependencies of signing in to the console. */
export interface ConsoleAccess {
  readonly access: AccessControl;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
}

const signInBody = z.union([
  z.strictObject({ token: z.string().min(1).max(1000) }),
  z.strictObject({ code: z.string().min(1).max(200) }),
]);

/** Serves the console, and signs people in and out. Without a token in the config the console is off. */
export function addConsole(
  app: FastifyInstance,
  parts: ConsoleParts,
  admitting: ConsoleAccess | undefined,
): void {
  let files: ConsoleFiles | undefined;

  async function answerFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!admitting) return sendAnswer(reply, offAnswer);
    files ??= await parts.consoleFiles();
    if (!files) return sendAnswer(reply, notBuiltAnswer);
    const name = nameIn(request.params);
    const file = files.files.get(name);
    if (file) return sendFile(request, reply, file);
    if (name.includes('.') && !name.includes('/')) return sendAnswer(reply, noFileAnswer);
    const base = seenBase(request.raw, parts.config.server, parts.callerOf);
    return reply.headers(pageHeaders).send(consolePage(`${base}/console/`, files.entry));
  }

  app.get('/console', answerFile);
  app.get('/console/*', answerFile);
  if (!admitting) return;
  const { sessions, cookie } = admitting;
  const respond = async (reply: FastifyReply, answer: () => Promise<Answer>): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store');
    return sendAnswer(reply, await unlessStoreAway(answer));
  };
  app.get('/console/session', async (request, reply) =>
    respond(reply, async () => {
      const key = cookie.keyOf(request.raw);
      const role = key === undefined ? undefined : await sessions.roleOf(key);
      return sessionAnswer(role, request.raw, parts, cookie);
    }),
  );
  app.post('/console/session', async (request, reply) =>
    respond(reply, () => signIn(request, reply, parts, admitting)),
  );
  app.delete('/console/session', async (request, reply) =>
    respond(reply, async () => {
      const refused = admitting.access.refuseForeign(request, 'own page only');
      if (refused) return refused;
      const key = cookie.keyOf(request.raw);
      if (key !== undefined) await sessions.close(key);
      return { ...ok({}), headers: { 'set-cookie': cookie.headerFor(request.raw, undefined) } };
    }),
  );
}

async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ConsoleParts,
  { access, sessions, cookie }: ConsoleAccess,
): Promise<Answer> {
  const refused = access.refuseForeign(request, 'own page only');
  if (refused) return refused;
  const read = await readInput(request.raw, parts, signInBody);
  if (read.kind === 'answer') return read.answer;
  let key: string | undefined;
  let role: Role = 'admin';
  if ('code' in read.value) {
    key = await sessions.useLink(read.value.code);
    if (key === undefined) return usedLinkAnswer;
  } else {
    const admission = await access.check(read.value.token, request, reply);
    if (admission.kind === 'refused') return admission.answer;
    role = admission.role;
    key = await sessions.open(role);
  }
  const answer = sessionAnswer(role, request.raw, parts, cookie);
  return { ...answer, headers: { 'set-cookie': cookie.headerFor(request.raw, key) } };
}

/** Without a session the role is `null`: for a page that checks for a session this is no error. */
function sessionAnswer(
  role: Role | undefined,
  request: IncomingMessage,
  { version }: ConsoleParts,
  cookie: SessionCookie,
): Answer {
  return ok({ role: role ?? null, version, encrypted: cookie.isEncrypted(request) });
}

function nameIn(params: unknown): string {
  const name = params && typeof params === 'object' && '*' in params ? params['*'] : '';
  return typeof name === 'string' ? name : '';
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find(each => accepted.includes(each) && file[each]);
  reply.headers({
    'content-type': file.type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
  });
  return reply.send(Buffer.from((encoding && file[encoding]) ?? file.plain));
}

const offAnswer = problem(
  404,
  'the console is switched off',
  'Set admin.token in the config to switch on the console and the API.',
);

const notBuiltAnswer = problem(
  404,
  'the console was not built',
  'Run `npm run build`, then load this page again.',
);

const noFileAnswer = problem(404, 'the console has no such file', 'Load the page of the console again.');

const usedLinkAnswer = problem(
  401,
  'this link was used already, or its ten minutes are over',
  'Sign in with the admin token, or restart the bridge on a terminal for a new link.',
);
