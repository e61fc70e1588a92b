/** What the browser is told of a list: fields, calls and actions the caller may use, the form. */
import type { ActionFace } from '#platform/declare/action.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { ActionDefinition, Call, FormItem, FormItemType, ListDefinition, UploadDefinition } from '#platform/declare/wire.ts'
import { may, type Context, type Language } from '../context.ts'
import type { BoundRoute } from '../registry.ts'
import { fieldDefinition, valueKind, wireFields } from './columns.ts'
import { batchFields, editableFields } from './validate-record.ts'

const basePath = '/api-2024'
export const callOf = (route: BoundRoute): Call => ({ method: route.method, path: `${basePath}${route.path}` })

export function listDefinition(context: Context, r: Resource): ListDefinition {
  const { registry } = context.house
  const at = context.language === 'en' ? 1 : 0
  const targetType = (table: string): string | null => registry.resources.get(table)?.type ?? null
  const result = wireFields(r).map(([name, f]) => fieldDefinition(r, name, f, context.language, targetType))
  const mine = registry.routes.filter(route => route.resource?.table === r.table && allowed(context, route))
  const of = (verb: BoundRoute['verb']): Call | undefined => {
    const route = mine.find(m => m.verb === verb)
    return route && callOf(route)
  }
  const listCall = of('list')
  const optional = {
    one: of('one'),
    add: of('add'),
    update: of('update'),
    batchUpdate: of('batchUpdate'),
    remove: of('remove'),
    export: of('export'),
    import: of('import'),
  }
  return {
    type: r.type ?? r.table,
    title: r.title[at],
    result,
    filterList: result.filter(f => f.isFilter),
    sortList: result.filter(f => f.isSort),
    showList: result.filter(f => f.isShow),
    calls: {
      list: listCall ?? { method: 'POST', path: '' },
      ...Object.fromEntries(Object.entries(optional).filter(([, v]) => v !== undefined)),
    },
    actions: mine.flatMap(m => (m.actions ?? []).map(face => actionDefinition(m, face, context.language, targetType))),
    form: optional.add || optional.update ? editableFields(r).map(([name, f]) => formItem(name, f, context.language, targetType)) : [],
    ...(optional.batchUpdate ? { batchFields: batchFields(r).map(([name]) => name) } : {}),
    bound: r.bound ?? null,
    defaultSort: r.sort ? { field: r.sort.field, way: r.sort.way } : null,
    empty: r.empty?.[at] ?? (at ? `No ${r.title[1].toLowerCase()} yet` : `还没有${r.title[0]}`),
    upload: uploadOf(
      registry.routes.filter(route => allowed(context, route) && route.upload?.on.some(on => on.table === r.table)),
      context.language,
    ),
    report: null,
  }
}

function allowed(context: Context, route: BoundRoute): boolean {
  const { demand } = route
  if (demand.kind === 'operation') return may(context.caller, demand.permission, demand.operation)
  return demand.kind !== 'systemAdmin' || context.caller.systemAdmin
}

function actionDefinition(
  route: BoundRoute,
  face: ActionFace,
  language: Language,
  targetType: (t: string) => string | null,
): ActionDefinition {
  const at = language === 'en' ? 1 : 0
  return {
    name: face.name,
    title: face.title[at],
    call: callOf(route),
    over: face.over,
    operation: face.operation,
    confirm: face.confirm?.[at] ?? null,
    input: Object.entries(face.input ?? {}).map(([name, f]) => formItem(name, f, language, targetType)),
    body: face.body ?? {},
  }
}

function uploadOf([route]: readonly BoundRoute[], language: Language): UploadDefinition | null {
  return route?.upload ? route.upload.definition(callOf(route), language) : null
}

const itemTypes: Readonly<Record<Field['kind'], FormItemType>> = {
  text: 'text',
  longText: 'textarea',
  integer: 'number',
  bigInteger: 'text',
  decimal: 'number',
  money: 'number',
  date: 'date',
  month: 'month',
  dateTime: 'dateTime',
  choice: 'select',
  flag: 'switch',
  reference: 'select',
  json: 'textarea',
  hash: 'text',
  texts: 'select',
}

export function formItem(name: string, f: Field, language: Language, targetType: (t: string) => string | null): FormItem {
  const at = language === 'en' ? 1 : 0
  return {
    field: name,
    title: f.title[at],
    type: f.options.as ?? itemTypes[f.kind],
    kind: valueKind(f),
    required: !f.options.optional && f.options.default === undefined,
    editDisabled: f.options.editDisabled === true,
    multiple: f.kind === 'texts',
    searchable: f.kind === 'reference',
    min: f.options.min ?? null,
    max: f.options.max ?? null,
    decimals: f.kind === 'integer' ? 0 : (f.scale ?? null),
    options: f.choices ? Object.values(f.choices).map(c => ({ value: c[0], label: c[1 + at] as string })) : [],
    target: f.to === undefined ? null : targetType(f.to),
    ...(f.by === undefined ? {} : { targetBy: f.by }),
    help: f.options.help?.[at] ?? null,
    initial: f.options.default ?? null,
  }
}
