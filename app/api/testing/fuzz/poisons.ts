/** JSON texts, and not values: some of them no value writes itself as. */
const NUMBERS = ["0", "-0", "-1", "1.5", "9007199254740993", "1e308", "1e999", "-1e999", "1".repeat(400), "5e-324"];

const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "toJSON", "length"];

const TEXTS = [
  "a\\u0000b",
  "\\ud800",
  "",
  "__proto__",
  "\\u0000",
  " ",
  "x\\udc00\\ud800y",
  "\\u202e\\ufeff\\u2028",
  "😀é",
  "../../etc/passwd",
  "%00%ff",
  "' or 1=1; --",
  "1",
  "true",
  "approve",
  "x".repeat(300),
  "x".repeat(40_000),
  ...NAMES.slice(1),
].map((text) => `"${text}"`);

const nest = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

const LISTS = [
  "[]",
  "[null]",
  "[[]]",
  '["reject","\\u0000"]',
  '["reject",1]',
  `[${Array.from({ length: 3_000 }, () => "null").join()}]`,
  `[${Array.from({ length: 300 }, () => "{}").join()}]`,
  nest("[", "]", 50),
];

const OBJECTS = [
  "{}",
  '{"":1}',
  '{"\\u0000":"\\u0000"}',
  '{"\\ud800":"\\ud800"}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toJSON":1,"then":1,"length":1e9}',
  '{"type":"text","text":{"toString":null}}',
  `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":0`).join()}}`,
  nest('{"a":', "}", 50),
];

/** What takes the place of a value, in an order that shows the first few of every kind early. */
export const POISONS: string[] = interleave([TEXTS, OBJECTS, NUMBERS, LISTS, ["null", "true", "false"]]);

function interleave(lists: string[][]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}

/** Members that are added to an object. */
export const MEMBERS: string[] = [
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"hasOwnProperty":1',
  '"toString":null',
  '"toJSON":1',
  '"then":1',
  '"":""',
  '"\\u0000":"\\u0000"',
  '"\\ud800":"\\ud800"',
  '"length":-1',
  '"0":0',
  '"id":"\\u0000"',
  '"type":"\\u0000"',
];

/** Bodies that are nothing of any route's. */
export const BODIES: (string | Uint8Array<ArrayBuffer>)[] = [
  "",
  " \n",
  "null",
  "1",
  '"text"',
  "[]",
  "{}",
  "{",
  "}",
  "NaN",
  "undefined",
  "{'a':1}",
  '{"a":1,}',
  "//\n{}",
  '\ufeff{"a":1}',
  '{"\u0000":1}',
  "[".repeat(100_000),
  '{"a":'.repeat(100_000),
  nest("[", "]", 100_000),
  nest('{"a":', "}", 60_000),
  `[${Array.from({ length: 200_000 }, () => "0").join()}]`,
  `"${"x".repeat(500_000)}"`,
  Uint8Array.of(0xff, 0xfe, 0x7b, 0x7d),
  Uint8Array.of(0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d),
  Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
  Uint8Array.of(0x22, 0xe2, 0x82),
  new Uint8Array(2_000),
];

/** What takes the place of an id in a path or of a value in a query, encoded. */
export const ADDRESSES: string[] = [
  "%00",
  "a%00b",
  "%F0%9F%98%80",
  "%20",
  "a%2Fb",
  "%2e%2e%2f",
  "-1",
  "0",
  "1e999",
  "1".repeat(400),
  "x".repeat(2_000),
  "null",
  "undefined",
  "NaN",
  "true",
  "%27%20or%201%3D1%3B%20--",
  "%E2%80%AE",
  "[object%20Object]",
  "%5B%5D",
  ...NAMES,
];
