/** Short lists for select boxes: dictionaries, suppliers. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { dictionaryItem } from './dictionary-tables.ts'
import { supplier } from './partner-tables.ts'

const active = dictionaryItem.fields.status.choices.active[0]
const { approved, potential } = supplier.fields.status.choices
const idsMax = 100
const optionsMax = 500

/** Codes as a list, or as a comma-joined text. */
function codesOf(given: unknown): number[] {
  const parts = Array.isArray(given) ? given : asText(given ?? '').split(',')
  const codes = parts.map(Number)
  if (codes.length === 0 || codes.length > idsMax || codes.some(code => !Number.isInteger(code) || code < 1 || code > 99_999))
    throw refuse.invalid([{ field: 'dictIds', message: sentence`字典编号应为 1 到 ${idsMax} 个整数，例如 [98, 99]` }])
  return [...new Set(codes)]
}

/** Items in use of the dictionaries asked for, by dictionary code; an unknown code has none. */
export async function dictionariesById({ db }: Context, dictIds: unknown) {
  const codes = codesOf(dictIds)
  const rows = await db
    .selectFrom('dictionary_item as i')
    .innerJoin('dictionary as d', 'd.id', 'i.dictionary_id')
    .select(['d.code', 'd.name', 'i.value', 'i.label', 'i.label_en as labelEn'])
    .where('d.code', 'in', codes)
    .where('i.status', '=', active)
    .orderBy('i.sort')
    .orderBy('i.id')
    .execute()
  const byCode = Map.groupBy(rows, row => row.code)
  return codes.map(dictId => ({
    dictId,
    dictName: byCode.get(dictId)?.[0]?.name ?? null,
    items: (byCode.get(dictId) ?? []).map(({ value, label, labelEn }) => ({ value, label, labelEn })),
  }))
}

/** Suppliers one may still order from. */
export const supplierOptions = ({ db }: Context, keyword: string | undefined) =>
  db
    .selectFrom('supplier')
    .select(['id as supplierId', 'name as supplierName', 'code as supplierCode'])
    .where('status', 'in', [approved[0], potential[0]])
    .$if(keyword !== undefined && keyword !== '', query =>
      query.where('name', 'ilike', `%${(keyword ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
    )
    .orderBy('name')
    .limit(optionsMax)
    .execute()
