import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { request } from 'undici';
import type { Config } from '../config/config.ts';
import type { EventView } from '../inbox/event.ts';
import { sign } from '../receive/sign.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { type Scene, scenes } from './demo-scenes.ts';
import { createStory, type Story } from './demo-story.ts';
import type { Arguments } from './run.ts';
import { readPort } from './sandbox.ts';
import { type Serving, serve } from './serve.ts';
import { stopped } from './start.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, wantsColor } from './surroundings.ts';
import { openWorkspace } from './workspace.ts';

const patienceMs = 5_000;

/**
 * `fieldbridge demo`: the bridge with the example config against the sandbox, and webhooks sent to it. Stays up on
 * a terminal; elsewhere it ends, with status 3 where anything came out otherwise than the scenes say.
 */
export async function demo(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-demo-'));
  const sandbox = await startSandbox({});
  try {
    const port = await freePort(readPort(args.options.port, 8080));
    const env = { ...demoSecrets(), ...surroundings.env, ...demoAddresses(sandbox, port) };
    const file = String(args.options.config ?? exampleConfig());
    const { config, mappings } = openWorkspace(
      { ...args, options: { config: file } },
      { ...surroundings, env },
    );
    const own: Config = {
      ...config,
      server: { ...config.server, host: '127.0.0.1', port },
      store: { kind: 'sqlite', path: join(folder, 'fieldbridge.db') },
    };
    const serving = await serve(own, mappings, pino({ level: 'silent' }));
    try {
      return await play(own, serving, sandbox, surroundings);
    } finally {
      await serving.close();
    }
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function play(
  config: Config,
  serving: Serving,
  sandbox: Sandbox,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { out } = surroundings;
  const story = createStory(wantsColor(out, surroundings.env));
  out.write(opening(config, serving, sandbox, story));
  const surprises: string[] = [];
  for (const [index, scene] of scenes.entries()) {
    out.write(`${story.scene(index + 1, scene)}\n`);
    const statuses = await perform(scene, config, serving, story, line => out.write(`${line}\n`));
    if (statuses.join() !== scene.expected.join())
      surprises.push(`${index + 1}: ${statuses.join(', ') || 'refused'}`);
  }
  out.write(closing(config, serving, sandbox, story));
  for (const surprise of surprises)
    surroundings.err.write(`fieldbridge demo: scene ${surprise}, which is not as it should be\n`);
  if (out.isTTY) await stopped(surroundings.stop);
  return surprises.length === 0 ? exit.fine : exit.failure;
}

/** Sends one webhook and tells what becomes of it; answers the status of each of its events. */
async function perform(
  scene: Scene,
  config: Config,
  serving: Serving,
  story: Story,
  tell: (line: string) => void,
): Promise<readonly string[]> {
  const source = config.sources.get(scene.source);
  if (!source) throw new Error(`the demo needs the source "${scene.source}" in its config`);
  const body = readFileSync(join(config.mappings, 'samples', scene.payload));
  const signed = sign(source, body, {
    now: Date.now(),
    publicUrl: config.server.publicUrl,
    url: source.path,
    newId: () => `demo-${scene.payload}`,
  });
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
  tell(story.received({ path: source.path, bytes: body.length, status: reply.statusCode, ms, answer }));
  const statuses: string[] = [];
  for (const [index, id] of idsOf(answer).entries()) {
    const event = await settled(id, scene.expected[index], serving);
    if (event) tell(story.event(event));
    statuses.push(event?.status ?? 'unknown');
  }
  return statuses;
}

function idsOf(answer: string): readonly string[] {
  const { id, ids } = JSON.parse(answer) as { id?: string; ids?: string[] };
  return ids ?? (id === undefined ? [] : [id]);
}

/** The event once it is as expected, or as it stands when patience ends. */
async function settled(
  id: string,
  expected: string | undefined,
  serving: Serving,
): Promise<EventView | undefined> {
  const patience = expected === 'queued' ? 500 : patienceMs;
  return serving.bridge.outcomeOf(id, patience);
}

function opening(config: Config, serving: Serving, sandbox: Sandbox, story: Story): string {
  return [
    story.heading('Fieldbridge: webhooks in, checked calls out'),
    '',
    `  the bridge    ${serving.url}   ${config.sources.size} sources, mappings from ${story.faint('mappings/')}`,
    `  the calendar  ${sandbox.url}  the built-in sandbox of the protected API`,
    '',
  ].join('\n');
}

function closing(config: Config, serving: Serving, sandbox: Sandbox, story: Story): string {
  const token = config.admin?.token.reveal() ?? '';
  return [
    '',
    story.heading('Look round'),
    `  what came in         curl -H 'Authorization: Bearer ${token}' ${serving.url}/api/events`,
    `  how it stands        curl ${serving.url}/readyz`,
    `  what the salon has   curl ${sandbox.url}/sandbox/state`,
    `  a mapping            ${story.faint('edit mappings/intake.yaml; it is read again at once')}`,
    '',
    story.faint('  Ctrl+C ends the demo; it leaves nothing behind.'),
    '',
  ].join('\n');
}

/** The example config of this package, whether it runs from its sources or from the bundle. */
function exampleConfig(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'config.example.yaml'))) {
    if (folder === dirname(folder))
      throw new CommandFailed('config.example.yaml is missing beside the program');
    folder = dirname(folder);
  }
  return join(folder, 'config.example.yaml');
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

/** The wanted port where it is free, else one that is. */
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
