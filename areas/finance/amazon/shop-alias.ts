/** Shop names in files: deletion of those of one shop that came into force in a period. */
import { Object as O, Optional, String as Text } from 'typebox'
import { isDate } from '#platform/format/dates.ts'
import { writeAudit } from '#platform/server/audit/write-audit.ts'
import type { Context } from '#platform/server/context.ts'
import { refuse, type FieldError } from '#platform/server/http/refusal.ts'
import { shopAlias } from './tables.ts'

export const betweenInput = O({
  startDate: Optional(Text({ title: '开始日期', maxLength: 10 })),
  endDate: Optional(Text({ title: '结束日期', maxLength: 10 })),
  shopId: Optional(Text({ title: '店铺', maxLength: 20 })),
})

/** Shop and both days are required: without them a slip would empty the list. One audit entry holds what was there. */
export async function deleteAliasesBetween(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ deleted: number }> {
  const { startDate, endDate, shopId } = checked(input)
  if (!context.caller.shops.includes(shopId)) throw refuse.unknown('店铺')
  return context.write(async tx => {
    const gone = await tx
      .deleteFrom('amazon_shop_alias')
      .where('shop_id', '=', shopId)
      .where('start_on', '>=', startDate)
      .where('start_on', '<=', endDate)
      .returning(['id', 'alias', 'start_on', 'remark'])
      .execute()
    if (gone.length > 0)
      await writeAudit(context, tx, {
        subject: shopAlias.table,
        recordId: null,
        verb: 'removeBetween',
        before: { startDate, endDate, shopId, rows: gone },
        after: { deleted: gone.length },
      })
    return { deleted: gone.length }
  })
}

function checked(input: Readonly<Record<string, unknown>>): { startDate: string; endDate: string; shopId: string } {
  const { startDate, endDate, shopId } = input
  const errors: FieldError[] = []
  if (typeof shopId !== 'string' || !/^\d{1,19}$/.test(shopId)) errors.push({ field: 'shopId', message: '请选择店铺' })
  if (typeof startDate !== 'string' || !isDate(startDate)) errors.push({ field: 'startDate', message: '请选择开始日期' })
  if (typeof endDate !== 'string' || !isDate(endDate)) errors.push({ field: 'endDate', message: '请选择结束日期' })
  if (errors.length === 0 && (endDate as string) < (startDate as string))
    errors.push({ field: 'endDate', message: '结束日期不能早于开始日期' })
  if (errors.length > 0) throw refuse.invalid(errors)
  return { startDate: startDate as string, endDate: endDate as string, shopId: shopId as string }
}
