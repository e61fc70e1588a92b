/** A notice to 5,000 people: published, all of them told, within two seconds. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import { notices } from '#areas/notices/index.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'

const people = 5_000
/** the limit is two seconds on a machine of its own; tests share theirs */
const limitMs = 2_000 * Number(process.env['E2E_SLOW'] ?? 5)

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([culture, notices])
  const orgId = h.demo.organisationIds[0]!
  await sql`
    with person as (
      insert into employee (org_id, name, no, dept_id)
      select ${orgId}, '员工' || i, 'MANY' || i, (select id from department where org_id = ${orgId} order by id limit 1)
      from generate_series(1, ${people}::int) i returning id, name),
    login as (insert into account (username, name, password_hash) select 'many' || id, name, '' from person returning id, username)
    insert into account_organisation (org_id, account_id, employee_id)
    select ${orgId}, login.id, person.id from login join person on login.username = 'many' || person.id`.execute(h.db)
}, 120_000)
afterAll(() => h.close())

test('5,000 people are told in the transaction that publishes', async () => {
  const hr = await signedInAs(h, 'hr')
  const { id } = (await hr.post('/noticeSetting/notice', { title: '全员公告', content: '<p>好</p>', mustRead: true })).data
  const began = performance.now()
  expect((await hr.put('/noticeSetting/noticeAction', { id, status: 1 })).msg).toBe('')
  const tookMs = performance.now() - began
  console.log(`a notice to ${people} people was published in ${Math.round(tookMs)} ms`)
  const { n } = await h.db
    .selectFrom('message')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBeGreaterThanOrEqual(people)
  expect((await hr.post('/noticeSetting/readers', { id, unread: true })).data.audience).toBeGreaterThanOrEqual(people)
  expect(tookMs).toBeLessThan(limitMs)
}, 120_000)
