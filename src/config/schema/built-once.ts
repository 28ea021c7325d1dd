/** Builds a schema at its first use, and once for all configs, because this takes longer than most checks with it. */
export function builtOnce<Schema>(build: () => Schema): () => Schema {
  let built: Schema | undefined;
  return () => {
    built ??= build();
    return built;
  };
}
