// What `ai` imports from `@ai-sdk/gateway`, for browsers: `next.config.ts` puts it in that package's place there.
// No page calls a model, and the real package brings 20 KB (gzip) with its own schemas and a Buffer polyfill.

const refuse = (): never => {
  throw new Error("The AI Gateway is called by the server only.");
};

export const createGateway = refuse;
export const gateway = refuse;

export class GatewayError extends Error {
  static isInstance(_error: unknown): boolean {
    return false;
  }
}

export class GatewayAuthenticationError extends GatewayError {}
