import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readProjectFile, root } from '../house/markdown.ts';
import { type Bom, locked, npmRun, readBom } from './bill-of-materials.ts';

/** Licences that only require passing on their text; Apache-2.0 also a file NOTICE, if there is one. */
const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];
/** Packages that name a licence but contain no file with its text. */
const withoutText = ['abstract-logging', 'saxes'];

const bom = readBom();
const required = bom.components.filter(each => each.scope === 'required');
const entryOf = ({ name, version }: { name: string; version: string }) => `${name} ${version}`;

describe('what `npm run sbom` prints', () => {
  it('is a CycloneDX bill of materials by its schema', () => {
    const schemas = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
    const schema = (name: string) => JSON.parse(readProjectFile(`${schemas}/${name}.SNAPSHOT.schema.json`));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
    const isBom = ajv.compile(schema('bom-1.6'));
    isBom(bom);
    expect(isBom.errors).toBeNull();
    expect(isBom({ ...bom, components: [{ ...bom.components[0], scope: 'perhaps' }] })).toBe(false);
  });

  it('contains every package that the sources import', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const texts = files.filter(file => file.endsWith('.ts')).map(file => readProjectFile(`src/${file}`));
    const modules = texts.flatMap(text =>
      [...text.matchAll(/^(?:import (?!type)|} )[^'\n]*from '([^.'][^']*)';$/gm)].map(
        ([, name = '']) => name,
      ),
    );
    const imported = modules.flatMap(name => /^(?!node:)(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []);
    expect(imported).toContain('fastify');
    const names = required.map(each => each.name);
    expect([...new Set(imported)].filter(name => !names.includes(name))).toEqual([]);
  });

  it('has the version, hash, licence and address of each package', () => {
    const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    const own: Bom = JSON.parse(execFileSync('npm', command, { cwd: root, encoding: 'utf8' }));
    const factsOf = ({ components }: Bom) =>
      new Map(components.map(each => [each.purl, [each.hashes, each.licenses]]));
    const byNpm = factsOf(own);
    for (const [purl, facts] of factsOf(bom)) expect([purl, byNpm.get(purl)]).toEqual([purl, facts]);
  });

  it('has the dependencies between packages, and leaves nothing unconnected', () => {
    const known = [bom.metadata.component, ...bom.components].map(each => each['bom-ref']);
    expect(bom.dependencies.map(each => each.ref)).toEqual(known);
    const needed = new Set(bom.dependencies.flatMap(each => each.dependsOn));
    expect([...needed].toSorted()).toEqual(known.slice(1).toSorted());
  });

  it('has the Node of the npm package as optional', () => {
    const { optionalDependencies } = JSON.parse(readProjectFile('package.json'));
    const optional = bom.components.filter(each => each.scope === 'optional');
    expect(Object.fromEntries(optional.map(each => [each.name, each.version]))).toEqual(optionalDependencies);
  });
});

describe('what `npm run licenses` prints', () => {
  const list = npmRun('licenses').trim().split('\n');
  const sections = readProjectFile('dist/licenses.txt')
    .split(`\n${'-'.repeat(80)}\n`)
    .slice(1);

  it('lists every package in the bundle, and none needs more than being named', () => {
    expect(list.map(line => line.replace(/ \(.*$/, ''))).toEqual(required.map(entryOf).toSorted());
    expect(list.filter(line => !permissive.includes(/\((.+)\)$/.exec(line)?.[1] ?? ''))).toEqual([]);
  });

  it('contains the terms of each', () => {
    expect(sections.map(text => text.slice(0, text.indexOf('\n')))).toEqual(list);
    const bare = sections.filter(text => !/permi(t|ssion)|redistribut|free to copy/i.test(text));
    expect(bare.map(text => text.slice(0, text.indexOf(' ')))).toEqual(withoutText);
    for (const text of bare) expect(text).toMatch(/\nBy .+ <.+>, who adds no text to the package\.\n/);
  });
});

describe('the running program', () => {
  it('contains no package with a script that npm runs at installation', () => {
    const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([path]) => path)).toContain('node_modules/esbuild');
    const names = bom.components.map(entryOf);
    const running = scripted.filter(
      ([path, { dev, version }]) =>
        !dev || names.includes(entryOf({ name: path.replace(/^.*node_modules\//, ''), version })),
    );
    expect(running).toEqual([]);
  });

  it('has no such script of its own', () => {
    const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: object };
    const started = ['preinstall', 'install', 'postinstall'];
    expect(started.filter(name => Object.hasOwn(scripts, name))).toEqual([]);
  });
});
