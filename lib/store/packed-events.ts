import { deflateRawSync, inflateRawSync } from "node:zlib";

/*
 * The log of a finished run is read seldom and kept for long, so it is stored compressed: as one JSON string instead of
 * an array. What all logs have in common is given to the compressor beforehand, for a single log is too short to repeat
 * much of it.
 */

/** What events look like, the most frequent last. Part of version 1: never change it, what it packed would be lost. */
const DICTIONARY = Buffer.from(
  [
    '{"type":"step-discarded","from":1,"to":2},{"type":"run-failed","error":{"code":"internal","message":"',
    '{"type":"run-cancelled","reason":"stopped"},{"type":"run-cancelled","reason":"superseded"}',
    '{"type":"activity","messageId":"msg_","activityType":"","content":{}},{"type":"custom","name":"","value":',
    '{"type":"step-progress","name":"","status":"started","stepId":"","status":"finished"',
    '{"type":"reasoning-start","id":"msg_:r1"},{"type":"reasoning-delta","id":"msg_:r1","delta":"',
    '{"type":"reasoning-end","id":"msg_:r1"},{"type":"tool-input-start","callId":"call_","toolName":"","kind":"server"}',
    '"kind":"server","approval":{"reason":"","invalid":"","outcome":{"type":"rejected","reason":"',
    '{"type":"approval-requested","callId":"call_","toolName":"","input":{},"reason":"',
    '{"type":"approval-responded","callId":"call_","approved":true},"approved":false,"reason":"',
    '"outcome":{"type":"error","message":"","from":"server"},{"type":"run-resumed","reason":"recovered"}',
    '{"type":"run-started","runId":"run_","key":"","attempt":1,"data":{"messageId":"msg_","questionId":"',
    '","model":"","mode":"stream","catalog":null}},{"type":"user-message","messageId":"","blocks":[{"type":"text","text":"',
    '"}]},{"type":"tool-call","callId":"call_","toolName":"","input":{},"kind":"frontend"}',
    ',{"type":"calls-dispatched","calls":[{"callId":"call_","toolName":"","input":{}}]}',
    ',{"type":"run-suspended","interrupt":{"id":"int_","type":"approval","request":{"calls":[{"type":"tool-results",',
    '"request":{"calls":[{"callId":"","toolName":"","input":{}}]},"answers":{}}},{"type":"tool-result","callId":"call_',
    '","toolName":"","outcome":{"type":"result","value":"","messageId":"result_call_","from":"client"}',
    ',{"type":"run-resumed","runId":"run_","attempt":2,"reason":"answered"},',
    '{"type":"step-start","step":2,"messageId":"msg_","model":""},{"type":"text-start","id":"msg_:t1"}',
    ',{"type":"text-delta","id":"msg_:t1","delta":" "},{"type":"text-end","id":"msg_:t1"},',
    '{"type":"step-end","step":2,"finishReason":"tool-calls","finishReason":"stop","usage":{"inputTokens":10,',
    '"outputTokens":5,"cachedInputTokens":null,"reasoningTokens":null,"cachedInputTokens":0,"reasoningTokens":0}},',
    '{"type":"run-completed"}',
  ].join(""),
);

/** The encoded events in their shortest form. */
export function pack(events: unknown[]): unknown[] | string {
  const plain = JSON.stringify(events);
  const packed = deflateRawSync(plain, { level: 9, dictionary: DICTIONARY }).toString("base64");
  return packed.length + 2 < Buffer.byteLength(plain) ? packed : events;
}

/** What {@link pack} was given; anything that it did not make is returned as it is. */
export function unpack(stored: unknown): unknown {
  if (typeof stored !== "string") return stored;
  return JSON.parse(inflateRawSync(Buffer.from(stored, "base64"), { dictionary: DICTIONARY }).toString());
}
