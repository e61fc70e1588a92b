/** A query with its caller's scope: what the door (door.ts) makes of kysely's tree. */
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
  OrderByItemNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  ReturningNode,
  SelectModifierNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  UsingNode,
  ValueNode,
  WhereNode,
  WithNode,
  type OperationNode,
  type RootOperationNode,
} from 'kysely'
import { aliasOf, isModifier, isQuery, isWrite, tableOf } from './query-nodes.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { scopeColumns } from '#platform/declare/scope.ts'
import { withLiterals } from './literals.ts'
import { inOwnWords, ownWordsFor } from './own-words.ts'
import { holes, isPlainAlias, isRefusedFunction, refusalOfRaw } from './raw-sql.ts'
import { readsOf } from './reads-of.ts'
import { computedSelections } from './computed.ts'
import { queryOf } from './view.ts'
import { predicateOf, type Granted, type Reads } from './scope-predicate.ts'

export const insideColumn = 'row_inside_scope'
export class DoorError extends Error {}
export type Resources = ReadonlyMap<string, Resource>

/** What the query asked for, kept until its result comes back. */
export interface Written {
  readonly table: string
  readonly ownReturning: boolean
}

/** Whose door a query goes through. */
export interface Behind {
  readonly resources: Resources
  readonly granted: Granted
  readonly mayWrite: boolean
  /** queries that went through: a sub-query built from the same door passes twice, and must be scoped once */
  readonly passed: WeakSet<object>
  /** what stands for a table is made once: a page of a list reads it twice, and names what it refers to each time */
  readonly made: Made
}

/**
 * Parts of statements, which are never changed once made: predicates by table and the name it has there, scoped tables likewise. null:
 * every row.
 */
interface Made {
  readonly predicates: Map<string, RawNode | null>
  readonly sources: Map<string, AliasNode | null>
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

const isNode = (part: unknown): part is OperationNode => typeof part === 'object' && part !== null && 'kind' in part

/**
 * `"t"."c" as "x"` and `"t"."c" desc`, as a list has dozens: nothing in them could name a table. In FROM the same words would be one, so
 * they are looked for where columns stand.
 */
function isPlainColumn(node: OperationNode): boolean {
  if (SelectionNode.is(node)) {
    const { selection } = node
    const value = AliasNode.is(selection) && IdentifierNode.is(selection.alias) ? selection.node : selection
    return isColumn(value) || isKnownHarmless(value)
  }
  return OrderByItemNode.is(node) && node.collation === undefined && isColumn(node.orderBy) && isDirection(node.direction)
}
/**
 * Raw text that was read before and holds nothing but values: what it may be where a column or a condition stands, in a join it may not.
 */
const isKnownHarmless = (node: OperationNode): boolean =>
  RawNode.is(node) && harmless.has(node.sqlFragments) && node.parameters.every(isValue)
/** A column, also as `sql.ref` wraps one: read with every query, so without a function for each part. */
function isColumn(node: OperationNode): boolean {
  if (node.kind === 'ReferenceNode') return true
  if (!RawNode.is(node)) return false
  const { parameters, sqlFragments } = node
  const [inner] = parameters
  return (
    inner !== undefined &&
    parameters.length === 1 &&
    sqlFragments.length === 2 &&
    sqlFragments[0] === '' &&
    sqlFragments[1] === '' &&
    isColumn(inner)
  )
}
const isDirection = (node: OperationNode | undefined): boolean =>
  node === undefined || (RawNode.is(node) && node.parameters.length === 0 && /^(?:asc|desc)$/.test(node.sqlFragments.join('')))

/** Texts of templates that were read between values and found harmless. A template's pieces are one frozen array, the same at each call. */
const harmless = new WeakSet<readonly string[]>()
/** What stands in a raw text as a value, whatever it is. */
const isValue = (node: OperationNode): boolean =>
  ReferenceNode.is(node) || ValueNode.is(node) || PrimitiveValueListNode.is(node) || (RawNode.is(node) && isColumn(node))

/** One query on its way through the door. */
export class Scoping {
  readonly #behind: Behind
  readonly #ctes: string[] = []
  #written: Written | null = null
  /** the node that is looked at, below all it stands in */
  readonly #stack: OperationNode[] = []

  constructor(behind: Behind) {
    this.#behind = behind
  }

  scoped(node: RootOperationNode): { scoped: RootOperationNode; written: Written | null } {
    const scoped = this.#walked(node)
    return { scoped, written: this.#written }
  }

  #predicateOf(resource: Resource, alias: string, reads: Reads = 'rows'): RawNode | null {
    const { made, granted, resources } = this.#behind
    const key = `${resource.table} ${alias} ${reads}`
    const known = made.predicates.get(key)
    if (known !== undefined) return known
    const predicate = predicateOf(resource, granted, alias, resources, reads)?.toOperationNode() ?? null
    made.predicates.set(key, predicate)
    return predicate
  }

  #walked<T extends OperationNode>(node: T): T {
    if (leaves.has(node.kind) || isPlainColumn(node)) return node
    this.#stack.push(node)
    const out = this.#scopedNode(node)
    this.#stack.pop()
    return out
  }

  #scopedNode<T extends OperationNode>(node: T): T {
    if (this.#behind.passed.has(node)) {
      if (this.#stack.length > 1 && isWrite(node)) throw new DoorError(writesStandAlone)
      return node
    }
    if (FunctionNode.is(node) && isRefusedFunction(node.func)) throw new DoorError(`the function ${node.func} reads tables by their names`)
    const withNode = (node as { with?: WithNode }).with
    const depth = this.#ctes.length
    for (const expression of withNode?.expressions ?? []) this.#enterCte(expression.name.table.table.identifier.name)
    const out = this.#byRule(node) as T
    this.#ctes.length = depth
    return out
  }

  #byRule(node: OperationNode): OperationNode {
    if (RawNode.is(node)) return this.#raw(node)
    if (AliasNode.is(node)) return this.#alias(node)
    if (FromNode.is(node)) return this.#from(node)
    if (JoinNode.is(node)) return this.#join(node)
    if (UsingNode.is(node)) return this.#using(node)
    if (WithNode.is(node)) return this.#with(node)
    if (InsertQueryNode.is(node)) return this.#insert(node)
    if (UpdateQueryNode.is(node)) return this.#update(node)
    if (DeleteQueryNode.is(node)) return this.#delete(node)
    return this.#partsOf(node)
  }

  /** A node that has no rule of ours: each of its parts, and the node itself where none has changed. */
  #partsOf<T extends OperationNode>(node: T): T {
    let out: Record<string, unknown> | null = null
    for (const name in node) {
      const part: unknown = node[name as keyof T]
      const walked = Array.isArray(part) ? this.#listOf(part) : isNode(part) ? this.#walked(part) : part
      if (walked !== part) out = { ...(out ?? node), [name]: walked }
    }
    return (out ?? node) as T
  }

  #listOf(list: readonly unknown[]): readonly unknown[] {
    const out = list.map(part => (isNode(part) ? this.#walked(part) : Array.isArray(part) ? this.#listOf(part) : part))
    return out.some((part, at) => part !== list[at]) ? out : list
  }

  /** Without RECURSIVE a common table expression sees those before it, not itself: its own name inside it is a table. */
  #with(node: WithNode): WithNode {
    if (node.recursive) return this.#partsOf(node)
    const mine = this.#ctes.splice(this.#ctes.length - node.expressions.length)
    const expressions = node.expressions.map((expression, i) => {
      const out = this.#walked(expression)
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
    const alias = AliasNode.is(node) ? (node.alias as IdentifierNode).name : resource.table
    return this.#sourceOf(resource, table, alias) ?? node
  }

  #sourceOf(resource: Resource, table: TableNode, alias: string): AliasNode | null {
    const { made, passed } = this.#behind
    // a scope of one way has one form
    const reads = resource.scope.any === undefined ? 'rows' : readsOf(this.#stack.findLast(isQuery), alias, resource)
    const key = `${resource.table} ${alias} ${reads}`
    const known = made.sources.get(key)
    if (known !== undefined) return known
    const predicate = this.#predicateOf(resource, resource.table, reads)
    let source: AliasNode | null = null
    const { resources, granted } = this.#behind
    const own = ownWordsFor(resources, granted, resource.table)
    const query = queryOf(resource)
    const computed = computedSelections(resource)
    if (query !== undefined) {
      source = AliasNode.create(this.#viewOf(resource, query, predicate), IdentifierNode.create(alias))
    } else if (own) {
      const named = inOwnWords(resource, own, granted).toOperationNode()
      passed.add(named)
      source = AliasNode.create(named, IdentifierNode.create(alias))
    } else if (predicate ?? computed.length > 0) {
      const inner = SelectQueryNode.cloneWithSelections(SelectQueryNode.createFrom([table]), [SelectionNode.createSelectAll(), ...computed])
      const scoped: SelectQueryNode = predicate === null ? inner : { ...inner, where: WhereNode.create(predicate) }
      passed.add(scoped)
      source = AliasNode.create(scoped, IdentifierNode.create(alias))
    }
    made.sources.set(key, source)
    return source
  }

  /** A view is its query, whose tables have their own scope, narrowed by the scope of the view. */
  #viewOf(resource: Resource, query: OperationNode, predicate: RawNode | null): SelectQueryNode {
    const { scoped } = new Scoping(this.#behind).scoped(query as SelectQueryNode)
    const { passed } = this.#behind
    passed.add(scoped)
    const from = AliasNode.create(scoped, IdentifierNode.create(resource.table))
    const whole = SelectQueryNode.cloneWithSelections(SelectQueryNode.createFrom([from]), [SelectionNode.createSelectAll()])
    const narrowed = predicate === null ? whole : { ...whole, where: WhereNode.create(predicate) }
    passed.add(narrowed)
    return narrowed
  }

  #from(node: FromNode): FromNode {
    const n = this.#partsOf(node)
    return { ...n, froms: n.froms.map(f => this.#guard(f)) }
  }
  #using(node: UsingNode): UsingNode {
    const n = this.#partsOf(node)
    return { ...n, tables: n.tables.map(t => this.#guard(t)) }
  }
  #join(node: JoinNode): JoinNode {
    const n = this.#partsOf(node)
    return { ...n, table: this.#guard(n.table) }
  }

  #insert(node: InsertQueryNode): InsertQueryNode {
    const n = this.#partsOf(node)
    if (!n.into) throw new DoorError('an insert names no table')
    const resource = this.#target(n.into, node)
    for (const { column } of node.onConflict?.updates ?? []) {
      // A row found by its key may be another's: moved into the writer's scope, the check of the written row would let it pass.
      const name = ColumnNode.is(column) ? column.column.name : null
      if (name === null || scopeColumns(resource.scope).includes(name))
        throw new DoorError(`on conflict, ${name ?? 'a raw column'} must not change: it says who sees the row`)
    }
    const alias = aliasOf(n.into) ?? resource.table
    const isOfRows = n.values !== undefined && SelectQueryNode.is(n.values)
    const checked = this.#checked(n, resource, alias, isOfRows)
    if (checked === n || AliasNode.is(n.into)) return checked
    // a coordinator of several machines hands the check on to them, where the table has another name: there only an alias is found
    return { ...checked, into: AliasNode.create(n.into, IdentifierNode.create(alias)) as never }
  }

  #update(node: UpdateQueryNode): UpdateQueryNode {
    const n = this.#partsOf(node)
    if (!n.table) throw new DoorError('an update names no table')
    const resource = this.#target(n.table, node)
    const alias = aliasOf(n.table) ?? resource.table
    return this.#checked(this.#narrowed(n, resource, alias), resource, alias)
  }

  #delete(node: DeleteQueryNode): DeleteQueryNode {
    const from = node.from
    const n = { ...this.#partsOf(node), from }
    const [target, more] = from.froms
    if (!target || more) throw new DoorError('a delete names one table')
    const resource = this.#target(target, node)
    return this.#narrowed(n, resource, aliasOf(target) ?? resource.table)
  }

  #target(node: OperationNode, write: InsertQueryNode | UpdateQueryNode | DeleteQueryNode): Resource {
    if (!this.#behind.mayWrite)
      throw new DoorError('writes belong inside context.write: it opens the transaction that a refusal rolls back')
    // A write inside a CTE answers no rows of its own, so nothing could be checked after it.
    if (this.#stack.length > 1) throw new DoorError(writesStandAlone)
    if (write.explain) throw new DoorError('a write is not explained: EXPLAIN ANALYZE would run it unchecked')
    const table = tableOf(node)
    const resource = table && this.#resourceOf(table)
    if (!resource) throw new DoorError('a write must name one declared table')
    if (resource.isView) throw new DoorError(`${resource.table} is a view: it is read and never written`)
    return resource
  }

  #narrowed<N extends UpdateQueryNode | DeleteQueryNode>(node: N, resource: Resource, alias: string): N {
    const predicate = this.#predicateOf(resource, alias)
    if (!predicate) return node
    // in brackets: a raw `a or b` would else let the scope bind to b alone
    return { ...node, where: WhereNode.create(node.where ? AndNode.create(ParensNode.create(node.where.where), predicate) : predicate) }
  }

  /** `isOfRows`: rows of a query are inserted; a coordinator then hands on the check without its parameters: its values are literals. */
  #checked<N extends InsertQueryNode | UpdateQueryNode>(node: N, resource: Resource, alias: string, isOfRows = false): N {
    const asked = this.#predicateOf(resource, alias)
    if (!asked) return node
    const predicate = isOfRows ? withLiterals(asked) : asked
    this.#written ??= { table: resource.table, ownReturning: node.returning !== undefined }
    const selection = [SelectionNode.create(AliasNode.create(predicate, IdentifierNode.create(insideColumn)))]
    return {
      ...node,
      returning: node.returning ? ReturningNode.cloneWithSelections(node.returning, selection) : ReturningNode.create(selection),
    }
  }

  #raw(node: RawNode): RawNode {
    const parent = this.#stack.at(-2)
    // the outermost one is read whole
    if (parent && RawNode.is(parent)) return this.#partsOf(node)
    const holder = parent && AliasNode.is(parent) ? this.#stack.at(-3) : parent
    const asSource = holder !== undefined && (FromNode.is(holder) || UsingNode.is(holder) || JoinNode.is(holder))
    if (parent && (SelectModifierNode.is(parent) || (isQuery(parent) && isModifier(parent, node))))
      throw new DoorError('raw SQL around a query could name a table')
    const inOn = this.#isInOn()
    const isPlain = !asSource && !inOn && node.parameters.every(isValue)
    if (isPlain && harmless.has(node.sqlFragments)) return node
    const refusal = refusalOfRaw(flat(node), { asSource, inOn })
    if (refusal !== null) throw new DoorError(`raw SQL ${refusal}: use the door, or unscoped(reason)`)
    if (isPlain) harmless.add(node.sqlFragments)
    return this.#partsOf(node)
  }

  /** Whether the node that is looked at stands in the condition of a join of its own query. */
  #isInOn(): boolean {
    for (let at = this.#stack.length - 2; at >= 0; at -= 1) {
      const above = this.#stack[at] as OperationNode
      if (OnNode.is(above)) return true
      if (isQuery(above)) return false
    }
    return false
  }

  #alias(node: AliasNode): AliasNode {
    if (!RawNode.is(node.alias)) return this.#partsOf(node)
    if (!isPlainAlias(flat(node.alias))) throw new DoorError('a raw alias is a name and the names of columns, nothing else')
    return { ...node, node: this.#walked(node.node) }
  }
}

const writesStandAlone = 'a write stands alone: not inside a common table expression or another query'

/**
 * The raw SQL as one text, with marks where values and sub-queries stand: pieces spread over nested templates are read as PostgreSQL will.
 */
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
