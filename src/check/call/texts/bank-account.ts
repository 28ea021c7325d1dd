import type { Reason } from '../typed-value.ts';

/**
 * Returns the reason why a text is no IBAN (ISO 13616): letters count as numbers, the first four characters move to the end, and the remainder modulo 97
 * must be 1.
 */
export function whyNoIban(text: string): Reason | undefined {
  const iban = text.replaceAll(' ', '').toUpperCase();
  const hint = 'have it corrected where it was entered';
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return { reason: 'it is not written like an IBAN', hint };
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map(each => Number.parseInt(each, 36)).join('');
  const rest = [...digits].reduce((before, digit) => (before * 10 + Number(digit)) % 97, 0);
  return rest === 1
    ? undefined
    : { reason: 'its check digits are not right, so a character of it is wrong', hint };
}

/** Returns the reason why a text is no BIC (ISO 9362). */
export function whyNoBic(text: string): Reason | undefined {
  if (/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i.test(text.replaceAll(' ', ''))) return undefined;
  return {
    reason: 'it is not written like a BIC, which has 8 or 11 characters',
    hint: 'have it corrected where it was entered',
  };
}
