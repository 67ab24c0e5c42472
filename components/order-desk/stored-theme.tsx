/**
 * Runs before the first paint, so that a page in the remembered theme never flashes in the other one. It only reads;
 * `lib/browser-tools/theme.ts` writes, and a test keeps the key the same.
 */
const RESTORE = `try{const t=localStorage.getItem("neuron:theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

/** For the top of `<body>` in the root layout. Without it the page follows the device until `set_theme` is used again. */
export function StoredTheme() {
  return <script>{RESTORE}</script>;
}
