import { format } from "./numbers";
import { isMet, type Row, ratio } from "./row";

/** The rows as a Markdown table that also reads well in a terminal. */
export function toTable(rows: readonly Row[]): string {
  const cells = [
    ["", "ours", "beside", "ratio", "aim", ""],
    ...rows.map((row) => [
      row.unit ? `${row.what} (${row.unit})` : row.what,
      format(row.ours),
      row.other === undefined ? "" : format(row.other),
      ratioText(row),
      aimText(row),
      { true: "met", false: "missed", null: "" }[String(isMet(row))] ?? "",
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = cells.map(
    (line) => `| ${line.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(" | ")} |`,
  );
  lines.splice(1, 0, `|${widths.map((width, column) => rule(width, column)).join("|")}|`);
  return lines.join("\n");
}

const isNumber = (column: number) => column >= 1 && column <= 3;

function pad(cell: string, width: number, column: number): string {
  return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
}

function rule(width: number, column: number): string {
  return isNumber(column) ? `${"-".repeat(width + 1)}:` : "-".repeat(width + 2);
}

function ratioText(row: Row): string {
  const value = ratio(row);
  return value === null ? "" : `${value.toFixed(2)}×`;
}

function aimText({ aim, other }: Row): string {
  if (!aim) return "";
  const unit = other === undefined ? "" : "×";
  return "atLeast" in aim ? `≥ ${aim.atLeast}${unit}` : `≤ ${aim.atMost}${unit}`;
}
