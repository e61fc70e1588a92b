/**
 * The family of files of a shop sheet: staged as typed columns, merged by the key of each line and its place among equals, taken back so
 * that what other imports told of a line stands again.
 */
import { sql, type RawBuilder } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileKind, Refusal } from '#platform/declare/file-kind.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { ShopSheet } from '#platform/declare/shop-sheet.ts'
import { add } from '#platform/format/decimal.ts'
import type { FileFamily, Identity, MergedTotal, MergeOutcome, MergeTask } from '../contract/file-family.ts'
import { daysChanged } from '../reports/store/refresh.ts'
import { numberEqualLines } from './equal-lines.ts'
import { ImportRefused, refuseFile } from './import-refused.ts'
import { shopSheetKind } from './shop-sheet-kind.ts'
import { stagedColumns } from './shop-sheet-reader.ts'

type Tx = MergeTask['tx']

export interface ShopSheetFamilyWords {
  readonly sheet: ShopSheet
  /** URL of the module whose default export is `shopSheetReader(sheet)` */
  readonly reader: string
  readonly shopOf: FileFamily['shopOf']
  readonly unmappedSkus?: (task: MergeTask, table: string, mine: RawBuilder<unknown>) => Promise<MergeOutcome['unmapped']['skus']>
  /** roll-ups of its lines, whose days are computed anew */
  readonly rollups?: readonly Rollup[]
  /** what is worked out from the lines of a shop in these months, in the same transaction */
  readonly follow?: (tx: Tx, shopId: string, months: readonly string[]) => Promise<void>
}

export function shopSheetFamily(words: ShopSheetFamilyWords): FileFamily {
  const { sheet } = words
  const identity: Identity | null = sheet.claims
    ? { name: sheet.facts.table, title: sheet.claims.title, facts: [{ of: sheet.facts, field: sheet.claims.field }] }
    : null
  return {
    code: sheet.code,
    permission: sheet.permission,
    reader: words.reader,
    stagingTable: sheet.staging.table,
    identities: identity && sheet.claims ? [{ of: identity, field: sheet.claims.field }] : [],
    monthTables: [],
    factTable: sheet.facts.table,
    kinds: [shopSheetKind(sheet) as FileKind],
    ...(sheet.origin === 'columns' ? { unseen: true as const } : {}),
    shopOf: words.shopOf,
    zoneOf: async () => null,
    async merge(task) {
      const outcome = await merge(words, task)
      const { staged, day } = tablesOf(sheet)
      await changed(words, task, task.shop.id, sql`${staged} where ${mineOf(task)} and s.there is distinct from 1`, sql`s.${day}`)
      return outcome
    },
    async remove(task) {
      const { facts, day } = tablesOf(sheet)
      const mine = sql`${facts} f where f.shop_id = ${task.shopId} and f.import_id = ${task.importId}`
      await changed(words, task, task.shopId, mine, sql`f.${day}`)
      return remove(words, task)
    },
  }
}

/** Marks the days of these lines in the roll-ups of the sheet. */
async function changed(
  { rollups = [] }: ShopSheetFamilyWords,
  task: Parameters<typeof daysChanged>[0],
  shopId: string,
  lines: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): Promise<void> {
  if (rollups.length === 0) return
  const { rows } = await sql<{ day: string }>`select distinct ${day}::text as day from ${lines}`.execute(task.tx as Tx)
  for (const of of rollups)
    await daysChanged(
      task,
      of,
      shopId,
      rows.map(one => one.day),
    )
}

const tablesOf = (sheet: ShopSheet) => ({
  facts: sql.table(sheet.facts.table),
  staged: sql`${sql.table(sheet.staging.table)} as s`,
  day: sql.ref(columnOf(sheet.dayField)),
})
const mineOf = ({ shop, importId }: Pick<MergeTask, 'shop' | 'importId'>): RawBuilder<boolean> =>
  sql<boolean>`s.shop_id = ${shop.id} and s.import_id = ${importId}`
/** The staged line `s` and the line `f` of the facts are the same. */
const sameIn = (sheet: ShopSheet): RawBuilder<boolean> => {
  const { day } = tablesOf(sheet)
  return sql<boolean>`f.shop_id = s.shop_id and f.${day} = s.${day} and f.line_key = s.line_key and f.ordinal = s.ordinal`
}
const namesOf = (sheet: ShopSheet): readonly string[] => [...stagedColumns(sheet), 'ordinal']
const list = (names: readonly string[], alias = ''): RawBuilder<unknown> =>
  sql.join(names.map(name => (alias === '' ? sql.ref(name) : sql.ref(`${alias}.${name}`))))

async function merge(words: ShopSheetFamilyWords, task: MergeTask): Promise<MergeOutcome> {
  const { sheet } = words
  const { tx, shop, importId } = task
  const { facts, staged, day } = tablesOf(sheet)
  const [mine, same] = [mineOf(task), sameIn(sheet)]
  if (sheet.day === undefined) await dateToday(sheet, task)
  const inOrder = [...(sheet.fixedFields.length > 0 ? ['fixed_key'] : []), ...(sheet.stateFields.length > 0 ? ['state_key'] : [])]
  await numberEqualLines(tx, sheet.staging.table, mine, [columnOf(sheet.dayField), 'line_key'], inOrder)
  await refuseOtherShop(sheet, task)
  await sql`update ${staged} set there = 1 from ${facts} f where ${mine} and ${same}`.execute(tx)
  if (sheet.fixedFields.length > 0) await refuseChanged(sheet, task)
  if (sheet.stateFields.length > 0) await renew(sheet, task)
  else
    await sql`insert into shop_sheet_seen (shop_id, sheet, day, line_key, ordinal, import_id)
      select s.shop_id, ${sheet.code}, s.${day}, s.line_key, s.ordinal, s.import_id from ${staged} join ${facts} f on ${same}
      where ${mine} and s.there = 1 and f.import_id <> ${importId} on conflict do nothing`.execute(tx)
  const names = namesOf(sheet)
  await sql`insert into ${facts} (shop_id, import_id, ${list(names)}) select s.shop_id, s.import_id, ${list(names, 's')} from ${staged}
    where ${mine} and s.there is null order by s.${day}`.execute(tx)
  if (words.follow) await words.follow(tx, shop.id, await monthsTouched(sheet, task))
  const skus = Object.hasOwn(sheet.columns, 'sku') ? ((await words.unmappedSkus?.(task, sheet.staging.table, mine)) ?? []) : []
  return { ...(await outcome(sheet, task)), unmapped: { types: [], skus } }
}

/** Reports without a day are dated by their first import: the same line keeps that day. Those of the moment by each. */
async function dateToday(sheet: ShopSheet, task: MergeTask): Promise<void> {
  const { facts, staged, day } = tablesOf(sheet)
  const today = task.now.toISOString().slice(0, 10)
  const first =
    sheet.daily === true
      ? sql`null`
      : sql`(select min(f.${day}) from ${facts} f
    where f.shop_id = s.shop_id and f.line_key = s.line_key)`
  await sql`update ${staged} set ${day} = coalesce(${first}, ${today}::date) where ${mineOf(task)}`.execute(task.tx)
}

const sampled = 40
/**
 * The same report of another shop: its first lines stand there already, none of them in this shop. Where lines name their marketplace it is
 * another shop of it: elsewhere the same articles are sold on the same days.
 */
async function refuseOtherShop(sheet: ShopSheet, task: MergeTask): Promise<void> {
  const { facts, staged, day } = tablesOf(sheet)
  const isOne =
    sheet.marketplace === undefined
      ? sql``
      : sql`and o.marketplace_code = (select m.marketplace_code from shop m where m.id = ${task.shop.id})`
  const { rows } = await sql<{ name: string; lines: number; found: number }>`
    with sample as materialized (select s.${day} as day, s.line_key from ${staged} where ${mineOf(task)} and s.ordinal = 1
        order by s.line_no limit ${sampled}),
      others as materialized (select o.id, o.name from shop o where o.org_id = ${task.orgId} and o.id <> ${task.shop.id} ${isOne}),
      there as (select distinct f.shop_id, f.${day} as day, f.line_key from others o cross join sample x
        join ${facts} f on f.shop_id = o.id and f.${day} = x.day and f.line_key = x.line_key)
    select o.name, (select count(*)::int from sample) as lines, count(*)::int as found
    from there t join others o on o.id = t.shop_id group by o.id, o.name order by found desc limit 1`.execute(task.tx)
  const [other] = rows
  if (other !== undefined && other.found > 0 && other.found === other.lines)
    throw refuseFile(sentence`这个文件的行已在店铺“${other.name}”里，请改选店铺，或先删除那次导入`)
}

const conflictsMax = 1_000
/** Lines whose figures differ from what another import told: nothing is changed, each is named. */
async function refuseChanged(sheet: ShopSheet, task: MergeTask): Promise<void> {
  const { facts, staged } = tablesOf(sheet)
  const { rows } = await sql<{ line: number; file: string; mine: Record<string, unknown>; there: Record<string, unknown> }>`
    select s.line_no as line, coalesce(r.file_name, '') as file, to_jsonb(s) as mine, to_jsonb(f) as there
    from ${staged} join ${facts} f on ${sameIn(sheet)} left join import_run r on r.id = f.import_id
    where ${mineOf(task)} and s.there = 1 and f.fixed_key <> s.fixed_key order by s.line_no limit ${conflictsMax}`.execute(task.tx)
  const refusals = rows.flatMap(({ line, file, mine, there }): Refusal[] => {
    const changed = sheet.fixedFields.filter(name => asText(mine[columnOf(name)] ?? '') !== asText(there[columnOf(name)] ?? ''))
    return changed.map(name => {
      const title = ownValue(sheet.facts.fields, name)?.title ?? [name, name]
      const [now, was] = [mine, there].map(row => asText(row[columnOf(name)] ?? ''))
      const reason = sentence`这一行已由“${file}”导入，${title}当时为 ${was ?? ''}，本文件为 ${now ?? ''}。请核对，确需更换时先删除那次导入`
      return { line, column: headIn(sheet, name), value: now ?? '', reason }
    })
  })
  if (refusals.length > 0) throw new ImportRefused(refusals)
}
function headIn(sheet: ShopSheet, name: string): string {
  const heads = ownValue(sheet.columns, name)?.[0] ?? name
  return typeof heads === 'string' ? heads : (heads[0] ?? name)
}

/** Lines whose state moved on: what stood is kept as what its import told, and what does not count of this file likewise. */
async function renew(sheet: ShopSheet, task: MergeTask): Promise<void> {
  const { facts, staged, day } = tablesOf(sheet)
  const { tx, importId } = task
  const [mine, same] = [mineOf(task), sameIn(sheet)]
  const newest = sheet.newest === undefined ? null : sql.ref(columnOf(sheet.newest))
  const isNewer = newest === null ? sql`true` : sql`s.${newest} >= f.${newest}`
  await sql`update ${staged} set there = 2 from ${facts} f where ${mine} and ${same} and f.state_key <> s.state_key
    and ${isNewer}`.execute(tx)
  const seen = (line: string, of: string, state: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`insert into shop_sheet_seen (shop_id, sheet, day, line_key, ordinal, import_id, line)
      select s.shop_id, ${sheet.code}, s.${day}, s.line_key, s.ordinal, ${sql.raw(of)}.import_id, to_jsonb(${sql.raw(line)})
      from ${staged} join ${facts} f on ${same} where ${mine} and f.import_id <> ${importId} and ${state} on conflict do nothing`
  await seen('f', 'f', sql`s.there = 2`).execute(tx)
  await seen('s', 's', sql`s.there = 1`).execute(tx)
  const changing = [...sheet.stateFields.map(columnOf), 'state_key', 'import_id']
  await sql`update ${facts} f set ${sql.join(changing.map(name => sql`${sql.ref(name)} = ${sql.ref(`s.${name}`)}`))}
    from ${staged} where ${mine} and ${same} and s.there = 2`.execute(tx)
}

async function monthsTouched(sheet: ShopSheet, task: MergeTask): Promise<string[]> {
  const { staged, day } = tablesOf(sheet)
  const { rows } = await sql<{ month: string }>`select distinct date_trunc('month', s.${day})::date::text as month from ${staged}
    where ${mineOf(task)} and s.there is distinct from 1 order by 1`.execute(task.tx)
  return rows.map(row => row.month)
}

async function outcome(sheet: ShopSheet, task: MergeTask): Promise<Omit<MergeOutcome, 'unmapped'>> {
  const { staged } = tablesOf(sheet)
  const names = [...new Set(task.controlTotals.map(total => total.name))]
  const money = (name: string): boolean => ownValue(sheet.facts.fields, name)?.kind === 'money'
  const currency = Object.hasOwn(sheet.columns, 'currency') ? sql`s.currency` : sql`''`
  const sums = names.map(name => sql`coalesce(sum(s.${sql.ref(columnOf(name))}), 0)::text as ${sql.ref(name)}`)
  const { rows } = await sql<Record<string, string> & { code: string; was: number | null; lines: string; repeated: string }>`
    select ${currency} as code, s.there as was, count(*)::text as lines, (count(*) filter (where s.ordinal > 1))::text as repeated
      ${sums.length > 0 ? sql`, ${sql.join(sums)}` : sql``}
    from ${staged} where ${mineOf(task)} group by 1, 2`.execute(task.tx)
  const sumOf = (name: string, code: string, isMerged: boolean): string =>
    rows
      .filter(row => (row.was !== 1) === isMerged && (!money(name) || row.code === code))
      .reduce((sum, row) => add(sum, row[name] ?? '0'), '0')
  const count = (pick: (row: (typeof rows)[number]) => boolean, of: 'lines' | 'repeated' = 'lines'): number =>
    rows.filter(pick).reduce((n, row) => n + Number(row[of]), 0)
  const [repeated, renewed] = [count(() => true, 'repeated'), count(row => row.was === 2)]
  const notes: Wording[] = [
    ...(repeated > 0 ? [sentence`有 ${repeated} 行与前面的行相同，都已计入，请确认`] : []),
    ...(renewed > 0 ? [sentence`有 ${renewed} 行此前已导入，状态按本文件更新`] : []),
  ]
  return {
    merged: count(row => row.was !== 1),
    unchanged: count(row => row.was === 1),
    notes,
    controlTotals: task.controlTotals.map((total): MergedTotal => ({
      ...total,
      merged: sumOf(total.name, total.currency, true),
      unchanged: sumOf(total.name, total.currency, false),
    })),
  }
}

/** What an import told goes; a line of it becomes what the latest of the others said, or goes as well. */
async function remove(words: ShopSheetFamilyWords, task: Parameters<FileFamily['remove']>[0]) {
  const { sheet } = words
  const { tx, shopId, importId } = task
  const { facts, day } = tablesOf(sheet)
  await sql`delete from shop_sheet_seen where shop_id = ${shopId} and import_id = ${importId}`.execute(tx)
  const { rows: months } = await sql<{ month: string }>`select distinct date_trunc('month', f.${day})::date::text as month
    from ${facts} f where f.shop_id = ${shopId} and f.import_id = ${importId} order by 1`.execute(tx)
  const newest = sheet.newest === undefined ? sql`` : sql`e.line->>${sql.lit(columnOf(sheet.newest))} desc,`
  const back = sql.join([
    sql`import_id = h.import_id`,
    ...[...sheet.stateFields.map(columnOf), ...(sheet.stateFields.length > 0 ? ['state_key'] : [])].map(
      name => sql`${sql.ref(name)} = r.${sql.ref(name)}`,
    ),
  ])
  const heirs = sql`select distinct on (e.day, e.line_key, e.ordinal) e.* from shop_sheet_seen e
    join ${facts} g on g.shop_id = e.shop_id and g.${day} = e.day and g.line_key = e.line_key and g.ordinal = e.ordinal
      and g.import_id = ${importId}
    where e.shop_id = ${shopId} and e.sheet = ${sheet.code}
    order by e.day, e.line_key, e.ordinal, ${newest} e.import_id ${sheet.stateFields.length > 0 ? sql`desc` : sql``}`
  const { numAffectedRows: handedOn = 0n } = await sql`with heirs as materialized (${heirs}),
      taken as (delete from shop_sheet_seen e using heirs h where e.shop_id = h.shop_id and e.sheet = h.sheet and e.day = h.day
        and e.line_key = h.line_key and e.ordinal = h.ordinal and e.import_id = h.import_id)
    update ${facts} f set ${back} from heirs h cross join lateral jsonb_populate_record(null::${facts}, coalesce(h.line, '{}'::jsonb)) r
    where f.shop_id = ${shopId} and f.${day} = h.day and f.line_key = h.line_key and f.ordinal = h.ordinal`.execute(tx)
  const { numAffectedRows: removed = 0n } = await sql`
    delete from ${facts} f where f.shop_id = ${shopId} and f.import_id = ${importId}`.execute(tx)
  if (words.follow)
    await words.follow(
      tx,
      shopId,
      months.map(row => row.month),
    )
  return { removed: Number(removed), handedOn: Number(handedOn) }
}
