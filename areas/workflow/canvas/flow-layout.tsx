/** Where the canvas draws the nodes of a flow: where somebody put them, else where dagre puts them, from top to bottom. Pure. */
import { Graph, layout } from '@dagrejs/dagre'
import type { FlowDefinition, FlowNode } from '#platform/declare/flow.ts'
import type { Point } from './flow-graph.tsx'

export interface Size {
  readonly width: number
  readonly height: number
}
const sizes: Readonly<Record<FlowNode['kind'], Size>> = {
  step: { width: 208, height: 72 },
  gate: { width: 136, height: 40 },
  start: { width: 136, height: 40 },
  end: { width: 136, height: 40 },
}
export const sizeOf = (node: FlowNode): Size => sizes[node.kind]
/** of the corners of an edge, px */
export const radius = 12
const between = { nodesep: 48, ranksep: 64, edgesep: 32 }

export interface Layout {
  /** upper left corners */
  readonly places: ReadonlyMap<string, Point>
  /** edges whose ends stand where dagre put them and that it leads around others: the points it leads them through */
  readonly bends: ReadonlyMap<number, readonly Point[]>
}

export function layoutOf(flow: FlowDefinition): Layout {
  const places = new Map(flow.nodes.flatMap(({ id, at }) => (at === undefined ? [] : [[id, at] as const])))
  if (places.size === flow.nodes.length) return { places, bends: new Map() }
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ...between })
  for (const node of flow.nodes) graph.setNode(node.id, { ...sizeOf(node) })
  const isNode = (id: string): boolean => graph.hasNode(id)
  // dagre stands what comes last on the left
  for (const [i, { from, to }] of [...flow.edges.entries()].reverse())
    if (isNode(from) && isNode(to) && from !== to) graph.setEdge(from, to, {}, String(i))
  layout(graph)
  const isPlaced = new Set(places.keys())
  for (const node of flow.nodes) {
    if (isPlaced.has(node.id)) continue
    const { width, height } = sizeOf(node)
    const { x, y } = graph.node(node.id) as Point
    places.set(node.id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) })
  }
  const bends = new Map<number, readonly Point[]>()
  for (const one of graph.edges()) {
    if (isPlaced.has(one.v) || isPlaced.has(one.w)) continue
    const { points = [] } = graph.edge(one) as { points?: readonly Point[] }
    const inner = points.slice(1, -1)
    const [from, to] = [graph.node(one.v) as Point, graph.node(one.w) as Point]
    // one that only goes straight down needs no points
    const isBent = inner.some(at => Math.abs(at.x - (from.x + to.x) / 2) > Math.abs(from.x - to.x) / 2 + radius)
    if (isBent) bends.set(Number(one.name), inner)
  }
  return { places, bends }
}
