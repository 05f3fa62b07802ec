import { readdirSync, readFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Where `mainmatch serve` listens while `npm run dev` shows the page with hot reload. */
const server = process.env.MAINMATCH_URL ?? "http://127.0.0.1:8000";

/** "virtual:game-cards": name, tagline and minutes of each room in both languages, without the rest of the catalogues. */
function gameCards() {
  const id = "\0virtual:game-cards";
  const games = here("../src/mainmatch/games");
  return {
    name: "game-cards",
    resolveId: (asked) => (asked === "virtual:game-cards" ? id : undefined),
    load(asked) {
      if (asked !== id) return undefined;
      const cards = {};
      for (const room of readdirSync(games)) {
        for (const lang of ["ko", "en"]) {
          const file = `${games}/${room}/messages.${lang}.json`;
          if (!existsSync(file)) continue;
          this.addWatchFile(file);
          const { name, tagline, minutes } = JSON.parse(readFileSync(file, "utf8"));
          cards[room] = { ...cards[room], [lang]: { name, tagline, minutes } };
        }
      }
      return `export default ${JSON.stringify(cards)}`;
    },
  };
}

export default defineConfig({
  plugins: [svelte(), gameCards()],
  resolve: {
    // Each room's sentences live beside its rules: import them as "@games/maskmen/messages.ko.json".
    alias: { "@games": here("../src/mainmatch/games") },
    // Tests mount components, so they need Svelte's browser half.
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  build: {
    // Git-ignored, packed into the wheel.
    outDir: here("../src/mainmatch/server/static"),
    emptyOutDir: true,
    // The page runs under "default-src 'self'": nothing inline, no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [here("."), here("../src/mainmatch/games")] },
    proxy: { "/api": { target: server, ws: true } },
  },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "happy-dom",
    maxWorkers: 2,
  },
});
