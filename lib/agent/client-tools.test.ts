import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AppError } from "../errors";
import type { Json, JsonObject } from "../json";
import { parseToolInput } from "./catalog";
import { parseClientTools } from "./client-tools";
import { defineAgent } from "./define-agent";
import { defineTool, frontendTool } from "./tool";

const agent = defineAgent({
  name: "test",
  instructions: "",
  tools: [
    defineTool({ name: "refund_order", description: "", inputSchema: z.object({}), execute: () => null }),
    frontendTool({ name: "read_title", description: "" }),
  ],
});

const tool = (parameters?: Json, name = "web") => ({ name, description: "Does it.", parameters });

function refusal(tools: unknown): AppError {
  try {
    parseClientTools(agent, tools);
  } catch (error) {
    return error as AppError;
  }
  throw new Error("It was accepted.");
}

describe("a client's catalog", () => {
  it("is empty when nothing is declared", () => {
    expect(parseClientTools(agent, undefined)).toEqual([]);
    expect(parseClientTools(agent, null)).toEqual([]);
    expect(parseClientTools(agent, [])).toEqual([]);
  });

  it("may declare a frontend tool that the agent declares too", () => {
    expect(parseClientTools(agent, [tool(undefined, "read_title")])).toHaveLength(1);
  });

  it("drops what is not part of a declaration", () => {
    expect(parseClientTools(agent, [{ ...tool(), metadata: { a: 1 } }])).toEqual([
      { name: "web", description: "Does it.", parameters: { type: "object", properties: {} } },
    ]);
  });

  it("may leave out the description", () => {
    expect(parseClientTools(agent, [{ name: "web" }])[0]?.description).toBe("");
  });
});

describe("a schema", () => {
  const schemas: [string, JsonObject][] = [
    ["without properties", { type: "object" }],
    [
      "with nested objects and arrays",
      {
        type: "object",
        properties: {
          filter: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
        },
        required: ["filter"],
        additionalProperties: false,
      },
    ],
    ["with a nullable type", { type: "object", properties: { a: { type: ["string", "null"] } } }],
    ["with enum and const", { type: "object", properties: { a: { enum: ["x", 1, null] }, b: { const: false } } }],
    ["with unions", { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } }],
    ["that is a union", { anyOf: [{ type: "object", properties: {} }, { type: "object" }] }],
    ["that is a reference", { $ref: "#/$defs/A", $defs: { A: { type: "object", properties: { a: {} } } } }],
    [
      "with definitions of an older draft",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        definitions: { Id: { type: "string" } },
        properties: { id: { $ref: "#/definitions/Id" }, other: { allOf: [{ $ref: "#/definitions/Id" }] } },
      },
    ],
    [
      "that contains itself",
      {
        type: "object",
        properties: { root: { $ref: "#/$defs/Node" } },
        $defs: {
          Node: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/Node" } } } },
        },
      },
    ],
    ["with boolean schemas", { type: "object", properties: { any: true }, additionalProperties: false }],
    ["with a property named like a keyword", { type: "object", properties: { $ref: { type: "string" }, enum: {} } }],
    [
      "as zod writes it",
      z.toJSONSchema(
        z.object({
          mail: z.email().optional(),
          at: z.iso.datetime().nullable(),
          kind: z.enum(["a", "b"]),
          tuple: z.tuple([z.string(), z.number()]),
          map: z.record(z.string(), z.int()),
          either: z.discriminatedUnion("type", [
            z.object({ type: z.literal("a") }),
            z.object({ type: z.literal("b"), n: z.number().min(1).max(5).multipleOf(0.5) }),
          ]),
        }),
      ) as JsonObject,
    ],
  ];

  it.each(schemas)("%s passes unchanged", (_, schema) => {
    const [parsed] = parseClientTools(agent, [tool(structuredClone(schema))]);
    expect(JSON.stringify(parsed?.parameters)).toBe(JSON.stringify(schema));
    expect(Reflect.ownKeys(parsed?.parameters ?? {})).toEqual(Object.keys(schema));
  });

  it("that is absent, null or empty means that there are no arguments", () => {
    for (const parameters of [undefined, null, {}]) {
      expect(parseClientTools(agent, [tool(parameters)])[0]?.parameters).toEqual({ type: "object", properties: {} });
    }
  });

  const bad: [string, Json][] = [
    ["is not an object", "string"],
    ["is a list", []],
    ["is a boolean", true],
    ["describes something else than an object", { type: "string" }],
    ["has a reference that leads nowhere", { type: "object", properties: { a: { $ref: "#/$defs/Nothing" } } }],
    ["has a reference to another document", { type: "object", properties: { a: { $ref: "https://example.com/a" } } }],
    ["has a reference that is not a text", { type: "object", properties: { a: { $ref: 5 } } }],
    ["refers to itself", { $ref: "#" }],
    ["refers to itself inside a union", { type: "object", properties: { a: { anyOf: [{ $ref: "#/properties/a" }] } } }],
    [
      "refers to itself by a detour",
      { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } } },
    ],
    ["has an unknown type", { type: "object", properties: { a: { type: "strin" } } }],
    ["has a subschema that is none", { type: "object", properties: { a: null } }],
    ["has an enum that is no list", { type: "object", properties: { a: { enum: 5 } } }],
    ["has required names that are none", { type: "object", required: "a" }],
    ["has properties that are no map", { type: "object", properties: [] }],
    ["has a union that is no list", { type: "object", properties: { a: { anyOf: {} } } }],
    ["has a broken pattern", { type: "object", properties: { a: { type: "string", pattern: "[" } } }],
    ["has a broken property pattern", { type: "object", patternProperties: { "(": {} } }],
  ];

  it.each(bad)("that %s is refused by the tool's name", (_, parameters) => {
    const error = refusal([tool({ type: "object" }, "good"), tool(parameters, "bad_one")]);
    expect(error.code).toBe("tool-rejected");
    expect(error.message).toContain('"bad_one"');
  });

  it("that is absurdly deep is refused, however deep it is", () => {
    const nested = (levels: number) => {
      let schema: JsonObject = { type: "string" };
      for (let level = 0; level < levels; level++) schema = { type: "array", items: schema };
      return { type: "object", properties: { a: schema } };
    };
    expect(parseClientTools(agent, [tool(nested(20))])).toHaveLength(1);
    expect(refusal([tool(nested(50))]).message).toContain('"web"');
    expect(refusal([tool(nested(100_000))]).message).toContain('"web"');
  });

  it("whose references multiply without end is refused", () => {
    const $defs: JsonObject = { d30: { type: "object" } };
    for (let level = 29; level >= 0; level--) {
      $defs[`d${level}`] = { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] };
    }
    expect(refusal([tool({ $ref: "#/$defs/d0", $defs })]).message).toContain("too complex");
  });

  it("never makes a call wait for its regular expressions", () => {
    const [web] = parseClientTools(agent, [
      tool({ type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } }, required: ["a"] }),
    ]);
    const declared = frontendTool({ name: "web", description: "", inputSchema: web?.parameters ?? {} });
    const started = performance.now();
    expect(parseToolInput(declared, JSON.stringify({ a: `${"a".repeat(28)}!` })).ok).toBe(true);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(parseToolInput(declared, JSON.stringify({ a: 5 })).ok).toBe(false);
  });
});

describe("a name", () => {
  it.each(["refund_order", "constructor", "__proto__", "toString", "prototype", "a.b c", "", "ä", "a".repeat(80)])(
    "%j is refused by name",
    (name) => {
      const error = refusal([tool(undefined, name)]);
      expect(error.code).toBe("tool-rejected");
      expect(error.message).toContain(`"${name}"`);
    },
  );

  it("may not be declared twice", () => {
    expect(refusal([tool(), tool()]).message).toBe('The tool "web" was refused: it is declared twice.');
  });

  it("is needed", () => {
    expect(refusal([{}]).message).toContain("tools.0");
    expect(refusal(["web"]).message).toContain("tools.0");
    expect(refusal([{ name: 5 }]).code).toBe("tool-rejected");
  });
});

describe("the size of a catalog", () => {
  it("is limited in number, as the agent says", () => {
    const many = Array.from({ length: 65 }, (_, index) => tool(undefined, `t${index}`));
    expect(refusal(many).message).toContain("64");
    expect(parseClientTools({ ...agent, clientTools: { maxTools: 65 } }, many)).toHaveLength(65);
  });

  it("is limited per tool and in sum", () => {
    const large = (name: string, characters: number) => ({ name, description: "x".repeat(characters) });
    expect(refusal([tool(), large("large", 40_000)]).message).toContain('"large"');
    const many = Array.from({ length: 12 }, (_, index) => large(`t${index}`, 30_000));
    expect(refusal(many).message).toContain('"t8"');
  });

  it("is nothing but a list", () => {
    expect(refusal({}).code).toBe("invalid-input");
  });
});

describe("the arguments of a call", () => {
  const parse = (schema: JsonObject, input: unknown) => {
    const [web] = parseClientTools(agent, [tool(schema)]);
    const declared = frontendTool({ name: "web", description: "", inputSchema: web?.parameters ?? {} });
    return parseToolInput(declared, JSON.stringify(input)).ok;
  };

  it("are checked through references, at the root and below", () => {
    const root = {
      $ref: "#/$defs/A",
      $defs: { A: { type: "object", properties: { b: { $ref: "#/$defs/B" } } }, B: { type: ["integer", "null"] } },
    };
    expect(parse(root, { b: 1 })).toBe(true);
    expect(parse(root, { b: null })).toBe(true);
    expect(parse(root, { b: "1" })).toBe(false);
    expect(parse(root, [])).toBe(false);
  });

  it("may have names that match a pattern, since patterns are not looked at", () => {
    const schema: JsonObject = { type: "object", patternProperties: { "^x-": {} }, additionalProperties: false };
    expect(parse(schema, { "x-a": 1 })).toBe(true);
    const named: JsonObject = { type: "object", properties: { pattern: { type: "string" } } };
    expect(parse(named, { pattern: 1 })).toBe(false);
  });

  it("are checked in a schema that contains itself", () => {
    const tree: JsonObject = { type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } };
    expect(parse(tree, { children: [{ children: [] }] })).toBe(true);
    expect(parse(tree, { children: [{ children: 1 }] })).toBe(false);
  });
});
