/** The list of the trail in words: what is stored as the name of a table and of a verb is shown, and may be asked for, by its title. */
import type { ListAnswer, ListQuery, Row } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import { listOf } from '../lists/list.ts'
import { auditEntry } from '../tables.ts'
import { verbOf, verbTitle } from './verbs.ts'

const titleIn = (context: Context, [zh, en]: readonly [string, string]): string => (context.language === 'en' ? en : zh)

/** What a table, or a report, is called. */
export function subjectTitle(context: Context, subject: string): string {
  const r = context.house.registry.resources.get(subject)
  return r === undefined ? subject : titleIn(context, r.title)
}

/** The tables of this title. */
function subjectsOf(context: Context, title: string): string {
  const found = [...context.house.registry.resources.values()].find(r => titleIn(context, r.title) === title)
  return found?.table ?? title
}

/** A filter's words as they are stored. */
function asStored(context: Context, query: ListQuery): ListQuery {
  const stored = (field: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    if (field === 'verb') return verbOf(value.trim())
    return field === 'subject' ? subjectsOf(context, value.trim()) : value
  }
  const { conditionList, ...rest } = query
  return {
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, stored(field, value)])),
    ...(Array.isArray(conditionList)
      ? { conditionList: conditionList.map(one => ({ ...one, value: stored(one.field, one.value) as typeof one.value })) }
      : {}),
  } as ListQuery
}

export async function trailList(context: Context, query: ListQuery): Promise<ListAnswer> {
  const answer = await listOf(context, auditEntry, asStored(context, query))
  const list = answer.list?.map((row): Row => ({
    ...row,
    verb: verbTitle(String(row['verb']), context.language),
    subject: subjectTitle(context, String(row['subject'])),
  }))
  return list === undefined ? answer : { ...answer, list }
}
