/** The import call of files that belong to another owner than a shop: `'POST /…/importData': importOfOwned(bankAccount, …)`. */
import { sentence } from '#platform/declare/sentence.ts'
import { Array as List, Object as O, Optional } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import { sql } from 'kysely'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import { Id } from '../calls/wire-types.ts'
import type { Context } from '../contract/context.ts'
import type { Route, RouteKey } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { filesMax, startImport, storedForm } from './start-import.ts'

export interface OwnedImport {
  /** those the files belong to */
  readonly owner: Resource
  /** input of the call that names the chosen one */
  readonly field: string
  readonly permission: string
  readonly title: Title
  /** lists on which the button stands */
  readonly on: readonly Resource[]
  readonly accept: readonly string[]
  readonly bytesMax: number
  /** sheets of our own to be filled in, and the calls that answer them */
  readonly templates?: readonly { readonly title: Title; readonly path: string }[]
  /** call that suggests the layout of a file nobody knows (`suggestOf`), for those who may make it */
  readonly taughtBy?: RouteKey
}

export function importOfOwned(words: OwnedImport): Route {
  const { owner, field, title } = words
  const start = async (context: Context, fileIds: readonly string[], chosen: string | null) => {
    if (chosen !== null && !(await isSeen(context, owner, chosen)))
      throw refuse.invalid([{ field, message: sentence`${owner.title}不存在或无权使用，请重新选择` }])
    return startImport(context, { fileIds, owner: { table: owner.table, id: chosen } })
  }
  return {
    ...call(
      {
        demand: needs(words.permission, operations.import),
        summary: title[0],
        input: O({ fileIds: Optional(List(Id(), { title: '文件', maxItems: filesMax })), [field]: Optional(Id(owner.title[0])) }),
        multipart: true,
      },
      async (context, ask) => {
        if (!ask.raw.isMultipart())
          return start(context, (ask.input['fileIds'] ?? []) as string[], (ask.input[field] as string | undefined) ?? null)
        const { fileIds, fields } = await storedForm(context, ask.raw)
        const chosen = fields[field] || null
        if (chosen !== null && !/^[1-9]\d{0,17}$/.test(chosen))
          throw refuse.invalid([{ field, message: sentence`${owner.title}不存在或无权使用，请重新选择` }])
        return start(context, fileIds, chosen)
      },
    ),
    upload: {
      on: words.on,
      ...(words.taughtBy ? { taughtBy: words.taughtBy } : {}),
      definition: (importCall, language) => {
        const said = (one: Title): string => one[language === 'en' ? 1 : 0]
        return {
          title: said(title),
          button: said(title),
          call: importCall,
          accept: words.accept,
          maxFiles: filesMax,
          maxBytes: words.bytesMax,
          select: { field, title: said(owner.title), target: owner.type ?? owner.table, required: false },
          yearMonth: 'none',
          dateRange: false,
          templates: (words.templates ?? []).map(one => ({
            title: said(one.title),
            call: { method: 'GET', path: `${importCall.path.slice(0, importCall.path.indexOf('/', 1))}${one.path}` },
          })),
        }
      },
    },
  }
}

async function isSeen(context: Context, owner: Resource, id: string): Promise<boolean> {
  const found = await anyTable(context.db)
    .selectFrom(owner.table)
    .select(sql<number>`1`.as('one'))
    .where(sql<boolean>`id = ${id}`)
    .executeTakeFirst()
  return found !== undefined
}
