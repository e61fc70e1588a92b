/** What a declared machine says: codes of states, steps that lead away, and what is wrong with it. Pure. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Machine, StateConfig, Step, Who } from '#platform/declare/states.ts'
import type { Title } from '#platform/declare/title.ts'

/** A state as its choice has it. */
export interface State {
  readonly name: string
  readonly code: number
  readonly title: Title
  readonly words: StateConfig
}

export const statesOf = (r: Resource, { field, states }: Machine): readonly State[] =>
  Object.entries(ownValue(r.fields, field)?.choices ?? {}).map(([name, [code, zh, en]]) => ({
    name,
    code,
    title: [zh, en],
    words: states[name] ?? {},
  }))

/** The machine of a resource that has one; to ask another is a mistake of the program. */
export const machineOf = (r: Resource): Machine => {
  if (r.states === undefined) throw new Error(`${r.table} has no states`)
  return r.states
}

/** A code that is no state is a mistake of the program. */
export function stateOfCode(r: Resource, m: Machine, code: unknown): State {
  const found = statesOf(r, m).find(state => state.code === code)
  if (found === undefined) throw new Error(`${r.table}: ${String(code)} is no state`)
  return found
}

/** The code that a call names; NaN: none. Nothing and lists are no numbers here. */
export const codeGiven = (given: unknown): number =>
  typeof given === 'number' || (typeof given === 'string' && given !== '') ? Number(given) : Number.NaN

export type NamedStep = readonly [name: string, step: Step]
export const stepsFrom = ({ steps }: Machine, state: string): readonly NamedStep[] =>
  Object.entries(steps).filter(([, { from }]) => from.includes(state))

export const isProgramOnly = ({ may }: Step): boolean => may.by === 'program'
/** Files are held against each record alone. */
export const isSingle = (r: Resource, { input = {} }: Step): boolean =>
  Object.entries(input).some(([name, field]) => (typeof field === 'string' ? ownValue(r.fields, name)?.kind : field.kind) === 'files')

/** What a step asks for, as fields; those of the record as the step wants them. */
export const inputFields = (r: Resource, { input = {} }: Step): readonly (readonly [name: string, field: Field])[] =>
  Object.entries(input).map(([name, asked]) => {
    if (typeof asked !== 'string') return [name, asked]
    const field = ownValue(r.fields, name)
    if (field === undefined) throw new Error(`${r.table} has no field ${name}`)
    const { default: _, computed: __, editDisabled: ___, ...options } = field.options
    return [name, { ...field, options: { ...options, optional: asked === 'optional' } }]
  })

/** Rights that the steps ask for, wherever they stand in them, each with what granting it is called. */
export function stepRights({ states }: Resource): readonly { readonly operation: number; readonly title: Title }[] {
  const rights = Object.values(states?.steps ?? {}).flatMap(step =>
    operationsOf(step.may).map(({ operation, right = step.title }) => ({ operation, title: right })),
  )
  return [...new Map(rights.toReversed().map(right => [right.operation, right])).values()]
}

type Right = Extract<Who, { by: 'operation' }>
function operationsOf(who: Who): readonly Right[] {
  if (who.by === 'operation') return [who]
  if (who.by === 'any' || who.by === 'all') return who.of.flatMap(operationsOf)
  return who.by === 'not' ? operationsOf(who.of) : []
}

/** verbs of the trail that are no step */
const trailVerbs: ReadonlySet<string> = new Set(['add', 'update', 'batchUpdate', 'remove', 'removeBetween', 'undo', 'import', 'export'])
/** `edit` stands among the steps that a row says are open (states/who.ts) */
const rowNames: ReadonlySet<string> = new Set(['edit'])
const callNames: ReadonlySet<string> = new Set(['id', 'ids', 'version'])

/** Faults of a declaration's machine, each named: the program does not start with one. */
export function machineFaults(r: Resource): string[] {
  const m = r.states
  if (m === undefined) return []
  const at = `${r.table}.life: states`
  const field = ownValue(r.fields, m.field)
  if (field?.kind !== 'choice') return [`${at}: ${m.field} is no choice of it`]
  const names = Object.keys(field.choices ?? {})
  const start = statesOf(r, m).find(state => state.code === field.options.default)?.name
  const { hidden, see, sensitive } = field.options
  return [
    ...(start === undefined ? [`${at}: ${m.field} has no default, so that no record could begin`] : []),
    ...(hidden || see || sensitive ? [`${at}: ${m.field} must be seen by whoever sees the record`] : []),
    ...(r.standard === 'none' && !('version' in r.fields) ? [`${at}: its records have no version`] : []),
    ...('may' in r.fields ? [`${at}: a field is called may, by which rows say their steps`] : []),
    ...names.filter(name => !Object.hasOwn(m.states, name)).map(name => `${at}: state ${name} is not described`),
    ...Object.keys(m.states)
      .filter(name => !names.includes(name))
      .map(name => `${at}: ${name} is no choice of ${m.field}`),
    ...Object.entries(m.states).flatMap(([name, words]) => stateFaults(r, m, name, words)),
    ...Object.entries(m.steps).flatMap(([name, step]) => stepFaults(r, m, names, name, step)),
    ...(m.editBy === undefined ? [] : fieldsOf(m.editBy))
      .filter(name => !namesEmployees(ownValue(r.fields, name)))
      .map(name => `${at}: edited by ${name}, which names no employees by id`),
    ...(start === undefined ? [] : wayFaults(m, names, start).map(fault => `${at}: ${fault}`)),
  ]
}

function stateFaults(r: Resource, m: Machine, name: string, { edit, remove, pendingApproval: waits, final }: StateConfig): string[] {
  const at = `${r.table}.life: state ${name}`
  const unknown = Array.isArray(edit)
    ? edit.filter(one => ownValue(r.fields, one) === undefined || ownValue(r.fields, one)?.options.computed === true)
    : []
  return [
    ...unknown.map(one => `${at} opens ${one}, which is no field that people set`),
    ...(waits && (edit !== undefined || remove || final) ? [`${at} is in approval: nothing is open and it is no end`] : []),
    ...(typeof waits === 'string' && !stepsFrom(m, name).some(([step]) => step === waits)
      ? [`${at} waits for ${waits}, which is no step from it`]
      : []),
    ...(waits === true ? triggersInto(r, m, name) : []).map(
      step =>
        `${at} waits: step ${step} into it is approved before it is taken, so it names the step by which it goes on (pendingApproval: '…')`,
    ),
    ...(waits ? stepsFrom(m, name).filter(([, step]) => !isProgramOnly(step)) : []).map(
      ([step]) => `${at} is in approval: step ${step} from it is for the program alone (byProgram)`,
    ),
  ]
}

/** Steps into a state that wait for an approval. */
const triggersInto = (r: Resource, m: Machine, state: string): readonly string[] =>
  Object.values(r.approval?.triggers ?? {})
    .flatMap(({ steps = [] }) => steps)
    .filter(step => m.steps[step]?.to === state)

const namesEmployees = (field: Field | undefined): boolean =>
  field?.to === 'employee' && field.by === undefined && (field.kind === 'reference' || field.kind === 'links')

/** Fields whose employees a word means. */
export function fieldsOf(who: Who): readonly string[] {
  if (who.by === 'field') return [who.field]
  if (who.by === 'any' || who.by === 'all') return who.of.flatMap(fieldsOf)
  return who.by === 'not' ? fieldsOf(who.of) : []
}

function stepFaults(r: Resource, m: Machine, states: readonly string[], name: string, step: Step): string[] {
  const at = `${r.table}.life: step ${name}`
  const { title, from, to, may, input = {}, note, set = {}, tell = [], guards = [] } = step
  const people = [...fieldsOf(may), ...tell].filter(field => !namesEmployees(ownValue(r.fields, field)))
  return [
    ...(title[0] && title[1] ? [] : [`${at}: a title is missing`]),
    ...(trailVerbs.has(name) || rowNames.has(name) ? [`${at} is called as a verb of the trail`] : []),
    ...(from.length === 0 ? [`${at} leads from no state`] : []),
    ...[...from, to].filter(state => !states.includes(state)).map(state => `${at} names the unknown state ${state}`),
    ...(from.includes(to) && step.sameState !== true ? [`${at} does not move: ${to} is where it begins`] : []),
    ...(may.by !== 'program' && hasProgram(may) ? [`${at}: byProgram stands alone, other people may not be joined to it`] : []),
    ...people.map(field => `${at}: ${field} names no employees by id`),
    ...Object.entries(input).flatMap(([key, asked]) => inputFaults(r, m, key, asked).map(fault => `${at} asks for ${key}: ${fault}`)),
    ...(note === undefined || ['text', 'longText'].includes(inputKind(r, input[note], note))
      ? []
      : [`${at}: its note ${note} is no text that it asks for`]),
    ...Object.entries(set).flatMap(([key, value]) => setFaults(r, m, input, key, value).map(fault => `${at} sets ${key}: ${fault}`)),
    ...guards.filter(({ reason }) => !reason[0] || !reason[1]).map(() => `${at}: a guard gives no reason`),
  ]
}

const inputKind = (r: Resource, asked: 'required' | 'optional' | Field | undefined, name: string): string =>
  (typeof asked === 'string' ? ownValue(r.fields, name)?.kind : asked?.kind) ?? ''

function hasProgram(who: Who): boolean {
  if (who.by === 'any' || who.by === 'all') return who.of.some(hasProgram)
  return who.by === 'program' || (who.by === 'not' && hasProgram(who.of))
}

function inputFaults(r: Resource, m: Machine, name: string, asked: 'required' | 'optional' | Field): string[] {
  if (callNames.has(name) || name === m.field) return ['the call itself uses the name']
  const field = ownValue(r.fields, name)
  if (typeof asked !== 'string') return field === undefined ? [] : ['a field of the record has the name']
  if (field === undefined) return ['it is no field of the record']
  return field.options.hidden || field.options.sensitive || field.kind === 'items' ? ['it is not on the wire as it is'] : []
}

function setFaults(r: Resource, m: Machine, input: object, name: string, value: NonNullable<Step['set']>[string]): string[] {
  const field = ownValue(r.fields, name)
  if (field === undefined) return ['it is no field of the record']
  if (name === m.field) return ['the state follows from the step']
  if (Object.hasOwn(input, name)) return ['it is asked for']
  if (value === 'now') return ['date', 'dateTime'].includes(field.kind) ? [] : ['it is no date']
  if (value === 'employee') return field.kind === 'reference' && namesEmployees(field) ? [] : ['it names no employee by id']
  return value === null && field.options.optional !== true ? ['it may not be empty'] : []
}

/** States that no way leads to, and those without a way on. */
function wayFaults(m: Machine, names: readonly string[], start: string): string[] {
  const isThere = (name: string): boolean => names.includes(name)
  const reached = reachable([start], name => stepsFrom(m, name).flatMap(([, { to }]) => (isThere(to) ? [to] : [])))
  const finals = names.filter(name => m.states[name]?.final)
  const into = (name: string): string[] => Object.values(m.steps).flatMap(({ from, to }) => (to === name ? [...from] : []))
  const ending = reachable(finals, into)
  return names.flatMap(name => {
    if (!reached.has(name)) return [`state ${name} can't be reached`]
    if (stepsFrom(m, name).length === 0 && !m.states[name]?.final) return [`state ${name} is a dead end and not final`]
    return finals.length > 0 && !ending.has(name) ? [`no way leads from state ${name} to an end`] : []
  })
}

/** Everything that these lead to, themselves included. */
export function reachable(starts: readonly string[], next: (name: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(starts)
  for (const name of found) for (const one of next(name)) found.add(one)
  return found
}
