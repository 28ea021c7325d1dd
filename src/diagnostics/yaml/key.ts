/** Writes a text as a key of a YAML map, in block style or in braces: without quotes if that is safe. */
export function yamlKey(text: string): string {
  const isWord = /^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return /^[A-Za-z_][\w.-]*$/.test(text) && !isWord ? text : JSON.stringify(text);
}
