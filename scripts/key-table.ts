import { code, type RawSchema } from '../src/config/schema/editor-schema.ts';

const head = '| key | value | default | meaning |\n| --- | --- | --- | --- |';

/**
 * A table of the keys of an object, made of its schema. The keys of an object within it follow on its own, with a dot
 * between them.
 */
export function keyTable(schema: RawSchema): string {
  return [head, ...rows(schema, '')].join('\n');
}

/** Returns the description of a schema as a sentence of Markdown. */
export function sentence(text: unknown): string {
  const said = String(text ?? '');
  return said === '' || /[.:]$/.test(said) ? said : `${said}.`;
}

/** Returns the keys of an object with their schemas. */
export function propertiesOf(schema: RawSchema): readonly (readonly [string, RawSchema])[] {
  return Object.entries((schema.properties ?? {}) as Record<string, RawSchema>);
}

/** Returns the schemas one of which must match. */
export function branchesOf(schema: RawSchema): readonly RawSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? []) as readonly RawSchema[];
}

function rows(schema: RawSchema, before: string): readonly string[] {
  const needed = (schema.required ?? []) as readonly string[];
  return propertiesOf(schema).flatMap(([key, each]) => {
    const name = `${before}${key}`;
    return [row(name, each, needed.includes(key) || each.needed === true), ...rows(each, `${name}.`)];
  });
}

function row(name: string, schema: RawSchema, isNeeded: boolean): string {
  const cells = [`\`${name}\``, valueWords(schema), defaultWords(schema, isNeeded), meaning(schema)];
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function valueWords(schema: RawSchema): string {
  if (typeof schema.allowed === 'string') return schema.allowed.replace('{file: PATH}', '`{file: PATH}`');
  if (schema.properties) return '';
  if (schema.const !== undefined) return code(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(code).join(', ');
  const branches = branchesOf(schema);
  if (branches.length > 0) return [...new Set(branches.map(valueWords))].join(', or ');
  if (Array.isArray(schema.type)) return schema.type.map(type => typeWords(type, schema)).join(', or ');
  return typeWords(schema.type, schema);
}

function typeWords(type: unknown, schema: RawSchema): string {
  switch (type) {
    case 'string':
      return 'a text';
    case 'boolean':
      return '`true`, `false`';
    case 'null':
      return '`null`';
    case 'array': {
      const each = valueWords((schema.items ?? {}) as RawSchema);
      return each === '' ? 'a list' : `a list, each ${each}`;
    }
    case 'object':
      return 'names and values';
    case 'number':
    case 'integer':
      return 'a number';
    default:
      return 'anything';
  }
}

function defaultWords(schema: RawSchema, isNeeded: boolean): string {
  const { default: fallback } = schema;
  if (fallback === undefined) return isNeeded ? 'needed' : '';
  const isEmpty = typeof fallback === 'object' && fallback !== null && Object.keys(fallback).length === 0;
  return isEmpty ? '' : code(fallback);
}

function meaning({ description, default: fallback, ...schema }: RawSchema): string {
  const { enum: values, enumDescriptions, written } = schema;
  // The default has its own column.
  const text = String(description ?? '');
  const said = [sentence(fallback === undefined ? text : text.replace(/ Default: [^.]*\.?$/, ''))];
  if (Array.isArray(values) && Array.isArray(enumDescriptions)) {
    const each = values.map(
      (value, index) => `${code(value)}: ${lowerFirst(String(enumDescriptions[index]))}`,
    );
    said.push(`${each.join('; ')}.`);
  }
  if (Array.isArray(written)) said.push(`For example ${written.map(code).join(', ')}.`);
  return said.join(' ');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
