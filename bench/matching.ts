/**
 * Suggestions for 5,000 open bank lines against 6,000 expected payments: a third names a number, the others fit by amount and day, by a
 * sum or not at all. In a database of its own; worked out by the program, then read, worked out and stored.
 */
import { openOf } from '../areas/finance/bank/matching/open.ts'
import { suggestAnew } from '../areas/finance/bank/matching/refresh.ts'
import { suggestionsOf } from '../areas/finance/bank/matching/suggest.ts'
import { megabytes, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'matching'
const [linesOfBank, payments, accounts] = [5_000, 6_000, 8]
const [aimMs, aimBytes] = [2_000, 500 * 1_048_576]

export async function matchingPart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    await fill(place)
    const system = await place.house.asSystem(place.orgId, 'bench')
    const whole = await timed(() => system.write((tx, inside) => suggestAnew(inside, tx)))
    const again = await timed(() => system.write((tx, inside) => suggestAnew(inside, tx)))
    const open = await system.write(tx => openOf(tx))
    if (open.lines.length !== linesOfBank) throw new Error(`${open.lines.length} lines are open`)
    let found = 0
    const pure = await timed(async () => {
      found = suggestionsOf(open).length
    })
    if (found < linesOfBank / 2) throw new Error(`only ${found} suggestions`)
    const resident = process.memoryUsage().rss
    const of = `${linesOfBank.toLocaleString('en')} bank lines, ${payments.toLocaleString('en')} payments`
    return [
      { part, what: `suggestions for ${of}: read, found, stored`, value: seconds(whole), aim: `< ${aimMs / 1000} s`, met: whole < aimMs },
      { part, what: 'the same once more', value: seconds(again), aim: `< ${aimMs / 1000} s`, met: again < aimMs },
      { part, what: `of which finding ${found.toLocaleString('en')} of them`, value: seconds(pure) },
      { part, what: 'resident memory of the process after it', value: megabytes(resident), aim: '< 500 MB', met: resident < aimBytes },
    ]
  } finally {
    await place.close()
  }
}

/** Amounts repeat: a tenth of the payments is as much as another one of the same weeks. */
async function fill({ owner, orgId, shops }: Place): Promise<void> {
  await owner.query(
    `insert into bank_account (org_id, name, bank, number, currency)
     select $1, 'bench ' || i, 99, 'B' || i, case when i % 2 = 0 then 'USD' else 'CNY' end from generate_series(1, $2::int) i`,
    [orgId, accounts],
  )
  await owner.query(
    `insert into bank_expected (org_id, due_on, source, fact_key, reference, party, shop_id, amount, currency)
     select $1, date '2026-01-01' + i % 300, 1 + i % 2, 'F' || i, 'REF-' || 100000 + i, case when i % 2 = 0 then 'Amazon' else 'ebay' end,
       ($2::bigint[])[1 + i % $3], 100 + (i % 5400) * 1.37, case when i % 4 = 0 then 'CNY' else 'USD' end
     from generate_series(1, $4::int) i`,
    [orgId, shops.map(shop => shop.id), shops.length, payments],
  )
  await owner.query(
    `insert into bank_statement (org_id, account_id, posted_on, income, outgo, amount, direction, currency, counterparty, purpose)
     select $1, a.id, e.due_on + (i % 4), 0, 0, 0, 1, e.currency, e.party || ' payments', case when i % 3 = 0 then e.reference else '' end
     from generate_series(1, $2::int) i
     join lateral (select * from bank_expected where org_id = $1 and fact_key = 'F' || i) e on true
     join lateral (select id from bank_account where org_id = $1 and currency = e.currency and name like 'bench %'
       order by id offset i % ($3::int / 2) limit 1) a on true`,
    [orgId, linesOfBank, accounts],
  )
  await owner.query(
    `update bank_statement s set income = v.amount, amount = v.amount, outgo = v.paid, direction = v.direction
     from (select s.id, case when n % 10 = 9 then 0 else e.amount + case when n % 10 = 8 then 0.03 else 0 end end as amount,
         case when n % 10 = 9 then 500 + n else 0 end as paid, case when n % 10 = 9 then 2 else 1 end as direction
       from (select id, row_number() over (order by id) as n from bank_statement where org_id = $1) s
         join bank_expected e on e.org_id = $1 and e.fact_key = 'F' || n) v where v.id = s.id`,
    [orgId],
  )
  await owner.query('analyze bank_statement')
  await owner.query('analyze bank_expected')
}
