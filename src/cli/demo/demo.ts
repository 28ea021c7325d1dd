import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import type { Config } from '../../config/config.ts';
import { linkCursor } from '../../inbox/link-record.ts';
import { silentLog } from '../../log/log.ts';
import { sign } from '../../receive/signing/sign.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { Arguments } from '../command.ts';
import { packageFolder } from '../package-folder.ts';
import { type Serving, serve } from '../start/serve.ts';
import { stopped } from '../start/stop-signals.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, wantsColor } from '../surroundings.ts';
import { columnsOf } from '../terminal/wrap.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';
import { readPort } from './sandbox.ts';
import { type Scene, scenes } from './scenes.ts';
import { createStory, type Story } from './story.ts';

const patienceMs = 5_000;
/** The time for which the demo checks that an event keeps waiting. */
const waitingMs = 300;

/**
 * `fieldbridge demo`: runs the bridge with the example config against the sandbox, and sends webhooks to it. It
 * keeps running on a terminal; elsewhere it ends, with status 3 if a result differs from the expected one.
 */
export async function demo(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const wanted = readPort(args.options.port, 8080);
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-demo-'));
  const sandbox = await startSandbox({});
  try {
    const port = await freePort(wanted);
    const { config, mappings } = openDemoConfig(sandbox, port, surroundings);
    const own: Config = {
      ...config,
      server: { ...config.server, host: '127.0.0.1', port },
      admin: config.admin && { ...config.admin, listen: undefined },
      store: { kind: 'sqlite', path: join(folder, 'fieldbridge.db') },
    };
    const serving = await serve(own, mappings, silentLog);
    try {
      return await runScenes(own, serving, sandbox, surroundings);
    } finally {
      await serving.close('at once');
    }
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Stage {
  readonly config: Config;
  readonly serving: Serving;
  readonly sandbox: Sandbox;
  readonly story: Story;
  tell(text: string): void;
  /** The events that wait for their link, with their subjects. */
  readonly waiting: Map<string, string>;
  /** The printed links. */
  readonly links: Set<string>;
}

async function runScenes(
  config: Config,
  serving: Serving,
  sandbox: Sandbox,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { out, err, env } = surroundings;
  const story = createStory({ color: wantsColor(out, env), columns: columnsOf(out) });
  const tell = (text: string) => void out.write(`${text}\n`);
  const stage = { config, serving, sandbox, story, tell, waiting: new Map(), links: new Set<string>() };
  tell(opening(stage));
  const surprises: string[] = [];
  for (const [index, scene] of scenes.entries()) {
    tell(story.scene(index + 1, scene));
    const statuses = await perform(scene, stage);
    if (statuses.join() !== scene.expected.join())
      surprises.push(`${index + 1}: ${statuses.join(', ') || 'refused'}`);
  }
  for (const surprise of surprises)
    err.write(`fieldbridge demo: scene ${surprise}, which is not as it should be\n`);
  if (surprises.length === 0)
    tell(`\n${story.heading(`All ${scenes.length} scenes came out as they should.`)}`);
  if (out.isTTY) {
    tell(closing(stage, await serving.makeSignInLink?.()));
    await stopped(surroundings.stop);
  }
  return surprises.length === 0 ? exit.fine : exit.failure;
}

/** Sends one webhook and describes its result; returns the status of each of its events. */
async function perform(scene: Scene, stage: Stage): Promise<readonly string[]> {
  const { story, tell, sandbox } = stage;
  if (scene.fault) sandbox.addFaults(scene.fault);
  const reply = await post(scene, stage);
  tell(story.received({ scene, ...reply }));
  const { ids, status } = idsOf(reply.answer);
  if (status === 'duplicate') {
    tell(story.duplicate());
    return [status];
  }
  const woken = scene.wakes ? [...stage.waiting] : [];
  const told = [...ids.map((id, index) => [id, scene.events?.[index]] as const), ...woken];
  const statuses: string[] = [];
  for (const [index, [id, about]] of told.entries()) {
    const patience = scene.expected[index] === 'queued' ? waitingMs : patienceMs;
    const event = await stage.serving.bridge.outcomeOf(id, patience);
    if (event) tell(story.event(event, about));
    if (event?.status === 'queued') stage.waiting.set(id, `${about}, which waited`);
    else stage.waiting.delete(id);
    statuses.push(event?.status ?? 'unknown');
    await tellNewLinks(stage);
  }
  return statuses;
}

async function post(scene: Scene, { config, serving }: Stage) {
  const source = config.sources.get(scene.source);
  if (!source) throw new CommandFailed(`the demo needs the source "${scene.source}" in config.example.yaml`);
  const sample = readFileSync(join(config.mappings, 'samples', scene.payload));
  const signed = await sign(source, sample, {
    now: Date.now(),
    publicUrl: config.server.publicUrl,
    url: source.path,
    newId: () => `demo-${scene.payload}`,
  });
  const body = Buffer.from(signed.body ?? sample);
  if (scene.forged) body[body.length - 3] = 0x20;
  const started = performance.now();
  const reply = await request(`${serving.url}${source.path}`, {
    method: 'POST',
    headers: { 'content-type': scene.contentType, ...signed.headers },
    query: signed.query,
    body,
  });
  const answer = await reply.body.text();
  const ms = Math.round(performance.now() - started);
  return { path: source.path, bytes: body.length, status: reply.statusCode, ms, answer };
}

function idsOf(answer: string): { ids: readonly string[]; status: string | undefined } {
  const { id, ids, status } = JSON.parse(answer) as { id?: string; ids?: string[]; status?: string };
  return { ids: ids ?? (id === undefined ? [] : [id]), status };
}

async function tellNewLinks({ serving, story, tell, links }: Stage): Promise<void> {
  for (const link of await serving.store.links({ limit: 100 })) {
    const cursor = linkCursor(link);
    if (!links.has(cursor)) tell(story.link(link));
    links.add(cursor);
  }
}

function opening({ config, serving, sandbox, story }: Stage): string {
  return [
    story.heading('Fieldbridge: webhooks in, checked calls out'),
    '',
    story.labelled(
      'bridge',
      `${serving.url}, with ${config.sources.size} sources and the files in mappings/`,
    ),
    story.labelled('calendar', `${sandbox.url}, the built-in sandbox of the protected API`),
  ].join('\n');
}

/** Describes what a person can look at while the bridge of the demo runs. `link`: signs in to the console once. */
function closing({ config, serving, sandbox, story }: Stage, link: string | undefined): string {
  const token = config.admin?.token.reveal() ?? '';
  return [
    '',
    ...(link === undefined
      ? []
      : [
          story.heading('Look round, in a browser'),
          '',
          '  The console shows all of it while this demo runs. The link signs in once:',
          `    ${link}`,
          '',
        ]),
    story.heading('Look round, in another terminal'),
    '',
    '  What came in, and what became of it:',
    `    curl -H 'Authorization: Bearer ${token}' ${serving.url}/api/events`,
    '  How the bridge stands, in words:',
    `    curl ${serving.url}/readyz`,
    '  What the salon has now:',
    `    curl ${sandbox.url}/sandbox/state`,
    '',
    'Ctrl+C ends the demo; it leaves nothing behind.',
  ].join('\n');
}

/** Returns the wanted port if it is free, else another free one. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', error => (wanted === 0 ? reject(error) : resolve(freePort(0))));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}

/**
 * Returns the example config with new secrets. It always uses the sandbox, whatever the environment says.
 * @throws CommandFailed if a person has added another destination to it
 */
function openDemoConfig(sandbox: Sandbox, port: number, surroundings: Surroundings): Workspace {
  const file = join(packageFolder(), 'config.example.yaml');
  const env = { ...surroundings.env, ...demoSecrets(), ...demoAddresses(sandbox, port) };
  const workspace = openWorkspace(
    { words: [], options: { config: file } },
    { ...surroundings, env },
    'all of the config',
  );
  const elsewhere = [...workspace.config.destinations.values()].find(each => each.baseUrl !== sandbox.url);
  if (elsewhere)
    throw new CommandFailed(
      `the demo sends to its sandbox only, but config.example.yaml sends ${elsewhere.name} elsewhere; write baseUrl: \${CALENDAR_URL} there`,
    );
  return workspace;
}

function demoSecrets(): Record<string, string> {
  const names = ['TYPEFORM_SECRET', 'HUBSPOT_SECRET', 'FORM_TOKEN', 'BOOKING_SECRET', 'ADMIN_TOKEN'];
  return Object.fromEntries(names.map(name => [name, randomBytes(18).toString('base64url')]));
}

function demoAddresses(sandbox: Sandbox, port: number): Record<string, string> {
  return {
    CALENDAR_URL: sandbox.url,
    SALON_TOKEN: sandbox.tokens.mitte,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
}
