/** The field where a person writes, and where the skip link leads. */
export const COMPOSER_ID = "message";
