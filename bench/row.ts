/** One figure of the report. */
export interface Row {
  what: string;
  unit: string;
  ours: number;
  /** What it is compared with: the bare route, or another figure of ours. */
  other?: number;
  /** Ratio ours ÷ other, or the figure itself without `other`: at least or at most this much is aimed at. */
  aim?: { atLeast: number } | { atMost: number };
}

export function ratio({ ours, other }: Row): number | null {
  return other === undefined ? null : ours / other;
}

/** Whether the row's aim is met; `null` without one. */
export function isMet(row: Row): boolean | null {
  if (!row.aim) return null;
  const measured = ratio(row) ?? row.ours;
  return "atLeast" in row.aim ? measured >= row.aim.atLeast : measured <= row.aim.atMost;
}
