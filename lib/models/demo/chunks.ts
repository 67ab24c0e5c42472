/** Longer runs without a space (Chinese, Japanese, Thai, an address) arrive in pieces of this many code points. */
const LONGEST_WORD = 14;
const PIECE = 5;

/**
 * Cuts text as it streams: word by word, each with the space before it. Cuts fall between code points, so that a piece
 * is well-formed by itself; they may fall inside a grapheme, as those of real models do. The pieces join to the text.
 */
export function toWords(text: string): string[] {
  return (text.match(/\s*\S+|\s+$/gu) ?? []).flatMap((word) =>
    word.length > LONGEST_WORD && [...word].length > LONGEST_WORD ? toPieces(word, PIECE) : [word],
  );
}

/** Cuts text into pieces of `size` code points. */
export function toPieces(text: string, size: number): string[] {
  const points = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < points.length; at += size) pieces.push(points.slice(at, at + size).join(""));
  return pieces;
}
