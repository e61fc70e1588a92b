/**
 * What follows from an article: the words of its content, who wrote the revision, what readers find it by, a copy of each version that was
 * audited. In the transaction of the change, set by set.
 */
import { grantPoints } from '#areas/culture/index.ts'
import type { Row } from '#platform/declare/wire.ts'
import { htmlToText } from '#platform/format/html-text.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, Tx, RecordChange } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { articleCodes, helpArticle } from './article-tables.ts'
import { weightsOf } from './search/grams.ts'

const written = ['title', 'titleEn', 'typeId', 'content', 'keywords', 'pageKeys'] as const
/** rows of one statement: each has four values, of which PostgreSQL takes 65,535 */
const insertMax = 10_000

const isWritten = ({ before, after }: RecordChange): boolean =>
  after !== null && (before === null || written.some(name => JSON.stringify(before[name]) !== JSON.stringify(after[name])))
const enters =
  (state: number) =>
  ({ before, after }: RecordChange): boolean =>
    after?.['state'] === state && before?.['state'] !== state

export async function keepArticles(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const system = await context.house.asSystem(context.caller.orgId, 'what follows from a help article', tx)
  const rows = changes.filter(isWritten).flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  const { employeeId } = context.author ?? context.caller
  await setDerived(
    system,
    helpArticle.draft,
    rows.map(({ before, after }) => ({
      id: after.id,
      contentText: htmlToText(asText(after['content'] ?? '')),
      writerIds: writersOf(before, employeeId),
    })),
  )
  const audited = changes.filter(enters(articleCodes.audited)).flatMap(({ after }) => (after === null ? [] : [after]))
  const gone = changes.filter(one => one.after === null || enters(articleCodes.archived)(one) || enters(articleCodes.cancelled)(one))
  const changed = [...audited.map(({ id }) => id), ...gone.map(({ id }) => id)]
  if (changed.length === 0) return
  await forgetArticles(system, changed)
  // the next revision has writers of its own
  await setDerived(
    system,
    helpArticle.draft,
    audited.map(({ id }) => ({ id, writerIds: null })),
  )
  await indexArticles(system, audited)
  await keepVersions(context, system, audited)
  await grantPoints(
    context,
    tx,
    changes.filter(enters(articleCodes.audited)).flatMap(({ before, after }) =>
      ((before?.['writerIds'] as string[] | null | undefined) ?? []).map(employeeId => ({
        rule: 'article' as const,
        employeeId,
        eventKey: `article:${after?.id}:${asText(after?.['revision'])}:${employeeId}`,
        source: asText(after?.['title']),
      })),
    ),
  )
}

/** Those who have changed it since the last audit. */
function writersOf(before: Row | null, employeeId: string | null): readonly string[] {
  const known = (before?.['writerIds'] as string[] | null | undefined) ?? []
  return employeeId === null ? known : [...new Set([...known, employeeId])]
}

async function forgetArticles({ db }: Context, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('help_gram')
    .where('article_id', 'in', [...ids])
    .execute()
  await db
    .deleteFrom('help_page_key')
    .where('article_id', 'in', [...ids])
    .execute()
}

/** What the search and F1 find them by. `rows`: title, keywords, pageKeys. */
export async function indexArticles({ db, caller: { orgId } }: Context, rows: readonly Row[]): Promise<void> {
  const grams = rows.flatMap(row => {
    const weights = weightsOf({ title: asText(row['title']), keywords: (row['keywords'] as string | null) ?? null })
    return [...weights].map(([gram, weight]) => ({ org_id: orgId, gram, article_id: row.id, weight }))
  })
  for (let at = 0; at < grams.length; at += insertMax)
    await db
      .insertInto('help_gram')
      .values(grams.slice(at, at + insertMax))
      .execute()
  const keys = rows.flatMap(row =>
    [...new Set((row['pageKeys'] as string[] | null) ?? [])].map(pageKey => ({ org_id: orgId, page_key: pageKey, article_id: row.id })),
  )
  if (keys.length > 0) await db.insertInto('help_page_key').values(keys).execute()
}

async function keepVersions({ caller, now }: Context, { db }: Context, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const auditedAt = now().toISOString()
  await db
    .insertInto('help_article_version')
    .values(
      rows.map(row => ({
        org_id: caller.orgId,
        article_id: row.id,
        revision: Number(row['revision']),
        title: asText(row['title']),
        keywords: (row['keywords'] as string | null) ?? null,
        content: (row['content'] as string | null) ?? null,
        audited_by: caller.name,
        audited_at: auditedAt,
      })),
    )
    .execute()
}
