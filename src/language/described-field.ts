import type { FieldConfiguration } from '../booking/catalog/field.ts';

/** The type of a field and its display name, in a few words. */
export function fieldDetail({ name, type }: FieldConfiguration): string {
  return `${name} (${type})`;
}

/** Returns the description of a field for an admin, in Markdown. */
export function describedField(field: FieldConfiguration): string {
  const { keyName, name, type, selectItems, description, validatorRegexp, errorMessage } = field;
  const choices = selectItems ?? [];
  const others = Object.entries(field.names ?? {}).filter(([, other]) => other !== name);
  const parts = [
    `**${plain(name)}** (\`${keyName}\`), type ${type}`,
    choices.length > 0
      ? `Choices: ${choices.slice(0, 40).map(code).join(', ')}${choices.length > 40 ? ` and ${choices.length - 40} more` : ''}`
      : plain(description ?? ''),
    validatorRegexp === null
      ? ''
      : `Checked by ${code(validatorRegexp)}${errorMessage === null ? '' : `: ${plain(errorMessage)}`}`,
    field.valueRequired ? 'It must have a value.' : '',
    field.hidden ? 'It is hidden in the office.' : '',
    others.length > 0
      ? `Also called ${others.map(([language, other]) => `${plain(other)} (${language})`).join(', ')}`
      : '',
    field.formerKeys && field.formerKeys.length > 0
      ? `Formerly ${field.formerKeys.map(code).join(', ')}`
      : '',
  ];
  return parts.filter(Boolean).join('\n\n');
}

function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replace(/[\r\n]+/g, ' ')}${fence}`;
}

/** Returns Markdown that shows a text unchanged. */
export function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}
