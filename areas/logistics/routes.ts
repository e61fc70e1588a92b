/** Route map of plans and orders of shipping. */
import { longText } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { act, type Context, type RouteMap } from '#platform/server/area.ts'
import { exportOf, family, imported, list, oneRecord } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { documentCalls, goodsRights, puttingBack, quantity } from '#areas/goods/index.ts'
import { outboundSheet } from './abroad/outbound-sheet.ts'
import { stockSheet } from './abroad/stock-sheet.ts'
import { arriveLine, takeArrivalBack } from './arrive.ts'
import { customsPapers } from './customs.ts'
import { shippingFigures } from './figures.ts'
import { freightCheck } from './freight-check.ts'
import { packingBox, packingBoxLine, trackingEvent } from './box-tables.ts'
import { shippingOrder, shippingOrderLine } from './order-tables.ts'
import { pastingSheet } from './pack-sheet.ts'
import { shipPlan, shipPlanLine } from './plan-tables.ts'
import { shippingOf } from './post-order.ts'
import { freightTariff, freightTariffLine } from './tariff-tables.ts'

const lineOf = async (context: Context, input: Readonly<Record<string, unknown>>): Promise<string> =>
  (await oneRecord(context, shippingOrderLine, input['id'])).id

export const logisticsRoutes: RouteMap = {
  ...documentCalls('shipPlan', shipPlan, shipPlanLine),
  ...imported('shipPlan', shipPlan),
  ...documentCalls('shippingOrder', shippingOrder, shippingOrderLine),
  'POST /shippingOrder/putBack': puttingBack(shippingOf),
  'POST /shippingOrder/packSheet': pastingSheet,
  'POST /shippingOrder/customs': customsPapers,
  'POST /shippingOrder/arrivalBack': act(
    shippingOrder,
    {
      name: 'arrivalBack',
      title: ['冲销签收', 'Take a receipt back'],
      over: 'row',
      operation: goodsRights.decide.operation,
      when: { state: [7, 10] },
      reason: ['没有可以冲销的签收', 'There is no receipt to take back'],
      confirm: ['冲销最后一次签收或丢失，货物回到在途？', 'Take back the last receipt or loss? Its goods are on the way again'],
    },
    async (context, { input }) => takeArrivalBack(context, (await oneRecord(context, shippingOrder, input['id'])).id),
  ),
  'POST /shippingOrderLine/arrive': act(
    shippingOrderLine,
    { name: 'arrive', title: ['签收', 'Receive'], over: 'row', operation: operations.edit, input: { quantity: quantity() } },
    async (context, { input }) => arriveLine(context, await lineOf(context, input), asText(input['quantity'])),
  ),
  'POST /shippingOrderLine/lose': act(
    shippingOrderLine,
    {
      name: 'lose',
      title: ['认定丢失', 'Lost on the way'],
      over: 'row',
      operation: goodsRights.decide.operation,
      input: { quantity: quantity(), reason: longText('原因', 'Reason', { max: 200 }) },
    },
    async (context, { input }) => arriveLine(context, await lineOf(context, input), asText(input['quantity']), asText(input['reason'])),
  ),
  'POST /goodsCount/stockSheet': stockSheet,
  'POST /goodsOut/outboundSheet': outboundSheet,
  ...family('packingBox', packingBox),
  'POST /packingBox/seal': step(packingBox, 'seal'),
  'POST /packingBox/unseal': step(packingBox, 'unseal'),
  'POST /packingBoxLine/list': list(packingBoxLine),
  'POST /packingBoxLine/listExport': exportOf(packingBoxLine),
  ...family('freightTariff', freightTariff),
  ...imported('freightTariff', freightTariff),
  'POST /freightTariffLine/list': list(freightTariffLine),
  'POST /freightTariffLine/listExport': exportOf(freightTariffLine),
  'POST /shippingFigures/list': list(shippingFigures),
  'POST /shippingFigures/listExport': exportOf(shippingFigures),
  'POST /freightCheck/list': list(freightCheck),
  'POST /freightCheck/listExport': exportOf(freightCheck),
  ...family('trackingEvent', trackingEvent),
  ...imported('trackingEvent', trackingEvent),
}
