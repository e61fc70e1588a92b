/** Calls that serve every list: its metadata and the options of a select; and the list of imports, which is the house's own. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { Array as List, Boolean as Flag, Object as O, Optional, Record as Rec, String as Text } from 'typebox'
import { mayView } from '../calls/view-demands.ts'
import { isDraft } from '#platform/declare/publishable.ts'
import { operations, signedIn } from '#platform/declare/operations.ts'
import type { View } from '#platform/declare/chapters.ts'
import { expiryStates } from '#platform/declare/expiry.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { layoutOf } from '../profiles/layout.ts'
import { defaultScheme, schemesOf } from '../profiles/profiles.ts'
import { importRun } from '../db/house-tables.ts'
import { listDefinition } from '../records/definition.ts'
import type { ListWords } from '../contract/list-words.ts'
import { fileKindWords } from '../imports/details.ts'
import { storedSentence } from '../lists/stored-sentences.ts'
import { itemForm } from '../records/items-of.ts'
import { optionsOf, treeOptionsOf, type OptionsAsk } from '../lists/labels.ts'
import { completeOf, completePath } from '../reports/answer/complete-until.ts'
import { exportOf, list } from './verbs.ts'
import { Id, Query } from '../calls/wire-types.ts'
import type { Condition, FoundName, NamesAsk, Scheme } from '#platform/declare/wire.ts'
import { namedIn } from '../lists/named.ts'

const byType = O({ type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }) })
const optionsInput = Query({
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  by: Optional(Text({ maxLength: 50 })),
  keyword: Optional(Text({ title: '关键字', maxLength: 100 })),
  ids: Optional(List(Text(), { maxItems: 1_000 })),
  grouped: Optional(Flag()),
  where: Optional(Rec(Text({ maxLength: 50 }), Text({ maxLength: 200 }))),
  tree: Optional(Flag()),
})

/** columns of one paste, and names in each */
const asksMax = 20
const namesMax = 2_000
const namedInput = O({
  asks: List(
    O({
      type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
      by: Optional(Text({ maxLength: 50 })),
      names: List(Text({ maxLength: 200, pattern: '^[^\\u0000]*$' }), { title: '名称', maxItems: namesMax }),
    }),
    { title: '查找', maxItems: asksMax },
  ),
})

const completeInput = Query({
  report: Text({ title: '报表', minLength: 1, maxLength: 100 }),
  where: Optional(Rec(Text({ maxLength: 30 }), List(Text({ maxLength: 200 }), { maxItems: 1_000 }), { title: '筛选' })),
})

const itemsInput = Query({ type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }), of: Id('记录') })

function resourceOfType(context: Context, type: string): Resource {
  const found = context.house.registry.types.get(type)
  if (!found) throw refuse.unknown(['列表', 'List'])
  return found
}

/** A list whose records a form may offer to the caller, and the fields that refer to them. */
function offered(context: Context, type: string, by: string | undefined) {
  const resource = resourceOfType(context, type)
  if (resource.kind === 'shop' || resource.isView === true || resource.scope.all === null) throw refuse.forbidden()
  // what other records refer to has a name for everybody; what nothing refers to (rates, costs, imports) is for who may see it
  const references = [...context.house.registry.resources.values()].flatMap(r =>
    Object.values(r.fields).filter(f => f.to === resource.table),
  )
  // a draft is for its writers, whatever refers to it
  if ((references.length === 0 || isDraft(resource)) && !mayView(context, resource)) throw refuse.forbidden()
  if (by !== undefined && by !== 'id' && !resource.key?.includes(by))
    throw refuse.invalid([{ field: 'by', message: sentence`未知的字段 ${by}` }])
  return { resource, references }
}

const amongCodes = ({ field, codes }: { readonly field: string; readonly codes: readonly number[] }): Condition => ({
  field,
  condition: 'IN',
  condList: codes.map(String),
})
function conditionsOf(view: View, employeeId: string): Condition[] {
  if ('codes' in view) return [amongCodes(view)]
  if ('past' in view) return [{ field: view.past, condition: 'LT', value: 'now' }]
  if ('me' in view) return [{ field: view.me, condition: 'IN', condList: [employeeId] }]
  if ('month' in view)
    return [{ field: view.month, condition: 'THIS_MONTH' }, ...(view.while === undefined ? [] : [amongCodes(view.while)])]
  const { within = ['expired', 'within30'] } = view
  return [{ field: view.expires, condition: 'IN', condList: within.map(state => String(expiryStates[state][0])) }]
}

/** The tabs that a resource brings along; those that name the asker are for whoever is an employee here. */
function viewsOf({ caller, language }: Context, { views = [], table, type = table }: Resource): Scheme[] {
  const { employeeId } = caller
  return views
    .filter(view => !('me' in view) || employeeId !== null)
    .map(view => ({
      profileId: view.name,
      type,
      kind: 2,
      name: view.title[language === 'en' ? 1 : 0],
      columnList: [],
      conditionList: conditionsOf(view, employeeId ?? ''),
      orderByList: [],
      isDefault: 0,
      isOwn: false,
      ownerName: '',
      version: 1,
      canUndo: false,
      removed: [],
      sharedWith: { employeeIds: [], deptIds: [] },
      defaultOf: { roleIds: [], isOrganisation: false },
    }))
}

/** Fields of an import's list that keep sentences. */
const sentences: ListWords = { message: storedSentence, step: storedSentence, kindTitle: fileKindWords }

export const listRoutes: RouteMap = {
  'POST /fileImportHistory/list': list(importRun, { words: sentences }),
  'POST /fileImportHistory/listExport': exportOf(importRun, sentences),
  'POST /listField/getByType': call(
    { demand: signedIn, summary: '列表或报表的元数据', input: byType, write: false },
    async (context, ask) => {
      const type = ask.input['type'] as string
      const report = context.house.registry.reports.get(type)
      if (report) return report.definition(context)
      const resource = resourceOfType(context, type)
      if (!mayView(context, resource) && (await context.house.registry.flows?.hasTask(context, resource)) !== true) throw refuse.forbidden()
      const [layout, scheme, tabs] = await Promise.all([
        layoutOf(context, type),
        defaultScheme(context, type),
        schemesOf(context, type, [2]),
      ])
      const maySetDefaults = may(context.caller, 'listProfile', operations.edit)
      return {
        ...listDefinition(context, resource),
        layout,
        defaultScheme: scheme,
        tabs: [...viewsOf(context, resource), ...tabs],
        maySetDefaults,
      }
    },
  ),
  [`POST ${completePath}` as const]: call(
    { demand: signedIn, summary: '报表的数据完整到哪一天', input: completeInput, write: false },
    (context, ask) => {
      const { report: name, where = {} } = ask.input
      const face = context.house.registry.reports.get(name)
      if (face === undefined) throw refuse.unknown(['报表', 'Report'])
      // refuses whoever may not look at it
      face.definition(context)
      return completeOf(context, face.report, where)
    },
  ),
  'POST /listField/items': call({ demand: signedIn, summary: '按所选记录填写的字段', input: itemsInput, write: false }, (context, ask) => {
    const from = resourceOfType(context, ask.input['type'] as string)
    return itemForm(context, from, ask.input['of'] as string)
  }),
  // A select shows what the caller's door shows: names of what he was granted, whatever page he chooses them on.
  'POST /listField/options': call({ demand: signedIn, summary: '下拉选项', input: optionsInput, write: false }, async (context, ask) => {
    const { type, tree, ...rest } = ask.input as unknown as { type: string; tree?: boolean } & OptionsAsk
    const { resource, references } = offered(context, type, rest.by)
    // only by what some form is declared to narrow: not a way to ask for any field of any record
    const narrowing = new Set(
      references.flatMap(f => [
        ...Object.values(f.options.narrowedBy ?? {}),
        ...Object.keys({ ...f.options.targetWhere, ...f.options.choosableWhere }),
      ]),
    )
    const unknown = Object.keys(rest.where ?? {}).filter(name => !narrowing.has(name))
    if (unknown.length > 0) throw refuse.invalid([{ field: 'where', message: sentence`不能按 ${listed(unknown)} 缩小选项` }])
    return tree === true ? treeOptionsOf(context, resource) : optionsOf(context, resource, rest)
  }),
  // What was pasted into cells of several columns, in one call.
  'POST /listField/named': call({ demand: signedIn, summary: '按名称查找记录', input: namedInput, write: false }, async (context, ask) => {
    const asks = ask.input['asks'] as readonly NamesAsk[]
    return Promise.all(
      asks.map(async ({ type, by, names }): Promise<FoundName[]> => {
        const { resource } = offered(context, type, by)
        const found = await namedIn(context, resource, by === 'id' ? undefined : by, [...new Set(names)])
        return [...found].map(([name, one]) => (typeof one === 'string' ? { name, fault: one } : { name, ...one }))
      }),
    )
  }),
}
