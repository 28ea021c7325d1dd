import { spawnSync } from 'node:child_process';
import { readProjectFile, root } from '../house/markdown.ts';

/** The entry of an installed package in package-lock.json. */
export interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** All entries of package-lock.json, by the folder of each package. */
export const locked = JSON.parse(readProjectFile('package-lock.json')).packages as Readonly<
  Record<string, Locked>
>;

/** The parts of a bill of materials that these tests check. */
export interface Bom {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
    readonly scope: string;
    readonly hashes: readonly { readonly content: string }[];
    readonly licenses: readonly unknown[];
    readonly purl: string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Returns the output of `npm run sbom`. */
export function readBom(): Bom {
  return JSON.parse(npmRun('sbom'));
}

/** Returns the output of a script of package.json. */
export function npmRun(script: string): string {
  const ran = spawnSync('npm', ['run', '--silent', script], { cwd: root, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`npm run ${script}: ${ran.stderr}`);
  return ran.stdout;
}
