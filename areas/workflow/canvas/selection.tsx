/** What is chosen of a flow: nodes by their ids, edges by their places. */
export interface Selection {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}
export const nothing: Selection = { nodes: [], edges: [] }
export const onlyNode = (id: string): Selection => ({ nodes: [id], edges: [] })
export const onlyEdge = (at: number): Selection => ({ nodes: [], edges: [String(at)] })
