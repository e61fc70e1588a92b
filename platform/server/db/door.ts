/**
 * The one door to a table: a kysely plugin that has already added the caller's scope.
 *   FROM and JOIN: `t` becomes `(select * from t where <scope>) as t` (PostgreSQL flattens it to the plan written by hand);
 *   UPDATE and DELETE get the predicate;
 *   INSERT and UPDATE return whether the new row lies inside the scope, and a row outside it throws, which rolls the transaction back.
 * Refused: undeclared tables, raw SQL that names a table, a CTE named like a table (it would hide the scope), writes outside `context.write`.
 */
import {
  AliasNode,
  AndNode,
  ColumnNode,
  DeleteQueryNode,
  FromNode,
  FunctionNode,
  IdentifierNode,
  InsertQueryNode,
  JoinNode,
  OnNode,
  OperationNodeTransformer,
  ParensNode,
  RawNode,
  ReturningNode,
  SelectModifierNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  UsingNode,
  WhereNode,
  sql,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RawBuilder,
  type RootOperationNode,
  type UnknownRow,
  type WithNode,
} from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { refuse } from '../http/refusal.ts'
import { holes, isPlainAlias, isRefusedFunction, refusalOfRaw } from './raw-sql.ts'
import { predicateOf, type Granted } from './scope-predicate.ts'

const insideColumn = 'row_inside_scope'
export class DoorError extends Error {}
type Resources = ReadonlyMap<string, Resource>

/** What the query asked for, kept until its result comes back. */
interface Written {
  readonly table: string
  readonly ownReturning: boolean
}

export class Door implements KyselyPlugin {
  readonly #resources: Resources
  readonly #granted: Granted
  readonly #mayWrite: boolean
  /** queries this door has transformed: a sub-query built from the same door passes twice, and must be scoped once */
  readonly #passed = new WeakSet<object>()
  /** by table and alias: a page of a list asks for one twice */
  readonly #predicates = new Map<string, RawBuilder<boolean> | null>()
  readonly #written = new WeakMap<object, Written>()
  /** queries that came this way at all: a compiled text handed to the connection did not */
  readonly #seen = new WeakSet<object>()

  constructor(resources: Resources, granted: Granted, mayWrite: boolean) {
    this.#resources = resources
    this.#granted = granted
    this.#mayWrite = mayWrite
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (!isQuery(node) && !RawNode.is(node)) throw new DoorError(`a ${node.kind} does not go through the door`)
    this.#seen.add(queryId)
    const { scoped, written } = scopedQuery(
      { resources: this.#resources, granted: this.#granted, mayWrite: this.#mayWrite, passed: this.#passed, predicates: this.#predicates },
      node,
      queryId,
    )
    this.#passed.add(scoped)
    if (written) this.#written.set(queryId, written)
    return scoped
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (!this.#seen.has(queryId)) throw new DoorError('a compiled query did not come through the door')
    const written = this.#written.get(queryId)
    if (!written) return result
    // null where a scope column is empty: such a row lies in nobody's scope
    for (const row of result.rows) if (row[insideColumn] !== true) throw refuse.forbidden('要保存的数据超出了您的数据权限')
    if (!written.ownReturning) return { ...result, rows: [countsOf(result)] }
    return { ...result, rows: result.rows.map(({ [insideColumn]: _inside, ...row }) => row) }
  }
}

/** kysely answers counts only for queries without RETURNING; ours was added behind its back, so the counts are laid out as it would. */
function countsOf(result: QueryResult<UnknownRow>): UnknownRow {
  const n = result.numAffectedRows ?? BigInt(result.rows.length)
  return { numInsertedOrUpdatedRows: n, numUpdatedRows: n, numDeletedRows: n, numChangedRows: undefined, insertId: undefined }
}

/** Whose door a query goes through. */
interface Behind {
  readonly resources: Resources
  readonly granted: Granted
  readonly mayWrite: boolean
  readonly passed: WeakSet<object>
  readonly predicates: Map<string, RawBuilder<boolean> | null>
}

/** Nodes that hold neither a table to read from nor SQL of their own: they stay as they are. A column's own table is no source. */
const leaves: ReadonlySet<OperationNode['kind']> = new Set([
  'ReferenceNode',
  'ColumnNode',
  'IdentifierNode',
  'SchemableIdentifierNode',
  'ValueNode',
  'PrimitiveValueListNode',
  'OperatorNode',
])

class Scoping extends OperationNodeTransformer {
  #behind: Behind
  #ctes: string[] = []
  #written: Written | null = null

  constructor(behind: Behind) {
    super()
    this.#behind = behind
  }

  /** One query after the other: nothing of one is left for the next, whatever became of it. */
  scoped(behind: Behind, node: RootOperationNode, queryId: QueryId): { scoped: RootOperationNode; written: Written | null } {
    this.#behind = behind
    this.#ctes = []
    this.#written = null
    this.nodeStack.length = 0
    const scoped = this.transformNode(node, queryId)
    return { scoped, written: this.#written }
  }

  #predicateOf(resource: Resource, alias: string): RawBuilder<boolean> | null {
    const { predicates, granted } = this.#behind
    const key = `${resource.table} ${alias}`
    const known = predicates.get(key)
    if (known !== undefined) return known
    const predicate = predicateOf(resource, granted, alias)
    predicates.set(key, predicate)
    return predicate
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T): T {
    if (leaves.has(node.kind)) return node
    if (this.#behind.passed.has(node)) {
      if (this.nodeStack.length > 1 && isWrite(node)) throw new DoorError(writesStandAlone)
      return node
    }
    if (FunctionNode.is(node) && isRefusedFunction(node.func)) throw new DoorError(`the function ${node.func} reads tables by their names`)
    const withNode = (node as { with?: WithNode }).with
    const depth = this.#ctes.length
    for (const expression of withNode?.expressions ?? []) this.#enterCte(expression.name.table.table.identifier.name)
    const out = super.transformNodeImpl(node)
    this.#ctes.length = depth
    return out
  }

  /** Without RECURSIVE a common table expression sees those before it, not itself: its own name inside it is a table. */
  protected override transformWith(node: WithNode): WithNode {
    if (node.recursive) return super.transformWith(node)
    const mine = this.#ctes.splice(this.#ctes.length - node.expressions.length)
    const expressions = node.expressions.map((expression, i) => {
      const out = this.transformNode(expression)
      this.#ctes.push(mine[i] ?? '')
      return out
    })
    return { ...node, expressions }
  }

  #enterCte(name: string): void {
    if (this.#behind.resources.has(name)) throw new DoorError(`a common table expression named like the table ${name} would hide its scope`)
    this.#ctes.push(name)
  }

  #resourceOf(table: TableNode): Resource | null {
    const name = table.table.identifier.name
    if (!table.table.schema && this.#ctes.includes(name)) return null
    const found = this.#behind.resources.get(name)
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
    const predicate = this.#predicateOf(resource, name)
    if (!predicate) return node
    const alias = AliasNode.is(node) ? (node.alias as IdentifierNode).name : name
    const inner = SelectQueryNode.cloneWithSelections(SelectQueryNode.createFrom([table]), [SelectionNode.createSelectAll()])
    const scoped: SelectQueryNode = { ...inner, where: WhereNode.create(predicate.toOperationNode()) }
    this.#behind.passed.add(scoped)
    return AliasNode.create(scoped, IdentifierNode.create(alias))
  }

  protected override transformFrom(node: FromNode): FromNode {
    const n = super.transformFrom(node)
    return { ...n, froms: n.froms.map(f => this.#guard(f)) }
  }
  protected override transformUsing(node: UsingNode): UsingNode {
    const n = super.transformUsing(node)
    return { ...n, tables: n.tables.map(t => this.#guard(t)) }
  }
  protected override transformJoin(node: JoinNode): JoinNode {
    const n = super.transformJoin(node)
    return { ...n, table: this.#guard(n.table) }
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const n = super.transformInsertQuery(node)
    if (!n.into) throw new DoorError('an insert names no table')
    const resource = this.#target(n.into, node)
    for (const { column } of node.onConflict?.updates ?? []) {
      // A row found by its key may be another's: moved into the writer's scope, the check of the written row would let it pass.
      const name = ColumnNode.is(column) ? column.column.name : null
      if (name === null || resource.scope.all?.some(part => part.column === name))
        throw new DoorError(`on conflict, ${name ?? 'a raw column'} must not change: it says who sees the row`)
    }
    return this.#checked(n, resource, aliasOf(n.into) ?? resource.table)
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const n = super.transformUpdateQuery(node)
    if (!n.table) throw new DoorError('an update names no table')
    const resource = this.#target(n.table, node)
    const alias = aliasOf(n.table) ?? resource.table
    return this.#checked(this.#narrowed(n, resource, alias), resource, alias)
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const from = node.from
    const n = { ...super.transformDeleteQuery(node), from }
    const [target, more] = from.froms
    if (!target || more) throw new DoorError('a delete names one table')
    const resource = this.#target(target, node)
    return this.#narrowed(n, resource, aliasOf(target) ?? resource.table)
  }

  #target(node: OperationNode, write: InsertQueryNode | UpdateQueryNode | DeleteQueryNode): Resource {
    if (!this.#behind.mayWrite)
      throw new DoorError('writes belong inside context.write: it opens the transaction that a refusal rolls back')
    // A write inside a CTE answers no rows of its own, so nothing could be checked after it.
    if (this.nodeStack.length > 1) throw new DoorError(writesStandAlone)
    if (write.explain) throw new DoorError('a write is not explained: EXPLAIN ANALYZE would run it unchecked')
    const table = tableOf(node)
    const resource = table && this.#resourceOf(table)
    if (!resource) throw new DoorError('a write must name one declared table')
    return resource
  }

  #narrowed<N extends UpdateQueryNode | DeleteQueryNode>(node: N, resource: Resource, alias: string): N {
    const predicate = this.#predicateOf(resource, alias)?.toOperationNode()
    if (!predicate) return node
    // in brackets: a raw `a or b` would else let the scope bind to b alone
    return { ...node, where: WhereNode.create(node.where ? AndNode.create(ParensNode.create(node.where.where), predicate) : predicate) }
  }

  #checked<N extends InsertQueryNode | UpdateQueryNode>(node: N, resource: Resource, alias: string): N {
    const predicate = this.#predicateOf(resource, alias)
    if (!predicate) return node
    this.#written ??= { table: resource.table, ownReturning: node.returning !== undefined }
    const selection = [SelectionNode.create(AliasNode.create(sql`${predicate}`.toOperationNode(), IdentifierNode.create(insideColumn)))]
    return {
      ...node,
      returning: node.returning ? ReturningNode.cloneWithSelections(node.returning, selection) : ReturningNode.create(selection),
    }
  }

  protected override transformRaw(node: RawNode): RawNode {
    const parents = this.nodeStack.slice(0, -1)
    const parent = parents.at(-1)
    // the outermost one is read whole
    if (parent && RawNode.is(parent)) return super.transformRaw(node)
    const holder = parent && AliasNode.is(parent) ? parents.at(-2) : parent
    const asSource = holder !== undefined && (FromNode.is(holder) || UsingNode.is(holder) || JoinNode.is(holder))
    const inOn = parents.slice(parents.findLastIndex(isQuery) + 1).some(p => OnNode.is(p))
    if (parent && (SelectModifierNode.is(parent) || (isQuery(parent) && isModifier(parent, node))))
      throw new DoorError('raw SQL around a query could name a table')
    const refusal = refusalOfRaw(flat(node), { asSource, inOn })
    if (refusal !== null) throw new DoorError(`raw SQL ${refusal}: use the door, or unscoped(reason)`)
    return super.transformRaw(node)
  }

  protected override transformAlias(node: AliasNode): AliasNode {
    if (!RawNode.is(node.alias)) return super.transformAlias(node)
    if (!isPlainAlias(flat(node.alias))) throw new DoorError('a raw alias is a name and the names of columns, nothing else')
    return { ...node, node: this.transformNode(node.node) }
  }
}

/** Making a transformer binds a hundred methods, which costs more than most queries; a query is transformed in one go, so that one serves all. */
let transformer: Scoping | null = null
function scopedQuery(behind: Behind, node: RootOperationNode, queryId: QueryId): { scoped: RootOperationNode; written: Written | null } {
  // taken while it works: a query that is built inside another's transformation gets one of its own
  const mine = transformer ?? new Scoping(behind)
  transformer = null
  try {
    return mine.scoped(behind, node, queryId)
  } finally {
    transformer = mine
  }
}

const writesStandAlone = 'a write stands alone: not inside a common table expression or another query'
const isModifier = (query: OperationNode, node: OperationNode): boolean => {
  const { frontModifiers, endModifiers } = query as { frontModifiers?: readonly OperationNode[]; endModifiers?: readonly OperationNode[] }
  return [...(frontModifiers ?? []), ...(endModifiers ?? [])].includes(node)
}
const tableOf = (node: OperationNode): TableNode | null =>
  TableNode.is(node) ? node : AliasNode.is(node) && TableNode.is(node.node) ? node.node : null
const aliasOf = (node: OperationNode): string | null => (AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : null)

const isWrite = (node: OperationNode): boolean => InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)
/** A raw text belongs to the nearest of these. */
const isQuery = (node: OperationNode): boolean => SelectQueryNode.is(node) || isWrite(node)

/** The raw SQL as one text, with marks where values and sub-queries stand: pieces spread over nested templates are read as PostgreSQL will. */
function flat(node: RawNode): string {
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
