import { z } from "zod";

/** How tools name an element of the page. */
export const selectorSchema = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe(
    'CSS selector; the first match counts. Fields have ids: "#email", "#delivery-date". Orders are ".order-row".',
  );
