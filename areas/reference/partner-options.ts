/** Short lists for select boxes: dictionaries, suppliers. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { type Context, may, refuse } from '#platform/server/area.ts'
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

/** Suppliers one may still order from, with the contracts in force that the caller sees, and when the next of them ends. */
export async function supplierOptions(context: Context, keyword: string | undefined) {
  const rows = await suppliersNamed(context, keyword)
  const contracts = await contractsOf(
    context,
    rows.map(row => row.supplierId),
  )
  return rows.map(row => ({
    ...row,
    contracts: contracts.get(asText(row.supplierId))?.n ?? 0,
    contractEndsOn: contracts.get(asText(row.supplierId))?.ends ?? null,
  }))
}

const running = 3
/** Of another area, which a house may lack. */
async function contractsOf(
  { db, caller, house }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { n: number; ends: string | null }>> {
  if (ids.length === 0 || !house.registry.resources.has('contract') || !may(caller, 'contract', operations.view)) return new Map()
  const rows = await db
    .selectFrom('contract')
    .select([
      sql<string>`supplier_id::text`.as('id'),
      sql<number>`count(*)::int`.as('n'),
      sql<string | null>`min(ends_on)::text`.as('ends'),
    ])
    .where(sql<boolean>`supplier_id = any(${[...ids]}::bigint[]) and state = ${running}`)
    .groupBy('supplier_id')
    .execute()
  return new Map(rows.map(row => [asText(row.id), { n: Number(row.n), ends: row.ends === null ? null : asText(row.ends) }]))
}

const suppliersNamed = ({ db }: Context, keyword: string | undefined) =>
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
