/** What a person has changed in the last day, newest first, each with its way back as long as it has one. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import type { OwnChange } from '#platform/declare/wire-batch.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { Object as O } from 'typebox'
import { satisfies } from '../calls/may.ts'
import { call } from '../calls/verbs.ts'
import type { Context } from '../contract/context.ts'
import type { RouteMap } from '../contract/route.ts'
import { callOf } from '../lists/call-of.ts'
import { batchKinds } from '../records/batch-tables.ts'
import { undoMsMax } from './undo.ts'

const shownMax = 30

const done: Readonly<Record<number, Title>> = {
  [batchKinds.add]: ['新增', 'Added'],
  [batchKinds.change]: ['修改', 'Changed'],
  [batchKinds.edit]: ['批量修改', 'Batch edit of'],
  [batchKinds.remove]: ['删除', 'Deleted'],
  [batchKinds.import]: ['导入', 'Imported'],
}

const titleOf = (kind: number, subject: Title, label: string | null, rows: number): Wording =>
  label === null || label === '' ? sentence`${done[kind] ?? ''}${subject} ${rows} 行` : sentence`${done[kind] ?? ''}${subject}“${label}”`

async function ownChanges(context: Context): Promise<{ list: readonly OwnChange[] }> {
  const { caller, house, language } = context
  const { registry } = house
  const since = new Date(context.now().getTime() - undoMsMax).toISOString()
  const rows = await context.db
    .selectFrom('list_batch')
    .select(['id', 'kind', 'subject', 'rows', 'label', 'created_at', 'undone_by'])
    .where('account_id', '=', caller.accountId)
    .where('created_at', '>', since)
    .where('undoable', '=', true)
    .where('kind', '<>', batchKinds.undo)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownMax)
    .execute()
  return {
    list: rows.flatMap(({ id, kind, subject, rows: count, label, created_at: at, undone_by: undoneBy }): OwnChange[] => {
      const route = registry.routes.find(one => one.verb === 'undo' && one.resource?.table === subject)
      // who may not see the list any more is told nothing of it
      if (route?.resource === undefined || !satisfies(caller, route.demand)) return []
      const title = registry.inWords(titleOf(kind, route.resource.title, label, count), language)
      return [{ batchId: id, title, at, type: route.resource.type ?? null, undo: undoneBy === null ? callOf(route) : null }]
    }),
  }
}

export const changeRoutes: RouteMap = {
  'POST /task/changes': call({ demand: signedIn, summary: '我最近的修改', input: O({}), write: false }, context => ownChanges(context)),
}
