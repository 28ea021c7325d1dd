import { allowsContact } from '../opt-out.ts';
import { plainAnswer } from './plain-answer.ts';

/** True for an option that is limited by a denial but not denied: "E-Mail ohne Verschlüsselung". */
export function isLimitedOption(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longestOption) return false;
  const [before, ...behind] = value.split(without);
  return behind.length > 0 && allowsContact(before ?? '') && plainAnswer(value) !== false;
}

const longestOption = 200;
const without = /(?<![\p{L}\p{N}])(?:ohne|without|sans|senza|zonder|sin)(?![\p{L}\p{N}])/iu;
