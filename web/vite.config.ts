import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page goes into the Python package, which serves it; the catalogues and the test vectors of the
// Python side are imported from where they are, so that nothing stands twice.
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: "../src/fivethreefive/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // Few files: each has headers of its own, and small ones compress badly.
    cssCodeSplit: false,
    rolldownOptions: { output: { advancedChunks: { minShareCount: 2, minSize: 30_000, groups: [{ name: "shared" }] } } },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": "http://127.0.0.1:5350", "/ws": { target: "ws://127.0.0.1:5350", ws: true } },
  },
  // Vitest would take the parts of Svelte that render on a server.
  ...(process.env.VITEST ? { resolve: { conditions: ["browser"] } } : {}),
  test: {
    environment: "jsdom",
    // What one file puts in place of a module must not reach another file, and jsdom takes longer to make than
    // most files need: each file has its own context, in threads that are kept.
    pool: "vmThreads",
    testTimeout: 60_000,
    setupFiles: ["tests/support/browser.ts"],
    include: ["tests/**/*.test.ts"],
  },
});
