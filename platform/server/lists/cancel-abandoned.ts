/**
 * Queries that nobody waits for any more: the browser has gone on or was closed. They are cancelled in the database, so that a count over
 * millions does not go on unused.
 */
import type { AbortableQueryOptions } from 'kysely'
import type { Context } from '../contract/context.ts'

/** For `execute`: ends the query when its request is closed before it is answered. Outside a request: nothing. */
export const cancelWithRequest = (context: Context): AbortableQueryOptions =>
  context.abandoned === undefined ? {} : { signal: context.abandoned(), inflightQueryAbortStrategy: 'cancel query' }
