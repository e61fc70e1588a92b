/**
 * The one door to a table: a kysely plugin that has already added the caller's scope.
 *   FROM and JOIN: `t` becomes `(select * from t where <scope>) as t` (PostgreSQL flattens it to the plan written by hand);
 *   UPDATE and DELETE get the predicate;
 *   INSERT and UPDATE return whether the new row lies inside the scope, and a row outside it throws, which rolls the transaction back.
 * Refused: undeclared tables, raw SQL that names a table, a CTE named like a table (it would hide the scope), writes outside
 * `context.write`.
 */
import { sentence } from '#platform/declare/sentence.ts'
import {
  RawNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'
import { refuse } from '../calls/refusal.ts'
import type { Granted } from './scope-predicate.ts'
import { isQuery } from './query-nodes.ts'
import { DoorError } from './raw-text.ts'
import { insideColumn, Scoping, type Behind, type Resources, type Written } from './scoping.ts'

export class Door implements KyselyPlugin {
  readonly #behind: Behind
  readonly #written = new WeakMap<object, Written>()
  /** queries that came this way at all: a compiled text handed to the connection did not */
  readonly #seen = new WeakSet<object>()

  constructor(resources: Resources, granted: Granted, mayWrite: boolean) {
    this.#behind = { resources, granted, mayWrite, passed: new WeakSet(), made: { predicates: new Map(), sources: new Map() } }
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (!isQuery(node) && !RawNode.is(node)) throw new DoorError(`a ${node.kind} does not go through the door`)
    this.#seen.add(queryId)
    const { scoped, written } = new Scoping(this.#behind).scoped(node)
    this.#behind.passed.add(scoped)
    if (written) this.#written.set(queryId, written)
    return scoped
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (!this.#seen.has(queryId)) throw new DoorError('a compiled query did not come through the door')
    const written = this.#written.get(queryId)
    if (!written) return result
    // null where a scope column is empty: such a row lies in nobody's scope
    for (const row of result.rows) if (row[insideColumn] !== true) throw refuse.forbidden(sentence`要保存的数据超出了您的数据权限`)
    if (!written.ownReturning) return { ...result, rows: [countsOf(result)] }
    return { ...result, rows: result.rows.map(({ [insideColumn]: _inside, ...row }) => row) }
  }
}

/** kysely answers counts only for queries without RETURNING; ours was added behind its back, so the counts are laid out as it would. */
function countsOf(result: QueryResult<UnknownRow>): UnknownRow {
  const n = result.numAffectedRows ?? BigInt(result.rows.length)
  return { numInsertedOrUpdatedRows: n, numUpdatedRows: n, numDeletedRows: n, numChangedRows: undefined, insertId: undefined }
}
