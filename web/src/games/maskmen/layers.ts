/** The order of strength as layers, strong on top; nobody stands beside or above somebody stronger. */
import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from "@dagrejs/dagre";
import { covers, loose, WRESTLERS, type Pair, type Wrestler } from "./view";

/** A place in the picture: `x` in hundredths of the width, `layer` from 0 at the top; between layers for a line on its way. */
export interface Spot {
  x: number;
  layer: number;
}

export interface Placed extends Spot {
  wrestler: Wrestler;
}

/** A relation with where its line turns on its way past others. */
export interface Line {
  pair: Pair;
  turns: readonly Spot[];
}

export interface Layers {
  placed: Placed[];
  lines: Line[];
  depth: number;
}

/** Sizes in the layout's own measure: a mask with its name, the gaps between masks and lines, and the narrowest picture. */
const NODE = { width: 80, height: 40 };
const GAP = { nodesep: 60, edgesep: 50, ranksep: 40 };
const NARROWEST = 4 * (NODE.width + GAP.nodesep);

/** Layered as Sugiyama, Gansner and others do: `dagre`. */
export function layers(pairs: readonly Pair[]): Layers {
  const inside = WRESTLERS.filter((w) => !loose(pairs).includes(w));
  if (inside.length === 0) return { placed: [], lines: [], depth: 0 };
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>().setGraph({ rankdir: "TB", ranker: "network-simplex", ...GAP });
  for (const w of inside) graph.setNode(w, { ...NODE });
  for (const [a, b] of covers(pairs)) graph.setEdge(a, b, {});
  layout(graph);

  const at = (w: Wrestler): { x: number; y: number } => ({ x: graph.node(w).x ?? 0, y: graph.node(w).y ?? 0 });
  const heights = [...new Set(inside.map((w) => at(w).y))].sort((a, b) => a - b);
  const step = (heights[1] ?? 1) - (heights[0] ?? 0);
  const across = inside.map((w) => at(w).x);
  const middle = (Math.min(...across) + Math.max(...across)) / 2;
  const width = Math.max(NARROWEST, Math.max(...across) - Math.min(...across) + NODE.width + GAP.nodesep);
  const spot = ({ x, y }: { x: number; y: number }): Spot => ({ x: Math.round((50 + ((x - middle) / width) * 100) * 10) / 10, layer: Math.round(((y - (heights[0] ?? 0)) / step) * 100) / 100 });

  return {
    placed: inside.map((wrestler) => ({ wrestler, ...spot(at(wrestler)) })),
    // A line turns where it passes a layer; its ends lie on the masks' edges, which the picture finds itself.
    lines: covers(pairs).map((pair) => ({ pair, turns: (graph.edge(...pair).points ?? []).slice(1, -1).map(spot).filter(({ layer }) => Number.isInteger(layer)) })),
    depth: heights.length,
  };
}
