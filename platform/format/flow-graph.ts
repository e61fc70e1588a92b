/** The graph of a flow of approvals (platform/declare/flow.ts), for server and canvas alike: its words, what leads where. Pure. */

export const flowOperators = ['EQ', 'NE', 'GT', 'GE', 'LT', 'LE', 'IN', 'NOT_IN', 'BETWEEN', 'LIKE', 'EMPTY', 'NOT_EMPTY'] as const
/** What conditions may ask for beside the fields of the record: what is asked for, who asks, his department. */
export const flowWords = { matter: '$matter', applicant: '$applicant', department: '$department' } as const
export const stepModes = ['any', 'all', 'order', 'share'] as const
export const leaveWays = ['first', 'all', 'choose'] as const

export const startId = 'start'
export const endId = 'end'
/** nodes of a flow, and steps of one approval, at most */
export const flowNodesMax = 200

interface Node {
  readonly id: string
  readonly kind: string
}
interface Edge {
  readonly from: string
  readonly to: string
}
interface Graph<N extends Node = Node, E extends Edge = Edge> {
  readonly nodes: readonly N[]
  readonly edges: readonly E[]
}

export const nodeOf = <N extends Node>(flow: Pick<Graph<N>, 'nodes'>, id: string): N | undefined => flow.nodes.find(node => node.id === id)

export function stepOf<N extends Node>(flow: Pick<Graph<N>, 'nodes'>, id: string): Extract<N, { kind: 'step' }> | undefined {
  const node = nodeOf(flow, id)
  return node?.kind === 'step' ? (node as Extract<N, { kind: 'step' }>) : undefined
}

export const edgesFrom = <E extends Edge>(flow: Pick<Graph<Node, E>, 'edges'>, id: string): readonly E[] =>
  flow.edges.filter(edge => edge.from === id)

/** node -> all that it leads to, itself not among them unless it lies in a loop */
export function descendants(flow: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const next = Map.groupBy(flow.edges, edge => edge.from)
  return new Map(
    flow.nodes.map(({ id }) => {
      const found = new Set<string>()
      const open = [id]
      for (let at = open.pop(); at !== undefined; at = open.pop())
        for (const { to } of next.get(at) ?? []) {
          if (found.has(to)) continue
          found.add(to)
          open.push(to)
        }
      return [id, found]
    }),
  )
}
