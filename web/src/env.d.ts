/** Made by vite.config.js from the rooms' catalogues: just what the first page shows, so that it stays small. */
declare module "virtual:game-cards" {
  /** By room folder, then language. */
  const cards: Record<string, Record<"ko" | "en", { name: string; tagline: string; minutes: string }>>;
  export default cards;
}
