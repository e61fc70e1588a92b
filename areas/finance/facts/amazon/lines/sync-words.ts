/** What every call asks that reads or works out a period of shops again: the fields of its dialog, its schema, and what they mean. */
import { Array as List, Object as O, Optional } from 'typebox'
import { date, reference } from '#platform/declare/fields.ts'
import { asText } from '#platform/format/text.ts'
import { Day, Id } from '#platform/server/area.ts'
import type { SyncAsk } from './sync.ts'

export const syncFields = {
  shopId: reference('店铺', 'Shop', 'shop', {
    optional: true,
    help: ['不选时为您能看到的全部店铺。', 'All shops that you see unless one is chosen.'],
  }),
  startDate: date('开始日期', 'First day', { rangeTo: 'endDate', rangeTitle: ['期间', 'Period'] }),
  endDate: date('结束日期', 'Last day'),
}
export const syncInput = O({
  shopId: Optional(Id('店铺')),
  shopIds: Optional(List(Id('店铺'))),
  startDate: Day('开始日期'),
  endDate: Day('结束日期'),
})
export const syncAskOf = ({ shopId, shopIds, startDate, endDate }: Readonly<Record<string, unknown>>): SyncAsk => ({
  startDate: asText(startDate),
  endDate: asText(endDate),
  shopIds: shopId == null ? ((shopIds ?? []) as string[]) : [asText(shopId)],
})
