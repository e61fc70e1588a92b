/** The open work of the demo company: of each kind something, one task begun by the keeper, a second filling changes nothing. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse } from '../../../test/setup/demo-house.ts'
import { reference } from '#areas/reference/index.ts'
import { goods } from '../index.ts'

test('the warehouse of the demo company has open tasks of each kind', async () => {
  const h = await demoHouse([goods, sales, supply])
  for (const area of [reference, goods]) await area.demo?.(demoPeople(h.house))
  const { rows } = await sql<{ kind: number; state: number; lines: number; done: number }>`select kind, state, line_count as lines,
    done_count as done from goods_task order by id`.execute(h.db)
  expect(rows).toMatchObject([
    { kind: 2, state: 2, lines: 3, done: 1 },
    { kind: 3, state: 1 },
    { kind: 3, state: 1, lines: 2 },
    { kind: 5, state: 1 },
  ])
  await h.close()
}, 600_000)
