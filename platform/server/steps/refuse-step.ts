/** What is said to whoever can't take a step: the present state, who set it and when. */
import type { Resource } from '#platform/declare/resource.ts'
import type { Step } from '#platform/declare/states.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import type { Context } from '../contract/context.ts'
import { refuse, type Refusal } from '../calls/refusal.ts'
import type { State } from '../states/machine.ts'
import type { Move } from './moves.ts'

/** `2026-03-20 12:00` by the organisation's clock */
const clock = ({ caller }: Context, at: string): string => dateTimeInZone(instantMs(at), caller.zone).slice(0, 16)
const who = ({ by, actingFor }: Move): string => (actingFor === null ? by : `${by}（代${actingFor}）`)

const present = (context: Context, { title: [title] }: Resource, state: State, last: Move | undefined): string =>
  last === undefined ? `${title}当前为“${state.title[0]}”` : `${title}当前为“${state.title[0]}”（${who(last)}，${clock(context, last.at)}）`

/** The present state has no such move. */
export const lacksStep = (context: Context, r: Resource, state: State, last: Move | undefined, step: Step): string =>
  `${present(context, r, state, last)}，不能“${step.title[0]}”，请刷新后再试`

/** The present state does not lead to that one. */
export const leadsElsewhere = (context: Context, r: Resource, state: State, last: Move | undefined, to: State | undefined): string =>
  to === undefined
    ? `${present(context, r, state, last)}，没有这个状态，请刷新后再试`
    : `${present(context, r, state, last)}，不能改为“${to.title[0]}”，请刷新后再试`

export const notHis = (r: Resource, step: Step): string => `没有权限“${step.title[0]}”这条${r.title[0]}`

/** Somebody has moved the record since it was read. */
export const movedMeanwhile = (context: Context, r: Resource, state: State, last: Move, current: object): Refusal =>
  refuse.conflict(`${who(last)}在 ${clock(context, last.at)} 将${r.title[0]}改为“${state.title[0]}”，请核对后再操作`, {
    current,
    changedBy: last.by,
  })
