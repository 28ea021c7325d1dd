import type { SecretFiles } from '../secrets/secret-schema.ts';

/** A schema that is made once for each reading of a config, however many entries it reads: making one is dear. */
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
