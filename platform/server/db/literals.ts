/** Values that stand in a statement itself, where it takes no parameters. */
import { RawNode, ValueNode, PrimitiveValueListNode, type OperationNode } from 'kysely'
import pg from 'pg'

/** A value as a literal whose type PostgreSQL finds as it finds that of a parameter. */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? arrayText(value) : plainText(value))
}

const arrayText = (values: readonly unknown[]): string => `{${values.map(elementText).join(',')}}`

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  return Array.isArray(value) ? arrayText(value) : `"${plainText(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function plainText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  throw new TypeError(`a value of the type ${typeof value} can't stand in a statement that copies out`)
}

/**
 * A raw text whose values are literals. Texts that are spread over nested templates are gone through; whatever else stands in them stays.
 */
export function withLiterals(node: RawNode): RawNode {
  return { ...node, parameters: node.parameters.map(asLiteral) }
}

function asLiteral(node: OperationNode): OperationNode {
  if (RawNode.is(node)) return withLiterals(node)
  if (ValueNode.is(node)) return node.immediate === true ? node : RawNode.createWithSql(literalOf(node.value))
  if (PrimitiveValueListNode.is(node)) return RawNode.createWithSql(`(${node.values.map(literalOf).join(', ')})`)
  return node
}
