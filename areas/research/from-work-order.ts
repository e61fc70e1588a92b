/** A design change that was asked for by a work order becomes a change order. */
import { date, dictionary } from '#platform/declare/fields.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Ask, type Context, type Route } from '#platform/server/area.ts'
import { addRecord, namedId, oneRecord } from '#platform/server/records.ts'
import { orderCodes, workOrder } from '#areas/work-orders/index.ts'
import { changeOrder, changeStates } from './change-tables.ts'

const designChange = 1
const nameMax = 100

const change = act(
  workOrder,
  {
    name: 'intoChange',
    title: ['转为工程变更', 'Into a change order'],
    over: 'row',
    operation: operations.view,
    sameRightAsEdit: true,
    when: { orderType: [designChange], state: [orderCodes.accepted, orderCodes.working, orderCodes.waiting] },
    reason: ['受理之后、解决之前的设计变更工单才能转为工程变更', 'A design change that was accepted and is not solved'],
    input: {
      reasonId: dictionary('变更原因', 'Reason', 126),
      effectiveOn: date('生效日期', 'Effective on', { notBefore: 'now' }),
    },
    result: 'page',
  },
  (context, ask) => changeOf(context, ask),
)

/** One change order at a time; it takes the words of the work order, and ends it when it is released. */
function changeOf(context: Context, { input }: Ask) {
  const asked = namedId(input['id'], workOrder.title)
  return context.write(async (_tx, inside) => {
    const order = await oneRecord(inside, workOrder, asked)
    await inside.db.selectFrom('work_order').select('id').where('id', '=', order.id).forNoKeyUpdate().execute()
    const open = await inside.db
      .selectFrom('change_order')
      .select('no')
      .where('work_order_id', '=', order.id)
      .where('state', '<', changeStates.released[0])
      .executeTakeFirst()
    if (open !== undefined) throw refuse.rule(sentence`这张工单已经有工程变更 ${open.no ?? ''}，请在那张单里继续`)
    const { id } = await addRecord(inside, changeOrder, {
      businessOn: todayOf(inside),
      name: asText(order['title']).slice(0, nameMax),
      reasonId: input['reasonId'],
      effectiveOn: input['effectiveOn'],
      grounds: order['requirement'],
      workOrderId: order.id,
    })
    return { page: { list: 'changeOrder', id } }
  })
}

/** for whoever may make change orders and sees the work order */
export const intoChange: Route = { ...change, demand: needs(permissionOf(changeOrder), operations.add) }
