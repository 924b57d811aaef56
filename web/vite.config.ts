import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/bocage/server/static", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8943", ws: true } } },
  // A browser takes a second to make: only tests of what lives in one have it, by a comment at their head.
  test: { environment: "node", include: ["test/**/*.test.ts"], testTimeout: 60_000, isolate: false },
});
