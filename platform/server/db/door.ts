/**
 * The one door to a table: a kysely plugin that has already added the caller's scope.
 *   FROM and JOIN: `t` becomes `(select * from t where <scope>) as t` (PostgreSQL flattens it to the plan written by hand);
 *   UPDATE and DELETE get the predicate;
 *   INSERT and UPDATE return whether the new row lies inside the scope, and a row outside it throws, which rolls the transaction back.
 * Refused: undeclared tables, raw SQL that names a table, a CTE named like a table (it would hide the scope), writes outside `context.write`.
 */
import {
  AliasNode, IdentifierNode, OperationNodeTransformer, RawNode, ReturningNode, SelectionNode, SelectQueryNode, TableNode, WhereNode, sql,
  type DeleteQueryNode, type FromNode, type InsertQueryNode, type JoinNode, type KyselyPlugin, type OperationNode, type PluginTransformQueryArgs,
  type PluginTransformResultArgs, type QueryResult, type RootOperationNode, type UnknownRow, type UpdateQueryNode, type UsingNode, type WithNode,
} from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { refuse } from '../http/refusal.ts'
import { predicateOf, type Granted } from './scope-predicate.ts'

const insideColumn = 'row_inside_scope'
export class DoorError extends Error {}
type Resources = ReadonlyMap<string, Resource>

/** What the query asked for, kept until its result comes back. */
interface Written { readonly table: string; readonly ownReturning: boolean }

export class Door implements KyselyPlugin {
  readonly #resources: Resources
  readonly #granted: Granted
  readonly #mayWrite: boolean
  /** queries this door has transformed: a sub-query built from the same door passes twice, and must be scoped once */
  readonly #passed = new WeakSet<object>()
  readonly #written = new WeakMap<object, Written>()

  constructor(resources: Resources, granted: Granted, mayWrite: boolean) {
    this.#resources = resources
    this.#granted = granted
    this.#mayWrite = mayWrite
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const transformer = new Scoping(this.#resources, this.#granted, this.#mayWrite, this.#passed)
    const scoped = transformer.transformNode(node, queryId)
    this.#passed.add(scoped)
    if (transformer.written) this.#written.set(queryId, transformer.written)
    return scoped
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const written = this.#written.get(queryId)
    if (!written) return result
    for (const row of result.rows) if (row[insideColumn] === false) throw refuse.forbidden('要保存的数据超出了您的数据权限')
    if (!written.ownReturning) return { ...result, rows: [countsOf(result)] }
    return { ...result, rows: result.rows.map(({ [insideColumn]: _inside, ...row }) => row) }
  }
}

/** kysely answers counts only for queries without RETURNING; ours was added behind its back, so the counts are laid out as it would. */
function countsOf(result: QueryResult<UnknownRow>): UnknownRow {
  const n = result.numAffectedRows ?? BigInt(result.rows.length)
  return { numInsertedOrUpdatedRows: n, numUpdatedRows: n, numDeletedRows: n, numChangedRows: undefined, insertId: undefined }
}

class Scoping extends OperationNodeTransformer {
  readonly #resources: Resources
  readonly #granted: Granted
  readonly #mayWrite: boolean
  readonly #passed: WeakSet<object>
  readonly #ctes: string[] = []
  written: Written | null = null

  constructor(resources: Resources, granted: Granted, mayWrite: boolean, passed: WeakSet<object>) {
    super()
    this.#resources = resources
    this.#granted = granted
    this.#mayWrite = mayWrite
    this.#passed = passed
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T): T {
    if (this.#passed.has(node)) return node
    const withNode = (node as { with?: WithNode }).with
    const depth = this.#ctes.length
    for (const expression of withNode?.expressions ?? []) this.#enterCte(expression.name.table.table.identifier.name)
    const out = super.transformNodeImpl(node)
    this.#ctes.length = depth
    return out
  }

  #enterCte(name: string): void {
    if (this.#resources.has(name)) throw new DoorError(`a common table expression named like the table ${name} would hide its scope`)
    this.#ctes.push(name)
  }

  #resourceOf(table: TableNode): Resource | null {
    const name = table.table.identifier.name
    if (!table.table.schema && this.#ctes.includes(name)) return null
    const found = this.#resources.get(name)
    if (!found || table.table.schema) throw new DoorError(`the table ${name} is not declared`)
    return found
  }

  /** A table to read from, with its scope around it. */
  #guard(node: OperationNode): OperationNode {
    const table = tableOf(node)
    if (!table) return node
    const resource = this.#resourceOf(table)
    if (!resource) return node
    const name = resource.table
    const predicate = predicateOf(resource, this.#granted, name)
    if (!predicate) return node
    const alias = AliasNode.is(node) ? (node.alias as IdentifierNode).name : name
    const inner = SelectQueryNode.cloneWithSelections(SelectQueryNode.createFrom([table]), [SelectionNode.createSelectAll()])
    const scoped: SelectQueryNode = { ...inner, where: WhereNode.create(predicate.toOperationNode()) }
    this.#passed.add(scoped)
    return AliasNode.create(scoped, IdentifierNode.create(alias))
  }

  protected override transformFrom(node: FromNode): FromNode {
    const n = super.transformFrom(node)
    return { ...n, froms: n.froms.map((f) => this.#guard(f)) }
  }
  protected override transformUsing(node: UsingNode): UsingNode {
    const n = super.transformUsing(node)
    return { ...n, tables: n.tables.map((t) => this.#guard(t)) }
  }
  protected override transformJoin(node: JoinNode): JoinNode {
    const n = super.transformJoin(node)
    return { ...n, table: this.#guard(n.table) }
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const n = super.transformInsertQuery(node)
    if (!n.into) throw new DoorError('an insert names no table')
    const resource = this.#target(n.into)
    if (!resource) return n
    return this.#checked(n, resource, resource.table)
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const n = super.transformUpdateQuery(node)
    if (!n.table) throw new DoorError('an update names no table')
    const resource = this.#target(n.table)
    if (!resource) return n
    const alias = aliasOf(n.table) ?? resource.table
    return this.#checked(this.#narrowed(n, resource, alias), resource, alias)
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const from = node.from
    const n = { ...super.transformDeleteQuery(node), from }
    const target = from.froms[0]
    const resource = target && this.#target(target)
    return resource ? this.#narrowed(n, resource, aliasOf(target) ?? resource.table) : n
  }

  #target(node: OperationNode): Resource | null {
    if (!this.#mayWrite) throw new DoorError('writes belong inside context.write: it opens the transaction that a refusal rolls back')
    // A write inside a CTE answers no rows of its own, so nothing could be checked after it.
    if (this.nodeStack.length > 1) throw new DoorError('a write stands alone: not inside a common table expression')
    const table = tableOf(node)
    if (!table) throw new DoorError('a write must name one declared table')
    return this.#resourceOf(table)
  }

  #narrowed<N extends UpdateQueryNode | DeleteQueryNode>(node: N, resource: Resource, alias: string): N {
    const predicate = predicateOf(resource, this.#granted, alias)?.toOperationNode()
    if (!predicate) return node
    return { ...node, where: node.where ? WhereNode.cloneWithOperation(node.where, 'And', predicate) : WhereNode.create(predicate) }
  }

  #checked<N extends InsertQueryNode | UpdateQueryNode>(node: N, resource: Resource, alias: string): N {
    const predicate = predicateOf(resource, this.#granted, alias)
    if (!predicate) return node
    this.written ??= { table: resource.table, ownReturning: node.returning !== undefined }
    const selection = [SelectionNode.create(AliasNode.create(sql`${predicate}`.toOperationNode(), IdentifierNode.create(insideColumn)))]
    return { ...node, returning: node.returning ? ReturningNode.cloneWithSelections(node.returning, selection) : ReturningNode.create(selection) }
  }

  protected override transformRaw(node: RawNode): RawNode {
    assertNamesNoTable(node)
    return super.transformRaw(node)
  }
}

const tableOf = (node: OperationNode): TableNode | null =>
  TableNode.is(node) ? node : AliasNode.is(node) && TableNode.is(node.node) ? node.node : null
const aliasOf = (node: OperationNode): string | null => (AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : null)

/** `from`, `join` and so on followed by a name or by a value that is no sub-query; `is distinct from` and `extract(… from …)` are not tables. */
function assertNamesNoTable(node: RawNode): void {
  const refusal = new DoorError('raw SQL names a table: use the door, or unscoped(reason)')
  node.sqlFragments.forEach((fragment, i) => {
    const text = fragment.replaceAll(/\bdistinct\s+from\b/gi, ' ')
    if (/\b(?:from|join|into|update|table|truncate)\s+["a-z_]/i.test(text)) throw refusal
    const follows = node.parameters[i]
    if (follows && /\b(?:from|join|into|update|table)\s*$/i.test(text) && !SelectQueryNode.is(follows)) throw refusal
  })
  if (node.parameters.some((p) => TableNode.is(p))) throw refusal
}
