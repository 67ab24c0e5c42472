import { THEME_KEY } from "@/lib/browser-tools/theme";

/** Runs before the first paint, so that a page in the remembered theme never flashes in the other one. */
const RESTORE = `try{const t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

/** For the top of `<body>` in the root layout. Without it the page follows the device until `set_theme` is used again. */
export function StoredTheme() {
  return <script>{RESTORE}</script>;
}
