/**
 * Every timed work and notice of the product, whichever area declares it: what is declared can be read, and what is done of an organisation
 * is done and told once.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { filled, holesOf, textsOf } from '#platform/declare/notice.ts'
import { prepareJobs } from '#platform/server/jobs/job-queue.ts'
import { withHouseAreas, type OpenHouse } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { keepDeclared, orderDue } from '#platform/server/timed/clock.ts'
import { runTimed } from '#platform/server/timed/run.ts'
import { nextAfter, whenFault, whenWords } from '#platform/server/timed/when.ts'
import { demoHouse, type DemoHouse } from '../setup/demo-house.ts'

const registry = registryOf(withHouseAreas(areas))
const all = [...registry.timed.values()]
const notices = [...registry.notices.values()]
const han = /\p{Script=Han}/u

describe.each(all.map(work => [work.name, work] as const))('%s', (_name, { title, when, calendar }) => {
  test('is due at times that can be said in both languages', () => {
    expect(whenFault(when)).toBeNull()
    const from = new Date('2026-11-21T01:00:00Z')
    expect(nextAfter(when, from, 'Asia/Shanghai', calendar && {})!.getTime()).toBeGreaterThan(from.getTime())
    for (const [zh, en] of [title, whenWords(when, calendar)]) {
      expect(zh).toMatch(han)
      expect(en).not.toMatch(han)
    }
  })
})

describe.each(notices.map(one => [one.code, one] as const))('notice %s', (_code, one) => {
  test('says the same in both languages', () => {
    for (const [zh, en] of [one.name, ...textsOf(one)]) {
      const values = Object.fromEntries(holesOf(zh).map((name, at) => [name, `X${at}`]))
      for (const value of Object.values(values)) expect(filled(en, values)).toContain(value)
      expect(filled(en, values)).not.toMatch(han)
    }
  })
})

describe('over the demo company', () => {
  let h: DemoHouse
  beforeAll(async () => {
    h = await demoHouse(areas.filter(area => !['admin', 'reference'].includes(area.name)))
    await prepareJobs(h.ownerUrl)
  })
  afterAll(() => h?.close())
  const signal = new AbortController().signal
  const told = async (): Promise<number> => (await h.db.selectFrom('message').select('id').execute()).length

  test.each(all.filter(work => work.of === 'organisation').map(work => [work.name, work] as const))(
    '%s is ordered and done once by two processes, and tells nothing twice',
    async (name, work) => {
      await sql`delete from timed_run`.execute(h.db)
      await sql`delete from timed_work`.execute(h.db)
      // by itself: what else is due then would be ordered each time, and is tried by itself too
      const alone: OpenHouse = Object.create(h.house, { registry: { value: { ...h.house.registry, timed: new Map([[name, work]]) } } })
      await keepDeclared(alone)
      for (let round = 0, before = -1; round < 2; round += 1) {
        h.clock.now = nextAfter(work.when, h.clock.now, 'Asia/Shanghai', work.calendar && {})!
        await Promise.all([orderDue(alone), orderDue(alone)])
        const waiting = await h.db.selectFrom('timed_run').select('id').where('name', '=', name).where('state', '=', 0).execute()
        expect(waiting).toHaveLength(h.demo.organisationIds.length)
        for (const { id } of waiting) await Promise.allSettled([runTimed(h.house, { id }, signal), runTimed(h.house, { id }, signal)])
        const states = await h.db.selectFrom('timed_run').select('state').distinct().where('name', '=', name).execute()
        expect(states).toEqual([{ state: 2 }])
        const now = await told()
        if (round > 0) expect(now).toBe(before)
        before = now
      }
    },
  )
})
