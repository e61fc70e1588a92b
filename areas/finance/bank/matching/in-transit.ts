/** 资金在途: payments that are not matched, by age: pay-outs on their way, bills to be paid. */
import { sql } from 'kysely'
import { choice, date, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { everybody } from '#platform/declare/scope.ts'
import { homeZone } from '#platform/format/zones.ts'
import { view } from '#platform/server/database.ts'
import { bandOf } from './ages.ts'
import { ageBands, directions, expectedSources, positionPermission } from '../../base/match-words.ts'

const age = sql<number>`greatest(0, (now() at time zone ${sql.lit(homeZone)})::date - e.due_on)`

export const bankInTransit = view(
  'bank_in_transit',
  {
    type: 'bankInTransit',
    title: ['资金在途', 'Money on its way'],
    access: { scope: everybody, permission: positionPermission },
    fields: {
      dueOn: date('应收付日期', 'Due on', { filter: 'range', sort: true, width: 110 }),
      direction: choice('收付', 'In or out', directions, { filter: 'select', filterAs: 'tags', width: 70 }),
      expectedId: reference('应收应付待核销', 'Expected payment', 'bank_expected', { width: 170 }),
      source: choice('来源', 'Source', expectedSources, { filter: 'select', width: 120 }),
      party: text('对方', 'With whom', { optional: true, filter: 'contains', width: 150 }),
      shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', width: 140 }),
      amount: money('应收付金额', 'Amount', { currency: 'currency', sort: true, width: 120 }),
      open: money('未核金额', 'Open', { currency: 'currency', sort: true, total: true, width: 120 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
      age: integer('在途天数', 'Days', {
        sort: true,
        width: 90,
        help: ['从应收付日期到今天；未到期为 0。', 'From the day it is due; 0 before.'],
      }),
      band: choice('账龄', 'Age', ageBands, { filter: 'select', filterAs: 'tags', width: 100 }),
    },
    list: {
      search: false,
      sort: { field: 'dueOn', way: 'DESC' },
      shownAs: { card: { title: 'expectedId', subtitle: 'party', tags: ['source', 'band'], amount: 'open' } },
      empty: [
        '没有在途的款项；结算、放款和账单还没有核对的列在这里',
        'Nothing is on its way; pay-outs and bills without a bank line come here',
      ],
    },
    record: { label: 'dueOn' },
    storage: { primary: ['expectedId'] },
  },
  db =>
    db
      .selectFrom('bank_expected as e')
      .where(sql<boolean>`e.state <= 2`)
      .select([
        'e.org_id',
        'e.due_on',
        sql<number>`case when e.amount > 0 then 1 else 2 end::smallint`.as('direction'),
        sql<string>`e.id`.as('expected_id'),
        'e.source',
        sql<string | null>`nullif(e.party, '')`.as('party'),
        'e.shop_id',
        'e.amount',
        sql<string>`e.amount - e.matched`.as('open'),
        'e.currency',
        age.as('age'),
        bandOf(age).as('band'),
      ]),
)
