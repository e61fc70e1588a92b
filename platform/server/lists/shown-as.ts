/** Views of a list beside its table: what is wrong with the declared ones, and what the browser is told of those that the caller sees. */
import { ownValue } from '#platform/declare/own-value.ts'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import { listViews, type ShownAs } from '#platform/declare/shown-as.ts'
import type { ShownAsDefinition } from '#platform/declare/wire.ts'
import type { Language } from '../contract/context.ts'
import { fieldOf } from './columns.ts'

const kindOf = (r: Resource, name: string | undefined): string | undefined => (name === undefined ? undefined : fieldOf(r, name)?.kind)
const isDay = (kind: string | undefined): boolean => kind === 'date' || kind === 'dateTime'
/** An index that begins with this field, behind the organisation at most. A view has those of the tables that it reads. */
const isIndexed = ({ index = [], kind, isView }: Resource, name: string): boolean =>
  kind === 'reference' ||
  isView === true ||
  index
    .map(one => ('on' in one ? one.on : one).map(field => field.replace(/^-/, '')))
    .some(fields => fields.find(field => field !== 'orgId') === name)

export function shownAsFaults(r: Resource): string[] {
  const { shownAs } = r
  if (shownAs === undefined) return []
  const { card = {}, board, checklist, calendar, gantt, tree, grid, first = 'table' } = shownAs
  const { tags = [], ...lines } = card
  const at = (view: string, words: string): string => `${r.table}.list: shownAs: its ${view} ${words}`
  const choices = Object.values((board && ownValue(r.fields, board.by)?.choices) ?? {}).map(([code]) => code)
  return [
    ...(r.type === undefined ? [`${r.table}.list: shownAs: only a list is shown as something else`] : []),
    ...[...Object.values(lines), ...tags]
      .filter(name => kindOf(r, name) === undefined)
      .map(name => at('card', `shows ${name}, which its list has not`)),
    ...(card.due === undefined || isDay(kindOf(r, card.due)) ? [] : [at('card', `is due by ${card.due}, which is no day and no instant`)]),
    ...(board === undefined || kindOf(r, board.by) === 'choice' ? [] : [at('board', `has columns by ${board.by}, which is no choice`)]),
    ...(board?.without ?? []).filter(code => !choices.includes(code)).map(code => at('board', `leaves out ${code}, which is no such code`)),
    ...(checklist === undefined || ['choice', 'reference'].includes(kindOf(r, checklist.by) ?? '')
      ? []
      : [at('checklist', `is grouped by ${checklist.by}, which is no choice and no reference`)]),
    ...(checklist === undefined || r.states !== undefined ? [] : [at('checklist', 'needs states')]),
    ...(calendar === undefined ? [] : spanFaults(r, 'calendar', calendar)),
    ...(gantt === undefined ? [] : [...spanFaults(r, 'gantt', gantt), ...ganttFaults(r, gantt)]),
    ...(tree === undefined || r.tree !== undefined ? [] : [at('tree', 'needs the reference that makes the records one (`tree`)')]),
    ...(tree === undefined || r.tree === undefined || isIndexed(r, r.tree)
      ? []
      : [at('tree', `needs an index that begins with ${r.tree}`)]),
    ...(grid === undefined ? [] : gridFaults(r, grid)),
    ...(first === 'table' || shownAs[first] !== undefined ? [] : [`${r.table}.list: shownAs: opens as ${first}, which it is not shown as`]),
  ]
}

function gridFaults(r: Resource, { row, column, cell, mark }: NonNullable<ShownAs['grid']>): string[] {
  const at = (words: string): string => `${r.table}.list: shownAs: its grid ${words}`
  const isOneEach = [...(r.key ?? [])].toSorted().join(' ') === [row, column].toSorted().join(' ')
  return [
    ...(kindOf(r, row) === 'reference' ? [] : [at(`has rows by ${row}, which is no reference`)]),
    ...(kindOf(r, column) === 'date' ? [] : [at(`has columns by ${column}, which is no day`)]),
    ...(kindOf(r, cell) === undefined ? [at(`shows ${cell}, which its list has not`)] : []),
    ...(mark === undefined || kindOf(r, mark) === 'flag' ? [] : [at(`marks by ${mark}, which is no flag`)]),
    ...(isOneEach ? [] : [at(`needs the key ${row}, ${column}: one record a cell`)]),
  ]
}

function spanFaults(r: Resource, view: string, { from, to = from }: NonNullable<ShownAs['calendar']>): string[] {
  const [begin, end] = [kindOf(r, from), kindOf(r, to)]
  return [
    ...(isDay(begin) && begin === end
      ? []
      : [`${r.table}.list: shownAs: its ${view} goes from ${from} to ${to}, which are not both days or both instants`]),
    ...(isIndexed(r, from) || isIndexed(r, to)
      ? []
      : [`${r.table}.list: shownAs: its ${view} needs an index that begins with ${from} or ${to}`]),
  ]
}

function ganttFaults(r: Resource, { from, progress, dependsOn, parent }: NonNullable<ShownAs['gantt']>): string[] {
  const after = dependsOn === undefined ? undefined : ownValue(r.fields, dependsOn)
  return [
    ...(kindOf(r, from) === 'date' ? [] : [`${r.table}.list: shownAs: its gantt has whole days, ${from} is none`]),
    ...(progress === undefined || ['integer', 'decimal'].includes(kindOf(r, progress) ?? '')
      ? []
      : [`${r.table}.list: shownAs: its gantt has ${progress} as progress, which is no number`]),
    ...(dependsOn === undefined || (after?.kind === 'links' && after.to === r.table)
      ? []
      : [`${r.table}.list: shownAs: its gantt depends by ${dependsOn}, which links to no records of ${r.table}`]),
    ...(parent === undefined || parent === r.tree
      ? []
      : [`${r.table}.list: shownAs: its gantt has ${parent} as parent, its tree is by ${r.tree ?? 'nothing'}`]),
  ]
}

/** Which calls of a grid the caller may make. */
export interface CellCalls {
  readonly read: boolean
  readonly write: boolean
}
/** `r`: as the caller sees it. A view that rests on a field he does not see is not offered. */
export function shownAsDefinition(
  r: Resource,
  language: Language,
  cells: CellCalls = { read: false, write: false },
): ShownAsDefinition | undefined {
  const { shownAs } = r
  if (shownAs === undefined) return undefined
  const sees = (...names: readonly (string | undefined)[]): boolean =>
    names.every(name => name === undefined || fieldOf(r, name) !== undefined)
  const seen = (name: string | undefined): string | null => (name !== undefined && sees(name) ? name : null)
  const { card = {}, board, checklist, calendar, gantt, tree, grid, first } = shownAs
  const definition = {
    card: {
      title: seen(card.title) ?? labelOf(r),
      subtitle: seen(card.subtitle),
      tags: (card.tags ?? []).filter(name => sees(name)),
      person: seen(card.person),
      due: seen(card.due),
    },
    ...(board && sees(board.by) ? { board: { by: board.by, columns: columnsOf(r, board, language) } } : {}),
    ...(checklist && sees(checklist.by)
      ? { checklist: { by: checklist.by, done: checklist.done, required: seen(checklist.required) } }
      : {}),
    ...(calendar && sees(calendar.from, calendar.to) ? { calendar: { from: calendar.from, to: calendar.to ?? null } } : {}),
    ...(gantt && sees(gantt.from, gantt.to)
      ? {
          gantt: {
            from: gantt.from,
            to: gantt.to,
            progress: seen(gantt.progress),
            dependsOn: seen(gantt.dependsOn),
            parent: seen(gantt.parent),
          },
        }
      : {}),
    ...(tree && sees(r.tree) && r.tree !== undefined ? { tree: { parent: r.tree } } : {}),
    ...(grid && cells.read && sees(grid.row, grid.column, grid.cell) ? { grid: { isWritten: cells.write } } : {}),
  }
  const views = listViews.filter(view => view === 'table' || Object.hasOwn(definition, view))
  return { ...definition, views, first: first !== undefined && views.includes(first) ? first : 'table' }
}

type Columns = NonNullable<ShownAsDefinition['board']>['columns']
/** Records without a value stand in a column of their own, where there can be such. */
function columnsOf(r: Resource, { by, without = [] }: NonNullable<ShownAs['board']>, language: Language): Columns {
  const at = language === 'en' ? 2 : 1
  const field = ownValue(r.fields, by)
  const columns = Object.values(field?.choices ?? {})
    .filter(([code]) => !without.includes(code))
    .map(one => ({ value: one[0], title: one[at] }))
  return field?.options.optional === true ? [{ value: null, title: language === 'en' ? 'None' : '未设置' }, ...columns] : columns
}
