import type { SecretFiles } from '../secrets/secret-schema.ts';

/** Creates a schema only once for each reading of a config, because creating one for each entry is slow. */
export function oncePerReading<Schema>(make: (files: SecretFiles) => Schema): (files: SecretFiles) => Schema {
  const made = new WeakMap<SecretFiles, Schema>();
  return files => {
    const known = made.get(files);
    if (known !== undefined) return known;
    const schema = make(files);
    made.set(files, schema);
    return schema;
  };
}
