/**
 * Interning: each distinct kind of a file gets a row of amazon_kind and, where the built-in vocabulary knows it, a mapping to a finance
 * item.
 */
import { sql } from 'kysely'
import type { LineKind, Tx } from '#platform/server/area.ts'
import { financeItems } from '../../../base/finance-items.ts'
import { families, platforms } from '../tables.ts'
import type { AmountKind } from '../../kinds/vocabulary.ts'
import { kindFamilies } from '../../kinds/kind-families.ts'

/** Built-in mappings hold from the beginning. */
const beginning = '1995-01-01'
const keyColumns = ['family', 'type', 'amount_type', 'description', 'column_name', 'language'] as const
type KindKey = Readonly<Record<(typeof keyColumns)[number], string | number>>
const keyOf = (k: KindKey): string => JSON.stringify(keyColumns.map(c => k[c]))
const asKind = (k: LineKind): AmountKind => k.values as unknown as AmountKind
const rowOf = (k: AmountKind) => ({
  platform: platforms[kindFamilies[k.family].platform][0],
  family: families[k.family][0],
  type: k.type,
  amount_type: k.amountType,
  description: k.description,
  column_name: k.column,
  language: k.language ?? '',
})

/** Ids of the kinds, in the order given. */
export async function internKinds(tx: Tx, orgId: string, kinds: readonly LineKind[]): Promise<string[]> {
  // Base kinds first: columns name them; in a fixed order, so that two imports at once never wait for each other in a ring.
  const wanted = [...new Map(kinds.map(k => [keyOf(rowOf(asKind(k))), asKind(k)])).values()].sort((a, b) =>
    keyOf(rowOf(a)) < keyOf(rowOf(b)) ? -1 : 1,
  )
  const bases = wanted.filter(k => k.column === '')
  const columns = wanted.filter(k => k.column !== '')
  const known = await insertKinds(tx, orgId, bases, () => null)
  const baseOf = (k: AmountKind): string | null => known.get(keyOf(rowOf({ ...k, column: '' }))) ?? null
  for (const [key, id] of await insertKinds(tx, orgId, columns, baseOf)) known.set(key, id)
  return kinds.map(k => {
    const id = known.get(keyOf(rowOf(asKind(k))))
    if (id === undefined) throw new Error(`the kind ${k.key} was not interned`)
    return id
  })
}

async function insertKinds(
  tx: Tx,
  orgId: string,
  kinds: readonly AmountKind[],
  baseOf: (k: AmountKind) => string | null,
): Promise<Map<string, string>> {
  if (kinds.length === 0) return new Map()
  const rows = kinds.map(k => {
    const [title, title_en] = kindFamilies[k.family].titleOf(k)
    return { org_id: orgId, ...rowOf(k), base_id: baseOf(k), title, title_en }
  })
  const inserted = await tx
    .insertInto('amazon_kind')
    .values(rows)
    .onConflict(c => c.columns(['org_id', ...keyColumns]).doNothing())
    .returning(['id', ...keyColumns])
    .execute()
  const found = await tx
    .selectFrom('amazon_kind')
    .select(['id', ...keyColumns])
    .where('org_id', '=', orgId)
    .where(
      sql<boolean>`(family, type, amount_type, description, column_name, language) in (select *
        from unnest(${rows.map(r => r.family)}::smallint[], ${rows.map(r => r.type)}::text[], ${rows.map(r => r.amount_type)}::text[],
        ${rows.map(r => r.description)}::text[], ${rows.map(r => r.column_name)}::text[], ${rows.map(r => r.language)}::text[]))`,
    )
    .execute()
  const ids = new Map(found.map(k => [keyOf(k), k.id]))
  const fresh = new Set(inserted.map(keyOf))
  const maps = kinds.flatMap(k => {
    const key = keyOf(rowOf(k))
    const item = fresh.has(key) ? kindFamilies[k.family].itemOf(k) : null
    const id = ids.get(key)
    // The base of a transaction line stands for no amount of its own: only its columns are mapped.
    return item === null || id === undefined || (k.family === 'transaction' && k.column === '')
      ? []
      : [{ org_id: orgId, kind_id: id, item: financeItems[item].id, valid_from: beginning, source: 1 as const }]
  })
  if (maps.length > 0)
    await tx
      .insertInto('amazon_type_map')
      .values(maps)
      .onConflict(c => c.columns(['org_id', 'kind_id', 'valid_from']).doNothing())
      .execute()
  return ids
}

/** Kinds, among these, that no mapping covers today. */
export async function unmappedOf(tx: Tx, kindIds: readonly string[]): Promise<Map<string, string>> {
  if (kindIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('amazon_kind as k')
    .leftJoin('amazon_type_map as m', j => j.onRef('m.kind_id', '=', 'k.id').on('m.valid_to', 'is', null))
    .select(['k.id', 'k.title', 'k.type', 'k.amount_type', 'k.description', 'k.column_name', 'k.family'])
    .where(sql<boolean>`k.id = any(${kindIds})`)
    .where('m.id', 'is', null)
    .where(sql<boolean>`not (k.family = ${families.transaction[0]} and k.column_name = '')`)
    .execute()
  return new Map(rows.map(k => [k.id, k.title || [k.type, k.amount_type, k.description].filter(Boolean).join(' / ')]))
}
