/** Route map of research. */
import type { RouteMap } from '#platform/server/area.ts'
import { labelsOf } from '#platform/server/files.ts'
import { exportOf, family, imported, list, update } from '#platform/server/records.ts'
import { step, stepBy } from '#platform/server/steps.ts'
import { infringementCheck, infringementHit } from './check-tables.ts'
import { intoChange } from './from-work-order.ts'
import { loanRoutes } from './loans.ts'
import { changeEffect, changeOrder, changeOrderLine } from './change-tables.ts'
import { gateTemplate, rdDeliverable, rdGateStay, rdProject } from './project-tables.ts'
import { rdTest, sample, sampleMove } from './sample-tables.ts'
import { rdTime } from './time-tables.ts'
import { gateNames, gates } from './words.ts'

const gatesBy = (way: 'pass' | 'back', of: readonly (keyof typeof gates)[]) =>
  Object.fromEntries(of.map(name => [gates[name][0], `${way}_${name}`]))

export const researchRoutes: RouteMap = {
  ...family('rdProject', rdProject),
  'POST /rdProject/pass': stepBy(rdProject, 'gate', gatesBy('pass', gateNames.slice(0, -1))),
  'POST /rdProject/back': stepBy(rdProject, 'gate', gatesBy('back', gateNames.slice(1, -1))),
  'POST /rdProject/stop': step(rdProject, 'stop'),
  ...family('gateTemplate', gateTemplate),
  ...family('rdDeliverable', rdDeliverable),
  ...Object.fromEntries(['start', 'finish', 'spare', 'reopen'].map(name => [`POST /rdDeliverable/${name}`, step(rdDeliverable, name)])),
  'POST /rdGateStay/list': list(rdGateStay),
  'POST /rdGateStay/listExport': exportOf(rdGateStay),
  ...family('sample', sample),
  ...Object.fromEntries(['submit', 'arrive', 'judge', 'seal', 'scrap', 'cancel'].map(name => [`POST /sample/${name}`, step(sample, name)])),
  'POST /sample/labels': labelsOf(sample),
  ...loanRoutes,
  'POST /sampleMove/list': list(sampleMove),
  'POST /sampleMove/listExport': exportOf(sampleMove),
  ...family('rdTest', rdTest),
  'POST /rdTest/verdict': stepBy(rdTest, 'verdict', { 2: 'good', 3: 'bad' }),
  ...family('rdTime', rdTime),
  ...imported('rdTime', rdTime),
  ...family('changeOrder', changeOrder),
  'POST /workOrderManagement/intoChange': intoChange,
  'POST /changeOrderLine/list': list(changeOrderLine),
  'POST /changeOrderLine/listExport': exportOf(changeOrderLine),
  ...Object.fromEntries(
    ['assess', 'back', 'submit', 'release', 'close', 'refuse'].map(name => [`POST /changeOrder/${name}`, step(changeOrder, name)]),
  ),
  'POST /changeEffect/list': list(changeEffect),
  'POST /changeEffect/update': update(changeEffect),
  'POST /changeEffect/listExport': exportOf(changeEffect),
  ...family('infringementCheck', infringementCheck),
  'POST /infringementHit/list': list(infringementHit),
  'POST /infringementHit/listExport': exportOf(infringementHit),
  ...Object.fromEntries(
    ['submit', 'audit', 'refuse', 'void'].map(name => [`POST /infringementCheck/${name}`, step(infringementCheck, name)]),
  ),
}
