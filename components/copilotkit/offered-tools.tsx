import { deskToolNames } from "./desk-tools";

/**
 * Which of its tools this page offers to the agent. CopilotKit offers a tool as long as its component is mounted, and
 * tells the agent with every request; here one sees what that means.
 */
export function OfferedTools({
  withheld,
  onChange,
  disabled,
}: {
  withheld: ReadonlySet<string>;
  onChange(withheld: ReadonlySet<string>): void;
  disabled: boolean;
}) {
  function toggle(name: string) {
    const next = new Set(withheld);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  }
  return (
    <details className="group relative shrink-0 text-xs">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center whitespace-nowrap rounded-md px-1 text-muted-foreground hover:text-foreground pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        Tools of this page: {deskToolNames.length - withheld.size} of {deskToolNames.length}
      </summary>
      <fieldset
        disabled={disabled}
        className="absolute right-0 bottom-full z-10 mb-1 grid w-64 gap-0.5 rounded-xl border bg-card p-3 shadow-md"
      >
        <legend className="sr-only">Tools offered to the agent</legend>
        {deskToolNames.map((name) => (
          <label key={name} className="flex min-h-7 items-center gap-2 font-mono pointer-coarse:min-h-11">
            <input type="checkbox" checked={!withheld.has(name)} onChange={() => toggle(name)} />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
