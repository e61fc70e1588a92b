/** What administrators do to deliveries: try again, give up; and a test of a robot. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { changeEach, oneRecord } from '#platform/server/records.ts'
import { asText } from '#platform/format/text.ts'
import { deliverJob } from './deliver.ts'
import { testCode } from './kinds.ts'
import { deliveryStates, noticeChannel, noticeDelivery } from './tables.ts'
import { randomUUID } from 'node:crypto'

const idsOf = ({ id, ids }: Readonly<Record<string, unknown>>): string[] =>
  [...(Array.isArray(ids) ? ids : []), ...(id === undefined ? [] : [id])].map(asText)

/** Five tries anew, from now on. */
export const retry = (context: Context, input: Readonly<Record<string, unknown>>): Promise<unknown> =>
  context.write(async (tx, inside) => {
    const values = { state: deliveryStates.waiting[0], tries: 0, nextAt: inside.now().toISOString(), fault: null }
    const done = await changeEach(inside, noticeDelivery, idsOf(input), values, { verb: 'retry' })
    await context.house.jobs.add(tx, deliverJob, {}, { queue: deliverJob })
    return done
  })

export const giveUp = (context: Context, input: Readonly<Record<string, unknown>>): Promise<unknown> =>
  changeEach(context, noticeDelivery, idsOf(input), { state: deliveryStates.given[0], nextAt: null }, { verb: 'giveUp' })

/** A message of no content to the group. */
export const test = async (context: Context, input: Readonly<Record<string, unknown>>): Promise<null> => {
  const robot = await oneRecord(context, noticeChannel, idsOf(input)[0])
  if (robot['status'] !== 1) throw refuse.rule(sentence`机器人已停用`)
  await context.write(async tx => {
    const now = context.now().toISOString()
    await tx
      .insertInto('notice_delivery')
      .values({
        org_id: context.caller.orgId,
        channel: robot['kind'] as 2,
        code: testCode,
        receiver: asText(robot['name']),
        channel_id: robot.id,
        queued_at: now,
        next_at: now,
        event: `test ${randomUUID()}`,
        message_ids: [],
        title: toStored(sentence`测试消息：${context.caller.name}在掌柜中设置了这个机器人`),
      })
      .execute()
    await context.house.jobs.add(tx, deliverJob, {}, { queue: deliverJob })
  })
  return null
}
