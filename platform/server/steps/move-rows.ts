/**
 * Rows that were locked and judged are moved: what the step asks for is checked, what it sets is worked out, the one writer does the rest.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Step, StepValue } from '#platform/declare/states.ts'
import type { Row } from '#platform/declare/wire.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { within } from '../db/within.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { Tx } from '../contract/database.ts'
import { cleanHtml } from '../html/clean-html.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import { primaryColumns } from '../lists/columns.ts'
import { fieldValue, ofField } from '../records/field-value.ts'
import { withItems } from '../records/items-of.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import { byField, checkRecord, relationFaults } from '../records/record-checks.ts'
import { checkReferences } from '../lists/references.ts'
import type { Values } from '../contract/record-hooks.ts'
import { columnValues } from '../records/validate-record.ts'
import { columnsOf } from '../records/change.ts'
import { locksOf } from '../records/locks.ts'
import { typesOf } from '../records/row-source.ts'
import { ownSealed, sealedContext } from '../db/sealed-author.ts'
import type { Patch, Write } from '../records/write.ts'
import { changeRows } from '../records/writer.ts'
import { closedReason, isOpen } from '../states/edit-locks.ts'
import { inputFields, machineOf, statesOf, type State } from '../states/machine.ts'
import type { StepAsk } from './step-ask.ts'
import { tellStep } from './tell.ts'
import { steppingOf } from '../states/who.ts'

/** A row and the step it takes. */
export interface Moving {
  readonly id: string
  readonly key: readonly string[]
  /** as the list shows it, before */
  readonly row: Row
  readonly name: string
  readonly step: Step
  readonly state: State
}

/** Answers the rows as they are then. */
export async function moveRows(context: Context, tx: Tx, r: Resource, moving: readonly Moving[], ask: StepAsk): Promise<readonly Row[]> {
  const after: Row[] = []
  for (const [name, rows] of Map.groupBy(moving, one => one.name)) {
    const step = rows[0]?.step
    if (step !== undefined) after.push(...(await moveGroup({ context, tx, r, name, step, ask }, rows)))
  }
  return after
}

interface Group {
  readonly context: Context
  readonly tx: Tx
  readonly r: Resource
  readonly name: string
  readonly step: Step
  readonly ask: StepAsk
}

async function moveGroup(group: Group, rows: readonly Moving[]): Promise<readonly Row[]> {
  const { context, tx, r, name, step, ask } = group
  const { hooks = {} } = ask
  const { values: asked, input } = askedValues(group, rows)
  const values = await withItems(anyTable(tx), r, asked, rows[0]?.key ?? null)
  await checkAsked(group, rows, values)
  const given = step.note === undefined ? null : input[step.note]
  const note = typeof given === 'string' ? given : ask.note
  const isOne = rows.length === 1
  const locks = await locksOf(context, anyTable(tx), r, hooks, { isRemoval: false })
  const ownValue = await ownSealed(
    context,
    tx,
    r,
    rows.map(({ id }) => id),
  )
  const after: Row[] = []
  for (const [isOwn, some] of Map.groupBy(rows, ({ id }) => ownValue.has(id))) {
    const write: Write = {
      context: isOwn ? sealedContext(context) : context,
      tx,
      r,
      hooks,
      verb: name,
      locks,
      batchId: null,
      // the database's own entries would not wait
      trail: isOne || isOwn ? 'record' : 'set',
      ...(note === undefined ? {} : { note }),
    }
    const patch = patchOf({ ...group, context: write.context }, some, values, input)
    const keys = some.map(({ key }) => key)
    const done = await changeRows(
      write,
      keys,
      patch,
      some.map(({ row }) => row),
    )
    const now = done.length > 0 ? done : await rowsByKeys(within(context, tx), anyTable(tx), r, keys)
    await tellStep(write.context, tx, r, step, now, note)
    after.push(...now)
  }
  return after
}

interface Asked {
  /** column values to set */
  readonly values: Values
  /** all that the step asks for, by name */
  readonly input: Values
}

/**
 * What was given, checked like a form's input: for the step, and where a record is edited besides, for the fields that its state leaves
 * open.
 */
function askedValues({ r, step, ask }: Group, rows: readonly Moving[]): Asked {
  const fields = new Map(inputFields(r, step))
  const errors: FieldError[] = []
  const [values, input]: [Values, Values] = [{}, {}]
  for (const [name, field] of fields) {
    // a field of the record that the step may leave alone keeps what it has; one that is never empty as well
    const isLeft = ask.input[name] === undefined || (ask.input[name] === null && ownValue(r.fields, name)?.options.optional !== true)
    if (isLeft && field.options.optional === true && Object.hasOwn(r.fields, name)) continue
    const [value, fault] = fieldValue(field, ask.input[name], cleanHtml)
    if (fault !== null) errors.push({ field: name, message: ofField(field.title, fault) })
    else if (value !== undefined) {
      input[name] = value
      if (Object.hasOwn(r.fields, name)) values[columnOf(name)] = value
    }
  }
  const others = Object.entries(ask.input).filter(([name]) => !fields.has(name))
  if (ask.isEdit !== true) errors.push(...others.map(([name]) => ({ field: name, message: sentence`不能填写的字段 ${name}` })))
  if (errors.length > 0) throw refuse.invalid(errors)
  const edited = ask.isEdit === true ? columnValues(r, Object.fromEntries(others), 'edit') : {}
  for (const name of Object.keys(byField(r, edited))) {
    const closed = rows.find(({ state }) => !isOpen(r, state.words, name))
    if (closed !== undefined) throw refuse.rule(closedReason(r, closed.state, name))
  }
  return { values: { ...edited, ...columnsOf(r, ask.hooks?.besides ?? {}), ...values }, input }
}

/** Steps ask for fields that no form does: held against the same rules as if one did. */
async function checkAsked({ context, tx, r }: Group, rows: readonly Moving[], values: Values): Promise<void> {
  if (Object.keys(values).length === 0) return
  const db = anyTable(tx)
  const asked = {
    ...r,
    editable: undefined,
    fields: Object.fromEntries(
      Object.entries(r.fields).map(([name, field]) => [
        name,
        Object.hasOwn(values, columnOf(name)) ? { ...field, options: { ...field.options, computed: false } } : field,
      ]),
    ),
  }
  const [first] = rows
  await checkReferences(context, db, asked, values, rows.length === 1 ? first?.row : null)
  if (rows.length === 1) return checkRecord(context, db, asked, values, first?.row ?? null)
  const given = byField(r, values)
  const faults = await relationFaults(
    db,
    asked,
    rows.map(({ row }) => ({ values: given, before: row })),
    context.house.registry.resources,
  )
  const [found] = faults.filter(some => some.length > 0)
  if (found !== undefined) throw refuse.invalid(found)
}

/** The state, what was asked for, and what the step sets: the same for all, or row by row where a function works it out. */
function patchOf({ context, r, step }: Group, rows: readonly Moving[], asked: Values, input: Values): Patch {
  const m = machineOf(r)
  const to = statesOf(r, m).find(({ name }) => name === step.to)
  const same: Values = { ...asked, [columnOf(m.field)]: to?.code ?? null }
  const byFunction: (readonly [string, Extract<StepValue, (...args: never) => unknown>])[] = []
  for (const [name, value] of Object.entries(step.set ?? {})) {
    if (typeof value === 'function') byFunction.push([name, value])
    else same[columnOf(name)] = fixedValue(context, r, name, value)
  }
  const valuesFor = ({ row }: Moving): Values => {
    const at = { ...steppingOf(context, row), input }
    return { ...same, ...Object.fromEntries(byFunction.map(([name, work]) => [columnOf(name), work(at)])) }
  }
  const [first] = rows
  if (byFunction.length === 0 || (rows.length === 1 && first !== undefined))
    return { values: first === undefined ? same : valuesFor(first) }
  const primary = primaryColumns(r)
  const records = rows.map(one => ({ ...Object.fromEntries(primary.map((column, i) => [column, one.key[i]])), ...valuesFor(one) }))
  const set = Object.keys(records[0] ?? {}).filter(column => !primary.includes(column))
  return { from: { json: JSON.stringify(records), columns: typesOf(r, [...primary, ...set]) }, set }
}

function fixedValue(context: Context, r: Resource, name: string, value: Exclude<StepValue, (...args: never) => unknown>): unknown {
  const { caller, now } = context
  if (value === null) return null
  if (typeof value === 'object') return value.value
  if (value === 'now') return ownValue(r.fields, name)?.kind === 'date' ? dayInZone(now().getTime(), caller.zone) : now().toISOString()
  if (caller.employeeId === null && ownValue(r.fields, name)?.options.optional !== true)
    throw refuse.rule(sentence`当前组织没有您的员工资料，请联系系统管理员`)
  return caller.employeeId
}
