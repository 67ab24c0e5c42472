import { type ClassValue, clsx } from "clsx";

/** Joins class names. Classes never contradict each other here, so nothing has to be merged at run time. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
