/**
 * How an answer lands: as an upload does. Its bytes are a stored file of whoever answers for the connection, imported into the shop by his
 * rights; what the import says is what the window says.
 */
import { fromStored, sentence, toStored } from '#platform/declare/sentence.ts'
import { operations } from '#platform/declare/operations.ts'
import { may, Refusal, satisfies, type Context } from '#platform/server/area.ts'
import { keepUpload, type PutBytes } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { connectionStates, windowStates } from '../tables.ts'
import type { Connection } from './connection.ts'
import { failed, finished, inMs, setWindow, stopConnection } from './ended.ts'
import type { Source } from './platform.ts'
import type { WindowRow } from './window.ts'

const lookSeconds = 5
const waitingMinutes = 10
/** states of an import (task states) */
const [done, refused, cancelled, broken, deleted, waiting] = [2, 3, 4, 5, 6, 7]

/** The bytes as a file of whoever answers for the connection, and its import; null: nobody may, and the connection rests. */
export async function land(
  context: Context,
  connection: Connection,
  window: WindowRow,
  source: Source,
  { content, head, at }: { readonly content: Buffer | PutBytes; readonly head: Buffer; readonly at: number },
): Promise<{ readonly fileId: string; readonly importId?: string } | null> {
  const person = await personOf(context, connection, window, source)
  if (person === null) {
    const why = sentence`负责人已无权把数据导入这个店铺，请由有权的人接管`
    await stopConnection(context, connection, connectionStates.paused[0], why)
    return null
  }
  const fileId = await keepUpload(person, { name: nameOf(connection, window, at, head), contentType: 'text/plain', content })
  // what one asked for is what it is, also where another kind could be read in it
  const takes = context.house.registry.families.flatMap(one => (one.kinds.some(of => of.code === source.kind) ? [one.code] : []))
  const { importIds } = await startImport(person, { fileIds: [fileId], shopId: window.shop_id, takes })
  const [importId] = importIds
  return importId === undefined ? { fileId } : { fileId, importId }
}

/** what a person sees among the imports: site, report, days, reading, number */
function nameOf(
  { platform }: Connection,
  { report, from_on: from, to_on: to, round, marketplaceId }: WindowRow,
  at: number,
  head: Buffer,
): string {
  const name = platform.title[1].toLowerCase()
  const parts = [name, marketplaceId, report, from, to, ...(round === 0 ? [] : [`r${round}`]), ...(at === 0 ? [] : [at + 1])]
  const [first] = head
  return `${parts.join('_')}.${first === 0x7b || first === 0x5b ? 'json' : head.subarray(0, 2).equals(zipMark) ? 'zip' : 'txt'}`
}
const zipMark = Buffer.from('PK')

/** Whether the last reading of these days brought the same. */
export async function isSame(context: Context, { plan_id: plan, from_on: from, round }: WindowRow, digest: string): Promise<boolean> {
  const before = await context.db
    .selectFrom('sync_window')
    .select('digest')
    .where('plan_id', '=', plan)
    .where('from_on', '=', from)
    .where('round', '<', round)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.digest === digest
}

/** Who answers for it, as he is now; null: he left, or may connect, import such files or use the shop no more. */
async function personOf(
  context: Context,
  { runsAs, orgId }: Connection,
  { id, shop_id: shopId }: WindowRow,
  { kind }: Source,
): Promise<Context | null> {
  const { registry } = context.house
  const family = registry.families.find(one => one.kinds.some(of => of.code === kind))
  const calls = registry.routes.filter(({ upload }) => upload?.takes?.families.includes(family?.code ?? '') === true)
  try {
    const person = await context.house.asJob({ accountId: runsAs ?? '0', orgId, id: `sync ${id}` })
    const { caller } = person
    const mayImport = calls.some(({ demand }) => satisfies(caller, demand))
    return mayImport && may(caller, 'shopConnection', operations.edit) && caller.shops.includes(shopId) ? person : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Whether all imports of the window are over, and how. */
export async function lookAtImports(context: Context, connection: Connection, window: WindowRow): Promise<void> {
  const ids = (window.documents ?? []).flatMap(one => one.importId ?? [])
  if (ids.length === 0) return finished(context, window, windowStates.empty[0], {})
  const runs = await context.db.selectFrom('import_run').select(['id', 'state', 'task_id', 'lines_read']).where('id', 'in', ids).execute()
  // it goes on once somebody has said yes to it
  if (runs.some(run => run.state === waiting)) {
    const said = toStored(sentence`文件有不符之处，请在导入记录中确认`)
    return setWindow(context, window, { said, nextAt: inMs(context, waitingMinutes * 60_000) })
  }
  const over = new Set<number>([done, refused, cancelled, broken, deleted])
  if (runs.some(run => !over.has(run.state))) return setWindow(context, window, { nextAt: inMs(context, lookSeconds * 1_000) })
  const lines = runs.reduce((sum, run) => sum + run.lines_read, 0)
  const bad = runs.find(run => run.state !== done)
  if (bad === undefined) return finished(context, window, windowStates.done[0], { lines })
  if (bad.state === broken) return failed(context, connection, window, sentence`导入时服务器出错，可在同步任务中重新同步`)
  const task = await context.db.selectFrom('task').select('message').where('id', '=', bad.task_id).executeTakeFirst()
  const refusal = await context.db
    .selectFrom('import_refusal')
    .select('reason')
    .where('import_id', '=', bad.id)
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst()
  const said = task?.message ?? refusal?.reason ?? ''
  const why = said === '' ? sentence`导入没有完成，请看导入记录` : fromStored(said)
  return finished(context, window, windowStates.person[0], { lines, said: toStored(why) })
}
