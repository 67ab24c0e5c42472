/** Where the threads will be, until they are known. */
export function ThreadsPlaceholder() {
  return (
    <div aria-hidden className="flex animate-pulse flex-col gap-4 px-2.5 py-3">
      {["w-4/5", "w-3/5", "w-2/3", "w-1/2"].map((width) => (
        <div key={width} className={`h-3.5 rounded bg-muted ${width}`} />
      ))}
    </div>
  );
}
