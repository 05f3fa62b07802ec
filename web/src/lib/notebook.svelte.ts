/** My private notebook of a match: what I write shows at once, and is stored as soon as I pause or leave the page. */
import type { Notebook } from "./types";

/** How long to wait for the next stroke before storing. */
const PAUSE_MS = 600;

export class NotebookKeeper {
  /** What I wrote and the server does not show yet (reactive); null: nothing. */
  written = $state.raw<Notebook | null>(null);

  private readonly store: (notebook: Notebook) => Promise<void>;
  private readonly failed: (error: unknown) => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStored = true;

  /** `store` resolves when the server has it; `failed` is told why it never will, and the writing stays on the page. */
  constructor(store: (notebook: Notebook) => Promise<void>, failed: (error: unknown) => void) {
    this.store = store;
    this.failed = failed;
  }

  keep(notebook: Notebook): void {
    this.written = notebook;
    this.isStored = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), PAUSE_MS);
  }

  /** Store now what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    const notebook = this.written;
    if (this.isStored || notebook === null) return;
    this.isStored = true;
    try {
      await this.store(notebook);
      // The server shows it before it answers; later strokes stay.
      if (this.written === notebook) this.written = null;
    } catch (error) {
      if (this.written === notebook) this.failed(error);
    }
  }
}
