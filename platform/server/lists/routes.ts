/** Calls that serve every list: its metadata and the options of a select. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { Array as List, Boolean as Flag, Object as O, Optional, Record as Rec, String as Text } from 'typebox'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { may, type Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { call, type RouteMap } from '../http/verbs.ts'
import { layoutOf } from '../profiles/layout.ts'
import { defaultScheme, schemesOf } from '../profiles/profiles.ts'
import { listDefinition } from './definition.ts'
import { findRecords } from './find.ts'
import { optionsOf, treeOptionsOf, type OptionsAsk } from './labels.ts'
import { Query } from '../http/wire-types.ts'

const byType = O({ type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }) })
const findInput = O({ keyword: Text({ title: '编号', minLength: 2, maxLength: 60 }) })
const optionsInput = Query({
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  by: Optional(Text({ maxLength: 50 })),
  keyword: Optional(Text({ title: '关键字', maxLength: 100 })),
  ids: Optional(List(Text(), { maxItems: 1_000 })),
  grouped: Optional(Flag()),
  where: Optional(Rec(Text({ maxLength: 50 }), Text({ maxLength: 200 }))),
  tree: Optional(Flag()),
})

function resourceOfType(context: Context, type: string): Resource {
  const found = context.house.registry.types.get(type)
  if (!found) throw refuse.unknown(['列表', 'List'])
  return found
}

export const listRoutes: RouteMap = {
  'POST /listField/getByType': call(
    { demand: signedIn, summary: '列表或报表的元数据', input: byType, write: false },
    async (context, ask) => {
      const type = ask.input['type'] as string
      const report = context.house.registry.reports.get(type)
      if (report) return report.definition(context)
      const resource = resourceOfType(context, type)
      if (!may(context.caller, permissionOf(resource), 2)) throw refuse.forbidden()
      const [layout, scheme, tabs] = await Promise.all([
        layoutOf(context, type),
        defaultScheme(context, type),
        schemesOf(context, type, [2]),
      ])
      const maySetDefaults = may(context.caller, 'listProfile', operations.edit)
      return { ...listDefinition(context, resource), layout, defaultScheme: scheme, tabs, maySetDefaults }
    },
  ),
  'POST /listField/find': call({ demand: signedIn, summary: '按编号查找记录', input: findInput, write: false }, (context, ask) =>
    findRecords(context, ask.input['keyword'] as string),
  ),
  // A select shows what the caller's door shows: names of what he was granted, whatever page he chooses them on.
  'POST /listField/options': call({ demand: signedIn, summary: '下拉选项', input: optionsInput, write: false }, async (context, ask) => {
    const { type, tree, ...rest } = ask.input as unknown as { type: string; tree?: boolean } & OptionsAsk
    const resource = resourceOfType(context, type)
    if (resource.kind === 'shop' || resource.scope.all === null) throw refuse.forbidden()
    // what other records refer to has a name for everybody; what nothing refers to (rates, costs, imports) is for who may see it
    const references = [...context.house.registry.resources.values()].flatMap(r =>
      Object.values(r.fields).filter(f => f.to === resource.table),
    )
    if (references.length === 0 && !may(context.caller, permissionOf(resource), 2)) throw refuse.forbidden()
    if (rest.by !== undefined && rest.by !== 'id' && !resource.key?.includes(rest.by))
      throw refuse.invalid([{ field: 'by', message: sentence`未知的字段 ${rest.by}` }])
    // only by what some form is declared to narrow: not a way to ask for any field of any record
    const narrowing = new Set(references.flatMap(f => Object.values(f.options.narrowedBy ?? {})))
    const unknown = Object.keys(rest.where ?? {}).filter(name => !narrowing.has(name))
    if (unknown.length > 0) throw refuse.invalid([{ field: 'where', message: sentence`不能按 ${listed(unknown)} 缩小选项` }])
    return tree === true ? treeOptionsOf(context, resource) : optionsOf(context, resource, rest)
  }),
}
