/** Reads stored files of chosen owners, kinds and months again: what is there stays, what was missing comes. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { operations } from '#platform/declare/operations.ts'
import { sql } from 'kysely'
import { lastOfMonth } from '#platform/format/dates.ts'
import { may, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { taskStates } from '#platform/server/database.ts'
import { keyOfRowId, isId } from '#platform/server/lists.ts'
import { dataArrival } from './view.ts'

const [chosenMax, filesMax] = [200, 500]

interface Stored {
  readonly id: string
  readonly name: string
  readonly shop_id: string | null
  readonly owner_table: string | null
  readonly owner_id: string | null
  readonly owner_name: string | null
}

export async function readAgain(context: Context, ids: readonly string[]): Promise<{ taskId: string | null; importIds: string[] }> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要重新读取的行` }])
  if (unique.length > chosenMax) throw refuse.invalid([{ field: 'ids', message: sentence`一次最多重新读取 ${chosenMax} 行` }])
  const chosen = unique.map(id => chosenRow(id))
  for (const { family } of chosen) refuseForeign(context, family)
  return context.write(async tx => {
    const found = new Map<string, Stored>()
    for (const file of await storedFiles(tx, chosen)) found.set(file.id, file)
    if (found.size === 0) throw refuse.rule(sentence`选中的行没有已存的文件，请直接导入`)
    if (found.size > filesMax) throw refuse.rule(sentence`选中的行有 ${found.size} 个文件，一次最多重新读取 ${filesMax} 个，请少选几行`)
    return ordered(context, tx, [...found.values()])
  })
}

interface Chosen {
  readonly family: string
  readonly shopId: string
  readonly ownerId: string
  readonly month: string
}
function chosenRow(id: string): Chosen {
  const [owner = '', month = ''] = keyOfRowId(dataArrival, id) ?? []
  const [family = '', shopId = '', ownerId = ''] = owner.split(' ')
  if (!isId(shopId) || !isId(ownerId) || !/^\d{4}-\d\d/.test(month)) throw refuse.unknown(dataArrival.title)
  return { family, shopId, ownerId, month: month.slice(0, 7) }
}

/** Who may not import files of a family may not have them read either. */
function refuseForeign({ caller, house }: Context, code: string): void {
  const family = house.registry.families.find(one => one.code === code)
  if (!family) throw refuse.unknown(dataArrival.title)
  if (!may(caller, family.permission, operations.import)) throw refuse.forbidden()
}

/** Files of the chosen rows that the caller sees, each content once. */
const storedFiles = (tx: Tx, chosen: readonly Chosen[]): Promise<Stored[]> =>
  tx
    .selectFrom('import_run as r')
    .innerJoin('stored_file as f', 'f.id', 'r.file_id')
    .distinctOn(['f.sha256', 'r.shop_id', 'r.owner_id'])
    .select(['f.id', 'f.name', 'r.shop_id', 'r.owner_table', sql<string | null>`r.owner_id::text`.as('owner_id'), 'r.owner_name'])
    .where('r.state', '=', taskStates.done[0])
    .where(one =>
      one.or(
        chosen.map(({ family, shopId, ownerId, month }) =>
          one.and([
            one('r.family', '=', family),
            sql<boolean>`coalesce(r.shop_id, 0) = ${shopId}::bigint and coalesce(r.owner_id, 0) = ${ownerId}::bigint`,
            one('r.first_day', '<=', lastOfMonth(month)),
            one('r.last_day', '>=', `${month}-01`),
          ]),
        ),
      ),
    )
    .orderBy('f.sha256')
    .orderBy('r.shop_id')
    .orderBy('r.owner_id')
    .orderBy('r.id')
    .limit(filesMax + 1)
    .execute()

/** One task, one run and one job a file. */
async function ordered({ caller, house }: Context, tx: Tx, files: readonly Stored[]): Promise<{ taskId: string; importIds: string[] }> {
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
  const runs = await tx
    .insertInto('import_run')
    .values(
      files.map(file => ({
        org_id: caller.orgId,
        task_id: task.id,
        file_id: file.id,
        file_name: file.name,
        shop_id: file.shop_id,
        owner_table: file.owner_table,
        owner_id: file.owner_id,
        owner_name: file.owner_name,
        created_by: caller.accountId,
        created_by_name: caller.name,
      })),
    )
    .returning('id')
    .execute()
  for (const { id } of runs) await house.jobs.add(tx, 'import.run', { importId: id }, { key: `import ${id}` })
  return { taskId: task.id, importIds: runs.map(run => run.id) }
}
