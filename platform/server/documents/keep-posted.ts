/** Documents that post (declare/posts.ts): entered once inside their step, taken back by 冲销, on days of open months alone. */
import { reverseStep } from '#platform/declare/posts.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Follower, Poster } from '../contract/record-hooks.ts'
import { within } from '../db/within.ts'
import { setDerived } from '../records/derived.ts'
import { statesOf } from '../states/machine.ts'

/** the day of a document, where `posts` names no other */
const usualDay = 'businessOn'

export const followPosting =
  (r: Resource, poster: Poster): Follower =>
  async (context, tx, changes) => {
    const { states, posts } = r
    if (states === undefined || posts === undefined) return
    const names = new Map(statesOf(r, states).map(({ code, name }) => [code as unknown, name]))
    const stepOf = (name: string, before: Row, after: Row): boolean => {
      const step = states.steps[name]
      return step !== undefined && step.to === names.get(after[states.field]) && step.from.includes(names.get(before[states.field]) ?? '')
    }
    for (const { id, before, after } of changes) {
      if (before === null || after === null || before[states.field] === after[states.field]) continue
      const isPosted = before['postedOn'] !== null && before['postedOn'] !== undefined
      if (!isPosted && stepOf(posts.step, before, after)) await post(context, tx, r, poster, id, after)
      else if (isPosted && stepOf(reverseStep, before, after)) await reverse(context, tx, r, poster, id, after)
    }
  }

async function post(context: Context, tx: Tx, r: Resource, poster: Poster, id: string, row: Row): Promise<void> {
  const { caller, house, now } = context
  const name = r.posts?.on ?? usualDay
  const day = asText(row[name] ?? '')
  const title = ownValue(r.fields, name)?.title ?? name
  if (day === '') throw refuse.invalid([{ field: name, message: sentence`请填写${title}` }])
  if (day > dayInZone(now().getTime(), caller.zone)) throw refuse.rule(sentence`${title} ${day} 还没有到，不能过账`)
  const closed = (await house.registry.closedUntil?.(context, tx)) ?? null
  if (closed !== null && day <= closed)
    throw refuse.rule(sentence`${closed.slice(0, 7)} 及以前的月份已结账，${title} ${day} 不能过账，请修改日期或先反结账`)
  const inside = within(context, tx)
  await setDerived(inside, r, [{ id, postedOn: day, postedBy: caller.employeeId, reversedOn: null, reversedBy: null }])
  await poster(inside, tx, { id, row, day, reverses: false, key: keyOf(r, id, row) })
}

/** On its own day while that month is open, else on the first open day. A document that begins anew is as it was before it was posted. */
async function reverse(context: Context, tx: Tx, r: Resource, poster: Poster, id: string, row: Row): Promise<void> {
  const { caller, house } = context
  const postedOn = asText(row['postedOn'] ?? '')
  const closed = (await house.registry.closedUntil?.(context, tx)) ?? null
  const isClosed = closed !== null && postedOn <= closed
  const day = isClosed ? addDays(closed, 1) : postedOn
  const again = r.states?.steps[r.posts?.step ?? '']?.from.includes(r.posts?.reversed ?? '') === true
  if (again && isClosed) throw refuse.rule(sentence`${closed.slice(0, 7)} 及以前的月份已结账，${postedOn} 的过账不能冲销，请先反结账`)
  const inside = within(context, tx)
  await poster(inside, tx, { id, row, day, reverses: true, key: `${keyOf(r, id, row)}:reverse` })
  await setDerived(inside, r, [
    { id, ...(again ? { postedOn: null, postedBy: null } : {}), reversedOn: day, reversedBy: caller.employeeId },
  ])
}

/** The version tells one posting from the next of a document that was taken back and begins anew. */
const keyOf = (r: Resource, id: string, { version }: Row): string =>
  r.states?.steps[r.posts?.step ?? '']?.from.includes(r.posts?.reversed ?? '') === true
    ? `${r.table}:${id}:${version ?? 0}`
    : `${r.table}:${id}`

/** What is declared and can't be kept. */
export function postFaults(r: Resource, poster: Poster | undefined): string[] {
  const { posts, states } = r
  if (posts === undefined) return []
  const at = `${r.table}.life: posts`
  if (states === undefined) return [`${at}: it has no states`]
  const on = posts.on ?? usualDay
  const known = (name: string): boolean => Object.hasOwn(states.states, name)
  const posted = [states.steps[posts.step]?.to ?? '', ...(posts.after ?? [])]
  const leaving = Object.entries(states.steps).filter(
    ([name, { from, to }]) => name !== reverseStep && !posted.includes(to) && from.some(state => posted.includes(state)),
  )
  const again = states.steps[posts.step]?.from.includes(posts.reversed) === true
  const goingOn = again ? [] : Object.entries(states.steps).filter(([, { from }]) => from.includes(posts.reversed))
  return [
    ...(Object.hasOwn(states.steps, posts.step) ? [] : [`${at}: step ${posts.step} is none of its steps`]),
    ...(known(posts.reversed) ? [] : [`${at}: reversed: ${posts.reversed} is no state of it`]),
    ...(posts.after ?? []).filter(name => !known(name)).map(name => `${at}: after: ${name} is no state of it`),
    ...(ownValue(r.fields, on)?.kind === 'date' ? [] : [`${at}: on: ${on} is no day of it`]),
    ...(ownValue(r.fields, on)?.options.optional === true ? [`${at}: on: ${on} may not be empty`] : []),
    ...posted.filter(name => states.states[name]?.remove).map(name => `${at}: ${name} is posted, and its documents may be deleted`),
    ...leaving.map(([name]) => `${at}: step ${name} leaves what is posted; ${reverseStep} alone does`),
    ...goingOn.map(([name]) => `${at}: step ${name} leads on from ${posts.reversed}, from which it can't be posted again`),
    ...(poster === undefined ? [`${at}: no area enters it (posts of its area)`] : []),
  ]
}
