/** The error text that every client reports for a call that a person cancelled (the seeds' sentence). */
export const CANCELLED = "Frontend tool execution cancelled.";
