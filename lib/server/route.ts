import { createRoute } from "../http/route";
import { sessions } from "./session";

/** Wraps every route handler of the application; see {@link createRoute}. */
export const route = createRoute(sessions);
