/** How many levels of objects and lists a body may have. */
export const maxDepth = 64;

/** How many keys and elements a body may have, of all its objects and lists together. */
export const maxKeys = 10_000;

/** Why a body beyond the depth is not read. */
export const tooDeep = `the body has more than ${maxDepth} levels of objects and lists`;

/** Why a body beyond the number of keys is not read. */
export const tooManyKeys = 'the body has more than 10,000 keys and elements';
