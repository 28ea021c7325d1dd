import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { nameFault } from '../mapping/mapping-name.ts';
import { type EditRefusal, isRefusal } from './edit-refusal.ts';

/** The places of the files that the program may edit. Paths are absolute. */
export interface EditPlace {
  /** True if `admin.edit` allows it. */
  readonly allowed: boolean;
  readonly config: string;
  readonly mappings: string;
}

/**
 * A file that people edit: the config itself, a mapping or a payload (`path` starts from the folder of the mappings,
 * with `/` between its parts), or a secret in the folder `secrets` beside the config.
 */
export type EditableFile =
  | { readonly kind: 'config' }
  | { readonly kind: 'mapping' | 'sample'; readonly path: string }
  | { readonly kind: 'secret'; readonly name: string };

/** A file with an allowed name. */
export interface FoundFile {
  /** An absolute path; the file may be a symbolic link. */
  readonly path: string;
  /** The path without symbolic links. */
  readonly target: string;
  /** The folder of the config or of the mappings, which contains the earlier versions. */
  readonly root: string;
  /** Its path from the root, with `/` between the parts. */
  readonly name: string;
  readonly isSecret: boolean;
}

/** Finds a file by its kind. Refuses a path that leaves the folder, by `..` or by a symbolic link. */
export function findEditable(file: EditableFile, place: EditPlace): FoundFile | EditRefusal {
  if (file.kind === 'config') return found(place.config, dirname(place.config), 'anywhere');
  if (file.kind === 'secret') {
    if (!secretName.test(file.name)) return { code: 'not-a-name', path: file.name };
    const folder = dirname(place.config);
    const secret = found(join(folder, 'secrets', file.name), folder, 'inside');
    return isRefusal(secret) ? secret : { ...secret, isSecret: true };
  }
  const path = resolve(place.mappings, file.path);
  const isPlain =
    join(place.mappings, ...file.path.split('/')) === path && path.startsWith(place.mappings + sep);
  if (!isPlain || /\\|(?:^|\/)\.|\0/.test(file.path)) return { code: 'outside', path: file.path };
  const isNamed = file.kind === 'mapping' ? isMappingName(file.path) : samplePath.test(file.path);
  if (!isNamed) return { code: 'not-a-name', path: file.path };
  return found(path, place.mappings, 'inside');
}

/** No config, mapping or hidden file has such a name. */
const secretName = /^[a-z0-9][a-z0-9_-]{0,80}-(?:secret|token)(?:-\d{1,3})?$/;
const samplePath = /^(?:[a-z0-9][a-z0-9_-]*\/)*[\w-][\w .-]{0,80}\.(?:json|xml|txt|form|body)$/;

function isMappingName(path: string): boolean {
  return /\.ya?ml$/.test(path) && nameFault(path, path, undefined) === undefined;
}

function found(path: string, root: string, where: 'inside' | 'anywhere'): FoundFile | EditRefusal {
  const target = withoutLinks(path);
  const realRoot = withoutLinks(root);
  if (where === 'inside' && target !== realRoot && !target.startsWith(realRoot + sep)) {
    return { code: 'outside', path };
  }
  const name = path
    .slice(root.length + 1)
    .split(sep)
    .join('/');
  return { path, target, root, name, isSecret: false };
}

/** Resolves the symbolic links in the existing part of a path. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(withoutLinks(parent), basename(path));
  }
}
