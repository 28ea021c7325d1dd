import type { PersonAbout } from '../../inbox/event.ts';

/** The number of values that are examined. */
const mostValues = 500;
const longestText = 320;

const fullNames = new Set(['name', 'fullname', 'displayname', 'kontaktname']);
const firstNames = new Set(['firstname', 'givenname', 'first', 'vorname']);
const lastNames = new Set(['lastname', 'familyname', 'surname', 'last', 'nachname']);

/** Finds the person in a payload without calls: its first e-mail address, and its first name under a usual key. */
export function personInPayload(payload: unknown): PersonAbout | undefined {
  const found: { email?: string; full?: string; first?: string; last?: string } = {};
  let looked = 0;
  const visit = (key: string, value: unknown): void => {
    looked += 1;
    if (looked > mostValues) return;
    if (typeof value === 'object' && value !== null) {
      for (const [each, child] of Object.entries(value)) visit(each, child);
      return;
    }
    if (typeof value !== 'string' || value === '' || value.length > longestText) return;
    const name = key.toLowerCase().replace(/[\s_-]/g, '');
    if (isEmail(value)) found.email ??= value;
    else if (firstNames.has(name)) found.first ??= value;
    else if (lastNames.has(name)) found.last ??= value;
    else if (fullNames.has(name)) found.full ??= value;
  };
  visit('', payload);
  const parts = [found.first, found.last].filter(each => each !== undefined);
  const name = found.first === undefined && found.full !== undefined ? found.full : parts.join(' ');
  if (name === '' && found.email === undefined) return undefined;
  return { ...(name !== '' && { name }), ...(found.email !== undefined && { email: found.email }) };
}

function isEmail(text: string): boolean {
  const [before, behind, ...more] = text.split('@');
  return more.length === 0 && Boolean(before) && behind?.includes('.') === true && !/\s/.test(text);
}
