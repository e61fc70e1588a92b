/**
 * Verbs of route maps that take steps: `'POST /letter/withdraw': step(letter, 'withdraw')`, `'POST /workOrder/updateState':
 * steps(workOrder)`.
 */
import { asText } from '#platform/format/text.ts'
import { RowId } from '../calls/wire-types.ts'
import { listed, sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { Any, Array as List, Integer, Object as O, Optional, Union, type TSchema } from 'typebox'
import { installation, needs, type Demand } from '#platform/declare/operations.ts'
import { isInstallations, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { refuse } from '../calls/refusal.ts'
import { demandOf } from '../calls/verbs.ts'
import type { Ask, Route, StepCall } from '../contract/route.ts'
import { machineOf, statesOf } from '../states/machine.ts'
import { stepRowsMax, takeSteps } from './take-steps.ts'
import type { StepAsk } from './step-ask.ts'

const chosen = Union([RowId(), Integer(), O({ id: RowId(), version: Optional(Integer()) })])
/** What a call that steps takes beside what its step asks for, which is checked against the declaration. */
const stepInput: Readonly<Record<string, TSchema>> = {
  id: Optional(Union([RowId(), Integer()], { title: '记录' })),
  ids: Optional(List(chosen, { title: '选中的行', maxItems: stepRowsMax })),
  version: Optional(Integer({ title: '版本号' })),
}

/** The one step, over one record or several. */
export function step(resource: Resource, name: string): Route {
  const { title, may } = stepNamed(resource, name)
  const demand = may.by === 'operation' ? needs(permissionOf(resource), may.operation) : demandOf(resource, 'view')
  return stepRoute(resource, demand, joined(title[0], resource.title[0]), [{ step: name, body: {} }], () => ({ step: name }))
}

/** The step that leads to the state given: `{ id, state }`, or under another name. */
export function steps(resource: Resource, input: string = machineOf(resource).field): Route {
  const m = machineOf(resource)
  const codes = new Map(statesOf(resource, m).map(({ name, code }) => [name, code]))
  const calls = Object.entries(m.steps).map(([name, { to }]) => ({ step: name, body: { [input]: codes.get(to) } }))
  const schema = { [input]: Any({ title: ownValue(resource.fields, m.field)?.title[0] ?? input }) }
  return stepRoute(resource, demandOf(resource, 'view'), `${resource.title[0]}状态变更`, calls, ask => ({ to: ask.input[input] }), schema)
}

/** Several steps by the value of an input: `stepBy(borrowing, 'audit', { 1: 'lend', 0: 'reject' })`. */
export function stepBy(resource: Resource, input: string, by: Readonly<Record<string, string>>): Route {
  const calls = Object.entries(by).map(([value, name]) => {
    stepNamed(resource, name)
    return { step: name, body: { [input]: /^\d+$/.test(value) ? Number(value) : value } }
  })
  const pick = (ask: Ask): StepAsk['pick'] => {
    const given = asText(ask.input[input])
    const name = Object.hasOwn(by, given) ? by[given] : undefined
    if (name === undefined) throw refuse.invalid([{ field: input, message: sentence`${input} 只能是 ${listed(Object.keys(by))}` }])
    return { step: name }
  }
  const summary = calls.map(one => stepNamed(resource, one.step).title[0]).join('、')
  return stepRoute(resource, demandOf(resource, 'view'), joined(summary, resource.title[0]), calls, pick, { [input]: Any() })
}

/** What is done and to what; a word that ends the one and begins the other is said once: 确认兑换 + 兑换记录. */
function joined(step: string, of: string): string {
  const shared = [...of].map((_, at) => of.slice(0, at + 1)).findLast(head => head.length > 1 && step.endsWith(head)) ?? ''
  return `${step}${of.slice(shared.length)}`
}

function stepRoute(
  resource: Resource,
  demand: Demand,
  summary: string,
  calls: readonly StepCall[],
  pick: (ask: Ask) => StepAsk['pick'],
  more: Readonly<Record<string, TSchema>> = {},
): Route {
  return {
    verb: 'step',
    resource,
    demand: isInstallations(resource) ? installation : demand,
    summary,
    steps: calls,
    input: O({ ...stepInput, ...more }, { additionalProperties: true }),
    handler: async (context, ask) => {
      const { id, ids, version, ...given } = ask.input
      const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(more, name)))
      const asked = chosenOf(ask.params['id'] ?? id, ids, version)
      return answerOf(resource, asked, await takeSteps(context, resource, { ids: asked, pick: pick(ask), input: rest }))
    },
  }
}

/** `version` counts for one record; of several each may name its own. */
function chosenOf(id: unknown, ids: unknown, version: unknown): StepAsk['ids'] {
  if (Array.isArray(ids))
    return ids.map((one: { id: string; version?: number } | string | number) => (typeof one === 'object' ? one : { id: String(one) }))
  if (typeof id !== 'string' && typeof id !== 'number') throw refuse.invalid([{ field: 'ids', message: sentence`请先选择数据` }])
  return [{ id: String(id), ...(typeof version === 'number' ? { version } : {}) }]
}

function answerOf(r: Resource, asked: StepAsk['ids'], rows: readonly Row[]): object {
  const [row] = rows
  const { field } = machineOf(r)
  return asked.length === 1 && row !== undefined
    ? {
        id: row.id,
        version: row.version ?? null,
        [field]: row[field],
        ...(row['approval'] === undefined ? {} : { approval: row['approval'] }),
      }
    : { changed: rows.length }
}

function stepNamed(r: Resource, name: string) {
  const found = machineOf(r).steps[name]
  if (found === undefined) throw new Error(`${r.table} has no step ${name}`)
  return found
}
