/**
 * Returns an expression as a person would write it in a mapping: with quotes if YAML needs them, also inside { }. A hint
 * that shows a whole value can then be copied.
 */
export function expressionInYaml(expression: string): string {
  const text = expression.trim();
  return isPlain.test(text) && !words.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

const isPlain = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u;
const words = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
