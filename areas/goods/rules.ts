/** What the fields of the warehouse's lists can't say. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Rule } from '#platform/server/records.ts'
import { ownKinds } from './location-tables.ts'

/** People make zones and places inside a warehouse; what is outside comes with the first posting. */
export const locationRule: Rule = input => {
  if (input['id'] !== undefined) return []
  if ((input['warehouseId'] ?? '') === '') return [{ field: 'warehouseId', message: sentence`请选择仓库` }]
  if (!ownKinds.includes(Number(input['kind'] ?? 1)))
    return [{ field: 'kind', message: sentence`这种库位由系统建立，请选择区或仓内的库位类型` }]
  return []
}
