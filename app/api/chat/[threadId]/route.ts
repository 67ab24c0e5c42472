import { chatHistory } from "@/lib/server/chat";
import { route } from "@/lib/server/route";

/** The server's own history as AI SDK messages. */
export const GET = route(chatHistory);
