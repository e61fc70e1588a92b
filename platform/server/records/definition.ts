/** What the browser is told of a list: fields, calls and actions the caller may use, the form. */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import type { BatchDelete } from '#platform/declare/chapters.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { linesInput } from '#platform/declare/document.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { ActionDefinition, Call, FieldDefinition, FormItem, ListDefinition, UploadDefinition } from '#platform/declare/wire.ts'
import type { Context, Language } from '../contract/context.ts'
import { statesOf } from '../states/machine.ts'
import { satisfies } from '../calls/may.ts'
import { recordDefinition } from './record-definition.ts'
import type { BoundRoute } from '../contract/registry.ts'
import { callOf } from '../lists/call-of.ts'
import { cardOf } from '../lists/card.ts'
import { drawDefinitions } from './drawn-fields.ts'
import { approvalFields } from '#platform/declare/approval.ts'
import { fieldDefinition, wireFields } from '../lists/columns.ts'
import { validOn, validOnField } from '#platform/declare/validity.ts'
import { formItem, formItems, linesDefinition, type Resources } from './form-items.ts'
import { boundKeys } from '../lists/query.ts'
import { shownAsDefinition } from '../lists/shown-as.ts'
import { threadDefinition } from './thread-definition.ts'
import { searchDefinition } from '../lists/search.ts'
import { openedFilters } from '../lists/opened-filters.ts'
import { statesDefinition, withOpenStates } from './steps-definition.ts'
import { shownResource, visibleResource } from '../lists/column-rights.ts'
import { batchFields, editableFields } from '../lists/editable-fields.ts'
import { namedPath } from '#platform/declare/items.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export function listDefinition(context: Context, declared: Resource): ListDefinition {
  const r = shownResource(context.caller, declared)
  const { registry } = context.house
  const at = context.language === 'en' ? 1 : 0
  const result = [...ownColumns(context, r), ...approvalColumns(context, r)]
  const mine = registry.routes.filter(route => route.resource?.table === r.table && allowed(context, route))
  const listCall = callBy(mine, 'list')
  const optional = optionalCalls(mine)
  const shownAs = shownAsDefinition(r, context.language, { read: optional.cells !== undefined, write: optional.writeCells !== undefined })
  // lines that go with their document are kept nowhere
  const undoes = mine.filter(one => one.isUndoable === true && !(one.verb === 'remove' && registry.lines.has(r.table))).map(one => one.verb)
  const card = cardOf(r, result, context.language)
  return {
    type: r.type ?? r.table,
    title: r.title[at],
    result,
    filterList: [
      ...validityFilter(r, context.language, registry.resources),
      ...openedFilters(r, result, dayInZone(context.now().getTime(), context.caller.zone)),
    ],
    sortList: result.filter(f => f.isSort),
    showList: result.filter(f => f.isShow),
    calls: {
      list: listCall ?? { method: 'POST', path: '' },
      ...Object.fromEntries(Object.entries(optional).filter(([, v]) => v !== undefined)),
    },
    actions: mine.flatMap(m => (m.actions ?? []).map(face => actionDefinition(m, face, context.language, registry.resources))),
    ...(undoes.length === 0 ? {} : { undoes: [...new Set(undoes)] }),
    ...(r.states === undefined ? {} : { states: statesDefinition(context, r, r.states, mine) }),
    ...(card === null ? {} : { card }),
    ...(shownAs === undefined || shownAs.views.length === 1 ? {} : { shownAs }),
    ...(r.thread === undefined ? {} : { thread: threadDefinition(mine) }),
    form: optional.add || optional.update ? formOf(context, r) : [],
    ...linesOfDocument(context, r),
    ...(optional.batchUpdate ? { batchFields: batchFields(r).map(([name]) => name) } : {}),
    ...(optional.removeBetween && r.batchDelete
      ? { batchDelete: batchDeleteOf(r, r.batchDelete, context.language, registry.resources) }
      : {}),
    ...searchDefinition(r, at),
    bound: r.bound ? { ...r.bound, keys: boundKeys(r) } : null,
    ...(r.titleField === undefined ? {} : { told: r.titleField }),
    defaultSort: r.sort ? { field: r.sort.field, way: r.sort.way } : null,
    empty: r.empty?.[at] ?? (at ? `No ${r.title[1].toLowerCase()} yet` : `还没有${r.title[0]}`),
    upload: uploadOf(
      context,
      registry.routes.filter(route => allowed(context, route) && route.upload?.on.some(on => on.table === r.table)),
    ),
    report: null,
    ...(listCall === undefined ? {} : { record: recordDefinition(context, r) }),
  }
}

const callBy = (routes: readonly BoundRoute[], verb: BoundRoute['verb']): Call | undefined => {
  const route = routes.find(one => one.verb === verb)
  return route && callOf(route)
}
/** The calls of a list that the caller may make; what he may not is undefined. */
function optionalCalls(routes: readonly BoundRoute[]): {
  readonly [Name in Exclude<keyof ListDefinition['calls'], 'list'>]: Call | undefined
} {
  const of = (verb: BoundRoute['verb']): Call | undefined => callBy(routes, verb)
  const cellsBy = (does: 'read' | 'write'): Call | undefined => {
    const route = routes.find(one => one.cells === does)
    return route && callOf(route)
  }
  return {
    one: of('one'),
    add: of('add'),
    update: of('update'),
    batchUpdate: of('batchUpdate'),
    remove: of('remove'),
    reveal: of('reveal'),
    removeBetween: of('removeBetween'),
    // whoever may change nothing has nothing to take back
    undo: (['add', 'update', 'batchUpdate', 'remove', 'import'] as const).some(verb => of(verb)) ? of('undo') : undefined,
    export: of('export'),
    import: of('import'),
    cells: cellsBy('read'),
    writeCells: cellsBy('write'),
  }
}

const roomy: ReadonlySet<FormItem['type']> = new Set(['textarea', 'richText', 'file'])

/** The fields that a person fills in, and the lines of a document among them. */
function formOf(context: Context, r: Resource): readonly FormItem[] {
  const { resources, lines: linesOf } = context.house.registry
  const items = withOpenStates(r, formItems(editableFields(r), context.language, resources))
  const declared = linesOf.get(r.table)
  if (declared?.linesOf === undefined || declared.linesOf.editedSeparately === true) return items
  const item = formItem('lines', linesInput(declared), context.language, resources)
  const draws = drawDefinitions(context, declared)
  const own = linesDefinition(visibleResource(context.caller, declared), context.language, resources)
  // lines that only the program writes stand on the record's page, not in the form
  if (own.form.length === 0) return items
  const shown = { ...item, lines: draws.length === 0 ? own : { ...own, draws } }
  const { states } = r
  const open = states === undefined ? [] : statesOf(r, states).flatMap(({ code, words }) => (words.edit === undefined ? [] : [code]))
  const lines = states === undefined ? shown : { ...shown, openIn: { field: states.field, states: open } }
  // what takes much room (a remark, files) stands behind them
  const at = items.findLastIndex(({ type }) => !roomy.has(type)) + 1
  return items.toSpliced(at, 0, lines)
}

function linesOfDocument({ caller, language, house }: Context, r: Resource): Pick<ListDefinition, 'lines'> {
  const { lines, resources } = house.registry
  const declared = lines.get(r.table)
  return declared === undefined ? {} : { lines: linesDefinition(visibleResource(caller, declared), language, resources) }
}

/** The day on which records with a validity hold: a filter and no column. */
function validityFilter(r: Resource, language: Language, resources: Resources): FieldDefinition[] {
  if (r.validity === undefined) return []
  const filter = { ...fieldDefinition(r, validOn, validOnField, language, resources), isShow: false }
  return [r.validity.opens === 'today' ? { ...filter, opensWith: 'TODAY' } : filter]
}

/** Who may not ask what products are called sees their codes. */
function ownColumns(context: Context, r: Resource): FieldDefinition[] {
  const { routes, resources } = context.house.registry
  const isNamed = routes.some(one => one.path === namedPath && allowed(context, one))
  return wireFields(r).map(([name, f]) => {
    const { item, ...field } = fieldDefinition(r, name, f, context.language, resources)
    return item === undefined || !isNamed ? field : { ...field, item }
  })
}

/** In which approval a record is: to be chosen as columns and filtered by, where anybody approves. Exports do not hold them. */
const approvalColumns = ({ language, house: { registry } }: Context, r: Resource): FieldDefinition[] =>
  r.approval === undefined || registry.flows === null
    ? []
    : Object.entries(approvalFields).map(([name, field]) => ({
        ...fieldDefinition(r, name, field, language, registry.resources),
        isExported: false as const,
      }))

/** The shop or site is asked for like a form's field, though the list may fill it in itself. */
function batchDeleteOf(
  r: Resource,
  rule: BatchDelete,
  language: Language,
  resources: Resources,
): NonNullable<ListDefinition['batchDelete']> {
  const period = 'year' in rule ? 'year' : 'date'
  if (rule.by === undefined) return { by: null, period }
  const field = ownValue(r.fields, rule.by)
  if (!field) throw new Error(`${r.table}: ${rule.by} is no field`)
  return { by: { ...formItem(rule.by, field, language, resources), required: true }, period }
}

/** Whether the caller may make this call. */
export const allowed = (context: Context, route: BoundRoute): boolean => satisfies(context.caller, route.demand)

function actionDefinition(route: BoundRoute, face: ActionDeclaration, language: Language, resources: Resources): ActionDefinition {
  const at = language === 'en' ? 1 : 0
  return {
    name: face.name,
    title: face.title[at],
    call: callOf(route),
    over: face.over,
    operation: face.operation,
    ...(face.sameRightAsEdit === undefined ? {} : { asEdit: face.sameRightAsEdit }),
    ...(face.when === undefined ? {} : { when: face.when }),
    ...(face.usual === undefined ? {} : { isUsual: face.usual }),
    ...(face.job === undefined ? {} : { isJob: face.job }),
    ...(face.result === undefined ? {} : { result: face.result }),
    confirm: face.confirm?.[at] ?? null,
    input: formItems(Object.entries(face.input ?? {}), language, resources),
    body: face.body ?? {},
  }
}

function uploadOf(context: Context, [route]: readonly BoundRoute[]): UploadDefinition | null {
  if (!route?.upload) return null
  const { upload } = route
  const definition = upload.definition(callOf(route), context.language)
  const { routes } = context.house.registry
  const suggest = routes.find(one => `${one.method} ${one.path}` === upload.taughtBy && allowed(context, one))
  const save = routes.find(one => one.verb === 'add' && one.resource === suggest?.teaches?.layouts && allowed(context, one))
  if (!suggest?.teaches || !save) return definition
  const { ownerField, layouts } = suggest.teaches
  return {
    ...definition,
    teach: { suggest: callOf(suggest), save: callOf(save), ownerField, title: layouts.title[context.language === 'en' ? 1 : 0] },
  }
}
