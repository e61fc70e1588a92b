/** What a statement reads of one of its tables: rows that it names or locks, the first of an order, or all. */
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  OperatorNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  type OperationNode,
} from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Reads } from './scope-predicate.ts'

/**
 * `alias`: the table's name in the query. A lock counts as naming: a row that changed while its lock was waited for is tried again as it is
 * then.
 */
export function readsOf(query: OperationNode | undefined, alias: string, r: Resource): Reads {
  if (query === undefined || !SelectQueryNode.is(query) || (query.endModifiers ?? []).length > 0) return 'rows'
  if (query.where !== undefined && names(query.where.where, alias, keysOf(r))) return 'rows'
  return query.limit === undefined ? 'whole' : 'page'
}

/** Columns with few rows for each value: the row's own number, and the record it belongs to. */
const keysOf = ({ scope }: Resource): ReadonlySet<string> =>
  new Set(['id', ...(scope.any ?? []).flatMap(branch => (branch.kind === 'through' ? [columnOf(branch.field)] : []))])

/** Whether a condition holds for named rows alone: `id = 5`, `id in (…)`, `id = any(…)`, by itself or beside others. */
function names(node: OperationNode, alias: string, keys: ReadonlySet<string>): boolean {
  if (ParensNode.is(node)) return names(node.node, alias, keys)
  if (AndNode.is(node)) return names(node.left, alias, keys) || names(node.right, alias, keys)
  if (BinaryOperationNode.is(node))
    return OperatorNode.is(node.operator) && ['=', 'in'].includes(node.operator.operator) && isKey(node.leftOperand, alias, keys)
  if (!RawNode.is(node)) return false
  const [first] = node.parameters
  const [before, after] = node.sqlFragments
  if (first === undefined || before !== '') return false
  if (node.parameters.length === 1 && after === '') return names(first, alias, keys)
  return isKey(first, alias, keys) && /^ = (?:any\()?$/.test(after ?? '') && (node.sqlFragments[2] === '' || node.sqlFragments[2] === ')')
}

function isKey(node: OperationNode, alias: string, keys: ReadonlySet<string>): boolean {
  if (RawNode.is(node)) {
    const [inner] = node.parameters
    return inner !== undefined && node.parameters.length === 1 && node.sqlFragments.join('') === '' && isKey(inner, alias, keys)
  }
  if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return false
  return keys.has(node.column.column.name) && (node.table === undefined || node.table.table.identifier.name === alias)
}
