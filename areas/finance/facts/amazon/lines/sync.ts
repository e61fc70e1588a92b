/**
 * Asks the marketplaces for the period again, and reads the stored files of shops and period with today's mappings: what is there stays,
 * what was missing comes. Repeating it changes nothing.
 */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { isDate } from '#platform/format/dates.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { amazonFamilies } from '../imports/families.ts'

export interface SyncAsk {
  readonly shopIds?: readonly string[]
  readonly startDate: string
  readonly endDate: string
}
const filesMax = 500

export async function syncStoredFiles(
  context: Context,
  ask: SyncAsk,
  families: readonly string[] = amazonFamilies.map(f => f.code),
): Promise<{ taskId: string | null; importIds: string[]; changed: number; fetching: number }> {
  if (!isDate(ask.startDate) || !isDate(ask.endDate) || ask.endDate < ask.startDate)
    throw refuse.invalid([{ field: 'startDate', message: sentence`请选择起止日期` }])
  const { caller, house } = context
  const shops = ask.shopIds && ask.shopIds.length > 0 ? ask.shopIds : caller.shops
  if (shops.some(s => !caller.shops.includes(s))) throw refuse.unknown(['店铺', 'Shop'])
  const wanted = { shopIds: shops, families, from: ask.startDate, to: ask.endDate }
  let fetching = 0
  for (const area of house.areas) fetching += (await area.fetches?.(context, wanted)) ?? 0
  return context.write(async tx => {
    const files = await tx
      .selectFrom('import_run as r')
      .innerJoin('stored_file as f', 'f.id', 'r.file_id')
      .distinctOn('f.sha256')
      .select(['f.id', 'f.name', 'r.shop_id'])
      .where('r.state', '=', 2)
      .where('r.family', 'in', families)
      .where(sql<boolean>`r.shop_id = any(${shops})`)
      .where('r.first_day', '<=', ask.endDate)
      .where('r.last_day', '>=', ask.startDate)
      .orderBy('f.sha256')
      .orderBy('r.id')
      .limit(filesMax)
      .execute()
    if (files.length === 0) return { taskId: null, importIds: [], changed: 0, fetching }
    const task = await tx
      .insertInto('task')
      .values({
        org_id: caller.orgId,
        account_id: caller.accountId,
        kind: 'import',
        title: toStored(sentence`重新读取 ${files.length} 个已存文件`),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const importIds: string[] = []
    for (const file of files) {
      const run = await tx
        .insertInto('import_run')
        .values({
          org_id: caller.orgId,
          task_id: task.id,
          file_id: file.id,
          file_name: file.name,
          shop_id: file.shop_id,
          created_by: caller.accountId,
          created_by_name: caller.name,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      importIds.push(run.id)
      await house.jobs.add(tx, 'import.run', { importId: run.id }, { key: `import ${run.id}` })
    }
    return { taskId: task.id, importIds, changed: importIds.length, fetching }
  })
}
