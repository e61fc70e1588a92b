/** Raw SQL of kysely's tree as one text, for whoever reads it token by token (raw-sql.ts). */
import { AliasNode, IdentifierNode, RawNode, SelectQueryNode, TableNode, type OperationNode } from 'kysely'
import { holes } from './raw-sql.ts'

export class DoorError extends Error {}

/**
 * The raw SQL as one text, with marks where values and sub-queries stand: pieces spread over nested templates are read as PostgreSQL will.
 */
export function flat(node: RawNode): string {
  return node.sqlFragments
    .map((fragment, i) => {
      // eslint-disable-next-line no-control-regex -- the marks themselves must not come from outside
      if (/[\u0001-\u0003]/.test(fragment)) throw new DoorError('raw SQL holds control characters')
      const child = node.parameters[i]
      return child ? fragment + flatChild(child) : fragment
    })
    .join('')
}
function flatChild(node: OperationNode): string {
  if (RawNode.is(node)) return flat(node)
  if (TableNode.is(node)) return holes.table
  if (SelectQueryNode.is(node)) return holes.query
  if (IdentifierNode.is(node)) return '"x"'
  if (AliasNode.is(node)) return `${flatChild(node.node)} as x`
  return holes.value
}
