/**
 * Statements of one owner that do not join: the closing balance of the earlier is not the opening of the later. Each gap is an open finding
 * of the later statement; it ends by itself when what lies between them comes, and is open again when that is taken back.
 */
import { sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { compare, subtract } from '#platform/format/decimal.ts'
import type { Tx } from '../contract/database.ts'
import type { StatementEdge } from '../contract/file-family.ts'
import { jsonText } from '../db/json-text.ts'

interface Statement extends StatementEdge {
  readonly importId: string
}
export interface Gap {
  /** the later statement */
  readonly importId: string
  readonly currency: string
  readonly after: string
  readonly before: string
  readonly closing: string
  readonly opening: string
}

/** Statements that overlap are one stretch; between two stretches the balance must stay. Pure. */
export function gapsBetween(statements: readonly Statement[]): Gap[] {
  return [...Map.groupBy(statements, one => one.currency).values()].flatMap(own => {
    const inOrder = own.toSorted((a, b) => a.firstDay.localeCompare(b.firstDay) || a.lastDay.localeCompare(b.lastDay))
    const [first, ...later] = inOrder
    if (!first) return []
    const gaps: Gap[] = []
    let { lastDay, closing } = first
    for (const one of later) {
      if (one.firstDay > lastDay && compare(one.opening, closing) !== 0)
        gaps.push({ importId: one.importId, currency: one.currency, after: lastDay, before: one.firstDay, closing, opening: one.opening })
      if (one.lastDay >= lastDay) ({ lastDay, closing } = one)
    }
    return gaps
  })
}

const [open, joined] = [1, 3] as const

interface Owner {
  readonly orgId: string
  readonly table: string
  readonly ownerId: string
}

/** An import is merged: notes name where its statements do not join what is there. */
export async function joinStatements(
  tx: Tx,
  owner: Owner,
  of: { readonly importId: string; readonly statements: readonly StatementEdge[] },
  now: Date,
): Promise<Wording[]> {
  await tx
    .updateTable('import_run')
    .set({ statements: jsonText(of.statements) })
    .where('id', '=', of.importId)
    .execute()
  const gaps = await followGaps(tx, owner, now, of.importId)
  return gaps.flatMap(({ importId, currency, after, before, closing, opening }) => {
    const [later, earlier] = [importId === of.importId, of.statements.some(one => one.currency === currency && one.lastDay === after)]
    if (later) return [sentence`与之前的流水不衔接：${after} 的余额为 ${currency} ${closing}，本文件期初为 ${opening}，可能缺少中间的流水`]
    if (!earlier) return []
    return [sentence`与之后的流水不衔接：本文件期末为 ${currency} ${closing}，${before} 之前应为 ${opening}，可能缺少中间的流水`]
  })
}

/** Holds the findings of an owner against its statements as they are now, in the transaction that changed them. */
export async function followGaps(tx: Tx, owner: Owner, now: Date, running: string | null = null): Promise<Gap[]> {
  const mine = sql`r.org_id = ${owner.orgId} and r.owner_table = ${owner.table} and r.owner_id = ${owner.ownerId}`
  const { rows } = await sql<Statement>`
    select r.id::text as "importId", s.currency, s."firstDay", s."lastDay", s.opening, s.closing
    from import_run r, jsonb_to_recordset(r.statements)
      as s(currency text, "firstDay" text, "lastDay" text, opening text, closing text)
    where ${mine} and (r.state = 2 or r.id = ${running}::bigint) and r.statements is not null`.execute(tx)
  const found = gapsBetween(rows)
  const gaps = found.map(gap => ({
    ...gap,
    gap: [gap.currency, gap.after, gap.before, gap.closing, gap.opening].join(' '),
    what: toStored(sentence`流水不衔接：${gap.after} 的期末与 ${gap.before} 的期初`),
    difference: subtract(gap.opening, gap.closing),
  }))
  const at = now.toISOString()
  const names = gaps.map(one => one.gap)
  await sql`update import_finding f set state = case when f.gap = any(${names}::text[]) then ${open}::smallint else ${joined}::smallint end,
      version = f.version + 1, updated_at = ${at}
    from import_run r where r.id = f.import_id and ${mine} and f.gap is not null
      and f.state = case when f.gap = any(${names}::text[]) then ${joined}::smallint else ${open}::smallint end`.execute(tx)
  await sql`insert into import_finding (org_id, import_id, owner_name, what, currency, stated, found, difference, gap)
    select ${owner.orgId}::bigint, r.id, coalesce(r.owner_name, ''), g.what, g.currency, g.opening, g.closing, g.difference, g.gap
    from jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb) as g("importId" bigint, what text, currency text, opening numeric,
      closing numeric, difference numeric, gap text)
    join import_run r on r.id = g."importId"
    where not exists (select 1 from import_finding f join import_run o on o.id = f.import_id
      where f.gap = g.gap and f.org_id = ${owner.orgId}::bigint
        and o.owner_table = ${owner.table} and o.owner_id = ${owner.ownerId}::bigint)
    `.execute(tx)
  return found
}
