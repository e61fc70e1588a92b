/** What a node of a query is, as the door asks it. */
import {
  AliasNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  type OperationNode,
} from 'kysely'

export const isModifier = (query: OperationNode, node: OperationNode): boolean => {
  const { frontModifiers, endModifiers } = query as { frontModifiers?: readonly OperationNode[]; endModifiers?: readonly OperationNode[] }
  return [...(frontModifiers ?? []), ...(endModifiers ?? [])].includes(node)
}
export const tableOf = (node: OperationNode): TableNode | null =>
  TableNode.is(node) ? node : AliasNode.is(node) && TableNode.is(node.node) ? node.node : null
export const aliasOf = (node: OperationNode): string | null =>
  AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : null

export const isWrite = (node: OperationNode): boolean => InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)
/** A raw text belongs to the nearest of these. */
export const isQuery = (node: OperationNode): boolean => SelectQueryNode.is(node) || isWrite(node)
