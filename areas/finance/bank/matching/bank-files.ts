/** Statements are matched once they are there: an import orders new suggestions, and one whose lines are matched is not taken back. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type OwnedFamily } from '#platform/server/area.ts'
import { orderSuggestions } from './refresh.ts'

export const suggestedAfter = (family: OwnedFamily): OwnedFamily => ({
  ...family,
  merge: async task => {
    const merged = await family.merge(task)
    await orderSuggestions(task.tx, task.house, task.orgId)
    return merged
  },
  remove: async task => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from bank_statement f
      where f.account_id = ${task.ownerId} and f.import_id = ${task.importId} and f.matched <> 0`.execute(task.tx)
    const matched = rows[0]?.n ?? 0
    if (matched > 0) throw refuse.rule(sentence`有 ${matched} 笔流水已勾对，请先在“对账记录”里取消勾对再删除这次导入`)
    return family.remove(task)
  },
})
