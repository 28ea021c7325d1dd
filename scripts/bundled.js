import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a package that says under which terms it may be used and passed on. */
const termsFile = /^(licen[cs]e|copying|notice)\b/i;

/**
 * Writes what a bundle is made of beside it: `licenses.txt`, a list and the terms of each package, and `sbom.cdx.json`,
 * a bill of materials for machines (CycloneDX 1.6). Both say nothing of this machine or this moment, so that the same
 * sources give the same bytes.
 * @param metafiles what esbuild tells of the bundle
 */
export async function writeBundled(metafiles, folder) {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')).packages;
  const paths = [...bundledPaths(metafiles)].sort();
  const elsewhere = paths.find(path => !lock[path]);
  if (elsewhere !== undefined) throw new BuildImpossible(elsewhere);
  await writeFile(join(folder, 'licenses.txt'), await licensesOf(paths, lock));
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bomOf(paths, lock), null, 2)}\n`);
}

/** Packages do not lie where package-lock.json says, so their versions and terms are not known. */
export class BuildImpossible extends Error {
  constructor(path) {
    super(
      `package-lock.json has no ${path}: node_modules here is a link to another folder, or the packages lie in a folder above. Run \`npm ci\` in this folder, and build again`,
    );
  }
}

/** The folders of all packages of which at least a byte is in the bundle. */
function bundledPaths(metafiles) {
  const outputs = metafiles.flatMap(metafile => Object.values(metafile.outputs));
  const inputs = outputs.flatMap(output => Object.entries(output.inputs));
  const files = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  return new Set(files.flatMap(file => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
}

async function licensesOf(paths, lock) {
  const entries = paths.map(path => `${nameOf(path)} ${lock[path].version} (${lock[path].license})`);
  const terms = await Promise.all(paths.map(termsOf));
  const sections = entries.map((entry, index) => `${'-'.repeat(80)}\n${entry}\n\n${terms[index]}\n`);
  return `${[...new Set(entries)].sort().join('\n')}\n\n${[...new Set(sections)].sort().join('\n')}`;
}

async function termsOf(path) {
  const files = (await readdir(path)).filter(file => termsFile.test(file)).sort();
  const texts = await Promise.all(files.map(file => readFile(join(path, file), 'utf8')));
  if (texts.length > 0) return texts.map(text => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
  const inReadme = await termsInReadme(path);
  if (inReadme !== undefined) return inReadme;
  const { author } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  return `By ${author?.name ?? author}, who adds no text to the package.`;
}

/** Some have their terms in a section of the README, as a text, not as a link to one. */
async function termsInReadme(path) {
  const file = (await readdir(path)).find(each => /^readme\b/i.test(each));
  if (file === undefined) return undefined;
  const text = (await readFile(join(path, file), 'utf8')).replaceAll('\r\n', '\n');
  const section = /^#+ licen[cs]e\n([^#]+)/im.exec(text)?.[1]?.trim();
  return section?.includes('Permission') ? section : undefined;
}

function bomOf(paths, lock) {
  const { name, version, license, dependencies, devDependencies, optionalDependencies } = lock[''];
  const program = `pkg:npm/${name}@${version}`;
  // The Node that the package of npm brings along is no part of the bundle, but runs it where no other does.
  const nodes = Object.keys(optionalDependencies).map(each => `node_modules/${each}`);
  const direct = Object.keys({ ...dependencies, ...devDependencies }).map(each => `node_modules/${each}`);
  const links = [
    [program, [...direct.filter(path => paths.includes(path)), ...nodes]],
    ...paths.map(path => [purlOf(path, lock), neededBy(path, lock).filter(each => paths.includes(each))]),
    ...nodes.map(path => [purlOf(path, lock), []]),
  ];
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': program,
        name,
        version,
        licenses: licenseOf(license),
        purl: program,
      },
    },
    components: onceEach([
      ...paths.map(path => componentOf(path, lock, 'required')),
      ...nodes.map(path => componentOf(path, lock, 'optional')),
    ]),
    dependencies: onceEach(
      links.map(([ref, needed]) => ({
        ref,
        dependsOn: [...new Set(needed.map(path => purlOf(path, lock)))].sort(),
      })),
    ),
  };
}

function componentOf(path, lock, scope) {
  const { version, license, integrity } = lock[path];
  const purl = purlOf(path, lock);
  const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': purl,
    name: nameOf(path),
    version,
    scope,
    hashes: [{ alg: 'SHA-512', content }],
    licenses: licenseOf(license),
    purl,
  };
}

function licenseOf(license) {
  return / (OR|AND|WITH) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** Where Node finds what a package needs: the nearest folder upward. */
function neededBy(path, lock) {
  return Object.keys(lock[path].dependencies ?? {}).map(name => {
    for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
      const found = `${folder}/node_modules/${name}`;
      if (lock[found]) return found;
      if (!folder.includes('/node_modules/')) return `node_modules/${name}`;
    }
  });
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function purlOf(path, lock) {
  return `pkg:npm/${nameOf(path).replace('@', '%40')}@${lock[path].version}`;
}

/** One package may lie in two folders. */
function onceEach(items) {
  return [...new Map(items.map(item => [item.ref ?? item['bom-ref'], item])).values()];
}
