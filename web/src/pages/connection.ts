/** The state of the connection in words, and what can be done about it. */
import type { Words } from "../i18n/ko";
import type { RoomClient } from "../lib/client.svelte";

export interface ConnectionNote {
  text: string;
  button?: { label: string; press: () => void };
  /** The seat is not this tab's: nothing may be decided here. */
  holds?: boolean;
}

/** Always some words. */
export function connectionWords(client: RoomClient, words: Words): string {
  const say = words.connection;
  switch (client.connection) {
    case "connected":
      return say.connected;
    case "connecting":
      return say.connecting;
    case "reconnecting":
      return navigator.onLine ? say.reconnecting : say.offline;
    case "polling":
      return say.polling;
    case "elsewhere":
      return say.elsewhere;
    case "restarting":
      return say.restarting;
    case "outdated":
      return say.reload;
    case "no_room":
      return words.missing.room;
  }
}

/** What everybody should see over the board; null while all is well. */
export function connectionNote(client: RoomClient, words: Words): ConnectionNote | null {
  const text = connectionWords(client, words);
  switch (client.connection) {
    case "connected":
    case "polling":
      // The seat has gone: this browser watches from now on.
      return client.wasMoved && client.state.seat === null ? { text: words.connection.moved } : null;
    case "elsewhere":
      return { text, button: { label: words.connection.takeBack, press: () => client.takeBack() }, holds: true };
    case "outdated":
      return { text, button: { label: words.connection.reloadNow, press: () => location.reload() } };
    default:
      return { text };
  }
}
