/** Edits of a flow as the canvas, its list and its panels make them. Pure: a flow and what is done, to the flow afterwards. */
import type { FlowDefinition, FlowEdge, FlowNode, GateNode, StepNode } from '#platform/declare/flow.ts'
import { descendants, endId, flowNodesMax, nodeOf, startId } from '#platform/format/flow-graph.ts'

export interface Point {
  readonly x: number
  readonly y: number
}
/** Where a new node goes: into an edge, behind a node, or on its own. */
export type Where = { readonly edge: number } | { readonly after: string } | null

/** The id of a new node: the first free number. */
export function freeId({ nodes }: FlowDefinition, kind: 'step' | 'gate'): string {
  const taken = new Set(nodes.map(node => node.id))
  const letter = kind === 'step' ? 's' : 'g'
  for (let n = 1; ; n += 1) if (!taken.has(`${letter}${n}`)) return `${letter}${n}`
}

export const newStep = (id: string, name: string): StepNode => ({
  id,
  kind: 'step',
  name,
  approvers: [{ by: 'departmentHead' }],
  mode: 'any',
  leave: 'first',
  allowBack: true,
  allowBackStart: true,
})
export const newGate = (id: string, name: string): GateNode => ({ id, kind: 'gate', name, leave: 'first' })

/**
 * A node behind one that leads to one place alone stands between the two; behind one that leads nowhere yet, it leads on to the end; behind
 * one that parts, it is another way.
 */
export function addNode(flow: FlowDefinition, node: FlowNode, where: Where): FlowDefinition {
  const nodes = [...flow.nodes.filter(one => one.id !== endId), node, ...flow.nodes.filter(one => one.id === endId)]
  if (where === null) return { ...flow, nodes }
  if ('edge' in where) {
    const old = flow.edges[where.edge]
    if (old === undefined) return { ...flow, nodes }
    const edges = flow.edges.flatMap(one =>
      one === old
        ? [
            { ...old, to: node.id },
            { from: node.id, to: old.to },
          ]
        : [one],
    )
    return { ...flow, nodes, edges }
  }
  const [only, more] = flow.edges.flatMap((edge, i) => (edge.from === where.after ? [i] : []))
  if (only !== undefined && more === undefined && (flow.edges[only]?.when ?? []).length === 0) return addNode(flow, node, { edge: only })
  if (where.after === endId) return { ...flow, nodes }
  const onward = only === undefined ? [{ from: node.id, to: endId }] : []
  return { ...flow, nodes, edges: [...flow.edges, { from: where.after, to: node.id }, ...onward] }
}

export const isFull = ({ nodes }: FlowDefinition): boolean => nodes.length >= flowNodesMax

/** Why two nodes cannot be connected; null: they can. */
export type NoEdge = 'unknown' | 'intoStart' | 'outOfEnd' | 'self' | 'twice' | 'loop'
export function whyNoEdge(flow: FlowDefinition, from: string, to: string): NoEdge | null {
  if (nodeOf(flow, from) === undefined || nodeOf(flow, to) === undefined) return 'unknown'
  if (to === startId) return 'intoStart'
  if (from === endId) return 'outOfEnd'
  if (from === to) return 'self'
  if (flow.edges.some(edge => edge.from === from && edge.to === to)) return 'twice'
  return descendants(flow).get(to)?.has(from) === true ? 'loop' : null
}

export const connect = (flow: FlowDefinition, from: string, to: string): FlowDefinition =>
  whyNoEdge(flow, from, to) === null ? { ...flow, edges: [...flow.edges, { from, to }] } : flow

/** An edge drawn to another node keeps its conditions. */
export function reconnect(flow: FlowDefinition, at: number, from: string, to: string): FlowDefinition {
  const old = flow.edges[at]
  const rest = { ...flow, edges: flow.edges.filter((_, i) => i !== at) }
  if (old === undefined || whyNoEdge(rest, from, to) !== null) return flow
  return { ...flow, edges: flow.edges.map((edge, i) => (i === at ? { ...old, from, to } : edge)) }
}

/** Takes nodes and edges away. Where a node led on to one place without conditions, what led to it leads there now. */
export function remove(flow: FlowDefinition, ids: readonly string[], edges: readonly number[] = []): FlowDefinition {
  const gone = new Set(edges)
  let next: FlowDefinition = { ...flow, edges: flow.edges.filter((_, i) => !gone.has(i)) }
  for (const id of ids) if (id !== startId && id !== endId) next = withoutNode(next, id)
  return next
}

function withoutNode(flow: FlowDefinition, id: string): FlowDefinition {
  const out = flow.edges.filter(edge => edge.from === id)
  const [only, more] = out
  const onward = only !== undefined && more === undefined && (only.when ?? []).length === 0 ? only.to : null
  const edges = flow.edges.flatMap((edge): FlowEdge[] => {
    if (edge.from === id) return []
    if (edge.to !== id) return [edge]
    const isThere = flow.edges.some(other => other.from === edge.from && other.to === onward)
    return onward === null || isThere ? [] : [{ ...edge, to: onward }]
  })
  return { ...flow, nodes: flow.nodes.filter(node => node.id !== id), edges }
}

export const changeNode = (flow: FlowDefinition, changed: FlowNode): FlowDefinition => ({
  ...flow,
  nodes: flow.nodes.map(node => (node.id === changed.id ? changed : node)),
})

const isOpen = (edge: FlowEdge | undefined): boolean => (edge?.when ?? []).length === 0

/** An edge that gets its first condition goes before the one that always holds: behind it, it would never be taken. */
export function changeEdge(flow: FlowDefinition, at: number, changed: FlowEdge): { readonly flow: FlowDefinition; readonly at: number } {
  const edges = flow.edges.map((edge, i) => (i === at ? changed : edge))
  const first = edges.findIndex((edge, i) => i < at && edge.from === changed.from && isOpen(edge))
  if (!isOpen(flow.edges[at]) || isOpen(changed) || first === -1) return { flow: { ...flow, edges }, at }
  edges.splice(at, 1)
  edges.splice(first, 0, changed)
  return { flow: { ...flow, edges }, at: first }
}

/** Edges out of one node are tried in their order: this one earlier (-1) or later (1). */
export function moveEdge(flow: FlowDefinition, at: number, by: -1 | 1): FlowDefinition {
  const from = flow.edges[at]?.from
  const beside = flow.edges.flatMap((edge, i) => (edge.from === from ? [i] : []))
  const other = beside[beside.indexOf(at) + by]
  const [one, two] = [flow.edges[at], other === undefined ? undefined : flow.edges[other]]
  if (one === undefined || two === undefined) return flow
  return { ...flow, edges: flow.edges.map((edge, i) => (i === at ? two : i === other ? one : edge)) }
}

export const moveNodes = (flow: FlowDefinition, places: ReadonlyMap<string, Point>): FlowDefinition => ({
  ...flow,
  nodes: flow.nodes.map(node => {
    const at = places.get(node.id)
    return at === undefined ? node : { ...node, at: { x: Math.round(at.x), y: Math.round(at.y) } }
  }),
})

/** A node as it is besides its place. */
function withoutPlace(node: FlowNode): FlowNode {
  const { at: _, ...rest } = node
  return rest
}

/** Places are forgotten: the canvas lays the flow out by itself. */
export const layOutAnew = (flow: FlowDefinition): FlowDefinition => ({
  ...flow,
  nodes: flow.nodes.map(withoutPlace),
})

/** Whether nothing but places has changed. */
export const isMovedAlone = (one: FlowDefinition, two: FlowDefinition): boolean =>
  one.edges === two.edges && JSON.stringify(layOutAnew(one)) === JSON.stringify(layOutAnew(two))

/** Nodes as they follow one another; those in a loop, and those that nothing leads to, at the end as they stand. */
export function inOrder(flow: FlowDefinition): readonly FlowNode[] {
  const open = new Map(flow.nodes.map(({ id }) => [id, flow.edges.filter(edge => edge.to === id).length]))
  const found: FlowNode[] = []
  const ready = flow.nodes.filter(node => node.id === startId)
  for (let node = ready.shift(); node !== undefined; node = ready.shift()) {
    found.push(node)
    for (const { to } of flow.edges.filter(edge => edge.from === node?.id)) {
      const left = (open.get(to) ?? 0) - 1
      open.set(to, left)
      const next = nodeOf(flow, to)
      if (left === 0 && next !== undefined) ready.unshift(next)
    }
  }
  const rest = flow.nodes.filter(node => !found.includes(node))
  return [...found.filter(node => node.id !== endId), ...rest.filter(node => node.id !== endId), ...flow.nodes.filter(n => n.id === endId)]
}
