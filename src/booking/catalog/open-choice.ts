/** A placeholder in a table where a person must choose. It is not a valid choice, so `check` reports it. */
export const openChoice = 'WHICH CHOICE?';
