/** A rent or fee in one step: a line of the plan each month, quarter or year, from a day to a day. */
import { choice, date, money, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { act, refuse, type Route } from '#platform/server/area.ts'
import { namedId } from '#platform/server/records.ts'
import { changeDocument } from '#platform/server/documents.ts'
import { contract, contractStates } from './contract-tables.ts'
import { contractPlan, triggers } from './plan-tables.ts'
import { everies, repeatedDays } from './plan.ts'
import { directions } from './words.ts'

const linesMax = 120

export const repeatRoute: Route = act(
  contract,
  {
    name: 'repeatLines',
    title: ['按周期生成收付', 'Repeat a payment'],
    over: 'row',
    operation: operations.edit,
    sameRightAsEdit: true,
    when: { state: [contractStates.draft[0]] },
    input: {
      name: text('款项', 'Payment', { max: 40 }),
      direction: choice('方向', 'Way', directions, { default: 1 }),
      amount: money('每期金额', 'Amount each time', { min: 0.01 }),
      every: choice('周期', 'Every', everies, { default: 1 }),
      fromOn: date('从', 'From'),
      toOn: date('到', 'To'),
    },
  },
  (context, { input }) => {
    const { fromOn, toOn } = { fromOn: asText(input['fromOn']), toOn: asText(input['toOn']) }
    const every = Object.values(everies).find(([code]) => code === input['every'])?.[0] ?? 1
    if (toOn < fromOn) throw refuse.invalid([{ field: 'toOn', message: sentence`结束日期不能早于开始日期` }])
    const days = repeatedDays(fromOn, toOn, every, linesMax + 1)
    if (days.length > linesMax) throw refuse.invalid([{ field: 'toOn', message: sentence`一次最多 ${linesMax} 期，请分开或放长周期` }])
    const added = days.map((dueOn, at) => ({
      name: `${asText(input['name'])} ${at + 1}/${days.length}`,
      direction: input['direction'],
      trigger: triggers.day[0],
      dueOn,
      amount: input['amount'],
    }))
    const id = namedId(input['id'], contract.title)
    return changeDocument(
      context,
      [contract, contractPlan],
      { id, version: undefined, values: {} },
      { added, changed: [], removed: [] },
      {},
    ).then(() => ({ added: days.length }))
  },
)
