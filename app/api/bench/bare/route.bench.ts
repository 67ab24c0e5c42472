import { postBareChat } from "@/bench/server/bare-chat";

/** The measure of comparison. Compiled only into a bench build. */
export const POST = postBareChat;
