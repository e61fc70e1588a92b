/** What is said to whoever can't take a step: the present state, who set it and when. */
import { type Part, sentence, type Wording } from '#platform/declare/sentence.ts'
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
const who = ({ by, actingFor }: Move): Part => (actingFor === null ? by : sentence`${by}（代${actingFor}）`)

const present = (context: Context, { title }: Resource, state: State, last: Move | undefined): Wording =>
  last === undefined
    ? sentence`${title}当前为“${state.title}”`
    : sentence`${title}当前为“${state.title}”（${who(last)}，${clock(context, last.at)}）`

/** The present state has no such move. */
export const lacksStep = (context: Context, r: Resource, state: State, last: Move | undefined, step: Step): Wording =>
  sentence`${present(context, r, state, last)}，不能“${step.title}”，请刷新后再试`

/** The present state does not lead to that one. */
export const leadsElsewhere = (context: Context, r: Resource, state: State, last: Move | undefined, to: State | undefined): Wording =>
  to === undefined
    ? sentence`${present(context, r, state, last)}，没有这个状态，请刷新后再试`
    : sentence`${present(context, r, state, last)}，不能改为“${to.title}”，请刷新后再试`

export const notEntitled = (r: Resource, step: Step): Wording => sentence`没有权限“${step.title}”这条${r.title}`

/** Somebody has moved the record since it was read. */
export const movedMeanwhile = (context: Context, r: Resource, state: State, last: Move, current: object): Refusal =>
  refuse.conflict(sentence`${who(last)}在 ${clock(context, last.at)} 将${r.title}改为“${state.title}”，请核对后再操作`, {
    current,
    changedBy: last.by,
  })
