/** How far the way of an order to a marketplace is: a step is done when its number or file is there. Pure. */
import type { GuideState, StepStatus } from './wire.ts'

export type Facts = Pick<GuideState, 'units' | 'unlabelled' | 'boxes' | 'findings' | 'shipments' | 'logisticsNo'>

/** What to send, boxes, numbers, labels, tracking: those behind the first that is not done wait, unless they are done themselves. */
export function stepsOf({ units, unlabelled, boxes, findings, shipments, logisticsNo }: Facts): readonly StepStatus[] {
  const isSplit = shipments.length > 0 && shipments.every(one => one.no !== null)
  const done = [
    units > 0 && unlabelled === 0,
    boxes.length > 0 && !findings.some(one => one.isError),
    isSplit,
    isSplit && shipments.every(one => one.labels > 0),
    logisticsNo !== '',
  ]
  const first = done.indexOf(false)
  return done.map((isDone, at) => (isDone ? 'finish' : at === first ? 'process' : 'wait'))
}
