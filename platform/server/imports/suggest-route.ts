/** The calls of layouts that people teach: their records, and what a file suggests (`layoutsOf`). */
import { sentence } from '#platform/declare/sentence.ts'
import { Integer, Object as O, Optional, Record as Dictionary, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import { layoutOf, type TaughtValues, type TaughtWords } from '#platform/declare/taught-layout.ts'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import type { LayoutSuggestion } from '#platform/declare/import-preview.ts'
import { sql } from 'kysely'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import { Id } from '../calls/wire-types.ts'
import type { Context } from '../contract/context.ts'
import type { FieldError, Route } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { formItems } from '../records/form-items.ts'
import type { FromSuggest, SuggestTask } from './suggest-file.ts'
import { WorkerThread } from './worker-thread.ts'

/** Where currency and number of the owner stand, which the layouts are read with. */
export interface LayoutOwner {
  readonly owner: Resource
  readonly currency: string
  readonly number: string
  /** a choice whose codes are the sources of layouts, and the code under which owners have nothing in common */
  readonly source: { readonly field: string; readonly any: string }
}

const bytesMax = 20 * 1_048_576
const heapMbMax = { old: 1_024, young: 48 }
/** what a layout needs to read by: one of these */
const needed = [
  ['dayHead', 'amountHead'],
  ['dayHead', 'incomeHead', 'outgoHead'],
] as const

/** What the fields alone can't say: one way to tell in and out, complete. */
export function layoutRule(input: Readonly<Record<string, unknown>>): FieldError[] {
  const has = (name: string): boolean => typeof input[name] === 'string' && input[name] !== ''
  if (!has('dayHead')) return []
  if (has('amountHead') === (has('incomeHead') || has('outgoHead')))
    return [{ field: 'amountHead', message: sentence`请填写金额列，或者填写收入列和支出列，二者择一` }]
  if (has('incomeHead') !== has('outgoHead')) return [{ field: 'outgoHead', message: sentence`收入列和支出列要同时填写` }]
  if (has('sideHead') && (!has('inWord') || !has('outWord')))
    return [{ field: 'inWord', message: sentence`有借贷列时，请填写表示收入和支出的字` }]
  return []
}

/** Layouts of the caller's owners, as the import reads by them. */
export const storedLayouts =
  (layouts: Resource, words: TaughtWords, { owner, currency, source }: LayoutOwner) =>
  async (context: Context): Promise<readonly SheetLayout[]> => {
    const names = Object.keys(layouts.fields)
    const sources = Object.entries(ownValue(owner.fields, source.field)?.choices ?? {})
    const shared = new Map(sources.flatMap(([code, [value]]) => (code === source.any ? [] : [[String(value), code] as const])))
    const rows = await anyTable(context.db)
      .selectFrom(`${layouts.table} as l`)
      .innerJoin(`${owner.table} as o`, j => j.on(sql<boolean>`o.id = l.${sql.ref(columnOf(words.ownerField))}`))
      .select([sql<string>`l.id::text`.as('layout_id'), sql<string | null>`o.${sql.ref(columnOf(currency))}`.as('owner_currency')])
      .select(sql<string>`o.${sql.ref(columnOf(source.field))}::text`.as('owner_source'))
      .select(names.map(name => sql<string | null>`l.${sql.ref(columnOf(name))}::text`.as(name)))
      .execute()
    return rows.map(row => {
      const common = shared.get(row.owner_source)
      return layoutOf(row, words, {
        code: `taught:${row.layout_id}`,
        currency: row.owner_currency,
        ...(common === undefined ? {} : { source: common }),
      })
    })
  }

/** `POST /…/suggest`: what a stored file is like, and what the layout as it stands makes of it. */
export const suggestOf = (layouts: Resource, words: TaughtWords, of: LayoutOwner): Route => ({
  ...call(
    {
      demand: needs(permissionOf(layouts), operations.add),
      summary: '识别流水格式',
      right: ['识别流水格式', 'Suggest a layout'],
      input: O({
        fileId: Id('文件'),
        [words.ownerField]: Optional(Id(words.ownerTitle[0])),
        headLine: Optional(Integer({ title: '表头所在行', minimum: 1, maximum: 60 })),
        values: Optional(Dictionary(Text({ maxLength: 40 }), Text({ maxLength: 60 }), { title: '列' })),
      }),
      write: false,
    },
    (context, ask) => suggest(context, { layouts, words, of }, ask.input),
  ),
  teaches: { layouts, ownerField: words.ownerField },
})

interface Declared {
  readonly layouts: Resource
  readonly words: TaughtWords
  readonly of: LayoutOwner
}

async function suggest(
  context: Context,
  { layouts, words, of }: Declared,
  input: Readonly<Record<string, unknown>>,
): Promise<LayoutSuggestion> {
  const stored = await context.db
    .selectFrom('stored_file')
    .select(['name', 'size', 'storage_key'])
    .where('id', '=', input['fileId'] as string)
    .where('upload_type', '=', 'IMPORT')
    .where('account_id', '=', context.caller.accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!stored) throw refuse.unknown(['上传的文件', 'Uploaded file'])
  if (Number(stored.size) > bytesMax) throw refuse.rule(sentence`${stored.name} 超过 ${bytesMax / 1_048_576}MB，请换一个较小的样本文件`)
  const ownerId = input[words.ownerField] as string | undefined
  const owner = ownerId === undefined ? null : await ownerOf(context, of, ownerId)
  if (ownerId !== undefined && !owner)
    throw refuse.invalid([{ field: words.ownerField, message: sentence`${of.owner.title}不存在或无权使用，请重新选择` }])
  const copy = await context.house.files.localCopy(stored.storage_key)
  const task: SuggestTask = {
    path: copy.path,
    words,
    ownerNumber: owner?.number ?? null,
    currency: owner?.currency ?? null,
    headLine: (input['headLine'] as number | undefined) ?? null,
    values: (input['values'] as TaughtValues | undefined) ?? null,
    needed,
  }
  const thread = new WorkerThread<FromSuggest, never>(new URL('./suggest-worker.ts', import.meta.url), task, heapMbMax)
  try {
    const said = await thread.next()
    if (said.say === 'unreadable') throw refuse.rule(said.reason)
    return told(context, { layouts, words }, said)
  } finally {
    await thread.end()
    await copy.release()
  }
}

async function ownerOf(context: Context, { owner, currency, number }: LayoutOwner, id: string) {
  const row = await anyTable(context.db)
    .selectFrom(owner.table)
    .select([
      sql<string | null>`${sql.ref(columnOf(currency))}`.as('currency'),
      sql<string | null>`${sql.ref(columnOf(number))}`.as('number'),
    ])
    .where(sql<boolean>`id = ${id}`)
    .executeTakeFirst()
  return row as { currency: string | null; number: string | null } | undefined
}

function told(
  { house, language }: Context,
  { layouts, words }: Pick<Declared, 'layouts' | 'words'>,
  { suggested, tried }: Extract<FromSuggest, { say: 'suggested' }>,
): LayoutSuggestion {
  const say = (wording: Parameters<typeof house.registry.inWords>[0]): string => house.registry.inWords(wording, language)
  const at = language === 'en' ? 1 : 0
  const fields = Object.entries(layouts.fields).filter(([name]) => name !== words.ownerField && name !== 'name')
  return {
    headLine: suggested.headLine,
    columns: suggested.columns,
    values: suggested.values,
    items: formItems(fields, language, house.registry.resources).map(({ field, title, help, options, required }) => ({
      field,
      title,
      help,
      options,
      required,
      isHead: field.endsWith('Head'),
    })),
    texts: Object.entries(words.texts).map(([name, { field }]) => ({
      name,
      title: (ownValue(layouts.fields, field)?.title[at] ?? name).replace(/列$/, ''),
    })),
    rows: (tried?.lines ?? []).map(({ line, day, time, amount, direction, currency, balance, texts }) => ({
      line,
      day: time === null ? day : `${day} ${time}`,
      income: direction === 'in' ? amount : null,
      outgo: direction === 'out' ? amount : null,
      neutral: direction === 'neutral' ? amount : null,
      currency,
      balance,
      texts,
    })),
    read: tried === null ? null : tried.read,
    faults: (tried?.refusals ?? []).map(({ reason, ...rest }) => ({ ...rest, reason: say(reason) })),
    faultsTotal: tried?.refused ?? 0,
    doubts: (tried?.doubts ?? []).map(doubt => ({ ...doubt, what: say(doubt.what) })),
    notes: (tried?.notes ?? []).map(say),
  }
}
