/** Calls of FBA 货件, and what is looked at each night. */
import { Object as O, String as Text } from 'typebox'
import { codeMax } from '#platform/declare/scans.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { call, Id, type RouteMap } from '#platform/server/area.ts'
import { exportOf, family, list } from '#platform/server/records.ts'
import { steps, step } from '#platform/server/steps.ts'
import { boxSheet, planSheet, trackSheet } from './guide-files.ts'
import { openGuide, splitting, unsplitting } from './guide.ts'
import { shipmentRule } from './keep.ts'
import { claiming, waiting, writingOff } from './short.ts'
import { boxLimit, fbaShipment, fbaShipmentLine } from './tables.ts'

const [reads, packs] = [needs('shippingOrder', operations.view), needs('shippingOrder', operations.edit)]

export const fbaRoutes: RouteMap = {
  ...family('fbaShipment', fbaShipment, shipmentRule),
  'POST /fbaShipment/updateState': steps(fbaShipment),
  'POST /fbaShipment/deliver': step(fbaShipment, 'deliver'),
  'POST /fbaShipment/close': step(fbaShipment, 'close'),
  'POST /fbaShipment/reopen': step(fbaShipment, 'reopen'),
  'POST /fbaShipment/cancel': step(fbaShipment, 'cancel'),
  'POST /fbaShipmentLine/list': list(fbaShipmentLine),
  'POST /fbaShipmentLine/listExport': exportOf(fbaShipmentLine),
  'POST /fbaShipmentLine/claim': claiming,
  'POST /fbaShipmentLine/wait': waiting,
  'POST /fbaShipmentLine/writeOff': writingOff,
  ...family('boxLimit', boxLimit),
  'POST /shippingOrder/fbaPlanSheet': planSheet,
  'POST /shippingOrder/fbaBoxSheet': boxSheet,
  'POST /shippingOrder/fbaTrackSheet': trackSheet,
  'POST /fbaShipment/guide': call(
    {
      demand: reads,
      summary: '打开 FBA 发货向导',
      input: O({ no: Text({ title: '发货单号', minLength: 1, maxLength: codeMax }) }),
      write: false,
    },
    (context, { input }) => openGuide(context, input.no.trim()),
  ),
  'POST /fbaShipment/split': call(
    {
      demand: packs,
      summary: '把箱子分到货件号',
      input: O({ id: Id(), sheet: Text({ title: '箱号和货件号', minLength: 1, maxLength: 50_000 }) }),
    },
    (context, { input }) => splitting(context, input.id, input.sheet),
  ),
  'POST /fbaShipment/unsplit': call({ demand: packs, summary: '撤回分箱', input: O({ id: Id() }) }, (context, { input }) =>
    unsplitting(context, input.id),
  ),
}
