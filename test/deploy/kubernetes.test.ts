import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { fieldbridge, folderWith, openSandbox } from '../cli/command-line.ts';
import { readProjectFile, root } from '../house/markdown.ts';

const folder = 'deploy/kubernetes';
const names = readdirSync(join(root, folder)).toSorted();
const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };

/** The allowed kinds of manifests, each with its published definition. */
const kinds = {
  'v1 ConfigMap': ConfigMap,
  'v1 PersistentVolumeClaim': PersistentVolumeClaim,
  'v1 Service': Service,
  'apps/v1 Deployment': Deployment,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
} as const;
type Kind = keyof typeof kinds;

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

function manifestsOf(name: string): readonly Manifest[] {
  return parseAllDocuments(readProjectFile(`${folder}/${name}`), { version: '1.1' }).map(each => {
    expect([...each.errors, ...each.warnings]).toEqual([]);
    return each.toJS() as Manifest;
  });
}

const kindOf = ({ apiVersion, kind }: Manifest) => `${apiVersion} ${kind}` as Kind;
const all = names.flatMap(name => manifestsOf(name).map(manifest => ({ name, manifest })));

/** Returns the manifests of a kind in a file. */
function found<Wanted extends Kind>(
  name: string,
  kind: Wanted,
): readonly InstanceType<(typeof kinds)[Wanted]>[] {
  return manifestsOf(name)
    .filter(each => kindOf(each) === kind)
    .map(each => new kinds[kind](each as never) as InstanceType<(typeof kinds)[Wanted]>);
}

function only<Item>(items: readonly (Item | undefined)[] | undefined): Item {
  const [item, ...others] = items ?? [];
  if (item === undefined || others.length > 0)
    throw new Error(`${(items ?? []).length} where there should be one`);
  return item;
}

describe('the manifests for Kubernetes', () => {
  it('are only of kinds that are checked here', () => {
    expect(names).toEqual(['bridge.yaml', 'config.yaml', 'several.yaml', 'sidecar.yaml']);
    expect(all.filter(({ manifest }) => !Object.hasOwn(kinds, kindOf(manifest)))).toEqual([]);
    const used = new Set(all.map(({ manifest }) => kindOf(manifest)));
    expect([...used].toSorted()).toEqual(Object.keys(kinds).toSorted());
  });

  it.each(all)(
    'match the published schemas: $manifest.kind $manifest.metadata.name in $name',
    ({ manifest }) => {
      const model = new kinds[kindOf(manifest)](manifest as never);
      expect(() => model.validate()).not.toThrow();
    },
  );

  it('have no key that Kubernetes does not know', () => {
    const types = Object.keys(kinds).map((kind, index) => {
      const [group = '', name = ''] = kind.split(' ');
      return `import type { I${name} as T${index} } from 'kubernetes-models/${group}';`;
    });
    const values = all.map(({ manifest }, index) => {
      const type = Object.keys(kinds).indexOf(kindOf(manifest));
      return `export const m${index}: T${type} = ${JSON.stringify(manifest)};`;
    });
    const compilerOptions = {
      target: 'esnext',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    };
    const typed = folderWith({
      'manifests.ts': [...types, ...values].join('\n'),
      'package.json': '{"type":"module"}',
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['manifests.ts'] }),
    });
    symlinkSync(join(root, 'node_modules'), join(typed, 'node_modules'));
    const ran = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', typed], {
      encoding: 'utf8',
    });
    expect(ran.stdout + ran.stderr).toBe('');
    expect(ran.status).toBe(0);
  });

  it('have a faultless config, faultless mappings, and secrets with the names in the commands', async () => {
    const data = Object.assign({}, ...found('config.yaml', 'v1 ConfigMap').map(each => each.data)) as Record<
      string,
      string
    >;
    const { 'config.yaml': config = '', ...mappings } = data;
    const secrets = [...config.matchAll(/\/run\/secrets\/fieldbridge\/([\w-]+)/g)].map(
      ([, name = '']) => name,
    );
    const made = readProjectFile(`${folder}/config.yaml`).matchAll(/--from-file=([\w-]+)/g);
    expect([...made].map(([, name]) => name)).toEqual(secrets);
    const sandbox = await openSandbox();
    const directory = folderWith({
      'config.yaml': config
        .replaceAll('/run/secrets/fieldbridge', 'secrets')
        .replace('https://calendar.example.com', sandbox.url),
      ...Object.fromEntries(Object.entries(mappings).map(([name, text]) => [`mappings/${name}`, text])),
      ...Object.fromEntries(secrets.map(name => [`secrets/${name}`, `a-long-secret-for-${name}`])),
      'secrets/salon-token': sandbox.tokens.mitte,
    });
    const checked = await fieldbridge(['check'], { directory });
    expect(checked).toMatchObject({ status: 0, err: '', out: expect.stringContaining('no problems') });
    const tested = await fieldbridge(['test'], { directory });
    expect(tested.out).toContain('1 passed, 0 failed');
  });

  it('have the same mapping as compose.yaml', () => {
    const [, mappings] = found('config.yaml', 'v1 ConfigMap');
    const text = readProjectFile('deploy/compose/mappings/intake.yaml');
    expect(text.slice(text.indexOf('source:'))).toBe(mappings?.data?.['intake.yaml']);
  });
});

/** Returns the pod of a file, with the container of the bridge. */
function podOf(name: 'bridge.yaml' | 'several.yaml' | 'sidecar.yaml') {
  const deployment = only(found(name, 'apps/v1 Deployment'));
  const { template, ...rest } = deployment.spec ?? { template: undefined };
  const pod = template?.spec;
  const [within, beside] = [pod?.containers ?? [], pod?.initContainers ?? []];
  const container = only([...within, ...beside].filter(each => each.name === 'fieldbridge'));
  return { rest, pod, labels: template?.metadata?.labels, container };
}

describe.each(['bridge.yaml', 'sidecar.yaml'] as const)('the pod of %s', name => {
  const { rest, pod, labels, container } = podOf(name);

  it('runs one process at a time, of this version', () => {
    expect(rest).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(container.image).toBe(`fieldbridge:${version}`);
  });

  it('runs the bridge without rights, as the user of the image', () => {
    const user = /^USER (\d+):(\d+)$/m.exec(readProjectFile('Dockerfile'))?.slice(1).map(Number);
    const context = { ...pod?.securityContext, ...container.securityContext };
    expect([context.runAsUser, context.runAsGroup]).toEqual(user);
    expect(context).toMatchObject({
      runAsNonRoot: true,
      fsGroup: context.runAsGroup,
      seccompProfile: { type: 'RuntimeDefault' },
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(container.resources?.limits).toHaveProperty('memory');
  });

  it('writes only to its volume, and has its secrets as files', () => {
    const mounts = (container.volumeMounts ?? []).map(each => [each.mountPath, each.readOnly ?? false]);
    expect(mounts).toEqual([
      ['/bridge/config.yaml', true],
      ['/bridge/mappings', true],
      ['/run/secrets/fieldbridge', true],
      ['/data', false],
    ]);
    const volumes = new Map(pod?.volumes?.map(each => [each.name, each]));
    const of = (index: number) => volumes.get(container.volumeMounts?.[index]?.name ?? '');
    const maps = found('config.yaml', 'v1 ConfigMap').map(each => each.metadata?.name);
    expect([of(0)?.configMap?.name, of(1)?.configMap?.name]).toEqual(maps);
    expect(of(2)?.secret).toEqual({ secretName: 'fieldbridge', defaultMode: 0o440 });
    const claim = only(found(name, 'v1 PersistentVolumeClaim'));
    expect(of(3)?.persistentVolumeClaim?.claimName).toBe(claim.metadata?.name);
    expect(container.env).toBeUndefined();
  });

  it('has health checks at the port of the config', () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = container;
    expect(ports).toEqual([
      { name: 'webhooks', containerPort: 8080 },
      { name: 'admin', containerPort: 9090 },
    ]);
    expect(startupProbe?.httpGet).toEqual({ path: '/healthz', port: 'webhooks' });
    expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'webhooks' });
    expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'admin' });
    expect(found('config.yaml', 'v1 ConfigMap')[0]?.data?.['config.yaml']).toContain('listen: 0.0.0.0:9090');
  });

  it('has time to finish calls in flight', () => {
    const before = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
    expect(before).toBeGreaterThanOrEqual(5);
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(before + 60);
  });

  it('is selected by every manifest about it', () => {
    const service = only(found(name, 'v1 Service'));
    const budget = only(found(name, 'policy/v1 PodDisruptionBudget'));
    expect(service.spec?.selector).toEqual(labels);
    expect(budget.spec?.selector?.matchLabels).toEqual(labels);
    expect(rest).toMatchObject({ selector: { matchLabels: labels } });
    const ports = [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])].flatMap(
      each => each.ports ?? [],
    );
    const known = ports.map(each => each.name);
    expect(known).toEqual(expect.arrayContaining((service.spec?.ports ?? []).map(each => each.targetPort)));
    for (const policy of found(name, 'networking.k8s.io/v1 NetworkPolicy')) {
      expect(policy.spec?.podSelector?.matchLabels).toEqual(labels);
      const open = policy.spec?.ingress?.flatMap(each => each.ports?.map(({ port }) => port) ?? []);
      expect(open).toEqual(known);
    }
  });
});

describe('the sidecar', () => {
  it('is a native sidecar, and otherwise equals the standalone bridge', () => {
    const [own, sidecar] = [podOf('bridge.yaml'), podOf('sidecar.yaml')];
    expect(sidecar.pod?.initContainers).toHaveLength(1);
    const { restartPolicy, securityContext, ...beside } = sidecar.container;
    const { securityContext: _, ...alone } = own.container;
    expect(restartPolicy).toBe('Always');
    expect(securityContext).toBeDefined();
    expect(beside).toEqual(alone);
  });
});

describe('several bridges', () => {
  const [own, several] = [podOf('bridge.yaml'), podOf('several.yaml')];

  it('equal the standalone bridge, except for the store', () => {
    const { env, ...container } = several.container;
    expect(env).toEqual([
      {
        name: 'FIELDBRIDGE_STORE',
        valueFrom: { secretKeyRef: { name: 'fieldbridge-store', key: 'url' } },
      },
    ]);
    const volumeMounts = own.container.volumeMounts?.filter(({ mountPath }) => mountPath !== '/data');
    expect(container).toEqual({ ...own.container, volumeMounts });
    const { volumes: ownVolumes, containers: _, ...ownPod } = own.pod ?? {};
    const { volumes, containers: __, topologySpreadConstraints, securityContext, ...pod } = several.pod ?? {};
    expect({
      ...pod,
      securityContext: { ...securityContext, fsGroupChangePolicy: 'OnRootMismatch' },
    }).toEqual(ownPod);
    expect(volumes).toEqual(ownVolumes?.filter(each => !each.persistentVolumeClaim));
    expect(topologySpreadConstraints?.[0]?.labelSelector?.matchLabels).toEqual(several.labels);
    expect(found('several.yaml', 'v1 PersistentVolumeClaim')).toEqual([]);
  });

  it('are two, of which one is always available, and reach PostgreSQL', () => {
    expect(several.rest).toMatchObject({
      replicas: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
    });
    const [budget] = found('several.yaml', 'policy/v1 PodDisruptionBudget');
    expect(budget?.spec?.maxUnavailable).toBe(1);
    const [policy] = found('several.yaml', 'networking.k8s.io/v1 NetworkPolicy');
    expect(policy?.spec?.egress?.flatMap(each => each.ports?.map(({ port }) => port))).toContain(5432);
    const [service] = found('several.yaml', 'v1 Service');
    expect(service?.spec?.selector).toEqual(several.labels);
  });
});
