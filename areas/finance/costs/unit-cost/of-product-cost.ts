/** From a product's unit cost of a month to what its units were made of. */
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import { namedId, oneRecord } from '#platform/server/records.ts'
import { productCost } from '../../facts/amazon/tables.ts'
import { productCostKey, unitCostPath } from './key.ts'

export async function pageOfCost(context: Context, id: unknown): Promise<string> {
  const row = await oneRecord(context, productCost, namedId(id, productCost.title))
  return `${unitCostPath}?id=${productCostKey(asText(row['productId']), asText(row['month']).slice(0, 7))}`
}
