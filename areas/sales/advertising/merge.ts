/**
 * Merge and removal of advertising reports. A file replaces what stood of its days (search terms: of its period), line by line or not: a
 * campaign that was renamed would else count twice. What it replaces is kept, and counts again when the file is deleted.
 */
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { FileFamily, MergeOutcome, MergeTask } from '#platform/server/area.ts'
import { refuseFile } from '#platform/server/imports.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { unmappedSkus } from '#areas/reference/index.ts'
import type { AdSheet } from './sheets.ts'
import { factsOf } from './tables.ts'
import { programs } from './words.ts'

/** A kind of report, and the figures that stand on its lines. */
export interface AdReport extends AdSheet {
  readonly rollup: Rollup
}

const placesOf = (of: AdSheet) => {
  const { sheet, program } = of
  const facts = factsOf(of)
  return {
    facts: sql.table(facts.table),
    staged: sql`${sql.table(sheet.staging.table)} as s`,
    day: sql.ref(columnOf(sheet.dayField)),
    program: sql.lit(programs[program][0]),
    columns: columnsOf(facts),
    told: columnsOf(facts).filter(name => !['shop_id', 'program', 'days', 'import_id', 'line_no'].includes(name)),
  }
}
const columnsOf = (r: Resource): string[] => Object.keys(r.fields).map(columnOf)
const list = (names: readonly string[], alias: string) => sql.join(names.map(name => sql.ref(alias === '' ? name : `${alias}.${name}`)))

export async function mergeReport(report: AdReport, task: MergeTask): Promise<MergeOutcome> {
  const { tx, shop, importId } = task
  const { facts, staged, day, program, told } = placesOf(report)
  const mine = sql<boolean>`s.shop_id = ${shop.id} and s.import_id = ${importId}`
  await refuseDoubles(report, task)
  await refuseOtherProgram(report, task)
  if (report.sheet.dayField !== 'day') await refuseOverlaps(report, task)
  const { rows } = await sql<{ day: string; lines: number }>`select s.${day}::text as day, count(*)::int as lines from ${staged}
    where ${mine} group by 1 order by 1`.execute(tx)
  const days = rows.map(one => one.day)
  const lines = rows.reduce((sum, one) => sum + one.lines, 0)
  const stored = sql`select ${list(told, 'f')} from ${facts} f where f.shop_id = ${shop.id} and f.${day} = any(${days}::date[])
    and f.program = ${program}`
  const came = sql`select ${list(told, 's')} from ${staged} where ${mine}`
  const { rows: differing } = await sql`(select * from (${came}) c except all select * from (${stored}) f)
    union all (select * from (${stored}) f except all select * from (${came}) c) limit 1`.execute(tx)
  // the same download once more: its lines stand for those of the file before, which may be deleted, and no figure moves
  const isSame = differing.length === 0
  await sql`with gone as (delete from ${facts} f where f.shop_id = ${shop.id} and f.${day} = any(${days}::date[])
      and f.program = ${program} returning f.*)
    insert into ad_replaced (shop_id, report, day, import_id, line_no, line)
    select g.shop_id, ${report.sheet.code}, g.${day}, g.import_id, g.line_no, to_jsonb(g) from gone g`.execute(tx)
  await sql`insert into ${facts} (shop_id, program, days, import_id, line_no, ${list(told, '')})
    select s.shop_id, ${program}, case when s.sales7 is null then 14 else 7 end, s.import_id, s.line_no, ${list(told, 's')}
    from ${staged} where ${mine} order by s.${day}`.execute(tx)
  if (!isSame) await daysChanged(task, report.rollup, shop.id, days)
  const skus = Object.hasOwn(report.sheet.columns, 'sku') ? await unmappedSkus(task, report.sheet.staging.table, mine) : []
  return {
    merged: isSame ? 0 : lines,
    unchanged: isSame ? lines : 0,
    notes: [],
    controlTotals: task.controlTotals.map(total => ({
      ...total,
      merged: isSame ? '0' : total.summed,
      unchanged: isSame ? total.summed : '0',
    })),
    unmapped: { types: [], skus },
  }
}

/** The file knows campaigns by name alone: two of one name in one portfolio can't be told apart. */
async function refuseDoubles(report: AdReport, { tx, shop, importId }: MergeTask): Promise<void> {
  const { staged, day } = placesOf(report)
  const { rows } = await sql<{ day: string; campaign: string; lines: number }>`
    select s.${day}::text as day, min(s.campaign) as campaign, count(*)::int as lines from ${staged}
    where s.shop_id = ${shop.id} and s.import_id = ${importId}
    group by s.${day}, s.line_key having count(*) > 1 order by 1, 2 limit 1`.execute(tx)
  const [first] = rows
  if (first !== undefined)
    throw refuseFile(
      sentence`广告活动“${first.campaign}”在 ${first.day} 有 ${first.lines} 行相同，无法区分同名的广告活动，请在亚马逊改名或归入不同的广告组合后重新下载`,
    )
}

async function refuseOtherProgram(report: AdReport, { tx, shop, importId }: MergeTask): Promise<void> {
  if (!Object.hasOwn(report.sheet.columns, 'programType')) return
  const { staged } = placesOf(report)
  const word = programs[report.program][2]
  const { rows } = await sql<{ word: string }>`select s.program_type as word from ${staged}
    where s.shop_id = ${shop.id} and s.import_id = ${importId} and s.program_type <> '' and lower(s.program_type) <> lower(${word})
    order by s.line_no limit 1`.execute(tx)
  const [other] = rows
  if (other !== undefined)
    throw refuseFile(sentence`这是${report.sheet.title}，但文件里有“${other.word}”的行，请按广告类型分别下载后再导入`)
}

/** Terms of overlapping periods would count the days that both have twice. */
async function refuseOverlaps(report: AdReport, { tx, shop, importId }: MergeTask): Promise<void> {
  const { facts, staged } = placesOf(report)
  const { rows } = await sql<Readonly<Record<'from' | 'to' | 'otherFrom' | 'otherTo', string>>>`
    with mine as (select distinct s.start_on, s.end_on from ${staged} where s.shop_id = ${shop.id} and s.import_id = ${importId}),
      others as (select start_on, end_on from mine
        union select f.start_on, f.end_on from ${facts} f where f.shop_id = ${shop.id}
          and f.end_on >= (select min(start_on) from mine) and f.start_on <= (select max(end_on) from mine))
    select m.start_on::text as "from", m.end_on::text as "to", o.start_on::text as "otherFrom", o.end_on::text as "otherTo"
    from mine m join others o on o.start_on <= m.end_on and o.end_on >= m.start_on
      and (o.start_on <> m.start_on or o.end_on <> m.end_on or m.end_on < m.start_on)
    order by 1, 2, 3, 4 limit 1`.execute(tx)
  const [first] = rows
  if (first === undefined) return
  const { from, to, otherFrom, otherTo } = first
  throw refuseFile(
    sentence`搜索词报告的期间 ${from} 至 ${to} 与 ${otherFrom} 至 ${otherTo} 重叠，重叠的天会重复计算，请下载不重叠的期间，或先删除那次导入`,
  )
}

export async function removeReport(
  report: AdReport,
  task: Parameters<FileFamily['remove']>[0],
): Promise<Awaited<ReturnType<FileFamily['remove']>>> {
  const { tx, shopId, importId } = task
  const { facts, day, columns } = placesOf(report)
  await sql`delete from ad_replaced where shop_id = ${shopId} and import_id = ${importId}`.execute(tx)
  const { rows: gone } = await sql<{ day: string; lines: number }>`
    with gone as (delete from ${facts} f where f.shop_id = ${shopId} and f.import_id = ${importId} returning f.${day} as day)
    select g.day::text as day, count(*)::int as lines from gone g group by 1`.execute(tx)
  const days = gone.map(one => one.day)
  const { numAffectedRows: handedOn = 0n } = await sql`
    with newest as (select r.day, max(r.import_id) as import_id from ad_replaced r
        where r.shop_id = ${shopId} and r.report = ${report.sheet.code} and r.day = any(${days}::date[]) group by r.day),
      back as (delete from ad_replaced r using newest n where r.shop_id = ${shopId} and r.report = ${report.sheet.code}
        and r.day = n.day and r.import_id = n.import_id returning r.line)
    insert into ${facts} (${list(columns, '')}) select ${list(columns, 'p')} from back b
    cross join lateral jsonb_populate_record(null::${facts}, b.line) p`.execute(tx)
  await daysChanged(task, report.rollup, shopId, days)
  return { removed: gone.reduce((sum, one) => sum + one.lines, 0) - Number(handedOn), handedOn: Number(handedOn) }
}
