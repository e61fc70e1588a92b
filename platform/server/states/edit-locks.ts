/** Fields that a state keeps closed, and records that may not be deleted in it, as locks of the one writer. */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Machine, StateConfig } from '#platform/declare/states.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Lock, Values } from '../contract/record-hooks.ts'
import { fieldsOf, isProgramOnly, statesOf, stepsFrom, type State } from './machine.ts'
import { askerOf, mayEdit } from './who.ts'

/** Whether people may change this field while a record is in the state. What the server sets itself is none of theirs. */
export const isOpen = (r: Resource, { edit }: StateConfig, field: string): boolean =>
  ownValue(r.fields, field)?.options.computed === true || edit === 'all' || edit?.includes(field) === true

export const closedReason = (r: Resource, { title, words }: State, field: string): Wording =>
  words.edit === undefined
    ? sentence`“${title}”的${r.title}不能修改`
    : sentence`“${title}”的${r.title}不能修改“${ownValue(r.fields, field)?.title ?? field}”`

/** `set`: column values; a closed field that keeps what it has is let be. */
export function editLocks(r: Resource, m: Machine, set: Readonly<Values>): Lock[] {
  const state = sql.ref(`${r.table}.${columnOf(m.field)}`)
  return statesOf(r, m).flatMap(one =>
    Object.keys(r.fields).flatMap((name): Lock[] => {
      const column = columnOf(name)
      if (!Object.hasOwn(set, column) || isOpen(r, one.words, name)) return []
      const differs = sql`${sql.ref(`${r.table}.${column}`)} is distinct from ${set[column]}`
      return [
        { where: sql<boolean>`(${state} = ${sql.lit(one.code)} and ${differs})`, reason: closedReason(r, one, name), onlyAsItWas: true },
      ]
    }),
  )
}

/** The record as a whole, in states that leave nothing open: its lines. */
export const closedLocks = (r: Resource, m: Machine): Lock[] =>
  statesOf(r, m).flatMap(one =>
    one.words.edit === undefined
      ? [
          {
            where: sql<boolean>`${sql.ref(`${r.table}.${columnOf(m.field)}`)} = ${sql.lit(one.code)}`,
            reason: sentence`“${one.title}”的${r.title}不能修改`,
          },
        ]
      : [],
  )

/** People's fields, and the record as a whole, belong to whom the machine names; what the server sets itself is none of theirs. */
export async function personLocks(context: Context, db: AnyDb, r: Resource, { editBy }: Machine, set?: Readonly<Values>): Promise<Lock[]> {
  const names = Object.keys(r.fields).filter(name => set !== undefined && Object.hasOwn(set, columnOf(name)))
  if (editBy === undefined || (set !== undefined && names.every(name => ownValue(r.fields, name)?.options.computed === true))) return []
  const his = mayEdit(await askerOf(context, db, r), r)
  if (his === null) return []
  const who = listed(fieldsOf(editBy).map(name => ownValue(r.fields, name)?.title ?? name))
  return [{ where: sql<boolean>`not ${his}`, reason: sentence`只有${who}可以修改或删除这条${r.title}`, onlyAsItWas: true }]
}

export const removalLocks = (r: Resource, m: Machine): Lock[] =>
  statesOf(r, m).flatMap((one): Lock[] => {
    const { remove } = one.words
    if (remove === true) return []
    const isSo = sql<boolean>`${sql.ref(`${r.table}.${columnOf(m.field)}`)} = ${sql.lit(one.code)}`
    return remove === undefined
      ? [{ where: isSo, reason: removalReason(r, m, one), onlyAsItWas: true }]
      : [{ where: sql<boolean>`(${isSo} and (${sql.raw(remove.where)}) is not true)`, reason: remove.reason, onlyAsItWas: true }]
  })

/** Names the ways that are left. */
function removalReason(r: Resource, m: Machine, { name, title }: State): Wording {
  const ways = stepsFrom(m, name).flatMap(([, step]) => (isProgramOnly(step) ? [] : [step.title]))
  return ways.length === 0 ? sentence`“${title}”的${r.title}不能删除` : sentence`“${title}”的${r.title}不能删除，可以改为：${listed(ways)}`
}
