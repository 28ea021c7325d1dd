/** Stands in a table where a person has to say which choice is meant. It is none, so that `check` asks for it. */
export const openChoice = 'WHICH CHOICE?';
