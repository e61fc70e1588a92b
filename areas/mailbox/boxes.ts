/** The boxes of both sides: pages of letters and replies, and one of them whole. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Context, Database } from '#platform/server/area.ts'
import type { MailPage, MailRow } from './answers.ts'
import { letterCodes } from './codes.ts'

export interface BoxAsk {
  readonly pageNum?: number
  readonly pageSize?: number
  readonly keyword?: string
  readonly kind?: number
  /** 0 drafts, 1 sent, 2 withdrawn */
  readonly status?: number
  readonly isRead?: boolean | 0 | 1
  /** what was deleted and can be had back */
  readonly trash?: boolean
  /** absent: the newest first */
  readonly oldestFirst?: true
}

type Table = 'boss_letter' | 'boss_letter_copy' | 'boss_reply' | 'boss_reply_copy'
const pageSizeUsual = 20
/** more are not counted */
const countedMax = 1_000
const excerptLength = 80
/** letters of a box, the newest first, in which words are looked for: their texts stand in no index, so that no index tells of them */
const searchedMax = 10_000

interface RawRow {
  readonly id: string
  readonly subject: string | null
  readonly excerpt: string | null
  readonly kind: number | null
  readonly isAnonymous: boolean | null
  readonly state: number | null
  readonly isRead: boolean | null
  readonly isReplied: boolean | null
  readonly from: string | null
  readonly hasFiles: boolean
  readonly at: string
  readonly trashedAt: string | null
}

/** Columns that a box shows; those that its table lacks are empty. */
export interface BoxColumns {
  readonly table: Table
  readonly at: RawBuilder<string>
  readonly kind?: true
  readonly state?: true
  readonly isRead?: true
  readonly isReplied?: true
  readonly from?: RawBuilder<string | null>
}

/** One page of a box. `where`: whose it is. */
export async function pageOfBox(
  desk: Context,
  box: BoxColumns,
  { pageNum = 1, pageSize = pageSizeUsual, keyword = '', kind, isRead, trash = false, oldestFirst }: BoxAsk,
  where: RawBuilder<boolean>,
): Promise<MailPage> {
  const none = sql`null`
  const flagged = isRead === undefined ? undefined : isRead === true || isRead === 1
  const words = keyword.trim()
  const way = oldestFirst === true ? 'asc' : 'desc'
  const like = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const all = (desk.db.selectFrom(box.table) as SelectQueryBuilder<Database, Table, object>)
    .where('org_id', '=', desk.caller.orgId)
    .where(where)
    .where(trash ? sql<boolean>`trashed_at is not null` : sql<boolean>`trashed_at is null`)
    .$if(kind !== undefined && box.kind === true, query => query.where(sql<boolean>`kind = ${kind ?? 0}`))
    .$if(flagged !== undefined && box.isRead === true, query => query.where(sql<boolean>`is_read = ${flagged ?? false}`))
  const newest = all.select('id').orderBy(box.at, 'desc').orderBy('id', 'desc').limit(searchedMax)
  const rows = all.$if(words !== '', query =>
    query.where('id', 'in', newest).where(sql<boolean>`(subject ilike ${like} or content ilike ${like})`),
  )
  const list = (await rows
    .select([
      'id',
      'subject',
      sql<string | null>`left(content, ${excerptLength})`.as('excerpt'),
      (box.kind ? sql<number | null>`kind` : none).as('kind'),
      (box.kind ? sql<boolean | null>`is_anonymous` : none).as('isAnonymous'),
      (box.state ? sql<number | null>`state` : none).as('state'),
      (box.isRead ? sql<boolean | null>`is_read` : none).as('isRead'),
      (box.isReplied ? sql<boolean | null>`is_replied` : none).as('isReplied'),
      (box.from ?? none).as('from'),
      sql<boolean>`coalesce(cardinality(files), 0) > 0`.as('hasFiles'),
      box.at.as('at'),
      'trashed_at as trashedAt',
    ])
    .orderBy(box.at, way)
    .orderBy('id', way)
    .offset((pageNum - 1) * pageSize)
    .limit(pageSize)
    .execute()) as RawRow[]
  const some = rows.select(sql`1`.as('one')).limit(countedMax)
  const { n } = await desk.db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return { list: list.map(rowOf), total: n, pageNum, pageSize }
}

const rowOf = (row: RawRow): MailRow => ({
  id: row.id,
  subject: row.subject ?? '',
  excerpt: row.excerpt ?? '',
  kind: row.kind,
  isAnonymous: row.isAnonymous ?? false,
  state: row.state ?? letterCodes.sent,
  isRead: row.isRead ?? true,
  isReplied: row.isReplied ?? false,
  from: row.from ?? '',
  hasFiles: row.hasFiles,
  at: row.at,
  trashedAt: row.trashedAt,
})
