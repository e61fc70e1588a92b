/**
 * Auditing lines: an audited line can't be edited or deleted; taking the mark back is recorded like setting it. Refused in a closed month.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { runBatch, changeEach } from '#platform/server/records.ts'
import { type Context, refuse, type Tx, type RowLock } from '#platform/server/area.ts'
import { keyOfRowId } from '#platform/server/lists.ts'
import { closedUntil } from '../../../base/closed-months.ts'
import { settlement, settlementLine } from '../tables.ts'

const idsMax = 1_000
const verbOf = (audit: 0 | 1): string => (audit === 1 ? 'audit' : 'unaudit')

/** The mark is part of what a month was closed with. */
const closedLines: RowLock = async ({ caller }, db) => {
  const closed = await closedUntil(db as Tx, caller.orgId)
  if (closed === null) return []
  return [{ where: sql<boolean>`booked_on <= ${closed}`, reason: sentence`${closed.slice(0, 7)} 及以前的月份已结账，不能再改审核标记` }]
}

/** Sets or clears the mark on all of these lines, or on none. */
export async function auditLines(context: Context, r: Resource, ids: readonly string[], audit: 0 | 1): Promise<{ changed: number }> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要审核的数据` }])
  if (unique.length > idsMax) throw refuse.invalid([{ field: 'ids', message: sentence`一次最多审核 ${idsMax} 行` }])
  return changeEach(context, r, unique, { auditState: audit }, { verb: verbOf(audit), hooks: { rowLocks: closedLines } })
}

/** The same of all lines of a settlement, however many. */
export function auditSettlement(context: Context, id: string, audit: 0 | 1): Promise<{ changed: number }> {
  return context.write(async (tx, inside) => {
    const [shopId, settlementId] = keyOfRowId(settlement, id) ?? []
    const found =
      shopId === undefined || settlementId === undefined
        ? undefined
        : await tx
            .selectFrom('amazon_settlement as s')
            .select('s.settlement_id')
            .where('s.shop_id', '=', shopId)
            .where('s.settlement_id', '=', settlementId)
            .executeTakeFirst()
    if (found === undefined || shopId === undefined) throw refuse.unknown(settlement.title)
    const { changed, reasons } = await runBatch(inside, tx, settlementLine, {
      // lines that are so already stay, those of closed months among them
      where: [
        sql<boolean>`amazon_settlement_line.shop_id = ${shopId} and amazon_settlement_line.settlement_id = ${settlementId}
          and amazon_settlement_line.audit_state <> ${audit}`,
      ],
      shops: [shopId],
      values: { audit_state: audit },
      hooks: { rowLocks: closedLines, undoable: false },
      verb: verbOf(audit),
    })
    const [refused] = reasons ?? []
    if (refused) throw refuse.rule(refused.reason)
    return { changed }
  })
}
