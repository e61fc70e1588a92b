/** Accruals: what this room adds to finance. */
import { sql } from 'kysely'
import { month, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { listPage } from '#platform/declare/page.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { English } from '#platform/declare/sentence.ts'
import { addMonths, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, act, type Tx, type RowLock, type RouteMap } from '#platform/server/area.ts'
import { timed } from '#platform/server/jobs.ts'
import { add, exportOf, list, remove, update, followerOf } from '#platform/server/records.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { accrue, lockAccruals } from './sync.ts'
import { accrualTables, financeAccrual } from './tables.ts'

const closedStay: RowLock = async ({ caller }, db) => {
  const closed = await closedUntil(db as Tx, caller.orgId)
  return closed === null
    ? []
    : [
        {
          where: sql<boolean>`finance_accrual.month <= ${closed}`,
          reason: sentence`${closed.slice(0, 7)} 及以前的月份已结账，计提不能再登记、修改或删除，请先反结账`,
        },
      ]
}

/** Rows without a shop: an index takes no two empty values for the same, so that there is one of each is seen to here. */
const oneOfCompany = followerOf(financeAccrual, async ({ caller }, tx, changes) => {
  if (changes.every(({ after }) => after === null || after.shopId != null)) return
  await lockAccruals(tx, caller.orgId, null)
  const twice = await tx
    .selectFrom('finance_accrual')
    .select(sql<string>`to_char(month, 'YYYY-MM')`.as('month'))
    .where('shop_id', 'is', null)
    .groupBy(['month', 'kind', 'currency'])
    .having(sql<boolean>`count(*) > 1`)
    .limit(1)
    .executeTakeFirst()
  if (twice) throw refuse.rule(sentence`${twice.month} 公司的这一项已有计提，请编辑它`)
})

const routes: RouteMap = {
  'POST /AmzSettlement/amzAccrueList': list(financeAccrual),
  'POST /amzAccrue/insert': add(financeAccrual),
  'POST /amzAccrue/update': update(financeAccrual),
  'POST /amzAccrue/delete': remove(financeAccrual),
  'POST /amzAccrue/listExport': exportOf(financeAccrual),
  'POST /amzAccrue/sync': act(
    financeAccrual,
    {
      name: 'sync',
      title: ['计提', 'Accrue'],
      over: 'page',
      operation: operations.edit,
      input: {
        month: month('月份', 'Month'),
        shopId: reference('店铺', 'Shop', 'shop', {
          optional: true,
          help: ['不选时为您能看到的全部店铺和公司的头程、采购。', 'Unless one is chosen: all shops that you see, and the company.'],
        }),
      },
    },
    (context, { input }) =>
      accrue(context, {
        month: asText(input['month']).slice(0, 7),
        ...(input['shopId'] == null ? {} : { shopIds: [asText(input['shopId'])] }),
      }),
  ),
}

export const accrualPart = {
  resources: Object.values(accrualTables),
  routes,
  rowLocks: { finance_accrual: closedStay },
  follows: { finance_accrual: oneOfCompany },
  timed: [
    timed('finance.accrue', ['计提上月并更新冲回', 'Accruals of the last month, and what reversed them'], {
      at: '05:00',
      work: async inside => {
        const last = addMonths(monthOf(todayOf(inside)), -1)
        const { added, changed } = await accrue(inside, { month: last })
        return sentence`新增 ${added} 条，更新 ${changed} 条`
      },
    }),
  ],
}

export const accrualPage = listPage(financeAccrual, '/finance/accrual', { name: 'amzAccrue' })

export const accrualEnglish: English = {
  '{} 及以前的月份已结账，计提不能再登记、修改或删除，请先反结账':
    'Months up to {} are closed, accruals in them stay as they are; reopen the months first',
  '{} 公司的这一项已有计提，请编辑它': 'The company has this accrual of {} already: edit it',
  不能计提将来的月份: 'A month to come can not be accrued',
  '新增 {} 条，更新 {} 条': '{} added, {} updated',
}
