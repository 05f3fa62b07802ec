/** The table of a game that has none of its own: everything readable, everything playable. */
import type { TableModule } from "../../lib/table";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";

const table: TableModule = { Board, Decision };
export default table;
