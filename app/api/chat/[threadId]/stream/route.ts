import { reattachChat } from "@/lib/server/chat";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** The live run's whole message, for `useChat({ resume })`. */
export const GET = route(reattachChat);
