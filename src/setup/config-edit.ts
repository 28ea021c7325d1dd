import { type Document, isMap, isSeq, parseDocument, YAMLMap } from 'yaml';

/** A path in a config: the keys from the top. */
type Path = readonly string[];

/**
 * Returns a config with a change; comments and the order of keys stay. Undefined if the text is not valid YAML and
 * cannot be changed.
 */
export function editConfig(text: string, change: (config: ConfigDocument) => void): string | undefined {
  const document = parseDocument(text, { uniqueKeys: false });
  if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents)))
    return undefined;
  if (document.contents === null) document.setIn([], new YAMLMap());
  change(documentOf(document));
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** A config that is being changed. */
export interface ConfigDocument {
  has(path: Path): boolean;
  /** Sets a value, and creates the maps above it; `comment` is written above it. */
  set(path: Path, value: unknown, comment?: string): void;
  /** Removes a key, and the map above it if it becomes empty. */
  remove(path: Path): void;
  /** Returns a value as written: variables are not filled in. */
  get(path: Path): unknown;
}

function documentOf(document: Document): ConfigDocument {
  const get = (path: Path): unknown => {
    const node = document.getIn(path, true);
    return isMap(node) || isSeq(node) ? node.toJS(document) : document.getIn(path);
  };
  return {
    get,
    has: path => document.hasIn(path),
    set(path, value, comment) {
      for (let length = 1; length < path.length; length += 1) makeMap(document, path.slice(0, length));
      document.setIn(path, document.createNode(value));
      const node = document.getIn(path.slice(0, -1), true);
      const pair = isMap(node) && node.items.find(each => String(each.key) === path.at(-1));
      if (comment === undefined || !pair) return;
      const key = document.createNode(path.at(-1));
      (key as { commentBefore?: string }).commentBefore = ` ${comment}`;
      pair.key = key;
    },
    remove(path) {
      document.deleteIn(path);
      const above = path.slice(0, -1);
      const node = above.length > 0 ? document.getIn(above, true) : undefined;
      if (isMap(node) && node.items.length === 0) document.deleteIn(above);
    },
  };
}

/** Turns a key without a value, or an empty `{}`, into a map with its own lines. */
function makeMap(document: Document, path: Path): void {
  const node = document.getIn(path, true);
  if (isMap(node)) {
    if (node.items.length === 0) node.flow = false;
    return;
  }
  document.setIn(path, new YAMLMap());
}
