/** How many levels of objects and lists a body may have. */
export const maxDepth = 64;

/** How many keys and elements a body may have, of all its objects and lists together. */
export const maxKeys = 10_000;

/** Why a body beyond the depth is not read. */
export const tooDeep = `the body has more than ${maxDepth} levels of objects and lists`;

/** Why a body beyond the number of keys is not read. */
export const tooManyKeys = 'the body has more than 10,000 keys and elements';

/**
 * How many references (`&amp;`, `&#228;`) an XML document may have, and closing brackets in its CDATA sections: each takes
 * as long as many letters.
 */
export const maxReferences = 30_000;
export const maxBrackets = 100_000;

/** Why a document with more of them is not read. */
export const tooManyReferences = 'the XML has more than 30,000 references such as &amp; and &#228;';
export const tooManyBrackets = 'the XML has more than 100,000 closing brackets in CDATA sections';
