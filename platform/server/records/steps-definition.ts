/** What the browser is told of states: steps with their calls and what they ask for, and which fields of the form are open when. */
import type { Resource } from '#platform/declare/resource.ts'
import type { Machine } from '#platform/declare/states.ts'
import type { FormItem, StatesDefinition, StepDefinition } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { callOf } from '../lists/call-of.ts'
import { formItems } from './form-items.ts'
import { editableFields } from '../lists/editable-fields.ts'
import type { BoundRoute } from '../contract/registry.ts'
import { isOpen } from '../states/edit-locks.ts'
import { inputFields, isProgramOnly, isSingle, statesOf } from '../states/machine.ts'

/** `mine`: the calls of the resource that the caller may make. */
export function statesDefinition(context: Context, r: Resource, m: Machine, mine: readonly BoundRoute[]): StatesDefinition {
  const states = statesOf(r, m)
  const { language, house } = context
  const at = language === 'en' ? 1 : 0
  const steps = Object.entries(m.steps).flatMap(([name, step]): StepDefinition[] => {
    const to = states.find(state => state.name === step.to)?.code ?? 0
    const bound = isProgramOnly(step) ? undefined : callOfStep(m, mine, name, to)
    if (bound === undefined) return []
    return [
      {
        name,
        title: step.title[at],
        call: callOf(bound.route),
        confirm: step.confirm?.[at] ?? null,
        input: formItems(inputFields(r, step), language, house.registry.resources),
        body: bound.body,
        tone: step.tone ?? null,
        to,
        isSingle: isSingle(r, step) || bound.route.verb === 'update' || bound.route.path.includes('{'),
      },
    ]
  })
  return {
    field: m.field,
    steps,
    editable: states.filter(({ words }) => words.edit === 'all' || (words.edit?.length ?? 0) > 0).map(({ code }) => code),
    ...(m.editBy === undefined ? {} : { byPerson: true as const }),
    removable: states.filter(({ words }) => words.remove !== undefined).map(({ code }) => code),
  }
}

/** The call made for this step goes before one that takes several, and that before the form's. */
function callOfStep(
  m: Machine,
  mine: readonly BoundRoute[],
  step: string,
  to: number,
): { readonly route: BoundRoute; readonly body: Readonly<Record<string, unknown>> } | undefined {
  const taking = mine
    .flatMap(route => (route.steps ?? []).flatMap(call => (call.step === step ? [{ route, body: call.body }] : [])))
    .toSorted((a, b) => (a.route.steps?.length ?? 0) - (b.route.steps?.length ?? 0))
  const update = mine.find(route => route.verb === 'update')
  return taking[0] ?? (update && { route: update, body: { [m.field]: to } })
}

/** Each item with the states in which it may be changed; those of a period together. */
export function withOpenStates(r: Resource, items: readonly FormItem[]): readonly FormItem[] {
  const m = r.states
  if (m === undefined) return items
  const names = new Set(editableFields(r).map(([name]) => name))
  return items.map(item => {
    const fields = [item.field, ...(item.until === undefined ? [] : [item.until])].filter(name => names.has(name))
    const open = statesOf(r, m).filter(({ words }) => fields.every(name => isOpen(r, words, name)))
    return { ...item, openIn: { field: m.field, states: open.map(({ code }) => code) } }
  })
}
