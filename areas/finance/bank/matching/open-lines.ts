/** 银行对账: lines of statements that are not matched, with what each may be. */
import { sql } from 'kysely'
import { choice, date, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { everybody } from '#platform/declare/scope.ts'
import { homeZone } from '#platform/format/zones.ts'
import { view } from '#platform/server/database.ts'
import { bandOf } from './ages.ts'
import { ageBands, bankItems, confidences, directions, matchKinds, matchPermission } from '../../base/match-words.ts'

const age = sql<number>`greatest(0, (now() at time zone ${sql.lit(homeZone)})::date - s.posted_on)`

export const bankOpenLine = view(
  'bank_open_line',
  {
    type: 'bankOpenLine',
    title: ['银行对账', 'Bank matching'],
    access: { scope: everybody, permission: matchPermission },
    fields: {
      postedOn: date('记账日期', 'Posted on', { filter: 'range', sort: true, width: 110 }),
      accountId: reference('账户', 'Account', 'bank_account', { filter: 'select', width: 160 }),
      open: money('未核金额', 'Open', { currency: 'currency', sort: true, total: true, filter: 'range', width: 120 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
      kind: choice('建议', 'Suggestion', matchKinds, { optional: true, filter: 'select', width: 100 }),
      confidence: choice('匹配度', 'Confidence', confidences, {
        optional: true,
        filter: 'select',
        sort: true,
        hover: 'reasons',
        width: 70,
      }),
      reasons: text('理由', 'Why', { optional: true, show: false, width: 260 }),
      direction: choice('收支', 'In or out', directions, { filter: 'select', filterAs: 'tags', width: 70 }),
      counterparty: text('对方户名', 'Counterparty', { optional: true, filter: 'contains', width: 160 }),
      purpose: text('用途', 'Purpose', { optional: true, filter: 'contains', width: 180 }),
      summary: text('摘要', 'Summary', { optional: true, filter: 'contains', width: 140 }),
      expectedId: reference('建议匹配', 'Suggested match', 'bank_expected', { optional: true, width: 160 }),
      payments: integer('款项笔数', 'Payments', { optional: true, width: 80 }),
      otherAccountId: reference('另一账户', 'Other account', 'bank_account', { optional: true, filter: 'select', width: 150 }),
      otherOn: date('另一笔日期', 'Its day', { optional: true, width: 100 }),
      item: choice('建议归类', 'Booked as', bankItems, { optional: true, filter: 'select', width: 110 }),
      difference: money('差额', 'Difference', { currency: 'currency', optional: true, width: 90 }),
      age: integer('未核天数', 'Days open', { sort: true, width: 90 }),
      band: choice('账龄', 'Age', ageBands, { filter: 'select', filterAs: 'tags', width: 100 }),
      words: text('流水文字', 'Words of the line', { optional: true, filter: 'contains', show: false }),
      lineId: reference('银行流水', 'Bank line', 'bank_statement', { show: false }),
    },
    list: {
      search: false,
      sort: { field: 'postedOn', way: 'DESC' },
      shownAs: { card: { title: 'counterparty', subtitle: 'accountId', tags: ['kind', 'confidence'], amount: 'open' } },
      empty: ['没有未核对的流水；导入流水后，未核对的列在这里，连同建议', 'No line is open; lines come here once statements are imported'],
    },
    record: { label: 'postedOn' },
    storage: { primary: ['lineId'] },
  },
  db =>
    db
      .selectFrom('bank_statement as s')
      .leftJoin('bank_suggestion as g', 'g.line_id', 's.id')
      .leftJoin('bank_statement as o', 'o.id', 'g.other_line_id')
      .where(sql<boolean>`s.direction in (1, 2) and s.matched < s.income + s.outgo`)
      .select([
        's.org_id',
        's.posted_on',
        's.account_id',
        's.direction',
        sql<string>`s.income - s.outgo - case when s.direction = 2 then -s.matched else s.matched end`.as('open'),
        's.currency',
        sql<string | null>`nullif(s.counterparty, '')`.as('counterparty'),
        sql<string | null>`nullif(s.purpose, '')`.as('purpose'),
        sql<string | null>`nullif(s.summary, '')`.as('summary'),
        'g.kind',
        'g.confidence',
        'g.reasons',
        'g.expected_id',
        sql<number | null>`nullif(jsonb_array_length(g.expected_ids), 0)`.as('payments'),
        'o.account_id as other_account_id',
        'o.posted_on as other_on',
        'g.item',
        sql<string | null>`nullif(g.difference, 0)`.as('difference'),
        sql<string>`concat_ws(' ', s.counterparty, s.purpose, s.summary, s.serial_no, round(s.income + s.outgo, 2)::text)`.as('words'),
        age.as('age'),
        bandOf(age).as('band'),
        sql<string>`s.id`.as('line_id'),
      ]),
)
