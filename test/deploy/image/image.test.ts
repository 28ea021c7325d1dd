import { lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { folderWith, openSandbox } from '../../cli/command-line.ts';
import { readProjectFile } from '../../house/markdown.ts';
import { makeControlGroup } from '../../program/control-group.ts';
import { freePort } from '../../program/program.ts';
import { buildImage, type Image, whyNotBuilt } from './build-image.ts';
import { contextOf } from './context.ts';
import { readDockerfile } from './read-dockerfile.ts';
import { endImage, printed, startImage, stopImage, wordsOf } from './start-image.ts';

const text = readProjectFile('Dockerfile');
const stages = readDockerfile(text);
const isInContext = contextOf(readProjectFile('.dockerignore'));
const { version, license, description, optionalDependencies } = JSON.parse(
  readProjectFile('package.json'),
) as {
  version: string;
  license: string;
  description: string;
  optionalDependencies: Record<string, string>;
};

describe('the Dockerfile', () => {
  it('has no fault that a linter finds', () => {
    expect(validate(text)).toEqual([]);
  });

  it('uses the Node version of the package', () => {
    const [node] = Object.values(optionalDependencies);
    const images = stages.slice(0, -1).map(each => each.from);
    expect(new Set(images)).toEqual(new Set([`node:${node}-bookworm-slim`]));
  });

  it('copies everything in the context, and nothing else', () => {
    const copied = stages
      .flatMap(stage => stage.steps)
      .flatMap(step => (step.does === 'copy' && step.stage === undefined ? step.sources : []));
    expect(copied.filter(path => !isInContext(path))).toEqual([]);
    const kept = readProjectFile('.dockerignore').matchAll(/^!(.*)$/gm);
    expect([...kept].map(([, path]) => path).toSorted()).toEqual(copied.toSorted());
    expect(['node_modules', '.git', 'data', 'test', 'config.yaml', '.env'].filter(isInContext)).toEqual([]);
  });

  it('has the labels that registries show', () => {
    const set = stages.at(-1)?.steps.flatMap(step => (step.does === 'set' ? step.setting : [])) ?? [];
    const labels = Object.assign({}, ...set.flatMap(each => (each.of === 'label' ? [each.values] : [])));
    expect(labels).toMatchObject({
      'org.opencontainers.image.title': 'Fieldbridge',
      'org.opencontainers.image.description': description,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': license,
    });
  });
});

const why = whyNotBuilt();
if (why) console.warn(`SKIPPED: the stages of the Dockerfile, since ${why}`);
const small = makeControlGroup(128 * 2 ** 20);
if (!small) console.warn('SKIPPED: the image in 128 MiB, since no control group can be made here');

describe.skipIf(why)('the image', () => {
  let image: Image;
  beforeAll(() => {
    image = buildImage(stages, isInContext);
  });
  afterAll(() => {
    rmSync(image.folder, { recursive: true, force: true });
    small?.remove();
  });

  /** Returns every file of the image. */
  const files = () =>
    readdirSync(image.folder, { recursive: true, encoding: 'utf8' }).filter(
      path => !lstatSync(join(image.folder, path)).isDirectory(),
    );
  const bytesOf = (pattern: RegExp) =>
    files()
      .filter(path => pattern.test(path))
      .reduce((sum, path) => sum + lstatSync(join(image.folder, path)).size, 0);

  it('has one Node, its libraries, the package and nothing else: no shell, no package manager', () => {
    const known = [
      /^usr\/local\/bin\/(node|fieldbridge)$/,
      /^lib(64)?\/([\w-]+\/)?(ld-linux-[\w.-]+|lib(c|dl|m|pthread|gcc_s|stdc\+\+)\.so\.\d)$/,
      /^opt\/fieldbridge\/(dist|mappings)\//,
      /^opt\/fieldbridge\/(package\.json|config\.example\.yaml|README\.md|LICENSE)$/,
      /^etc\/os-release$/,
      /^var\/lib\/dpkg\/status\.d\/(libc6|libgcc-s1|libstdc\+\+6)$/,
      /^usr\/share\/doc\/(libc6|libgcc-s1|libstdc\+\+6)\/copyright$/,
    ];
    expect(files().filter(path => !known.some(pattern => pattern.test(path)))).toEqual([]);
    expect(known.filter(pattern => !files().some(path => pattern.test(path)))).toEqual([]);
    expect(readFileSync(join(image.folder, 'var/lib/dpkg/status.d/libc6'), 'utf8')).toMatch(
      /^Version: 2\.36/m,
    );
  });

  it('is no larger than docs/operating.md says, and Node is nearly all of it', () => {
    const said = /has (\d+) MiB: Node (\d+) MiB, C libraries (\d+) MiB and the program (\d+) MiB/.exec(
      readProjectFile('docs/operating.md').replaceAll('\n', ' '),
    );
    const parts = [/./, /^usr\/local\/bin\/node$/, /^lib/, /^opt\/fieldbridge\//];
    const measured = parts.map(part => Math.round(bytesOf(part) / 2 ** 20));
    const most = said?.slice(1).map(each => Number(each) + 1) ?? [];
    expect(most).toHaveLength(parts.length);
    expect(measured.filter((each, index) => each > (most[index] ?? 0))).toEqual([]);
  });

  it('belongs to root, except for its one volume', () => {
    expect(wordsOf(image, 'volume')).toEqual(['/data']);
    const owners = readdirSync(image.folder, { recursive: true, encoding: 'utf8' })
      .filter(path => lstatSync(join(image.folder, path)).uid !== 0)
      .concat(statSync(join(image.folder, 'data')).gid === 65532 ? [] : ['the group of data']);
    expect(owners).toEqual(['data']);
  });

  it.skipIf(!small)(
    'accepts webhooks in 128 MiB as a user without rights, also from other machines, and stops gracefully',
    async () => {
      const sandbox = await openSandbox();
      const port = await freePort();
      const bridge = folderWith({
        'config.yaml': `server: {port: ${port}}
destinations: {salon: {baseUrl: "${sandbox.url}", token: "\${SALON_TOKEN}"}}
sources: {form: {verify: {type: header-token, name: X-Form-Token, secret: "\${FORM_TOKEN}"}}}
`,
        'mappings/note.yaml':
          'source: form\ndestination: salon\noperation: updateCustomer\nset: {id: id, note: note}\n',
      });
      const env = { SALON_TOKEN: sandbox.tokens.mitte, FORM_TOKEN: 'the-token-of-the-form' };
      const container = startImage(image, { bridge, env, through: small?.through ?? [] });
      onTestFinished(() => endImage(container));
      await printed(container, 'ready for webhooks');

      const status = readFileSync(`/proc/${container.first()}/status`, 'utf8');
      expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m);
      expect(status).toMatch(/^Uid:(\s+65532){4}$/m);
      expect(status).toMatch(/^Gid:(\s+65532){4}$/m);
      expect(status).toMatch(/^Groups:\s*$/m);
      expect(status).toMatch(/^CapEff:\s+0{16}$/m);
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);

      expect(container.exec(wordsOf(image, 'health'))).toEqual({ status: 0, printed: '{"status":"ok"}\n' });
      const address = addressOfThisMachine();
      expect((await fetch(`http://${address}:${port}/readyz`)).status).toBe(200);
      const posted = await fetch(`http://${address}:${port}/hooks/form`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-form-token': 'the-token-of-the-form' },
        body: '{"id":"1001","note":"from the image"}',
      });
      expect(posted.status).toBe(200);
      await expect.poll(() => JSON.stringify(sandbox.calls()), { interval: 20 }).toContain('from the image');

      const backup = container.exec(['fieldbridge', 'backup', '-']);
      expect(backup.status).toBe(0);
      expect(backup.printed).toMatch(/^SQLite format 3\0/);

      expect(container.output()).not.toContain('volatile');
      const written = container.exec(['node', '-e', 'require("fs").writeFileSync("/tmp/x", "")']);
      expect(written.printed).toContain('EROFS');
      expect(await stopImage(container)).toBe(0);
      expect(container.output()).toContain('"msg":"stopped"');
    },
  );

  it('uses its own command line in its messages', async () => {
    const bridge = folderWith({});
    const version0 = startImage(image, { bridge, command: ['--version'] });
    await new Promise(done => version0.process.once('close', done));
    expect(version0.output()).toBe(`${version}\n`);
    const failed = startImage(image, { bridge });
    await new Promise(done => failed.process.once('close', done));
    expect(failed.output()).toContain('`fieldbridge init` makes a first one');
  });
});

/** Returns an address of this machine for other machines; without a network, one that only this machine can reach. */
function addressOfThisMachine(): string {
  const all = Object.values(networkInterfaces()).flatMap(each => each ?? []);
  return all.find(each => each.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.1';
}
