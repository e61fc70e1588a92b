/** Culture expenses of the demo company: a budget for each department and claims on their way. */
import { dictionaryItem } from '#areas/reference/index.ts'
import { defined, type DemoPeople } from '#platform/server/area.ts'
import { addDays } from '#platform/format/dates.ts'
import { listOf } from '#platform/server/lists.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { submitExpense } from './submit.ts'
import { cultureBudget, cultureExpense, expenseKinds } from './tables.ts'

/** by, days ago, kind, what for, amount, and how far it came */
const claims: readonly (readonly [by: string, ago: number, kind: string, title: string, amount: string, steps: readonly string[]])[] = [
  ['hr', 9, '团建活动', '羽毛球联赛场地费和用球', '1860.00', ['submit', 'pass', 'pay']],
  ['hr', 6, '生日会', '十月生日会蛋糕和水果', '742.50', ['submit', 'pass', 'pay']],
  ['sales', 20, '团建活动', '北美组黑五动员聚餐', '1280.00', ['submit', 'pass']],
  ['buyer', 15, '员工关怀', '探望住院同事的果篮', '268.00', ['submit', 'pass', 'pay']],
  ['keeper', 30, '节日福利', '仓库中秋值班加餐', '930.00', ['submit', 'pass', 'pay']],
  ['finance', 3, '图书采购', '跨境税务与合规图书 6 册', '318.40', ['submit']],
  ['employee', 2, '奖品与礼品', '包装改进提案奖品', '499.00', ['submit', 'reject']],
  ['sales', 1, '团建活动', '北美组莫干山徒步包车', '12800.00', ['submit']],
  ['it', 1, '奖品与礼品', '编程马拉松奖杯', '356.00', []],
]
const amounts = ['12000.00', '6000.00', '8000.00', '4000.00', '5000.00', '9000.00']

export async function makeExpenses({ now, as }: DemoPeople): Promise<void> {
  const [hr, boss] = [await as('hr'), await as('boss')]
  const year = now.getUTCFullYear()
  const today = now.toISOString().slice(0, 10)
  const departments = await hr.db.selectFrom('department').select('id').orderBy('id').execute()
  for (const [at, { id }] of departments.entries())
    await addRecord(hr, cultureBudget, { deptId: id, year, amount: amounts[at % amounts.length] })
  const kinds = await listOf(hr, dictionaryItem, {
    pageNum: 1,
    pageSize: 100,
    conditionList: [{ field: 'dictionaryCode', condition: 'EQ', value: String(expenseKinds) }],
  })
  for (const [by, ago, kind, title, amount, steps] of claims) {
    const person = await as(by)
    const typeId = defined(kinds.list.find(row => row['label'] === kind)?.id, kind)
    const { id } = await addRecord(person, cultureExpense, { day: addDays(today, -ago), title, typeId, amount })
    for (const step of steps) {
      if (step === 'submit') await submitExpense(person, id)
      else
        await takeSteps(step === 'pay' ? hr : boss, cultureExpense, {
          ids: [{ id }],
          pick: { step },
          input: step === 'reject' ? { reason: '请补充提案名单后再提交' } : {},
        })
    }
  }
}
