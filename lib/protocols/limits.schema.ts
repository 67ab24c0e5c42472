/** Characters of one question, on every wire. Pages hold a longer one back. */
export const TEXT_LIMIT = 32_000;
