/** The maximum number of levels of objects and lists in a body. */
export const maxDepth = 64;

/** The maximum number of keys and elements in a body, over all its objects and lists. */
export const maxKeys = 10_000;

/** The reason for refusing a body that is nested too deeply. */
export const tooDeep = `the body has more than ${maxDepth} levels of objects and lists`;

/** The reason for refusing a body with too many keys. */
export const tooManyKeys = 'the body has more than 10,000 keys and elements';

/**
 * The maximum number of references (`&amp;`, `&#228;`) in an XML document, and of closing brackets in its
 * CDATA sections: reading one takes as long as reading many letters.
 */
export const maxReferences = 30_000;
export const maxBrackets = 100_000;

/** The reason for refusing a document that exceeds these limits. */
export const tooManyReferences = 'the XML has more than 30,000 references such as &amp; and &#228;';
export const tooManyBrackets = 'the XML has more than 100,000 closing brackets in CDATA sections';
