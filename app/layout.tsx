import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { StoredTheme } from "@/components/order-desk/stored-theme";
import { AppShell } from "@/components/shell/app-shell";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Neuron Next", template: "%s · Neuron Next" },
  description: "Durable AI agents on Next.js: every run survives a reload, a lost connection and a restart.",
  icons: { icon: "/favicon.svg" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
};

export default function RootLayout({ children }: { children: ReactNode }) {
  // The theme attribute may be set by the page itself (`set_theme`), so its difference from the server is expected.
  return (
    <html lang="en" suppressHydrationWarning>
      <body className="min-h-dvh bg-background text-foreground antialiased">
        <StoredTheme />
        <AppShell>{children}</AppShell>
      </body>
    </html>
  );
}
